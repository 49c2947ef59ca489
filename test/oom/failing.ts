/** How many published logs a module judges otherwise than the kernel did. */

import { OomEngine } from "../../analysis/engine/oomEngine.ts";
import { analyzeKill } from "../../analysis/questions/oom/analyzedKills.ts";
import { DUMPS, dumpText, logOf } from "./module.ts";

/** Published logs whose task, or whose printed score, is another one to the module. */
export function dumpsFailing(module: WebAssembly.Module): number {
  const engine = new OomEngine(module);
  return DUMPS.filter(({ file, pid, score }) => {
    const [oom] = logOf(dumpText(file)).ooms;
    if (oom === undefined) return true;
    const { killed, chosen, chosenByPolicy, totalPages = 0 } = analyzeKill(oom, engine);
    if (killed?.pid !== pid || chosenByPolicy !== true) return true;
    const badness = chosen?.badness ?? 0;
    return score !== undefined && Math.floor((badness * 1000) / totalPages) !== score;
  }).length;
}
