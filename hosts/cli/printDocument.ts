import { rendered } from "../../analysis/present/rendered.ts";
import { styleOf } from "../../analysis/present/terminal/style.ts";
import { capitalized } from "../../analysis/text/capitalized.ts";
import {
  ASSUMED,
  type Document,
  type DocumentForm,
  type Fact,
  list,
  NEXT,
  type Part,
  partsOf,
  REPORT_FORMS,
  type ReportForm,
  type Section,
  section,
  type Text,
} from "../../analysis/text/document.ts";
import { version } from "../../package.json";
import type { Io } from "../system/io.ts";
import { noticesOf } from "./notes.ts";
import { asTyped } from "./programName.ts";
import { sameCommand } from "./sameCommand.ts";

/** How an answer is written; `all` shows every row and every name. */
export interface DocumentOptions<Form extends string = DocumentForm> {
  readonly output: Form;
  readonly all?: boolean;
  /** Lines of a first screen, where others are above it. */
  readonly lines?: number;
}

export function isReport(output: string): output is ReportForm {
  return (REPORT_FORMS as readonly string[]).includes(output);
}

/** Writes an answer; what is handed on also says what stderr said, and which program wrote it. */
export async function printDocument(
  document: Document,
  { output, all = false, lines }: DocumentOptions,
  io: Io,
  versions: readonly Fact[] = [],
): Promise<void> {
  const isScreen = output === "text" && document.mark !== undefined;
  const noted = isScreen ? withNotes(withWhole(document, all, io), io) : document;
  if (io.takeDocument !== undefined) return io.takeDocument(noted, { output, all });
  const further = [...(document.further ?? []), ...handedOn(versions, io)];
  const typed = withProgram(noted, io);
  const shownLines = lines === undefined ? {} : { lines };
  const handed = isReport(output) ? { ...typed, further } : typed;
  await io.stdout.write(await rendered(handed, output, { all, ...shownLines }, styleOf(io)));
}

/** The command for what the first screen leaves out, where the answer names no command. */
function withWhole(document: Document, all: boolean, { words = [] }: Io): Document {
  const { closing = [], further = [] } = document;
  if (all || further.length === 0 || closing.some(([label]) => label === NEXT)) return document;
  const whole = sameCommand(words, "--all");
  return whole === null
    ? document
    : { ...document, closing: [...closing, [NEXT, [{ code: whole }]]] };
}

/** What was noted about the input is what the answer assumes, before what holds for any input. */
function withNotes(document: Document, io: Io): Document {
  const notes = (io.heldNotes?.take() ?? []).filter(({ isShown }) => !isShown);
  if (notes.length === 0) return document;
  const { closing = [], sources: [source = ""] = [] } = document;
  const name = String(partsOf(source)[0]).split(" · ")[0] ?? "";
  const texts = notes.map(({ sentence }) =>
    asTyped(withoutName(withoutFolder(sentence), name), io),
  );
  const isNoted = ([, text]: Fact) => texts.some((each) => isSaid(each, text));
  const own = closing.slice(0, assumedEnd(closing)).filter((fact) => !isNoted(fact));
  const all = [...texts, ...own.map(([, text]) => text)];
  const assumed = all.map((text, index): Fact => [index === 0 ? ASSUMED : "", text]);
  return { ...document, closing: [...assumed, ...closing.slice(assumedEnd(closing))] };
}

/** How many of the last lines are about what is assumed: they come first. */
function assumedEnd(closing: readonly Fact[]): number {
  if (closing[0]?.[0] !== ASSUMED) return 0;
  const next = closing.findIndex(([label], index) => index > 0 && label !== "");
  return next < 0 ? closing.length : next;
}

/** Whether a note has a sentence of the answer itself. */
function isSaid(note: string, text: Text): boolean {
  const sentence = typeof text === "string" ? text.replace(/\.$/, "").toLowerCase() : null;
  return sentence !== null && note.toLowerCase().includes(sentence);
}

/** The source line has the name already. */
function withoutName(note: string, name: string): string {
  const end = note.indexOf(`${name}: `);
  return end < 0 || name === "" ? note : capitalized(note.slice(end + name.length + 2));
}

/** The commands of its last lines begin with the program as it was typed. */
function withProgram(document: Document, io: Io): Document {
  const { closing } = document;
  if (closing === undefined || io.program === undefined) return document;
  return {
    ...document,
    closing: closing.map(
      ([label, text]): Fact => [label, partsOf(text).map((p) => typedPart(p, io))],
    ),
  };
}

function typedPart(part: Part, io: Io): Part {
  return typeof part === "object" && "code" in part ? { code: asTyped(part.code, io) } : part;
}

/** The folders of this machine are nothing to a reader of a report. */
function withoutFolder(notice: string): string {
  return notice.replace(/^\/(?:[^/\s:]+\/)+(?=[^/\s:]+: )/, "");
}

function handedOn(versions: readonly Fact[], io: Io): readonly Section[] {
  return [
    ...section("Notes", list(noticesOf(io).map(withoutFolder))),
    ...section("Versions", [{ is: "facts", rows: [["Plimsoll", version], ...versions] }]),
  ];
}
