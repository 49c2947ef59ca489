/** `plimsoll diff` of a scenario of a killer, or of samples, under two of its configurations. */
import type { KillerDecision } from "../../../../analysis/engine/oomdDecision.ts";
import { OomdEngine } from "../../../../analysis/engine/oomdEngine.ts";
import {
  type KillerSide,
  killerDiffDocument,
  killerDifferences,
} from "../../../../analysis/questions/diff/killer.ts";
import { DIFF, type DiffOptions } from "../../../../analysis/questions/diff/options.ts";
import { killerDecisions } from "../../../../analysis/questions/replay/killer/decisions.ts";
import { readKillerScenario } from "../../../../analysis/read/killer/scenario.ts";
import { readableText } from "../../../../analysis/read/readable.ts";
import { UnreadableError } from "../../../../analysis/read/unreadable.ts";
import { Detail } from "../../../../assembly/abi.ts";
import { nameOf, readDocument } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { Findings, inputFailure } from "../../exitCode.ts";
import { isReport, printDocument } from "../../printDocument.ts";
import { sameCommand } from "../../sameCommand.ts";
import { givenKiller, refuseOthers } from "../replay/givenKiller.ts";

const SUITED = ["config", "output", "exitCode", "all"];
const decoder = new TextDecoder();

/** `words` is the whole command line, from which other command lines are suggested. */
export async function diffKillers(
  path: string,
  options: DiffOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
  const name = nameOf(path);
  refuseOthers(DIFF, options, SUITED, path);
  const { config = [], output, exitCode = false, all = false } = options;
  const text = decoder.decode(await readDocument(path, io));
  const sides = [
    await sideOf({ text, name }, config.length === 2 ? config[0] : undefined, io),
    await sideOf({ text, name }, config.at(-1), io),
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

interface Given {
  readonly text: string;
  readonly name: string;
}

/** Without a configuration, the scenario has its own. */
async function sideOf(
  { text, name }: Given,
  config: string | undefined,
  io: Io,
): Promise<KillerSide> {
  const given = await givenKiller(config, io);
  const origin = config === undefined ? name : nameOf(config);
  try {
    const scenario = readKillerScenario(text, name, given);
    const engine = new OomdEngine(await loadModule("oomd"));
    const decisions = [...killerDecisions(scenario, undefined, engine, Detail.Decision)];
    const readable = decisions.map((each) => readableText<KillerDecision>(JSON.stringify(each)));
    return { killer: scenario.killer, origin, decisions: readable };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const { message } = error;
    throw inputFailure(message.startsWith(`${name}: `) ? message : `${name}: ${message}`);
  }
}
