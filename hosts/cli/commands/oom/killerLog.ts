/** `plimsoll oom` of a log of killers in user space. */
import { killerLogDocument } from "../../../../analysis/questions/oom/document/killerLog.ts";
import type { OomOptions } from "../../../../analysis/questions/oom/options.ts";
import { readKillerLog } from "../../../../analysis/read/killerLog/killerLog.ts";
import { nameOf, readDocument } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { printDocument } from "../../printDocument.ts";

export async function explainKillerLog(
  path: string,
  options: Pick<OomOptions, "all" | "output">,
  io: Io,
): Promise<void> {
  const name = nameOf(path);
  const log = readKillerLog(name, await readDocument(path, io));
  const { kills, leftOut } = log;
  const { output, all = false } = options;
  if (output === "json") {
    await io.stdout.write(`${JSON.stringify({ plimsoll: "killer-log/1", kills, leftOut })}\n`);
    return;
  }
  await printDocument(killerLogDocument(log, name), { output, all }, io);
}
