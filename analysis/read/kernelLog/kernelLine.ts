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
  /** The kernel's text, possibly still with a prefix. */
  readonly text: string;
  /** Another program wrote the line, and may quote the kernel: a kubelet, a monitor, an event. */
  readonly isQuoted: boolean;
  /** dmesg -T has each line once, with whole seconds: an equal one is another. */
  readonly isUnique?: boolean;
}

/** A longer line is not the kernel's: it ends one at 1,024 bytes. */
const TEXT_LENGTH_MAX = 8192;
/** What syslog, journald and a hypervisor put before a line. */
const PREFIX_LENGTH_MAX = 300;
/** `6,1234,5678901,-;text` of /dev/kmsg: level, number, microseconds since boot. */
const KMSG = /^\d{1,4},\d{1,19},(\d{1,17}),[^;]{0,200};/;
/** `[12345.678901]`, with the caller where the kernel is configured to print it: `[  T123]`. */
const BOOT = /^(?:<\d{1,3}>)?\[ {0,11}(\d{1,10}\.\d{1,9})\](?:\[ {0,8}[TC]\d{1,9}\])? ?/;
/** dmesg -H writes the minute, and for the lines after it what has passed since the line before. */
const HUMAN = /^\[(?: {0,8}\+\d{1,6}\.\d{1,9}|[A-Z][a-z]{2} ?\d{1,2} \d\d:\d\d)\] ?/;
/** `kern: warning: [2026-01-12T20:27:31.9Z]: ` of talosctl, with the node where it asks several. */
const TALOS = /^(?:\S{1,255}: )?[a-z0-9]{2,8}: +[a-z]{3,8}: \[(\d{4}-\d\d-\d\dT\S{8,24})\]: /;
/** The time of dmesg --time-format iso. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.,]\d{6}[+-]\d\d:\d\d /;
/** A member of an entry, as journalctl's verbose form has it. */
const VERBOSE = /^ {4}(?=[A-Z_]{2,40}=)/;
/** `> ` before each line of a text that a mail or a comment quotes, or the marks of code. */
const MAIL_QUOTE = /^(?:(?:> ?)+(?: (?=\S))?)?(?:`{1,3} ?(?=\[))?/;
/** `kern  :err   : ` of dmesg -x. */
const DECODED = /^[a-z0-9]{2,8} *:[a-z]{3,6} *: +/;
/** The month in dmesg -T: a number in Chinese and Japanese, and after the day in French. */
const MONTH = String.raw`(\p{L}{3,9}\.?|\d{1,2}月)`;
const WALL = new RegExp(
  String.raw`^(?:<\d{1,3}>)?\[(?:\S{1,12} +)?(?:${MONTH} +(\d{1,2})|(\d{1,2})\.? +${MONTH}) ` +
    String.raw`(\d\d:\d\d:\d\d) (\d{4})\] ?`,
  "u",
);
/** Beginnings of the names of months in English, and in languages that a system is often set to. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen|янв)/,
  /^(?:feb|fév|fev|фев)/,
  /^(?:mar|mär|mrt|мар)/,
  /^(?:apr|avr|abr|апр)/,
  /^(?:may|mai|mei|mag|maj|ма[йя])/,
  /^(?:jun|juin|giu|июн)/,
  /^(?:jul|juil|lug|июл)/,
  /^(?:aug|aoû|ago|авг)/,
  /^(?:sep|set|сен)/,
  /^(?:oct|okt|ott|out|окт)/,
  /^(?:nov|ноя)/,
  /^(?:dec|déc|dez|dic|des|дек)/,
];
const MICROSECONDS_PER_SECOND = 1e6;
/** Escape sequences that color a terminal. */
const PAINT = "\\u001b\\[[\\d;]{0,20}[A-Za-z]";
const PAINTED = new RegExp(PAINT, "g");

const STAMP = "(?:[A-Z][a-z]{2} [ \\d]\\d [\\d:.]{8,18}|\\d{4}-\\d\\d-\\d\\d[T ]\\S{8,32})";
/** The mark of a line that another program wrote, although it may quote the kernel. */
const QUOTING: readonly RegExp[] = [
  // klog: a kubelet or node-problem-detector.
  /(?:^|[\s"])[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{1,9} +\d+ [^\]\s]{1,100}\]/,
  // syslog of a program with a pid; the kernel has none.
  new RegExp(`^${STAMP} \\S{1,255} (?!kernel\\b)[\\w@./-]{1,64}\\[\\d{1,10}\\]: `),
  // An event, in a table, in a description or in JSON.
  /\b(?:OOMKilling|SystemOOM)\b/,
  /"message" ?: ?"/,
];

/** A line of `dmesg --json` or of exported entries of a journal, which have a member a line. */
const JSON_MEMBER = /^"(pri|time|msg|MESSAGE)": *(\S.*?),?$/;

/** Reads lines after each other: an entry of journalctl's export form takes several. */
export class KernelLines {
  #exportTime: bigint | null = null;
  #jsonSeconds: number | null = null;
  #isExportQuoted = false;
  #verboseTime: string | null = null;

  read(line: string): KernelLine | null {
    const bare = line.length > TEXT_LENGTH_MAX && !line.startsWith("{") ? "" : line.trimEnd();
    if (bare === "") return null;
    const colorless = bare.includes("\u001b[") ? bare.replace(PAINTED, "") : bare;
    return (
      this.#ofExport(colorless.replace(VERBOSE, "")) ??
      this.#ofJsonMember(colorless.trimStart()) ??
      ofJson(colorless) ??
      ofText(colorless)
    );
  }

  #ofJsonMember(line: string): KernelLine | null {
    const [, name, written = ""] = JSON_MEMBER.exec(line) ?? [];
    if (name === undefined) return null;
    if (name === "pri" || name === "time") {
      if (name === "time") this.#jsonSeconds = Number(written);
      return NOTHING;
    }
    const text = textOf(parsed(written));
    if (text === null) return null;
    const inner = ofText(text);
    const isOfDmesg = name === "msg" && Number.isFinite(this.#jsonSeconds);
    return { ...inner, bootSeconds: isOfDmesg ? this.#jsonSeconds : inner.bootSeconds };
  }

  #ofExport(line: string): KernelLine | null {
    if (line.startsWith("__CURSOR=")) this.#isExportQuoted = false;
    const [, begun] = VERBOSE_BEGIN.exec(line) ?? [];
    if (begun !== undefined) {
      this.#isExportQuoted = false;
      this.#verboseTime = prefixTime(line);
      return NOTHING;
    }
    if (line.startsWith("__REALTIME_TIMESTAMP=")) {
      this.#exportTime = microseconds(line.slice("__REALTIME_TIMESTAMP=".length));
      return NOTHING;
    }
    if (line.startsWith("_TRANSPORT=")) {
      this.#isExportQuoted = line !== "_TRANSPORT=kernel";
      return NOTHING;
    }
    if (!line.startsWith("MESSAGE=")) return null;
    const inner = ofText(line.slice("MESSAGE=".length));
    return {
      ...inner,
      time: this.#exportTime ?? this.#verboseTime ?? inner.time,
      isQuoted: inner.isQuoted || this.#isExportQuoted,
    };
  }
}

/** The first line of an entry of journalctl's verbose form. */
const VERBOSE_BEGIN = /^([A-Z][a-z]{2} \d{4}-\d\d-\d\d [\d:.]{8,18} \S{1,8}) \[s=[0-9a-f]+;/;
const NOTHING: KernelLine = { time: null, bootSeconds: null, text: "", isQuoted: false };

function ofJson(line: string): KernelLine | null {
  const text = line.trim().replace(/,$/, "");
  if (!text.startsWith("{") || !text.endsWith("}")) return null;
  const members = membersOf(text);
  if (members === null) return null;
  const message = textOf(members.MESSAGE) ?? textOf(members.msg);
  if (message === null) return ofShipped(members);
  const inner = ofText(message.slice(0, TEXT_LENGTH_MAX));
  const boot = Number(members.time);
  return {
    time: microseconds(members.__REALTIME_TIMESTAMP) ?? inner.time,
    bootSeconds: members.msg !== undefined && Number.isFinite(boot) ? boot : inner.bootSeconds,
    text: inner.text,
    isQuoted: inner.isQuoted || isOfProgram(members),
  };
}

/** What collects logs puts a line of one, or an entry of a journal, into a document of its own. */
function ofShipped(members: Members): KernelLine | null {
  const entry = objectOf(members.jsonPayload) ?? members;
  const shipped = [entry.MESSAGE, entry.message, entry.log, members.textPayload];
  const message = shipped.reduce<string | null>((found, each) => found ?? textOf(each), null);
  if (message === null) return null;
  const line = message.slice(0, TEXT_LENGTH_MAX).trimEnd();
  const inner = ofText(line);
  const program = entry.SYSLOG_IDENTIFIER ?? objectOf(members.process)?.name ?? members.ident;
  const isOfKernel = program === "kernel" || isKernelLine(line);
  const time = members.timestamp ?? members["@timestamp"];
  return {
    ...inner,
    time: inner.time ?? (typeof time === "string" ? prefixTime(`${time} `) : null),
    isQuoted: inner.isQuoted || !isOfKernel,
  };
}

/** journald says which program wrote an entry; klog's own JSON has the time as `ts`. */
function isOfProgram({ SYSLOG_IDENTIFIER: name, _TRANSPORT: transport, ts }: Members): boolean {
  if (typeof transport === "string") return transport !== "kernel";
  return (typeof name === "string" && name !== "kernel") || ts !== undefined;
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(text: string): Members | null {
  return objectOf(parsed(text));
}

function objectOf(value: unknown): Members | null {
  return typeof value === "object" && value !== null ? (value as Members) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
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

function ofText(written: string): KernelLine {
  const line = written.replace(MAIL_QUOTE, "").trimStart().replace(DECODED, "");
  const talos = TALOS.exec(line);
  if (talos !== null) {
    const time = prefixTime(`${talos[1]} `);
    return { time, bootSeconds: null, text: line.slice(talos[0].length), isQuoted: false };
  }
  const kmsg = KMSG.exec(line);
  if (kmsg !== null) {
    const bootSeconds = Number(kmsg[1]) / MICROSECONDS_PER_SECOND;
    return { time: null, bootSeconds, text: line.slice(kmsg[0].length), isQuoted: false };
  }
  const time = prefixTime(line);
  const text = afterPrefix(line);
  const wall = WALL.exec(text);
  if (wall !== null) {
    const rest = text.slice(wall[0].length);
    const isUnique = line === text;
    const at = wallTime(wall) ?? time;
    return { time: at, bootSeconds: null, text: rest, isQuoted: false, isUnique };
  }
  const boot = BOOT.exec(text);
  if (boot !== null) {
    const bootSeconds = Number(boot[1]);
    return { time, bootSeconds, text: text.slice(boot[0].length), isQuoted: false };
  }
  const isQuoted = QUOTING.some((pattern) => pattern.test(line));
  return { time, bootSeconds: null, text, isQuoted };
}

/** The kernel's own line: what follows `kernel:`, or begins with its brackets. */
function afterPrefix(line: string): string {
  return ownPart(line) ?? line.replace(ISO_TIME, "").trimStart().replace(HUMAN, "");
}

/** Null where neither is in the line. */
function ownPart(line: string): string | null {
  const head = line.slice(0, PREFIX_LENGTH_MAX);
  const marked = /(?:^|\s)kernel(?:(?:\[\d{1,9}\])?:| - - -) ?/.exec(head);
  if (marked !== null) return line.slice(marked.index + marked[0].length);
  const bracket = /(?:<\d{1,3}>)?\[ {0,11}\d{1,10}\.\d{1,9}\]/.exec(head);
  return bracket === null ? null : line.slice(bracket.index);
}

/** Whether a line of text says that the kernel wrote it; some forms of its log do not. */
export function isKernelLine(line: string): boolean {
  const isOfTool = [KMSG, WALL, HUMAN, TALOS].some((pattern) => pattern.test(line));
  return isOfTool || ownPart(line) !== null;
}

function wallTime([, before, dayAfter, dayBefore, after, clock, year]: RegExpExecArray) {
  const name = (before ?? after ?? "").toLowerCase();
  const day = (dayAfter ?? dayBefore ?? "").padStart(2, "0");
  const isNumber = name.endsWith("月");
  const month = isNumber ? Number.parseInt(name, 10) : 1 + MONTHS.findIndex((m) => m.test(name));
  if (month === 0 || month > MONTHS.length) return null;
  return `${year}-${String(month).padStart(2, "0")}-${day}T${clock}`;
}
