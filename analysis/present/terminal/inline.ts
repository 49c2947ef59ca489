/** Texts of a document as painted lines. */
import { plain, plainPart, type Text, type Tone } from "../../text/document.ts";
import { type View, written } from "../shown.ts";
import type { Style } from "./style.ts";

/** Letters with what they mean; paint comes last, so that it never counts as width. */
export interface Piece {
  readonly text: string;
  readonly tone: Tone | null;
}

/** The pieces of a text on one line; `columns` is the room for names in it. */
export function piecesOf(text: Text, view: View, columns?: number): readonly Piece[] {
  const pieces = written(text, view, columns).map((part): Piece => {
    if (typeof part === "string") return { text: plainPart(part), tone: null };
    return "code" in part
      ? { text: plain(part.code), tone: null }
      : { text: plain(part.text), tone: part.tone };
  });
  return pieces.filter((piece) => piece.text !== "");
}

export function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

/** A line; `tone` is that of pieces which have none of their own. */
export function painted(pieces: readonly Piece[], { paint }: Style, tone: Tone | null = null) {
  return joined(pieces.map((piece) => ({ ...piece, tone: piece.tone ?? tone })))
    .map((piece) => (piece.tone === null ? piece.text : paint[piece.tone](piece.text)))
    .join("");
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last !== undefined && last.tone === piece.tone) {
      all[all.length - 1] = { ...last, text: last.text + piece.text };
    } else all.push(piece);
  }
  return all;
}

const SPACE: Piece = { text: " ", tone: null };

/** Folds at spaces into lines of at most `columns`; a longer word gets its own line. */
export function folded(pieces: readonly Piece[], columns: number): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  for (const word of wordsOf(pieces)) {
    if (line.length === 0) line = [...word];
    else if (widthOf(line) + 1 + widthOf(word) <= columns)
      line = [...line, spaceIn(line, word), ...word];
    else {
      lines.push(line);
      line = [...word];
    }
  }
  return line.length === 0 ? lines : [...lines, line];
}

/**
 * A command that a shell takes as it is: lines that are continued end with a backslash, except
 * within quotes, where the shell goes on by itself.
 */
export function foldedCommand(command: string, columns: number): readonly string[] {
  if (command.length <= columns) return [command];
  const room = columns - CONTINUED.length;
  const lines: string[] = [];
  const words = plain(command).match(SHELL_WORD) ?? [];
  for (const word of words.flatMap((each) => partsOfWord(each, room))) {
    const line = lines.at(-1);
    const isRoom = line !== undefined && `${line} ${word}`.length <= room;
    if (isRoom) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  let isQuoted = false;
  return lines.map((line, index) => {
    const quotes = line.split("'").length - 1;
    if (quotes % 2 === 1) isQuoted = !isQuoted;
    return index === lines.length - 1 || isQuoted ? line : line + CONTINUED;
  });
}

/** A quoted list of thresholds, in which spaces do not count. */
const THRESHOLDS = /^(?:--[\w-]+=)?'[\w.]+<[^']*'$/;

function partsOfWord(word: string, columns: number): readonly string[] {
  return word.length > columns && THRESHOLDS.test(word) ? word.split(/(?<=,)/) : [word];
}

const CONTINUED = " \\";

/** A quoted part belongs to its word, with the spaces in it. */
const SHELL_WORD = /(?:'[^']*'|[^\s'])+/g;

/** A space between two words of one tone has that tone. */
function spaceIn(line: readonly Piece[], word: readonly Piece[]): Piece {
  const tone = line.at(-1)?.tone ?? null;
  return tone === word[0]?.tone ? { ...SPACE, tone } : SPACE;
}

function wordsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const words: Piece[][] = [[]];
  for (const { text, tone } of pieces) {
    for (const [index, part] of text.split(" ").entries()) {
      if (index > 0) words.push([]);
      if (part !== "") words.at(-1)?.push({ text: part, tone });
    }
  }
  return words.filter((word) => word.length > 0);
}

/** The characters after which a name may be broken. */
const JOINTS = /[/.,:-](?=[^/.,:-]*$)/;

/** The width of the longest part that no space and no joint breaks. */
export function longestPart(pieces: readonly Piece[]): number {
  const text = pieces.map((piece) => piece.text).join("");
  // As arguments of one call, the parts of a long text would not fit on the stack.
  return text.split(/\s|(?<=[/.,:-])/).reduce((most, { length }) => Math.max(most, length), 0);
}

/** A space in each name that is longer than a line, where `folded` then breaks it. */
export function broken(pieces: readonly Piece[], columns: number): readonly Piece[] {
  return pieces.map((piece) => ({
    ...piece,
    text: piece.text
      .split(" ")
      .map((word) => brokenWord(word, columns))
      .join(" "),
  }));
}

function brokenWord(word: string, columns: number): string {
  if (word.length <= columns) return word;
  const joint = word.slice(0, columns).search(JOINTS);
  const at = joint > 0 ? joint + 1 : columns;
  return `${word.slice(0, at)} ${brokenWord(word.slice(at), columns)}`;
}
