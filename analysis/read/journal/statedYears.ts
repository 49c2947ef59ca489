import { parseTime } from "../../text/time.ts";
import { encodingOf } from "../recognize/text.ts";
import { isYearless, KLOG, prefixTime } from "./line.ts";

/** What is read ahead of a log: its first lines, or all of one that was pasted. */
const AHEAD_BYTES_MAX = 2 ** 20;
/** What journald puts before a line is shorter, and the time of containerd follows it at once. */
const STAMPED_LENGTH_MAX = 600;
/**
 * The whole time of a line that syslog stamps as well, in the words of containerd and CRI-O, and
 * of node-problem-detector.
 */
const WHOLE_TIMES = [
  /\btime="(\d{4}-\d\d-\d\d)T([\d:.]{8,18})(Z|[+-]\d\d:\d\d)"/,
  /\bTimestamp:(\d{4}-\d\d-\d\d) ([\d:.]{8,18}) ([+-]\d{4}) /,
];

/** `Active: active (running) since Thu 2024-08-15 17:28:19 +07; 5s ago`, of systemctl status. */
const SINCE = /\bsince [A-Z][a-z]{2} (\d{4})-(\d\d-\d\d) ([\d:]{8}) (UTC|[+-]\d\d(?::?\d\d)?)\b/;

/** `May 18, 2021 @ 10:39:38.000`, of Kibana, in the zone of its reader. */
const VIEWED = /^[A-Z][a-z]{2} \d{1,2}, (\d{4}) @ [\d:.]{8,12}\s/;

/** A stamp without a year, and the whole time that its line states. */
export interface StatedTime {
  readonly written: string;
  readonly time: bigint;
  /** Whether it also states the zone; without one `time` is as if it were UTC. */
  readonly isZoned: boolean;
}

/** The whole times that a log states, by the date that their stamps have, such as `10-12`. */
export class StatedYears {
  /** Null for a date that the log has in several years. */
  readonly #byDate = new Map<string, StatedTime | null>();

  of(written: string): StatedTime | null {
    return this.#byDate.get(dateOf(written)) ?? null;
  }

  take(line: string): void {
    const stated = statedTime(line.slice(0, STAMPED_LENGTH_MAX));
    if (stated === null) return;
    const { written, time } = stated;
    const known = this.#byDate.get(dateOf(written));
    if (known === undefined) this.#byDate.set(dateOf(written), stated);
    else if (known !== null && yearOf(known.time) !== yearOf(time)) {
      this.#byDate.set(dateOf(written), null);
    }
  }
}

export function yearOf(time: bigint): number {
  return new Date(Number(time / 1_000_000n)).getUTCFullYear();
}

function dateOf(written: string): string {
  return written.slice(0, "10-12".length);
}

function statedTime(line: string): StatedTime | null {
  const [, viewed] = VIEWED.exec(line) ?? [];
  const [, month, day, at] = viewed === undefined ? [] : (KLOG.exec(line) ?? []);
  if (month !== undefined) {
    const own = `${month}-${day}T${at}`;
    const seen = parseTime(`${viewed}-${own}Z`);
    return seen === null ? null : { written: own, time: seen, isZoned: false };
  }
  const [, year, date, clock, zone = ""] = SINCE.exec(line) ?? [];
  const written = year === undefined ? prefixTime(line) : `${date}T${clock}`;
  if (written === null || !isYearless(written)) return null;
  const time =
    year === undefined ? wholeTime(line) : parseTime(`${year}-${written}${zoneText(zone)}`);
  return time === null ? null : { written, time, isZoned: true };
}

/** `+07`, `+0700` and `UTC` as RFC 3339 has them. */
function zoneText(zone: string): string {
  const [, hours, minutes = "00"] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return hours === undefined ? "Z" : `${hours}:${minutes}`;
}

function wholeTime(line: string): bigint | null {
  for (const pattern of WHOLE_TIMES) {
    const [, date, clock, zone = "Z"] = pattern.exec(line) ?? [];
    if (date === undefined) continue;
    return parseTime(`${date}T${clock}${zoneText(zone)}`);
  }
  return null;
}

/**
 * The chunks of a log as they are, after `stated` has taken the lines of the first of them: a line
 * that states the year may follow those that need it.
 */
export async function* readAhead(
  chunks: AsyncIterable<Uint8Array>,
  stated: StatedYears,
): AsyncGenerator<Uint8Array, void, undefined> {
  const ahead: Uint8Array[] = [];
  let size = 0;
  const handOn = function* () {
    for (const line of textOf(ahead).split("\n")) stated.take(line);
    yield* ahead.splice(0);
  };
  try {
    for await (const chunk of chunks) {
      const isFirst = size < AHEAD_BYTES_MAX;
      size += chunk.length;
      if (!isFirst) {
        yield chunk;
        continue;
      }
      ahead.push(chunk);
      if (size >= AHEAD_BYTES_MAX) yield* handOn();
    }
  } catch (error) {
    // What came before a compressed log was cut off counts.
    yield* handOn();
    throw error;
  }
  yield* handOn();
}

function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder(encodingOf(chunks[0] ?? new Uint8Array()));
  const decoded = (chunk: Uint8Array) =>
    decoder.decode(chunk as Uint8Array<ArrayBuffer>, { stream: true });
  return chunks.map(decoded).join("");
}
