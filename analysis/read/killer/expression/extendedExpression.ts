/**
 * POSIX extended regular expressions, as regcomp of glibc reads them in the locale C: that of
 * earlyoom. JavaScript's own differ from them, and may take forever.
 */
import { bytesLike, readBracketList } from "./bracketList.ts";
import { Bytes, ExpressionError } from "./bytes.ts";
import {
  Between,
  ByteOf,
  Choice,
  NAME_BYTES_MAX,
  type Part,
  Repeated,
  Sequence,
} from "./matching.ts";

const LENGTH_MAX = 1000;
const encoder = new TextEncoder();

/** Whether a name of a process has a part that matches. */
export type NamePattern = (name: string) => boolean;

/** Throws an ExpressionError. */
export function compileExpression(text: string): NamePattern {
  if (text.length > LENGTH_MAX) {
    throw new ExpressionError(`a pattern of more than ${LENGTH_MAX} characters`);
  }
  const { whole, parts } = new Parser(text).parsed();
  const known = new Map<string, boolean>();
  const buffer = new Uint8Array(NAME_BYTES_MAX);
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // A character that does not fit is left out whole, as earlyoom does.
    const bytes = buffer.subarray(0, encoder.encodeInto(name, buffer).written);
    for (const part of parts) part.forget();
    const isMatch = whole.endsFromAny(bytes, 2 ** (bytes.length + 1) - 1) !== 0;
    known.set(name, isMatch);
    return isMatch;
  };
}

const [BACKSLASH, OPEN, CLOSE, BAR, BRACKET, DOT] = [0x5c, 0x28, 0x29, 0x7c, 0x5b, 0x2e];
const [BRACE, BRACE_CLOSE, COMMA, ZERO, NINE] = [0x7b, 0x7d, 0x2c, 0x30, 0x39];

const WORD = bytesLike(/\w/);
const isWord = (byte: number | undefined) => byte !== undefined && WORD.has(byte);
type Places = ConstructorParameters<typeof Between>[0];
const AT_START: Places = (before) => before === undefined;
const AT_END: Places = (_before, after) => after === undefined;

/** No repetition may follow them. */
const ANCHORS = new Map<string, Places>([
  ["^", AT_START],
  ["$", AT_END],
  ["\\`", AT_START],
  ["\\'", AT_END],
  ["\\<", (before, after) => !isWord(before) && isWord(after)],
  ["\\>", (before, after) => isWord(before) && !isWord(after)],
  ["\\b", (before, after) => isWord(before) !== isWord(after)],
  ["\\B", (before, after) => isWord(before) === isWord(after)],
]);

/** What a backslash makes of a letter; before any other, it has no effect. */
const ESCAPED = new Map<string, ReadonlySet<number>>([
  ["w", WORD],
  ["W", bytesLike(/\W/)],
  ["s", bytesLike(/[ \t\n\v\f\r]/)],
  ["S", bytesLike(/[^ \t\n\v\f\r]/)],
]);
const ANY = bytesLike(/[^\0]/);

/** How often the part before it may be repeated. */
const REPEATS = new Map<string, readonly [number, number]>([
  ["*", [0, Infinity]],
  ["+", [1, Infinity]],
  ["?", [0, 1]],
]);
const REPEATS_MAX = 32_767;

class Parser {
  readonly #bytes: Bytes;
  readonly #parts: Part[] = [];
  #depth = 0;
  #groups = 0;
  readonly #closed = new Set<number>();

  constructor(text: string) {
    this.#bytes = new Bytes(text);
  }

  parsed(): { readonly whole: Part; readonly parts: readonly Part[] } {
    const whole = this.#choice();
    return { whole, parts: this.#parts };
  }

  #keep<T extends Part>(part: T): T {
    this.#parts.push(part);
    return part;
  }

  #choice(): Part {
    const choices = [this.#sequence()];
    while (this.#bytes.take(BAR)) choices.push(this.#sequence());
    const [only] = choices;
    return only !== undefined && choices.length === 1 ? only : this.#keep(new Choice(choices));
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (!this.#isAtEnd()) {
      const anchor = this.#anchor();
      parts.push(anchor ?? this.#repeated(this.#single()));
    }
    return this.#keep(new Sequence(parts));
  }

  /** A bracket that closes nothing is a character. */
  #isAtEnd(): boolean {
    const byte = this.#bytes.peek();
    return byte === undefined || byte === BAR || (byte === CLOSE && this.#depth > 0);
  }

  #anchor(): Part | null {
    const byte = this.#bytes.peek() ?? 0;
    const isEscaped = byte === BACKSLASH;
    const sign = String.fromCharCode(byte) + (isEscaped ? this.#escaped() : "");
    const isAt = ANCHORS.get(sign);
    if (isAt === undefined) return null;
    this.#bytes.next();
    if (isEscaped) this.#bytes.next();
    return this.#keep(new Between(isAt));
  }

  #escaped(): string {
    return String.fromCharCode(this.#bytes.peek(1) ?? 0);
  }

  #single(): Part {
    const byte = this.#bytes.next();
    if (byte === BRACE || REPEATS.has(String.fromCharCode(byte))) throw new ExpressionError();
    if (byte === OPEN) return this.#group();
    if (byte === BRACKET) return this.#keep(new ByteOf(readBracketList(this.#bytes)));
    if (byte === DOT) return this.#keep(new ByteOf(ANY));
    if (byte !== BACKSLASH) return this.#keep(new ByteOf(new Set([byte])));
    const escaped = this.#bytes.next();
    if (escaped > ZERO && escaped <= NINE) throw this.#reference(escaped - ZERO);
    const bytes = ESCAPED.get(String.fromCharCode(escaped));
    return this.#keep(new ByteOf(bytes ?? new Set([escaped])));
  }

  /** glibc follows them to groups that are closed. */
  #reference(group: number): ExpressionError {
    return new ExpressionError(this.#closed.has(group) ? "a back-reference" : null);
  }

  #group(): Part {
    this.#groups += 1;
    const group = this.#groups;
    this.#depth += 1;
    const part = this.#choice();
    this.#depth -= 1;
    if (!this.#bytes.take(CLOSE)) throw new ExpressionError();
    this.#closed.add(group);
    return part;
  }

  #repeated(single: Part): Part {
    let part = single;
    for (;;) {
      const sign = this.#bytes.peek();
      const repeats = REPEATS.get(String.fromCharCode(sign ?? 0));
      if (repeats === undefined && sign !== BRACE) return part;
      this.#bytes.next();
      part = this.#keep(new Repeated(part, ...(repeats ?? this.#interval())));
    }
  }

  #interval(): readonly [number, number] {
    const least = this.#number();
    const isRange = this.#bytes.take(COMMA);
    const most = isRange ? (this.#number() ?? Infinity) : least;
    if (!this.#bytes.take(BRACE_CLOSE) || most === null) throw new ExpressionError();
    const range = [least ?? 0, most] as const;
    const isLarge = range.some((times) => times > REPEATS_MAX && times < Infinity);
    if (range[0] > range[1] || isLarge) throw new ExpressionError();
    return range;
  }

  #number(): number | null {
    let value: number | null = null;
    for (;;) {
      const byte = this.#bytes.peek() ?? 0;
      if (byte < ZERO || byte > NINE) return value;
      value = Math.min((value ?? 0) * 10 + this.#bytes.next() - ZERO, REPEATS_MAX + 1);
    }
  }
}
