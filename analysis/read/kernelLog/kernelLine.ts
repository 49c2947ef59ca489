/**
 * A line of a kernel's log, however it was kept: dmesg with times since boot, with `-T`,
 * `--time-format iso`, `-x` or `--json`; journalctl as text, JSON or export; syslog, pstore,
 * /dev/kmsg, a serial console.
 */
import { microseconds, prefixTime } from "../journal/line.ts";

export interface KernelLine {
  /** Nanoseconds since the epoch; a text without year or zone; or unknown. */
  readonly time: bigint | string | null;
  readonly bootSeconds: number | null;
  /** What the kernel wrote; what stands before it may still be there. */
  readonly text: string;
}

/** A longer line is not the kernel's: it ends one at 1,024 bytes. */
const TEXT_LENGTH_MAX = 8192;
/** What syslog, journald and a hypervisor put before a line. */
const PREFIX_LENGTH_MAX = 300;
/** `6,1234,5678901,-;text` of /dev/kmsg: level, number, microseconds since boot. */
const KMSG = /^\d{1,4},\d{1,19},(\d{1,17}),[^;]{0,200};/;
/** `[12345.678901]`, with the caller where the kernel was told to print it: `[  T123]`. */
const BOOT = /^(?:<\d{1,3}>)?\[ {0,11}(\d{1,10}\.\d{1,9})\](?:\[ {0,8}[TC]\d{1,9}\])? ?/;
const WALL =
  /^(?:<\d{1,3}>)?\[(?:\S{1,12} +)?([A-Z][a-z]{2}) +(\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})\] ?/;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MICROSECONDS_PER_SECOND = 1e6;
/** As a terminal was told to paint it. */
const PAINT = "\\u001b\\[[\\d;]{0,20}[A-Za-z]";
const PAINTED = new RegExp(PAINT, "g");

/** Reads lines after each other: an entry of journalctl's export form takes several. */
export class KernelLines {
  #exportTime: bigint | null = null;

  read(line: string): KernelLine | null {
    const bare = line.length > TEXT_LENGTH_MAX && !line.startsWith("{") ? "" : line.trimEnd();
    if (bare === "") return null;
    const colorless = bare.includes("\u001b[") ? bare.replace(PAINTED, "") : bare;
    return this.#ofExport(colorless) ?? ofJson(colorless) ?? ofText(colorless);
  }

  #ofExport(line: string): KernelLine | null {
    if (line.startsWith("__REALTIME_TIMESTAMP=")) {
      this.#exportTime = microseconds(line.slice("__REALTIME_TIMESTAMP=".length));
      return { time: null, bootSeconds: null, text: "" };
    }
    if (!line.startsWith("MESSAGE=")) return null;
    const inner = ofText(line.slice("MESSAGE=".length));
    return { ...inner, time: this.#exportTime ?? inner.time };
  }
}

function ofJson(line: string): KernelLine | null {
  const text = line.trim().replace(/,$/, "");
  if (!text.startsWith("{") || !text.endsWith("}")) return null;
  const members = membersOf(text);
  if (members === null) return null;
  const message = textOf(members.MESSAGE) ?? textOf(members.msg);
  if (message === null) return null;
  const inner = ofText(message.slice(0, TEXT_LENGTH_MAX));
  const boot = Number(members.time);
  return {
    time: microseconds(members.__REALTIME_TIMESTAMP) ?? inner.time,
    bootSeconds: members.msg !== undefined && Number.isFinite(boot) ? boot : inner.bootSeconds,
    text: inner.text,
  };
}

function membersOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** journald writes a message that is not UTF-8 as an array of its bytes. */
function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (!Array.isArray(value) || value.length > TEXT_LENGTH_MAX) return null;
  if (!value.every((byte) => typeof byte === "number")) return null;
  return new TextDecoder().decode(Uint8Array.from(value));
}

function ofText(line: string): KernelLine {
  const kmsg = KMSG.exec(line);
  if (kmsg !== null) {
    const bootSeconds = Number(kmsg[1]) / MICROSECONDS_PER_SECOND;
    return { time: null, bootSeconds, text: line.slice(kmsg[0].length) };
  }
  const time = prefixTime(line);
  const text = afterPrefix(line);
  const wall = WALL.exec(text);
  if (wall !== null) {
    const rest = text.slice(wall[0].length);
    return { time: wallTime(wall) ?? time, bootSeconds: null, text: rest };
  }
  const boot = BOOT.exec(text);
  if (boot === null) return { time, bootSeconds: null, text };
  return { time, bootSeconds: Number(boot[1]), text: text.slice(boot[0].length) };
}

/** The kernel's own line: what follows `kernel:`, or begins with its brackets. */
function afterPrefix(line: string): string {
  return ownPart(line) ?? line.trimStart();
}

/** Null where neither is in the line. */
function ownPart(line: string): string | null {
  const head = line.slice(0, PREFIX_LENGTH_MAX);
  const marked = /(?:^|\s)kernel(?:\[\d{1,9}\])?: ?/.exec(head);
  if (marked !== null) return line.slice(marked.index + marked[0].length);
  const bracket = /(?:<\d{1,3}>)?\[ {0,11}\d{1,10}\.\d{1,9}\]/.exec(head);
  return bracket === null ? null : line.slice(bracket.index);
}

/** Whether a line of text says that the kernel wrote it; some forms of its log do not. */
export function isKernelLine(line: string): boolean {
  return KMSG.test(line) || WALL.test(line) || ownPart(line) !== null;
}

function wallTime([, name = "", day = "", clock = "", year = ""]: RegExpExecArray): string | null {
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0) return null;
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}T${clock}`;
}
