/** `plimsoll check` of the configuration of a killer in user space. */
import {
  checkKillerFiles,
  killerSettingsDocument,
  ONE_PROGRAM,
} from "../../../../analysis/questions/check/killer.ts";
import type { CheckOptions } from "../../../../analysis/questions/check/options.ts";
import type { DocumentForm } from "../../../../analysis/text/document.ts";
import { nameOf, readProgramsText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { Findings, usageFailure } from "../../exitCode.ts";
import { printDocument } from "../../printDocument.ts";

const OTHERS: readonly string[] = ["junit", "sarif", "github"];

/** Files of one program are read together. */
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
  const checked = checkKillerFiles(texts);
  if (checked === null) throw usageFailure(ONE_PROGRAM);
  const { names, read } = checked;
  if (output === "json") {
    const { file, findings, settings } = read;
    const document = { plimsoll: "killer-check/1", file, findings, settings };
    await io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    const document = killerSettingsDocument(names, read);
    await printDocument(document, { output: output as DocumentForm, all }, io);
  }
  const isFailed = read.findings.some(({ isFatal }) => isFatal || failOn === "warning");
  if (isFailed) throw new Findings();
}
