/** Finds the sentences of the table of forms in a text, and reads what varies in them. */
import { quantityValue } from "../kubelet/validation/quantity.ts";
import { type CompactText, lowerCase } from "./compactText.ts";
import { MESSAGE_FORMS, type MessageForm } from "./messageForms.ts";
import { CONDITIONS, RESOURCES } from "./resources.ts";

/** A sentence of a message: its place, and its parts as written. */
export interface Sentence {
  readonly form: MessageForm;
  readonly start: number;
  readonly end: number;
  readonly values: Readonly<Record<string, string>>;
}

/** Where a sentence of the table begins that does not go on as a kubelet writes it. */
export interface Beginning {
  readonly form: MessageForm;
  readonly start: number;
}

export interface Sentences {
  /** The sentences that were found, in the order of the text. */
  readonly found: readonly Sentence[];
  /** The sentence in the middle of which the text ends; null where it does not. */
  readonly cut: Beginning | null;
  /** Sentences that begin as in the table but continue differently, in the order of the text. */
  readonly broken: readonly Beginning[];
}

/** The share of a sentence's fixed words that must match: "container" alone may be anywhere. */
const BEGUN_LENGTH_MIN = 14;

/** A Kubernetes name has at most 253 characters. */
const NAME_LENGTH_MAX = 253;
const NAME = /^[A-Za-z0-9._-]+$/;
const QUANTITY = /[+-]?\d{1,40}(?:\.\d{1,40})?(?:[numkMGTPE]i?|Ki|[eE][+-]?\d{1,4})?/y;
/** The value and the scale of a quantity, and its text where Go remembered one. */
const GO_QUANTITY = /\{\{(-?\d{1,40})\}\{<nil>\}(\S{0,40}?)(?:Binary|Decimal)(?:SI|Exponent)\}/y;
const OTHER_RESOURCE = /[a-z][a-z0-9./-]{0,252}/y;
/** The limit for a list of node conditions in brackets. */
const CONDITIONS_LENGTH_MAX = 100;

const RESOURCE_NAMES = RESOURCES.map(({ name }) => lowerCase(name)).sort(
  (a, b) => b.length - a.length,
);

/** Kubernetes caps a quantity there: what is larger was written by nothing that it runs. */
const QUANTITY_MAX = 2n ** 63n - 1n;

function isWritten(quantity: string): boolean {
  const value = quantityValue(quantity) ?? 0n;
  return (value < 0n ? -value : value) <= QUANTITY_MAX;
}

type Piece = { readonly literal: string } | { readonly slot: string; readonly quoted: boolean };

interface Template {
  readonly form: MessageForm;
  readonly pieces: readonly Piece[];
  readonly first: string;
}

/** A possible value at a place: its end, and its content. */
interface Candidate {
  readonly end: number;
  readonly value: string;
}

const TEMPLATES: readonly Template[] = MESSAGE_FORMS.map((form) => {
  const pieces = form.text.split(/("?\{\w+\}"?)/).flatMap((text): Piece[] => {
    const slot = /\{(\w+)\}/.exec(text)?.[1];
    if (slot !== undefined) return [{ slot, quoted: text.startsWith('"') }];
    const literal = lowerCase(text.replaceAll(" ", ""));
    return literal === "" ? [] : [{ literal }];
  });
  const [head] = pieces;
  return { form, pieces, first: head !== undefined && "literal" in head ? head.literal : "" };
});

export function sentencesOf(text: CompactText): Sentences {
  const found: Sentence[] = [];
  let cut: Beginning | null = null;
  const broken: Beginning[] = [];
  for (const { form, pieces, first } of TEMPLATES) {
    for (
      let at = text.lower.indexOf(first);
      at >= 0;
      at = text.lower.indexOf(first, at + first.length)
    ) {
      const reading = new Reading(text);
      const read = reading.pieces(pieces, 0, at, {});
      if (read !== null) found.push({ form, start: at, ...read });
      else if (reading.isCut) cut = cut !== null && cut.start >= at ? cut : { form, start: at };
      else if (reading.begunLength >= BEGUN_LENGTH_MIN) broken.push({ form, start: at });
    }
  }
  const whole = withoutOverlaps(found);
  return { found: whole, cut, broken: outside(broken, whole, cut) };
}

/** Each place once, and only where no other form reads on. */
function outside(
  broken: readonly Beginning[],
  whole: readonly Sentence[],
  cut: Beginning | null,
): readonly Beginning[] {
  const places = new Set(cut === null ? [] : [cut.start]);
  return [...broken]
    .sort((a, b) => a.start - b.start)
    .filter(({ start }) => {
      const isInside = whole.some((each) => each.start <= start && start < each.end);
      if (isInside || places.has(start)) return false;
      places.add(start);
      return true;
    });
}

/** A container may be called container-1 or podinfo: no sentence begins inside another. */
function withoutOverlaps(found: readonly Sentence[]): readonly Sentence[] {
  let end = 0;
  return [...found]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((sentence) => {
      if (sentence.start < end) return false;
      end = sentence.end;
      return true;
    });
}

type Read = Pick<Sentence, "end" | "values">;

class Reading {
  /** Whether the text ended where a sentence went on. */
  isCut = false;
  /** How many characters of the form's own words were there. */
  begunLength = 0;
  readonly #text: CompactText;

  constructor(text: CompactText) {
    this.#text = text;
  }

  pieces(
    pieces: readonly Piece[],
    index: number,
    at: number,
    values: Readonly<Record<string, string>>,
    begun = 0,
  ): Read | null {
    this.begunLength = Math.max(this.begunLength, begun);
    const piece = pieces[index];
    if (piece === undefined) return { end: at, values };
    if ("literal" in piece) {
      const end = this.#literal(piece.literal, at, index > 0);
      const length = begun + piece.literal.length;
      return end === null ? null : this.pieces(pieces, index + 1, end, values, length);
    }
    for (const { end, value } of this.#candidates(piece, pieces[index + 1], at)) {
      const read = this.pieces(pieces, index + 1, end, { ...values, [piece.slot]: value }, begun);
      if (read !== null) return read;
    }
    return null;
  }

  #literal(literal: string, at: number, mayBeCut: boolean): number | null {
    if (this.#text.lower.startsWith(literal, at)) return at + literal.length;
    const rest = this.#text.lower.slice(at, at + literal.length);
    if (mayBeCut && rest.length < literal.length && literal.startsWith(rest)) this.isCut = true;
    return null;
  }

  #candidates(
    { slot, quoted }: Extract<Piece, { slot: string }>,
    next: Piece | undefined,
    at: number,
  ): Candidate[] {
    if (quoted) return this.#quoted(at);
    if (slot === "name") return this.#name(next, at);
    if (slot === "resource") return this.#resource(at);
    if (slot === "conditions") return this.#conditions(at);
    if (slot === "goQuantity") return this.#goQuantity(at);
    return this.#quantity(next, at);
  }

  #quoted(at: number): Candidate[] {
    const { text } = this.#text;
    if (text[at] !== '"') return [];
    const length = text.slice(at + 1, at + NAME_LENGTH_MAX + 2).indexOf('"');
    if (length < 0) return [];
    return [{ end: at + length + 2, value: text.slice(at + 1, at + 1 + length) }];
  }

  /** A name ends where the sentence goes on; it may be folded, and has no spaces. */
  #name(next: Piece | undefined, at: number): Candidate[] {
    if (next === undefined || !("literal" in next)) return [];
    const { text, lower } = this.#text;
    const area = lower.slice(at, at + NAME_LENGTH_MAX + next.literal.length);
    const length = area.indexOf(next.literal, 1);
    if (length < 0) {
      if (at + area.length === lower.length) this.#nameAtTheEnd(next.literal, area);
      return [];
    }
    const value = text.slice(at, at + length);
    if (this.#gapsInside(at, at + length) === "space") return [];
    if (NAME.test(value)) return [{ end: at + length, value }];
    // Someone replaced the name, by `<app>` or `****`: the sentence is there, and is not read.
    this.begunLength = Math.max(this.begunLength, BEGUN_LENGTH_MIN);
    return [];
  }

  #nameAtTheEnd(literal: string, area: string): void {
    for (let length = Math.min(literal.length - 1, area.length - 1); length > 2; length--) {
      if (!area.endsWith(literal.slice(0, length))) continue;
      this.isCut ||= NAME.test(area);
      return;
    }
  }

  #resource(at: number): Candidate[] {
    const { text, lower } = this.#text;
    for (const name of RESOURCE_NAMES) {
      if (!lower.startsWith(name, at) || !this.#isEndOfWord(at + name.length)) continue;
      const named = RESOURCES.find((each) => lowerCase(each.name) === name);
      return [{ end: at + name.length, value: named?.name ?? name }];
    }
    OTHER_RESOURCE.lastIndex = at;
    const [other = ""] = OTHER_RESOURCE.exec(text) ?? [];
    const gap = this.#firstGap(at, at + other.length);
    const value = text.slice(at, gap ?? at + other.length).replace(/[./-]+$/, "");
    return value === "" ? [] : [{ end: at + value.length, value }];
  }

  #conditions(at: number): Candidate[] {
    const { text, lower } = this.#text;
    const length = text.slice(at, at + CONDITIONS_LENGTH_MAX).indexOf("]");
    if (text[at] !== "[" || length < 0) return [];
    const end = at + length;
    const conditions: string[] = [];
    for (let from = at + 1; from < end; ) {
      const next = CONDITIONS.find((name) => lower.startsWith(lowerCase(name), from));
      if (next === undefined) return [];
      conditions.push(next);
      from += next.length;
      if (text[from] === ",") from++;
    }
    return [{ end: end + 1, value: conditions.join(" ") }];
  }

  #goQuantity(at: number): Candidate[] {
    GO_QUANTITY.lastIndex = at;
    const [whole, digits = "", written = ""] = GO_QUANTITY.exec(this.#text.text) ?? [];
    if (whole === undefined) return [];
    // `{{52428800 0} …`: the last part is the scale, 0 but for fractions and powers of ten.
    const start = at + "{{".length;
    const gap = this.#firstGap(start, start + digits.length) ?? start + digits.length - 1;
    const scale = digits.slice(gap - start);
    const value = `${digits.slice(0, gap - start)}${scale === "0" ? "" : `e${scale}`}`;
    const quantity = written === "" ? value : written;
    return isWritten(quantity) ? [{ end: at + whole.length, value: quantity }] : [];
  }

  /** The longest first; at the end of a sentence, it ends where white space was. */
  #quantity(next: Piece | undefined, at: number): Candidate[] {
    const { text } = this.#text;
    QUANTITY.lastIndex = at;
    const [whole] = QUANTITY.exec(text) ?? [];
    if (whole === undefined) return [];
    const end = at + whole.length;
    if (!isWritten(whole)) return [];
    const gap = this.#firstGap(at, end);
    const long = { end, value: whole };
    // What goes on without white space is something else: more digits, or a color of a terminal.
    if (gap === null) return this.#endsQuantity(end) ? [long] : [];
    const short = { end: gap, value: text.slice(at, gap) };
    if (this.#gapsInside(at, end) === "space") return [short];
    const isWhole = next !== undefined || end === text.length || text[end] === ".";
    return isWhole ? [long, short] : [short];
  }

  #endsQuantity(at: number): boolean {
    return this.#text.gaps.has(at) || !/[\dA-Za-z\p{Cc}]/u.test(this.#text.text[at] ?? " ");
  }

  #isEndOfWord(at: number): boolean {
    return this.#text.gaps.has(at) || !/[a-z0-9-]/i.test(this.#text.text[at] ?? " ");
  }

  #firstGap(from: number, to: number): number | null {
    for (let at = from + 1; at < to; at++) if (this.#text.gaps.has(at)) return at;
    return null;
  }

  /** "space" where one of the gaps is not a line break: a fold leaves line breaks alone. */
  #gapsInside(from: number, to: number): "none" | "line" | "space" {
    let inside: "none" | "line" | "space" = "none";
    for (let at = from + 1; at < to; at++) {
      const gap = this.#text.gaps.get(at);
      if (gap === "space") return gap;
      inside = gap ?? inside;
    }
    return inside;
  }
}
