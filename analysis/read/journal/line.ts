/** A line of a kubelet's log, however it was kept: klog text or JSON, and journald around it. */

/** A list where the kubelet wrote one; a pod is NAMESPACE/NAME. */
export type LogValue = string | readonly string[];

export interface LogLine {
  /** Nanoseconds since the epoch; a text `01-15T10:00:00.5` without year and zone; or unknown. */
  readonly time: bigint | string | null;
  /** What journald or syslog put before it, which may have the year and the zone; or null. */
  readonly stamp: string | null;
  readonly message: string;
  readonly values: Readonly<Record<string, LogValue>>;
  /** Whether the kubelet's logger wrote it; another line may be of the kernel. */
  readonly isKubelets: boolean;
}

/** What journald, docker and rsyslog put before a line; nothing longer is searched for. */
const PREFIX_LENGTH_MAX = 300;
export const KLOG =
  /(?:^|[\s=:"]|[AP]M)[IWEF](\d\d)(\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,9})?) +\d+ [^\]\s]{1,100}\] ?/;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const SHORT = /^([A-Z][a-z]{2}) ([ \d]\d) (\d\d:\d\d:\d\d(?:\.\d{1,9})?)\s/;
/** With the day of the week, as journalctl's short-full and verbose forms have it. */
const ISO = new RegExp(
  String.raw`^(?:[A-Z][a-z]{2} )?(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?` +
    String.raw`(Z|[+-]\d\d:?\d\d| UTC)?\s`,
);
const NANOSECONDS_PER_MICROSECOND = 1000n;
const MICROSECONDS_PER_MILLISECOND = 1000;
/** A document in a document: journald around docker around a JSON log. */
const LAYERS_MAX = 3;

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const NAME = /([\w-]{1,60})=/y;
const QUOTED_VALUE = new RegExp(QUOTED, "y");
const CLOSINGS: Readonly<Record<string, string>> = { "[": "]", "{": "}" };
const ITEM = new RegExp(`${QUOTED}|[^\\s,[\\]]+`, "g");
const WHOLE_QUOTED = new RegExp(`^${QUOTED}$`);
/** At the end of a list whose line was cut. */
const CUT = "…";
/** A value with braces inside braces, the last of its line. */
const NODE_CONFIG = " nodeConfig=";
const LEADING_QUOTED = new RegExp(`^${QUOTED}`);

/** What a chat or a mail puts before a line that is quoted, and what is cut off there. */
export const QUOTING = /^(?:(?:>[ \t]{0,4})+|[`']+|(?:\.{3}|\u2026) ?)/;
/** A logger's line that k0s and others write around the kubelet's. */
const LOGFMT = /^time="([^"]{1,40})" .{0,100}?\bmsg=("(?:[^"\\]|\\.)*")/;
/** A sentence of the eviction manager without klog's header, as `grep -o` and viewers leave it. */
const BARE = new RegExp(
  String.raw`^(?:.{0,120}?\b(?:kubelet|k3s|rke2)(?:\[\d{1,9}\])?: )?` +
    // A time without a day, which people leave of a header.
    String.raw`(?:\d\d:\d\d:\d\d(?:\.\d{1,9})? +)?` +
    String.raw`(?:[IWEF](?:\d{4})? +(?:\d{1,9} )?)?` +
    String.raw`(?:([\w/-]{1,60})\.go:\d{1,6}\]?:? +)?("?)(eviction manager: *)?`,
  "i",
);

/** Null for a line with nothing in it. */
export function readLogLine(text: string, layers = 0): LogLine | null {
  const line = withoutEscapes(unquotedLine(text.trim()));
  if (line === "") return null;
  const framed = layers < LAYERS_MAX ? LOGFMT.exec(line) : null;
  if (framed !== null) {
    const [, time = "", message = ""] = framed;
    const inner = readLogLine(unquoted(message), layers + 1);
    const stamp = prefixTime(`${time} `);
    if (inner?.isKubelets) return { ...inner, time: inner.time ?? stamp, stamp };
  }
  const brace = line.slice(0, PREFIX_LENGTH_MAX).indexOf('{"');
  const klog = KLOG.exec(line.slice(0, PREFIX_LENGTH_MAX));
  if (brace >= 0 && (klog === null || klog.index > brace) && layers < LAYERS_MAX) {
    const inner = jsonLine(line.slice(brace), layers);
    if (inner !== null) return { ...inner, time: inner.time ?? prefixTime(line) };
  }
  if (klog === null) {
    const time = prefixTime(line);
    return bareLine(line) ?? { time, stamp: null, message: line, values: {}, isKubelets: false };
  }
  const [whole, month, day, clock] = klog;
  const rest = line.slice(klog.index + whole.length);
  const time = `${month}-${day}T${clock}`;
  const stamp = klog.index === 0 ? null : prefixTime(line);
  return { time, stamp, ...structured(rest), isKubelets: true };
}

function unquotedLine(line: string): string {
  const begun = line.replace(QUOTING, "");
  // An expression for the end would look at each run of quotes from each of its characters.
  let end = begun.length;
  while (end > 0 && (begun[end - 1] === "`" || begun[end - 1] === "'")) end -= 1;
  return begun.slice(0, end);
}

/** A line that was taken out of a text between quotes still has its own escaped. */
function withoutEscapes(line: string): string {
  return /(?:^|[^\\])"/.test(line) ? line : line.replaceAll('\\"', '"');
}

/** Null for a line that is not the eviction manager's. */
function bareLine(line: string): LogLine | null {
  const [whole = "", file = "", quote = "", prefix = ""] = BARE.exec(line) ?? [];
  if (prefix === "" && !file.endsWith("eviction_manager")) return null;
  const rest = structured(quote + line.slice(whole.length));
  const message = `eviction manager: ${rest.message}`;
  const time = prefixTime(line);
  return { time, stamp: null, message, values: rest.values, isKubelets: true };
}

/** The message and its values; a text of a kubelet before 1.21 has its values in the message. */
function structured(text: string): Pick<LogLine, "message" | "values"> {
  const quoted = LEADING_QUOTED.exec(text)?.[0];
  // A quoted message that does not end is one that was cut off.
  if (quoted === undefined) return { message: text.replace(/^"/, ""), values: {} };
  const config = text.indexOf(NODE_CONFIG);
  if (config >= 0) {
    const nodeConfig = text.slice(config + NODE_CONFIG.length);
    return { message: unquoted(quoted), values: { nodeConfig } };
  }
  return { message: unquoted(quoted), values: valuesIn(text, quoted.length) };
}

/** ` name=value` after each other; looks at each character once, whatever is not closed. */
function valuesIn(text: string, from: number): Record<string, LogValue> {
  const values: Record<string, LogValue> = {};
  for (let at = text.indexOf(" ", from); at >= 0; ) {
    NAME.lastIndex = at + 1;
    const name = NAME.exec(text)?.[1];
    if (name === undefined) {
      at = text.indexOf(" ", at + 1);
      continue;
    }
    const end = endOfValue(text, NAME.lastIndex);
    values[name] = textValue(text.slice(NAME.lastIndex, end));
    at = text.indexOf(" ", end);
  }
  return values;
}

function endOfValue(text: string, from: number): number {
  const first = text[from] ?? "";
  if (first === '"') {
    QUOTED_VALUE.lastIndex = from;
    return QUOTED_VALUE.test(text) ? QUOTED_VALUE.lastIndex : text.length;
  }
  const closing = CLOSINGS[first];
  const end = text.indexOf(closing ?? " ", from);
  return end < 0 ? text.length : closing === undefined ? end : end + 1;
}

function textValue(value: string): LogValue {
  if (!value.startsWith("[")) return unquoted(value);
  const items: readonly string[] = value.match(ITEM) ?? [];
  if (value.endsWith("]")) return items.map(unquoted);
  const last = items.at(-1) ?? "";
  const isWhole = WHOLE_QUOTED.test(last);
  return [...items.slice(0, isWhole ? undefined : -1), `${isWhole ? "" : last}${CUT}`].map(
    unquoted,
  );
}

/** Go's quoting of what a kubelet logs is JSON's, but for bytes that are not text. */
function unquoted(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value.replace(/^"|"$/g, "");
  }
}

type Members = Readonly<Record<string, unknown>>;

function jsonLine(text: string, layers: number): LogLine | null {
  const members = parsedMembers(text);
  if (members === null) return null;
  const wrapped = textOf(members.MESSAGE) ?? textOf(members.log);
  if (wrapped !== null && members.msg === undefined) {
    const inner = readLogLine(wrapped, layers + 1);
    const time = microseconds(members.__REALTIME_TIMESTAMP);
    return inner === null ? null : { ...inner, time: time ?? inner.time };
  }
  if (typeof members.msg !== "string") return null;
  const { ts, msg, ...values } = members;
  const named = Object.entries(values).map(([name, value]) => [name, jsonValue(value)]);
  return {
    time: typeof ts === "number" ? millisecondsTime(ts) : null,
    stamp: null,
    message: msg,
    values: Object.fromEntries(named),
    isKubelets: true,
  };
}

function parsedMembers(text: string): Members | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Members) : null;
  } catch {
    return null;
  }
}

/** journald writes a message that is not UTF-8 as an array of its bytes. */
function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (!Array.isArray(value) || !value.every((byte) => typeof byte === "number")) return null;
  return new TextDecoder().decode(Uint8Array.from(value));
}

/** Deeper than any kubelet nests; a value made to be deeper would exhaust the stack. */
const DEPTH_MAX = 8;
const TOO_DEEP = "…";

function jsonValue(value: unknown, depth = 0): LogValue {
  if (depth > DEPTH_MAX) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => String(jsonValue(item, depth + 1)));
  if (typeof value !== "object" || value === null) return String(value);
  const { namespace, name } = value as Members;
  if (typeof name !== "string") return jsonText(value);
  return typeof namespace === "string" && namespace !== "" ? `${namespace}/${name}` : name;
}

function jsonText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return TOO_DEEP;
  }
}

/** The last microsecond that 64 bits of nanoseconds hold; a later one is damaged. */
const MICROSECONDS_MAX = (2n ** 63n - 1n) / NANOSECONDS_PER_MICROSECOND;

export function microseconds(value: unknown): bigint | null {
  if (typeof value !== "string" || !/^\d{1,19}$/.test(value)) return null;
  const time = BigInt(value);
  return time > MICROSECONDS_MAX ? null : time * NANOSECONDS_PER_MICROSECOND;
}

function millisecondsTime(milliseconds: number): bigint | null {
  const whole = Math.round(milliseconds * MICROSECONDS_PER_MILLISECOND);
  return Number.isSafeInteger(whole) ? BigInt(whole) * NANOSECONDS_PER_MICROSECOND : null;
}

/** Whether a time, as written, begins with its month. */
export function isYearless(written: string): boolean {
  return /^\d\d-/.test(written);
}

/** `Jan 15 10:00:00 worker-3 kernel: …`, or with a time of ISO 8601. */
export function prefixTime(line: string): string | null {
  const [, name = "", day = "", clock] = SHORT.exec(line) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  if (clock !== undefined && month > 0) {
    return `${String(month).padStart(2, "0")}-${day.trim().padStart(2, "0")}T${clock}`;
  }
  const [, date = "", time = "", fraction = "0", zone = ""] = ISO.exec(line) ?? [];
  if (date === "") return null;
  if (zone === " UTC") return `${date}T${time}.${fraction}Z`;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  return `${date}T${time}.${fraction}${offset}`;
}
