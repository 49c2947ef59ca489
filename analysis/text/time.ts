/** Times of documents are RFC 3339 texts; times of the engine are nanoseconds since the epoch. */

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
const NANOSECONDS_PER_SECOND = 1_000_000_000n;
/** The range of a signed 64-bit number of nanoseconds: the years 1677 to 2262. */
const TIME_MIN = -(2n ** 63n);
const TIME_MAX = 2n ** 63n - 1n;

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** Nanoseconds since the epoch, or null for a text that is not an RFC 3339 time in range. */
export function parseTime(text: string): bigint | null {
  const found = RFC3339.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map(Number);
  const offsetMinutes = Number(found[9] ?? 0) * 60 + Number(found[10] ?? 0);
  if (hour > 23 || minute > 59 || second > 59 || Number(found[10] ?? 0) > 59) return null;
  const date = new Date(0);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999; setUTCFullYear does not.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute + (found[8] === "-" ? offsetMinutes : -offsetMinutes), second);
  // Digits beyond the ninth are cut, as Go's parser cuts them.
  const fraction = BigInt((found[7] ?? "").slice(0, 9).padEnd(9, "0"));
  const time = BigInt(date.getTime()) * NANOSECONDS_PER_MILLISECOND + fraction;
  return time >= TIME_MIN && time <= TIME_MAX ? time : null;
}

/** RFC 3339 in UTC with nine digits of a second, so that texts sort as times do. */
export function formatTime(time: bigint): string {
  const fraction =
    ((time % NANOSECONDS_PER_SECOND) + NANOSECONDS_PER_SECOND) % NANOSECONDS_PER_SECOND;
  const milliseconds = (time - fraction) / NANOSECONDS_PER_MILLISECOND;
  const seconds = new Date(Number(milliseconds)).toISOString().slice(0, -".000Z".length);
  return `${seconds}.${String(fraction).padStart(9, "0")}Z`;
}

/** Seconds between two RFC 3339 times. */
export function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}
