/** `plimsoll diff` of a scenario of a killer, or of samples, under two of its configurations. */
import type { KillerDecision } from "../../../../analysis/engine/oomdDecision.ts";
import {
  type KillerSide,
  killerDiffDocument,
  killerDifferences,
} from "../../../../analysis/questions/diff/killer.ts";
import { DIFF, type DiffOptions } from "../../../../analysis/questions/diff/options.ts";
import { killerDecisions } from "../../../../analysis/questions/replay/killer/decisions.ts";
import { readableText } from "../../../../analysis/read/readable.ts";
import { Detail } from "../../../../assembly/abi.ts";
import { nameOf } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { Findings } from "../../exitCode.ts";
import { isReport, printDocument } from "../../printDocument.ts";
import { sameCommand } from "../../sameCommand.ts";
import {
  askScenario,
  refuseOthers,
  type ScenarioText,
  scenarioText,
} from "../replay/givenKiller.ts";

const SUITED = ["config", "output", "exitCode", "all"];

/** `words` is the whole command line, from which other command lines are suggested. */
export async function diffKillers(
  path: string,
  options: DiffOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
  refuseOthers(DIFF, options, SUITED, path);
  const { config = [], output, exitCode = false, all = false } = options;
  const given = await scenarioText(path, io);
  const { name } = given;
  const sides = [
    await sideOf(given, config.length === 2 ? config[0] : undefined, io),
    await sideOf(given, config.at(-1), io),
  ] as const;
  const differences = killerDifferences(sides);
  if (output === "json") {
    const [a, b] = sides.map(({ killer, origin }) => ({ killer, origin }));
    const answer = { plimsoll: "killer-diff/1", a, b, differences };
    await io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  } else {
    const whole = all || isReport(output) ? null : sameCommand(words, "--all");
    await printDocument(
      killerDiffDocument(sides, differences, { name, whole }),
      { output, all },
      io,
    );
  }
  if (exitCode && differences.length > 0) throw new Findings();
}

/** Without a configuration, the scenario has its own. */
function sideOf(given: ScenarioText, config: string | undefined, io: Io): Promise<KillerSide> {
  const origin = config === undefined ? given.name : nameOf(config);
  return askScenario(given, config, io, (scenario, engine) => {
    const decisions = [...killerDecisions(scenario, undefined, engine, Detail.Decision)];
    const readable = decisions.map((each) => readableText<KillerDecision>(JSON.stringify(each)));
    return { killer: scenario.killer, origin, decisions: readable };
  });
}
