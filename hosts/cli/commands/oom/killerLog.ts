/** `plimsoll oom` of a log of killers in user space. */
import {
  killerLogDocument,
  noKillDocument,
} from "../../../../analysis/questions/oom/document/killerLog.ts";
import type { OomOptions } from "../../../../analysis/questions/oom/options.ts";
import { KillerLog } from "../../../../analysis/read/killerLog/killerLog.ts";
import { decodedText } from "../../../../analysis/read/recognize/text.ts";
import { nameOf, readDocument } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure } from "../../exitCode.ts";
import { printDocument } from "../../printDocument.ts";

export async function explainKillerLog(
  path: string,
  options: Pick<OomOptions, "all" | "output">,
  io: Io,
): Promise<void> {
  const log = new KillerLog();
  const text = decodedText(await readDocument(path, io));
  for (const [index, line] of text.split("\n").entries()) log.take(line, index + 1);
  const { kills, leftOut } = log;
  const name = nameOf(path);
  if (kills.length === 0 && !log.hasOther)
    throw inputFailure(`${name}: no line of it is about a kill.`);
  const { output, all = false } = options;
  if (output === "json") {
    await io.stdout.write(`${JSON.stringify({ plimsoll: "killer-log/1", kills, leftOut })}\n`);
    return;
  }
  const document =
    kills.length === 0 ? noKillDocument(log, name) : killerLogDocument(kills, leftOut, name);
  await printDocument(document, { output, all }, io);
}
