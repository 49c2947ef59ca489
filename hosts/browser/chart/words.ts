/** What the page says in a chart. */

export const UNKNOWN_FROM = "Unknown from here";

export function unknownText(pod: string, clock: string): string {
  return `As recorded, ${pod} is evicted before ${clock}; later numbers may lack it.`;
}
