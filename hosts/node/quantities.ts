import { InvalidArgumentError, Option } from "commander";

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const BYTES: Readonly<Record<string, number>> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** A century. */
const SECONDS_MAX = 36_500 * 86_400;
const NANOSECONDS_PER_MICROSECOND = 1000n;
const MICROSECONDS_PER_SECOND = 1e6;

/** Seconds, written as `10s`, `1.5m`, `12h` or `7d`. */
export function durationOption(flags: string, description: string, preset: string): Option {
  return new Option(flags, description).argParser(secondsOf).default(secondsOf(preset), preset);
}

export function secondsOf(text: string): number {
  const seconds = durationSeconds(text);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError("Write it as 10s, 5m, 12h or 7d, above zero.");
}

/** The same, or `0s`. */
export function durationOrZero(text: string): number {
  return /^0+[smhd]?$/.test(text) ? 0 : secondsOf(text);
}

/** Not a number for a text that is none, for nothing at all, and for more than a century. */
export function durationSeconds(text: string): number {
  const seconds = amountOf(text, SECONDS);
  return seconds > 0 && seconds <= SECONDS_MAX ? seconds : Number.NaN;
}

/** A number of seconds that need not be whole, to the microsecond. */
export function nanosecondsOf(seconds: number): bigint {
  return BigInt(Math.round(seconds * MICROSECONDS_PER_SECOND)) * NANOSECONDS_PER_MICROSECOND;
}

export function bytesOf(text: string): number {
  const bytes = amountOf(text, BYTES);
  if (bytes > 0) return bytes;
  throw new InvalidArgumentError("Write it as 64Mi or 2Gi, above zero.");
}

export function countOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Write a whole number above zero.");
}

function amountOf(text: string, units: Readonly<Record<string, number>>): number {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)([A-Za-z]+)$/.exec(text) ?? [];
  return Number(amount) * (units[unit] ?? Number.NaN);
}
