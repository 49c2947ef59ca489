/** `plimsoll oom` of a kernel's log. */

import { OomEngine } from "../../../../analysis/engine/oomEngine.ts";
import { analyzeKill } from "../../../../analysis/questions/oom/analyzedKills.ts";
import { killsDocument } from "../../../../analysis/questions/oom/document/kills.ts";
import type { OomOptions } from "../../../../analysis/questions/oom/options.ts";
import { KillerLog } from "../../../../analysis/read/killerLog/killerLog.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { shellWord } from "../../../../analysis/text/shellWord.ts";
import { nameOf } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { inputFailure } from "../../exitCode.ts";
import { loggedOoms } from "../../input/kernelLog.ts";
import { namedPods } from "../../input/namedPods.ts";
import { printDocument } from "../../printDocument.ts";

export type OomLogOptions = Pick<OomOptions, "pods" | "all" | "output">;

export async function explainLog(path: string, options: OomLogOptions, io: Io): Promise<void> {
  const pods = await namedPods(options.pods, io);
  const engine = new OomEngine(await loadModule("oom"));
  const killers = new KillerLog();
  const ooms = await loggedOoms(path, io, killers);
  const { output } = options;
  if (output !== "json") {
    const kills = ooms.map((oom) => analyzeKill(oom, engine, pods));
    const incomplete = kills.filter((kill) => kill.incomplete === true).length;
    const given = { name: nameOf(path), path: shellWord(path), killers: killers.kills };
    await printDocument(killsDocument({ ...given, analyzed: kills }), { ...options, output }, io);
    return refuseIncomplete(nameOf(path), incomplete);
  }
  let incomplete = 0;
  // One after the other: a long log has many tables.
  await io.stdout.write('{"kills":[');
  for (const [index, oom] of ooms.entries()) {
    const kill = analyzeKill(oom, engine, pods);
    await io.stdout.write(`${index === 0 ? "" : ","}\n${JSON.stringify(kill)}`);
    if (kill.incomplete === true) incomplete++;
  }
  const own = killers.kills.filter(({ killer }) => killer !== "kernel");
  const others = own.length === 0 ? "" : `,"killers":${JSON.stringify(own)}`;
  await io.stdout.write(`]${others}}\n`);
  refuseIncomplete(nameOf(path), incomplete);
}

/** What could be read of them has been printed. */
function refuseIncomplete(name: string, count: number): void {
  if (count === 0) return;
  throw inputFailure(
    `${name}: ${plural(count, "report")} of it ${count === 1 ? "is" : "are"} incomplete, ` +
      "as the notes say; get the log again, from before memory ran out until after the " +
      "kill.",
  );
}
