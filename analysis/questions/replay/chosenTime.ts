import type { CaptureRecord } from "../../read/capture/capture.ts";
import { formatTime, parseTime } from "../../text/time.ts";
import { OptionError } from "../options/row.ts";

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
const NANOSECONDS_PER_DAY = 86_400n * NANOSECONDS_PER_SECOND;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?$/;

/** A moment as people name it; what the text leaves open (seconds, their fraction) it covers. */
export interface ChosenTime {
  readonly text: string;
  /** Nanoseconds since the epoch, or since midnight for a time of day. */
  readonly start: bigint;
  /** Nanoseconds. */
  readonly covered: bigint;
  readonly ofDay: boolean;
}

/** Throws OptionError. Reads `2026-11-20T10:04:40Z`, `10:04:40` or `10:04`, in UTC. */
export function chosenTime(text: string): ChosenTime {
  const whole = parseTime(text);
  if (whole !== null) {
    const fraction = /\.(\d+)/.exec(text)?.[1];
    return { text, start: whole, covered: coveredBy(fraction), ofDay: false };
  }
  const found = CLOCK.exec(text);
  if (found === null) {
    throw new OptionError(
      `--at ${text}: not a time; write it as 10:04:40 or 2026-11-20T10:04:40Z, in UTC.`,
    );
  }
  const [hours, minutes, seconds] = [found[1], found[2], found[3]].map((part) => Number(part ?? 0));
  const second = BigInt((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0));
  const fraction = BigInt((found[4] ?? "").padEnd(9, "0"));
  return {
    text,
    start: second * NANOSECONDS_PER_SECOND + fraction,
    covered: found[3] === undefined ? 60n * NANOSECONDS_PER_SECOND : coveredBy(found[4]),
    ofDay: true,
  };
}

function coveredBy(fraction: string | undefined): bigint {
  return 10n ** BigInt(Math.max(0, 9 - (fraction ?? "").length));
}

/**
 * The records up to the chosen time; throws OptionError where the capture has no such time. A time
 * of day is that of the first record's day, or of the day after for a capture that runs past
 * midnight.
 */
export async function* recordsUntil(
  records: AsyncIterable<CaptureRecord>,
  chosen: ChosenTime,
): AsyncGenerator<CaptureRecord, void, undefined> {
  let until: bigint | null = null;
  let first = 0n;
  let last = 0n;
  for await (const record of records) {
    if (until === null) {
      first = record.time;
      until = untilOf(chosen, first);
    }
    if (record.time > until) {
      if (record.time === first) throw tooEarly(chosen, first);
      return;
    }
    last = record.time;
    yield record;
  }
  if (until === null) return;
  if (chosen.ofDay && until > endOfDay(first)) throw tooEarly(chosen, first);
  if (last < until - chosen.covered + 1n) throw tooLate(chosen, last);
}

function untilOf(chosen: ChosenTime, first: bigint): bigint {
  const end = chosen.start + chosen.covered - 1n;
  if (!chosen.ofDay) return end;
  const time = endOfDay(first) - NANOSECONDS_PER_DAY + 1n + end;
  return time < first ? time + NANOSECONDS_PER_DAY : time;
}

function endOfDay(time: bigint): bigint {
  return time - (time % NANOSECONDS_PER_DAY) + NANOSECONDS_PER_DAY - 1n;
}

function tooLate({ text }: ChosenTime, last: bigint): Error {
  return new OptionError(
    `--at ${text}: the capture ends earlier, at ${formatTime(last)}; choose an earlier time.`,
  );
}

function tooEarly({ text }: ChosenTime, first: bigint): Error {
  return new OptionError(
    `--at ${text}: the capture begins later, at ${formatTime(first)}; choose a later time.`,
  );
}
