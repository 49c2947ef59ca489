/** `plimsoll replay` of a scenario of a killer in user space. */
import type { KillerDecision } from "../../../../analysis/engine/oomdDecision.ts";
import type { OomdEngine } from "../../../../analysis/engine/oomdEngine.ts";
import { unsuited } from "../../../../analysis/questions/options/refusal.ts";
import { answerKiller } from "../../../../analysis/questions/replay/killer/answered.ts";
import { killerDecisions } from "../../../../analysis/questions/replay/killer/decisions.ts";
import { decisionLine } from "../../../../analysis/questions/replay/killer/lines.ts";
import {
  earliestSeen,
  type Look,
  triedLooks,
} from "../../../../analysis/questions/replay/killer/looks.ts";
import { REPLAY, type ReplayOptions } from "../../../../analysis/questions/replay/options.ts";
import type { KillerScenario } from "../../../../analysis/read/killer/scenario.ts";
import { KILLER_SCENARIO } from "../../../../analysis/read/recognize/documents.ts";
import { Detail } from "../../../../assembly/abi.ts";
import { nameOf } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { usageFailure } from "../../exitCode.ts";
import { isOfFormat } from "../../input/givenInstead.ts";
import { printDocument } from "../../printDocument.ts";
import { sameCommand } from "../../sameCommand.ts";
import { askScenario, refuseOthers, scenarioText } from "./givenKiller.ts";

/** Options for a scenario of a killer, or samples. */
const SUITED = ["killerVersion", "config", "output", "all", "detail"];

/** Whether the file is such a scenario; refuses options that do not go with what it is. */
export async function isKillers(path: string, options: ReplayOptions, io: Io): Promise<boolean> {
  const isScenario = await isOfFormat(path, "killer", io);
  if (!isScenario && options.killerVersion !== undefined) {
    throw usageFailure(unsuited("--killer-version", KILLER_SCENARIO, `${nameOf(path)} is not one`));
  }
  if (isScenario) refuseOthers(REPLAY, options, SUITED, path);
  return isScenario;
}

/** `words` is the whole command line, from which other command lines are suggested. */
export async function replayKiller(
  path: string,
  options: ReplayOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
  const given = await scenarioText(path, io);
  await askScenario(given, options.config?.[0], io, (scenario, engine) =>
    printAnswer({ name: given.name, scenario, engine }, options, words, io),
  );
}

interface Asked {
  readonly name: string;
  readonly scenario: KillerScenario;
  readonly engine: OomdEngine;
}

async function printAnswer(
  { name, scenario, engine }: Asked,
  options: ReplayOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
  const { output, all: isWhole = false, killerVersion: version } = options;
  if (output === "json" || output === "ndjson") {
    const detail = Number(options.detail ?? Detail.Decision) as Detail;
    const looks = triedLooks(scenario, version, engine);
    const seen = earliestSeen(scenario, looks);
    const decisions = killerDecisions(seen, version, engine, detail);
    return printDecisions({ decisions, looks, detail }, output, io);
  }
  const whole = isWhole ? null : sameCommand(words, "--all");
  const document = answerKiller({ name, scenario, version, whole }, engine);
  await printDocument(document, { output, all: isWhole }, io);
}

interface Printed {
  readonly decisions: Iterable<KillerDecision>;
  readonly looks: readonly Look[];
  readonly detail: Detail;
}

async function printDecisions(
  { decisions, looks, detail }: Printed,
  output: "json" | "ndjson",
  io: Io,
): Promise<void> {
  const isLines = output === "ndjson";
  if (!isLines) await io.stdout.write('{"plimsoll":"killer/1","decisions":[');
  let count = 0;
  for (const decision of decisions) {
    const value = isLines && detail === Detail.Decision ? decisionLine(decision) : decision;
    const separator = isLines ? "" : count > 0 ? ",\n" : "\n";
    await io.stdout.write(`${separator}${JSON.stringify(value)}${isLines ? "\n" : ""}`);
    count += 1;
  }
  const tried = looks.length === 0 ? "" : `,"looks":${JSON.stringify(looks)}`;
  if (!isLines) await io.stdout.write(`]${tried}}\n`);
}
