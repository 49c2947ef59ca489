import type { Command } from "commander";
import type { Decision } from "../../../analysis/engine/decision.ts";
import { sectionsLines } from "../../../analysis/present/terminal/blocks.ts";
import { printed } from "../../../analysis/present/terminal/controls.ts";
import { COLUMNS_MAX, type Style, styleOf } from "../../../analysis/present/terminal/style.ts";
import { wrap } from "../../../analysis/present/terminal/wrap.ts";
import { fixes, ranking } from "../../../analysis/questions/explain/incident.ts";
import { SUMMARIES } from "../../../analysis/questions/options/commands.ts";
import { commandRow } from "../../../analysis/questions/options/row.ts";
import type { ReplayStep } from "../../../analysis/questions/replay/replay.ts";
import { readable } from "../../../analysis/read/readable.ts";
import { Action, Detail } from "../../../assembly/abi.ts";
import { type Example, listExamples } from "../../system/examples.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { whatToType } from "../help/whatToType.ts";
import { openSession, type Session, subjectOf } from "../input/session.ts";
import { stepsOf } from "../input/steps.ts";
import { Progress } from "../screen/progress.ts";
import { serveDemo } from "./demo/page.ts";
import { printTimeline } from "./replay/timeline.ts";
import { isWatched } from "./run/watched.ts";

const INTRODUCTION =
  "When a node runs short of memory, disk or process IDs, its kubelet evicts pods. Plimsoll " +
  "replays that decision and explains it. Here is an incident:";
const IN_A_CLONE = "In this clone, type npm run -s plimsoll -- instead of plimsoll.";

const DEMO = commandRow({
  name: "demo",
  summary: SUMMARIES.demo,
  description:
    "Replays an example incident and explains it. On a terminal, it then serves a page on " +
    "loopback, with the incident and with this machine live, until Ctrl-C.",
  options: {},
});

export function demoCommand(io: Io): Command {
  return commandOf(DEMO, () => runDemo(io));
}

/** The incident is the first of the examples, which the page opens with as well. */
async function runDemo(io: Io): Promise<void> {
  const style = styleOf(io);
  const print = (lines: readonly string[]) => io.stdout.write(printed(lines, style.isAscii));
  const [example] = await listExamples();
  if (example === undefined) return;
  const columns = Math.min(style.columns, COLUMNS_MAX);
  await print([...wrap(INTRODUCTION, columns), "", ...wrap(example.description, columns), ""]);
  await print(await explainIncident(example, style, io));
  await print(["", ...whatToType(true, style.paint.title)]);
  // npm says so of a script that it runs.
  if (io.environment.npm_lifecycle_event === "start") await print(["", IN_A_CLONE]);
  if (isWatched(io)) await serveDemo(io);
}

/** Prints the replay of an example, and answers with the explanation of its eviction. */
async function explainIncident({ name }: Example, style: Style, io: Io): Promise<string[]> {
  const session = await openSession(undefined, { example: name }, io);
  let evicted: Decision | null = null;
  async function* watched(): AsyncGenerator<ReplayStep, void, undefined> {
    for await (const step of stepsOf(session, io)) {
      evicted ??= step.action === Action.EvictPod ? explainedStep(session) : null;
      yield step;
    }
  }
  const input = `--example ${name}`;
  const scenario = {
    ...{ subject: subjectOf(session), policy: session.policy, input, inputTwice: input },
    ...{ onlyChanges: false, candidate: () => null, comparison: null, happened: null },
  };
  await printTimeline(watched(), scenario, new Progress(io), io);
  if (evicted === null) return [];
  return sectionsLines([...ranking(evicted), ...fixes(evicted)], { all: false }, style);
}

function explainedStep({ engine }: Session): Decision {
  return readable(engine.report<Decision>(Detail.Counterfactuals));
}
