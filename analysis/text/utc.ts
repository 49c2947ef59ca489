/** Times of a report are in UTC. */

/** `10:12:20` of milliseconds since the epoch. */
export function clockText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(11, 19);
}

/** The same with its date where the span is of several days: `01-15 10:12`. */
export function timeText(milliseconds: number, from: number, to: number): string {
  const text = new Date(milliseconds).toISOString();
  return isOfOneDay(from, to)
    ? clockText(milliseconds)
    : `${text.slice(5, 10)} ${text.slice(11, 16)}`;
}

function isOfOneDay(from: number, to: number): boolean {
  const dates = [from, to].map((time) => new Date(time).toISOString().slice(0, 10));
  return dates[0] === dates[1];
}

/** `2026-01-15 10:12:20 UTC` of an RFC 3339 time. */
export function momentText(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}

/** The time of day of an RFC 3339 time, `10:04:40`. */
export function clockOf(time: string): string {
  return time.slice(11, 19);
}

/** The time of day, after the date where that is another than the date of `first`. */
export function clockSince(first: string | null, time: string): string {
  if (first === null || dateOf(first) === dateOf(time)) return clockOf(time);
  return `${dateOf(time)} ${clockOf(time)}`;
}

export function dateOf(time: string): string {
  return time.slice(0, 10);
}
