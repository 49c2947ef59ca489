/** A list in brackets of an extended regular expression, as regcomp of glibc reads it. */
import { type Bytes, ExpressionError } from "./bytes.ts";

const [CLOSE, CARET, HYPHEN, OPEN] = [0x5d, 0x5e, 0x2d, 0x5b];
/** `[:alpha:]`, `[=a=]` and `[.a.]`. */
const [CLASS, EQUIVALENT, SYMBOL] = [0x3a, 0x3d, 0x2e];
const NAMED: readonly number[] = [CLASS, EQUIVALENT, SYMBOL];
const NAME_LENGTH_END = 32;
const BYTES_END = 256;

/** Classes of the locale C, in which earlyoom runs. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[^ -~\x80-\xff]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** The bytes of the locale C that a pattern matches. */
export function bytesLike(pattern: RegExp): ReadonlySet<number> {
  const all = Array.from({ length: BYTES_END }, (_, byte) => byte);
  return new Set(all.filter((byte) => pattern.test(String.fromCharCode(byte))));
}

/** A byte that may begin or end a range, or a class that may not. */
type Element = number | ReadonlySet<number>;

/** `at` is after the bracket that opens it. */
export function readBracketList(bytes: Bytes): ReadonlySet<number> {
  const isComplement = bytes.take(CARET);
  const listed = new Set<number>();
  for (let isFirst = true; isFirst || !bytes.take(CLOSE); isFirst = false) {
    const start = elementOf(bytes, isFirst);
    for (const byte of typeof start === "number" ? rangeFrom(start, bytes) : start) {
      listed.add(byte);
    }
  }
  if (!isComplement) return listed;
  const all = Array.from({ length: BYTES_END }, (_, byte) => byte);
  return new Set(all.filter((byte) => !listed.has(byte)));
}

function rangeFrom(start: number, bytes: Bytes): readonly number[] {
  if (bytes.peek() !== HYPHEN || bytes.peek(1) === CLOSE) return [start];
  bytes.next();
  const end = elementOf(bytes, true);
  if (typeof end !== "number" || start > end) throw new ExpressionError();
  return Array.from({ length: end - start + 1 }, (_, index) => start + index);
}

/** A hyphen stands for itself at the start, at the end of a range and before the end. */
function elementOf(bytes: Bytes, mayBeHyphen: boolean): Element {
  const byte = bytes.next();
  const kind = bytes.peek();
  if (byte === OPEN && kind !== undefined && NAMED.includes(kind)) return namedElement(bytes);
  if (byte === HYPHEN && !mayBeHyphen && kind !== CLOSE) throw new ExpressionError();
  return byte;
}

function namedElement(bytes: Bytes): Element {
  const kind = bytes.next();
  const name: number[] = [];
  for (;;) {
    const byte = bytes.next();
    if (byte === kind && bytes.take(CLOSE)) break;
    if (name.push(byte) >= NAME_LENGTH_END) throw new ExpressionError();
  }
  const pattern = CLASSES[String.fromCharCode(...name)];
  if (kind === CLASS && pattern !== undefined) return bytesLike(pattern);
  const [only] = name;
  if (kind === CLASS || only === undefined || name.length > 1) throw new ExpressionError();
  return kind === SYMBOL ? only : new Set([only]);
}
