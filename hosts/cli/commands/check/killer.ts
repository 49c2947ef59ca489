/** `plimsoll check` of the configuration of a killer in user space. */
import { killerSettingsDocument } from "../../../../analysis/questions/check/killer.ts";
import type { CheckOptions } from "../../../../analysis/questions/check/options.ts";
import { killerFileOf } from "../../../../analysis/read/killer/killerFile.ts";
import { readKillerSettings } from "../../../../analysis/read/killer/killerSettings.ts";
import type { DocumentForm } from "../../../../analysis/text/document.ts";
import { nameOf, readProgramsText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { Findings, usageFailure } from "../../exitCode.ts";
import { printDocument } from "../../printDocument.ts";

const OTHERS: readonly string[] = ["junit", "sarif", "github"];

/** Files of one program are read together: the first one, and its drop-ins by their names. */
export async function checkKillers(
  paths: readonly string[],
  { output, all = false, failOn }: CheckOptions,
  io: Io,
): Promise<void> {
  if (OTHERS.includes(output)) {
    throw usageFailure(`--output ${output} needs a kubelet's configuration; use text or json.`);
  }
  const texts = [];
  for (const path of paths) {
    texts.push({ name: nameOf(path), text: await readProgramsText(path, io) });
  }
  const [first, ...dropIns] = texts;
  const file = killerFileOf(first?.text ?? "");
  const other = dropIns.find(({ text }) => killerFileOf(text) !== file);
  if (first === undefined || file === null || other !== undefined) {
    throw usageFailure("Check the files of one program at a time, with its drop-ins.");
  }
  const ordered = [first, ...dropIns.toSorted((a, b) => (a.name < b.name ? -1 : 1))];
  const read = readKillerSettings(file, ordered);
  if (output === "json") {
    const { findings, settings } = read;
    const document = { plimsoll: "killer-check/1", file, findings, settings };
    await io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    const document = killerSettingsDocument(
      ordered.map(({ name }) => name),
      read,
    );
    await printDocument(document, { output: output as DocumentForm, all }, io);
  }
  const isFailed = read.findings.some(({ isFatal }) => isFatal || failOn === "warning");
  if (isFailed) throw new Findings();
}
