/** A configuration in a block of code, as people paste it into an issue. */
import { shortened } from "../../text/shortened.ts";
import type { ConfigurationText, Note } from "./loaded.ts";

/** At the margin, where no YAML has it. */
const MARK = /^(?:`{3}|~{3})/;
const LINE_SHOWN = 60;
const TEXT_AROUND = "the text around the block of code is left out";

interface Code {
  /** The block alone, with each line in its place. */
  readonly text: string;
  /** The last line of a text that ends within the block: it may be cut off, and is left out. */
  readonly cut: string | null;
}

/** Null for a text without a block of code, or with several. */
export function codeIn(text: string): Code | null {
  if (!/^(?:`{3}|~{3})/m.test(text)) return null;
  const lines = text.split(/\r?\n/);
  const marks = lines.flatMap((line, at) => (MARK.test(line) ? [at] : []));
  const [begin, closing, ...others] = marks;
  if (begin === undefined || others.length > 0) return null;
  const last = closing ?? lines.findLastIndex((line) => line.trim() !== "");
  const code = lines.map((line, at) => (at > begin && at < last ? line : ""));
  return { text: code.join("\n"), cut: closing === undefined ? (lines[last] ?? "").trim() : null };
}

/** What was left out of a text to read its block of code. */
export function codeNotes({ name, text }: ConfigurationText): readonly Note[] {
  const code = codeIn(text);
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
