import { rendered } from "../../analysis/present/rendered.ts";
import { styleOf } from "../../analysis/present/terminal/style.ts";
import {
  type Document,
  type DocumentForm,
  type Fact,
  list,
  REPORT_FORMS,
  type ReportForm,
  type Section,
  section,
} from "../../analysis/text/document.ts";
import { version } from "../../package.json";
import type { Io } from "../system/io.ts";
import { noticesOf } from "./notes.ts";

/** How an answer is written; `all` shows every row and every name. */
export interface DocumentOptions<Form extends string = DocumentForm> {
  readonly output: Form;
  readonly all?: boolean;
}

export function isReport(output: string): output is ReportForm {
  return (REPORT_FORMS as readonly string[]).includes(output);
}

/** Writes an answer; what is handed on also says what stderr said, and which program wrote it. */
export async function printDocument(
  document: Document,
  { output, all = false }: DocumentOptions,
  io: Io,
  versions: readonly Fact[] = [],
): Promise<void> {
  const further = [...(document.further ?? []), ...handedOn(versions, io)];
  const handed = isReport(output) ? { ...document, further } : document;
  await io.stdout.write(await rendered(handed, output, { all }, styleOf(io)));
}

function handedOn(versions: readonly Fact[], io: Io): readonly Section[] {
  return [
    ...section("Notes", list(noticesOf(io))),
    ...section("Versions", [{ is: "facts", rows: [["Plimsoll", version], ...versions] }]),
  ];
}
