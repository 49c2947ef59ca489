/** What the page says in a chart. */

export const UNKNOWN_FROM = "Unknown from here";

export function unknownText(pod: string, clock: string): string {
  return `The recording lacks ${pod} from ${clock} on.`;
}
