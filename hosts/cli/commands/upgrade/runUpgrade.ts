/** From options to an upgrade: every input decided on under both releases. */
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { annotationsOf } from "../../../../analysis/questions/check/annotations.ts";
import { comparedReleases } from "../../../../analysis/questions/upgrade/comparedReleases.ts";
import type { Compared } from "../../../../analysis/questions/upgrade/difference.ts";
import { type Upgrade, upgradeDocument } from "../../../../analysis/questions/upgrade/document.ts";
import type { UpgradeOptions } from "../../../../analysis/questions/upgrade/options.ts";
import {
  askUpgrade,
  type UpgradeQuestion,
} from "../../../../analysis/questions/upgrade/question.ts";
import {
  type ComparedReleases,
  rulesBetween,
} from "../../../../analysis/questions/upgrade/rules.ts";
import {
  upgradeFindings,
  upgradeJson,
} from "../../../../analysis/questions/upgrade/upgradeJson.ts";
import { ObjectsError } from "../../../../analysis/read/objects/objectsError.ts";
import type { DocumentForm } from "../../../../analysis/text/document.ts";
import { version } from "../../../../package.json";
import { readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { Findings, usageFailure } from "../../exitCode.ts";
import { printWarnings } from "../../notes.ts";
import { isReport, printDocument } from "../../printDocument.ts";
import { sameCommand } from "../../sameCommand.ts";
import { Progress } from "../../screen/progress.ts";
import { captureQuestions } from "./captures.ts";
import { clusterQuestion, type Reading, scenarioQuestion } from "./clusters.ts";
import { bundledConfigurations, configurationQuestion, liveQuestions } from "./configurations.ts";
import { inputNames, type UpgradeInputs, upgradeInputs } from "./inputs.ts";

/** `words` is the whole command line, which the answer suggests again. */
export async function runUpgrade(
  paths: readonly string[],
  options: UpgradeOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
  const progress = new Progress(io);
  const questions = await questionsOf(paths, options, progress, io);
  const chosen = comparedReleases(options, questions);
  if (typeof chosen === "string") throw usageFailure(chosen);
  const { releases, notes } = chosen;
  const compared: Compared[] = [];
  const onStep = ({ from, to }: ComparedReleases) =>
    progress.show(`${from} and ${to} are compared`);
  for (const question of questions) {
    compared.push(...(await askUpgrade(question, releases, onStep)));
  }
  await progress.clear();
  const upgrade = { releases, compared, notes, rules: rulesBetween(releases) };
  const { output, all = false } = options;
  if (output === "text" || isReport(output)) {
    const isWhole = all || output !== "text";
    const whole = isWhole ? null : sameCommand(words, "--all");
    await printDocument(upgradeDocument(upgrade, { whole }), { output, all }, io);
  } else await io.stdout.write(await reported(upgrade, output));
  const isWorse = compared.some(({ differences }) => differences.some((each) => each.isWorse));
  if (isWorse) throw new Findings();
}

async function questionsOf(
  paths: readonly string[],
  { example, ...options }: UpgradeOptions,
  progress: Progress,
  io: Io,
): Promise<readonly UpgradeQuestion[]> {
  const engine = new EvictionEngine(await loadModule("eviction"));
  const nameOf = inputNames(paths);
  if (paths.length === 0 && example === undefined) {
    return liveQuestions(engine, { options, nameOf, progress, io });
  }
  const inputs = await upgradeInputs(paths, example, io);
  await printWarnings(inputs.leftOut, io);
  return givenQuestions(inputs, engine, {
    ...{ options, progress, io },
    nameOf: inputNames([
      ...[...inputs.captures, ...inputs.summaries, ...inputs.podLists],
      ...[...inputs.configurations, ...inputs.objects],
    ]),
  });
}

async function givenQuestions(
  inputs: UpgradeInputs,
  engine: EvictionEngine,
  reading: Reading,
): Promise<readonly UpgradeQuestion[]> {
  const { nameOf, io } = reading;
  const { objects, scenarios } = inputs;
  const configurations = await Promise.all(
    inputs.configurations.map(async (path) => {
      return { path, name: nameOf(path), text: await readText(path, io) };
    }),
  );
  const sources = [...configurations, ...(await bundledConfigurations(objects, io))];
  const questions: UpgradeQuestion[] = [];
  for (const source of sources) questions.push(await configurationQuestion(source, engine, io));
  questions.push(...(await captureQuestions({ inputs, nameOf, configurations }, engine, io)));
  if (objects.length > 0) {
    const question = await clusterQuestion(objects, reading).catch((error: unknown) => {
      // A bundle of one machine has a configuration alone.
      if (!(error instanceof ObjectsError) || questions.length === 0) throw error;
      return error.message;
    });
    if (typeof question === "string") await printWarnings([question], io);
    else questions.push(question);
  }
  for (const path of scenarios) questions.push(await scenarioQuestion(path, objects, reading));
  return questions;
}

async function reported(
  upgrade: Upgrade,
  output: Exclude<UpgradeOptions["output"], DocumentForm>,
): Promise<string> {
  if (output === "json") return `${JSON.stringify(upgradeJson(upgrade), null, 2)}\n`;
  const files = upgradeFindings(upgrade);
  if (output === "junit") {
    const { junitReport } = await import("../../../../analysis/present/annotations/junit.ts");
    return junitReport("plimsoll upgrade", files, [], "error");
  }
  if (output === "sarif") {
    const { sarifLog } = await import("../../../../analysis/present/annotations/sarif.ts");
    return sarifLog(annotationsOf(files, []), version);
  }
  const { workflowCommands } = await import("../../../../analysis/present/annotations/github.ts");
  return workflowCommands(annotationsOf(files, []));
}
