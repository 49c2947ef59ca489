/** Durations as people write them: `10s`, `1.5m`, `12h`, `7d`. */
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A century. */
const SECONDS_MAX = 36_500 * 86_400;
const NANOSECONDS_PER_MICROSECOND = 1000n;
const MICROSECONDS_PER_SECOND = 1e6;

/** NaN for a text that is not a duration, for zero, and for more than a century. */
export function durationSeconds(text: string): number {
  const seconds = numberWithUnit(text, SECONDS);
  return seconds > 0 && seconds <= SECONDS_MAX ? seconds : Number.NaN;
}

/** A number of seconds that need not be whole, to the microsecond. */
export function nanosecondsOf(seconds: number): bigint {
  return BigInt(Math.round(seconds * MICROSECONDS_PER_SECOND)) * NANOSECONDS_PER_MICROSECOND;
}

/** `1.5m` in the units of a table; NaN for a text without a number or with another unit. */
export function numberWithUnit(text: string, units: Readonly<Record<string, number>>): number {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)([A-Za-z]+)$/.exec(text) ?? [];
  return Number(amount) * (units[unit] ?? Number.NaN);
}
