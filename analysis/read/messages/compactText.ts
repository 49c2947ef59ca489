/**
 * A text without its white space, in which sentences are found however they were folded. Where
 * white space was is kept: a name or an amount ends there.
 */
export interface CompactText {
  readonly text: string;
  /** The text in lower case, with the same length, so capitals do not matter. */
  readonly lower: string;
  /** Offsets in `text` that follow white space; "line" where it contained a line break. */
  readonly gaps: ReadonlyMap<number, "space" | "line">;
}

/** What documents and terminals put around and into a text, and what it means. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  // A double-quoted text of YAML that goes on in the next line.
  [/\\\r?\n[ \t]*\\?/g, ""],
  // Escapes of JSON inside another text; looks at each run of them once.
  [/\\[nrt]/g, "\n"],
  [/(?<!\\)\\+"/g, '"'],
  [/&quot;|&#34;|&#x22;|[“”„]/g, '"'],
  [/&#39;|[‘’]/g, "'"],
  // Quotation marks of Markdown, comments of a shell, the edge of a table.
  [/^[ \t]*[>#|]+/gm, " "],
];
const BLANKS = /[\s\u200b\ufeff]+/g;

export function compact(text: string): CompactText {
  const plain = MARKUP.reduce((before, [from, to]) => before.replace(from, to), text);
  const gaps = new Map<number, "space" | "line">();
  const pieces: string[] = [];
  let length = 0;
  let start = 0;
  for (const found of plain.matchAll(BLANKS)) {
    const piece = plain.slice(start, found.index);
    pieces.push(piece);
    length += piece.length;
    start = found.index + found[0].length;
    gaps.set(length, /[\r\n]/.test(found[0]) ? "line" : "space");
  }
  const whole = pieces.join("") + plain.slice(start);
  return { text: whole, lower: lowerCase(whole), gaps };
}

/** A part of it with its white space. */
export function spaced({ text, gaps }: CompactText, from: number, to: number): string {
  let words = "";
  for (let at = from; at < Math.min(to, text.length); at++) {
    words += `${at > from && gaps.has(at) ? " " : ""}${text[at]}`;
  }
  return words;
}

/** ASCII alone: the lower case of other letters may have another length. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
