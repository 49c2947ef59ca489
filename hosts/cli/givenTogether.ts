/** Several files: what each is, one answer in full, and the verdict of each other answer. */
import { blockLines } from "../../analysis/present/terminal/blocks.ts";
import { printed } from "../../analysis/present/terminal/controls.ts";
import { COLUMNS_MAX, styleOf } from "../../analysis/present/terminal/style.ts";
import { fileFacts } from "../../analysis/questions/given/fileLines.ts";
import { joined, type PartialAnswer } from "../../analysis/questions/given/joined.ts";
import type { CommandLine } from "../../analysis/read/recognize/commandLines.ts";
import type { Fact } from "../../analysis/text/document.ts";
import { formatMore } from "../../analysis/text/names.ts";
import type { Io, Printing } from "../system/io.ts";
import { ExitCode } from "./exitCode.ts";
import type { Given } from "./given.ts";
import { printNotes } from "./notes.ts";
import { printDocument } from "./printDocument.ts";

/** A first screen, without the line of the prompt. */
const SCREEN_LINES = 23;
const TEXT: Printing = { output: "text", all: false };

/** Runs a command, with errors printed, and answers with its exit code. */
type RunLine = (line: CommandLine, io: Io) => Promise<ExitCode>;

export async function answerTogether(
  { files, leftOut, lines }: Given,
  io: Io,
  run: RunLine,
): Promise<ExitCode> {
  const facts = fileFacts(files, leftOut, lines);
  const taken: PartialAnswer[] = [];
  let printing = TEXT;
  let worst = leftOut.some(({ isNamed }) => isNamed) ? ExitCode.Input : ExitCode.Ok;
  const isText = !isMachines(lines);
  const opening = isText ? openingLines(facts, isAll(lines), io) : [];
  // An answer that is printed as it is made follows what the files are.
  let isOpen = false;
  const open = async () => {
    if (!isOpen && opening.length > 0) await io.stdout.write(printed(opening, styleOf(io).isAscii));
    isOpen = true;
  };
  if (!isText) await printNotes(facts.map(noteOf), io);
  for (const line of lines) {
    const stdout = opened(io, open);
    const takeDocument: Io["takeDocument"] = (document, how) => {
      taken.push({ document, line });
      printing = how;
    };
    worst = Math.max(worst, await run(line, { ...io, stdout, takeDocument }));
  }
  const { output, all } = printing;
  if (output === "text") await open();
  const document = joined(taken, output === "text" ? [] : facts);
  const room = { lines: SCREEN_LINES - opening.length };
  if (document !== null) await printDocument(document, { output, all, ...room }, io);
  return worst;
}

/** Whether the answers are for a program. */
function isMachines(lines: readonly CommandLine[]): boolean {
  const words = lines[0]?.words ?? [];
  const at = words.findIndex((word) => word === "-o" || word === "--output");
  const joined = words.find((word) => /^(?:-o.|--output=)/.test(word));
  const form = at < 0 ? joined : words[at + 1];
  return form !== undefined && !/text$/.test(form);
}

const INDENT = "  ";
/** Lines about files that leave room for the answer. */
const OPENING_MAX = 7;

/** Those of the last files are counted where there is no room. */
function openingLines(facts: readonly Fact[], isAll: boolean, io: Io): readonly string[] {
  const style = styleOf(io);
  const narrow = { ...style, columns: Math.min(style.columns, COLUMNS_MAX) - INDENT.length };
  const linesOf = (rows: readonly Fact[]) =>
    blockLines([{ is: "facts" as const, rows }], { all: true }, narrow);
  let shown = facts.length;
  const most = () => (shown === facts.length ? OPENING_MAX : OPENING_MAX - 1);
  while (!isAll && shown > 1 && linesOf(facts.slice(0, shown)).length > most()) shown -= 1;
  const hidden = facts.length - shown;
  const more = hidden === 0 ? [] : [style.paint.faint(formatMore(hidden))];
  return [...[...linesOf(facts.slice(0, shown)), ...more].map((line) => INDENT + line), ""];
}

function isAll(lines: readonly CommandLine[]): boolean {
  return lines.some(({ words }) => words.includes("--all"));
}

function noteOf([name, words]: Fact): string {
  return `${name}: ${typeof words === "string" ? words : ""}`;
}

function opened(io: Io, open: () => Promise<void>): Io["stdout"] {
  const write: Io["stdout"]["write"] = async (chunk) => {
    await open();
    await io.stdout.write(chunk);
  };
  return Object.create(io.stdout, { write: { value: write } });
}
