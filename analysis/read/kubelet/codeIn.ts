/** A configuration in a block of code, as people paste it into an issue. */
import { shortened } from "../../text/shortened.ts";
import type { Note } from "./loaded.ts";

/** At the margin, where no YAML has it. */
const MARK = /^(?:`{3}|~{3})/;
/** `cat > kubelet.yaml << 'EOF'` */
const HERE_DOCUMENT = /<<-?\s*["'\\]?(\w{1,40})["']?\s*(?:[|>&].*)?$/;
const COMMAND_LENGTH_MAX = 500;
/** The usual word after the last line of a document whose command is cut off. */
const END_OF_DOCUMENT = "EOF";
const LINE_SHOWN = 60;
const TEXT_AROUND = "the text around the configuration is left out";

interface Code {
  /** The block alone, with each line in its place. */
  readonly text: string;
  /** The last line of a text that ends within the block: it may be cut off, and is left out. */
  readonly cut: string | null;
}

/** Null for a text without a block of code, or with several. */
export function codeIn(text: string): Code | null {
  const isJson = /^\s*[{[]/.test(text);
  if (isJson || !/^(?:`{3}|~{3})|<<|^EOF\s*$/m.test(text)) return null;
  const lines = text.split(/\r?\n/);
  const fenced = fencedLines(lines);
  if (fenced === null) return null;
  const found = documentIn(lines, fenced);
  const isAll = found.begin === 0 && found.end === lines.length;
  if (isAll) return null;
  const code = lines.map((line, at) => (at >= found.begin && at < found.end ? line : ""));
  return { text: code.join("\n"), cut: found.cut };
}

/** Lines from `begin` to before `end`. */
interface Lines {
  readonly begin: number;
  readonly end: number;
  readonly cut: string | null;
}

/** Those of the only fenced block, or all of a text without one; null for several. */
function fencedLines(lines: readonly string[]): Lines | null {
  const marks = lines.flatMap((line, at) => (MARK.test(line) ? [at] : []));
  const [mark, closing] = marks.length > 2 ? ofConfiguration(lines, marks) : marks;
  if (mark === undefined)
    return marks.length > 2 ? null : { begin: 0, end: lines.length, cut: null };
  if (closing !== undefined) return { begin: mark + 1, end: closing, cut: null };
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return { begin: mark + 1, end: last, cut: (lines[last] ?? "").trim() };
}

/** The marks around the one block of several that has a KubeletConfiguration. */
function ofConfiguration(lines: readonly string[], marks: readonly number[]): readonly number[] {
  const blocks = marks.flatMap((_, index) =>
    index % 2 === 0 ? [marks.slice(index, index + 2)] : [],
  );
  const own = blocks.filter(([begin = 0, end = lines.length]) => {
    return lines
      .slice(begin, end)
      .some((line) => /^kind:\s*["']?KubeletConfiguration\b/.test(line));
  });
  const [only = [], ...others] = own;
  return others.length > 0 ? [] : only;
}

/** What a shell command writes into a file, if it is the only one of these lines; else all. */
function documentIn(lines: readonly string[], all: Lines): Lines {
  const own = lines.slice(all.begin, all.end);
  const begins = own.flatMap((line, at) => {
    const [, word] = line.length > COMMAND_LENGTH_MAX ? [] : (HERE_DOCUMENT.exec(line) ?? []);
    return word === undefined ? [] : [{ at, word }];
  });
  const [first, ...others] = begins;
  if (others.length > 0) return all;
  const word = first?.word ?? END_OF_DOCUMENT;
  const begin = first === undefined ? restOfDocument(own) : first.at + 1;
  const end = own.findIndex((line, at) => at >= begin && line.trim() === word);
  if (end < 0) return first === undefined ? all : { ...all, begin: all.begin + begin };
  return { begin: all.begin + begin, end: all.begin + end, cut: null };
}

/** How many lines a document still has that began before the text; 0 where it has its kind. */
function restOfDocument(lines: readonly string[]): number {
  const next = lines.findIndex((line) => /^---\s*$/.test(line));
  return lines.slice(0, next + 1).some((line) => /^kind:/.test(line)) ? 0 : next + 1;
}

/** What was left out of a text to read its block of code. */
export function codeNotes(name: string, code: Code | null): readonly Note[] {
  if (code === null) return [];
  if (code.cut === null) return [{ origin: name, sentence: `${name}: ${TEXT_AROUND}.` }];
  const line = `its last line, ${JSON.stringify(shortened(code.cut, LINE_SHOWN))}`;
  const end = `the text ends within the configuration; ${line}, may be cut off and is left out`;
  return [{ origin: name, sentence: `${name}: ${end}.` }];
}

/** Whether a note says that a configuration goes on where the text ends. */
export function saysCut(note: string): boolean {
  return note.includes(": the text ends within the configuration; ");
}
