/** Times of a report are in UTC. */

/** `10:12:20` of milliseconds since the epoch. */
export function clockText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(11, 19);
}

/** `2026-01-15 10:12:20 UTC` of an RFC 3339 time. */
export function momentText(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}
