/** Texts as Go prints and reads them, for messages in the kubelet's own words. */

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** `%q` of a text. */
export function quoted(text: string): string {
  const characters = [...text].map((character) => {
    const short = ESCAPES[character];
    if (short !== undefined) return short;
    if (PRINTABLE.test(character)) return character;
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) return `\\x${hex(point, 2)}`;
    return point < 0x10000 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`;
  });
  return `"${characters.join("")}"`;
}

/** `%q` of a list of texts. */
export function quotedList(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(" ")}]`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

/** `%v` of a float64: the shortest digits, with an exponent below 1e-4 and from 1e6 on. */
export function floatText(value: number): string {
  const magnitude = Math.abs(value);
  const plain = magnitude === 0 || (magnitude >= 1e-4 && magnitude < 1e6);
  if (plain || !Number.isFinite(value)) return String(value);
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}

const NANOSECONDS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  "\u00b5s": 1_000n,
  "\u03bcs": 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const DURATION_MAX = (1n << 63n) - 1n;
const PART = /^(\d*)(?:(\.)(\d*))?([^\d.]*)/;

export type Parsed<Value> = { readonly value: Value } | { readonly error: string };

/** A text as `time.ParseDuration` reads it: nanoseconds, or its error. */
export function parseDuration(text: string): Parsed<bigint> {
  const invalid = { error: `time: invalid duration ${quotedBytes(text)}` };
  const negative = text.startsWith("-");
  let rest = text.replace(/^[+-]/, "");
  if (rest === "0") return { value: 0n };
  if (rest === "") return invalid;
  let sum = 0n;
  while (rest !== "") {
    const [all = "", whole = "", , fraction = "", unit = ""] = PART.exec(rest) ?? [];
    if (whole === "" && fraction === "") return invalid;
    if (BigInt(whole || "0") > DURATION_MAX + 1n) return invalid;
    if (unit === "") {
      return { error: `time: missing unit in duration ${quotedBytes(text)}` };
    }
    const scale = NANOSECONDS[unit];
    if (scale === undefined) {
      const named = quotedBytes(unit);
      return { error: `time: unknown unit ${named} in duration ${quotedBytes(text)}` };
    }
    sum += BigInt(whole || "0") * scale + fractionOf(fraction, scale);
    if (sum > DURATION_MAX + 1n) return invalid;
    rest = rest.slice(all.length);
  }
  if (!negative && sum > DURATION_MAX) return invalid;
  return { value: negative ? -sum : sum };
}

/** Digits that a 63-bit number cannot take any more are skipped. */
function fractionOf(digits: string, scale: bigint): bigint {
  let value = 0n;
  let divisor = 1;
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit);
    if (value > DURATION_MAX / 10n || next > DURATION_MAX + 1n) break;
    value = next;
    divisor *= 10;
  }
  return BigInt(Math.trunc(Number(value) * (Number(scale) / divisor)));
}

/** How package time quotes: bytes outside of printable ASCII become \x. */
function quotedBytes(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  const characters = bytes.map((byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte < 0x20 || byte >= 0x80 ? `\\x${hex(byte, 2)}` : String.fromCharCode(byte);
  });
  return `"${characters.join("")}"`;
}

/** Nanoseconds as Go prints a duration. */
export function durationText(nanoseconds: bigint): string {
  if (nanoseconds < 0n) return `-${durationText(-nanoseconds)}`;
  if (nanoseconds === 0n) return "0s";
  const second = 1_000_000_000n;
  if (nanoseconds < second) return smallDuration(nanoseconds);
  const seconds = nanoseconds / second;
  const parts = [decimal(nanoseconds % (60n * second), 9) + "s"];
  if (seconds >= 60n) parts.unshift(`${(seconds / 60n) % 60n}m`);
  if (seconds >= 3600n) parts.unshift(`${seconds / 3600n}h`);
  return parts.join("");
}

function smallDuration(nanoseconds: bigint): string {
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 3)}\u00b5s`;
  return `${decimal(nanoseconds, 6)}ms`;
}

function decimal(value: bigint, places: number): string {
  const digits = String(value).padStart(places + 1, "0");
  const point = digits.length - places;
  const fraction = digits.slice(point).replace(/0+$/, "");
  return fraction === "" ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`;
}
