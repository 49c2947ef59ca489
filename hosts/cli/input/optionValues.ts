import { InvalidArgumentError, Option } from "commander";
import { durationSeconds, numberWithUnit } from "../../../analysis/text/duration.ts";

const BYTES: Readonly<Record<string, number>> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

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

export function bytesOf(text: string): number {
  const bytes = numberWithUnit(text, BYTES);
  if (bytes > 0) return bytes;
  throw new InvalidArgumentError("Write it as 64Mi or 2Gi, above zero.");
}

export function countOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Write a whole number above zero.");
}
