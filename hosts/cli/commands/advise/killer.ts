/** `plimsoll advise` of samples: limits of a killer in user space. */
import { killerAdviceDocument } from "../../../../analysis/questions/advise/killerDocument.ts";
import { killerAdvice } from "../../../../analysis/questions/advise/killerLimits.ts";
import { ADVISE, type AdviseOptions } from "../../../../analysis/questions/advise/options.ts";
import { unsuited } from "../../../../analysis/questions/options/refusal.ts";
import { KILLER_SCENARIO } from "../../../../analysis/read/recognize/documents.ts";
import type { Io } from "../../../system/io.ts";
import { usageFailure } from "../../exitCode.ts";
import { printDocument } from "../../printDocument.ts";
import { askScenario, refuseOthers, scenarioText } from "../replay/givenKiller.ts";

const SUITED = ["config", "output", "all"];

export async function adviseOnKiller(path: string, options: AdviseOptions, io: Io): Promise<void> {
  refuseOthers(ADVISE, options, SUITED, path);
  const { output, all = false, config = [] } = options;
  const given = await scenarioText(path, io);
  const { name } = given;
  if (output === "yaml") {
    throw usageFailure(unsuited("--output yaml", "a capture", `${name} is ${KILLER_SCENARIO}`));
  }
  const advice = await askScenario(given, config[0], io, killerAdvice);
  if (output === "json") {
    const document = { plimsoll: "killer-advice/1", ...advice };
    return io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  }
  await printDocument(killerAdviceDocument(name, advice), { output, all }, io);
}
