/** From options to a verdict: the cluster is simulated, and what ends it is searched. */

import type { Policy } from "../../../../analysis/engine/decision.ts";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { eventsOf, type SimulatorEngine } from "../../../../analysis/engine/simulatorEngine.ts";
import type {
  SimulatorEvent,
  SimulatorVerdict,
} from "../../../../analysis/engine/simulatorEvent.ts";
import { simulationDocument } from "../../../../analysis/questions/simulate/document.ts";
import { stoppedNote } from "../../../../analysis/questions/simulate/inSteps.ts";
import type { ClusterOptions } from "../../../../analysis/questions/simulate/options.ts";
import { EventCollector } from "../../../../analysis/questions/simulate/participants.ts";
import {
  type Goal,
  goalOf,
  NOT_SEARCHED,
} from "../../../../analysis/questions/simulate/remedies/goal.ts";
import {
  type SimulateRemedies,
  simulateRemedies,
} from "../../../../analysis/questions/simulate/remedies/simulateRemedies.ts";
import { memberTexts, objectPieces, withMembers } from "../../../../analysis/read/json/compose.ts";
import type { KubeletConfiguration } from "../../../../analysis/read/kubelet/configuration.ts";
import { NO_NODES } from "../../../../analysis/read/objects/objectNotes.ts";
import { type Scenario, secondsOfScenario } from "../../../../analysis/read/objects/scenario.ts";
import { formatCount } from "../../../../analysis/text/amount.ts";
import { Detail, Status } from "../../../../assembly/abi.ts";
import { nameOf } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { Findings, inputFailure } from "../../exitCode.ts";
import { type ReadCluster, readSimulation } from "../../input/simulation.ts";
import { printWarnings } from "../../notes.ts";
import { printDocument } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";
import { searched } from "../../screen/searched.ts";
import { KeptLines } from "./keptLines.ts";
import { watchedSimulation } from "./watchedSimulation.ts";

/** Only the last events of a scenario are kept in a document; a cycle is shorter. */
const EVENTS_KEPT_MAX = 200_000;

/** What is left of the events when they have passed. */
interface Played {
  readonly collector: EventCollector;
  /** The last ones, for a document. */
  readonly events: readonly SimulatorEvent[];
  /** All of them, for JSON. */
  readonly kept: KeptLines;
  readonly verdict: SimulatorVerdict;
  /** With every pod; null where they are more than an answer of the module holds. */
  readonly whole: string | null;
  /** Where the limit of real time stopped it, in seconds; null when it did not. */
  readonly stoppedAt: number | null;
}

export async function runSimulation(options: ClusterOptions, io: Io): Promise<void> {
  const progress = new Progress(io);
  const read = await readSimulation(options, progress, io);
  const asked = options.until ?? checkedSeconds(read.cluster.scenario, options.scenario);
  const played = await simulation(read, asked, options, progress, io);
  const { verdict, whole, stoppedAt } = played;
  const untilSeconds = stoppedAt ?? asked;
  if (stoppedAt !== null) await printWarnings([stoppedNote(stoppedAt, asked)], io);
  const goal = options.search && stoppedAt === null ? goalOf(verdict) : null;
  if (verdict.nodes.length === 0) {
    await printWarnings([NO_NODES], io);
  }
  if (goal !== null && whole === null) await printWarnings([NOT_SEARCHED], io);
  const short = read.engine.report().text;
  const found =
    goal !== null && whole !== null
      ? await foundRemedies({ read, played, untilSeconds, goal }, progress)
      : null;
  await progress.clear();
  const { output, all = false } = options;
  if (output === "json") await printJson(played, found, io);
  else if (output === "ndjson") await io.stdout.write(`${withRemedies(short, found)}\n`);
  else {
    const { events, collector } = played;
    const dropped = collector.events - events.length;
    const { scenario } = read.cluster;
    const simulated = { events, dropped, verdict, found, untilSeconds, scenario };
    await printDocument(simulationDocument(simulated, { all }), { output, all }, io);
  }
  if (goalOf(verdict) === "settles") throw new Findings();
}

async function printJson(
  { whole, kept }: Played,
  found: SimulateRemedies | null,
  io: Io,
): Promise<void> {
  if (whole === null) {
    throw inputFailure(
      "--output json: the verdict has more pods than it can hold; use --output ndjson, which " +
        "prints it without them.",
    );
  }
  const events = ["events", eventPieces(kept)] as const;
  const members = memberTexts(withRemedies(whole, found));
  for (const piece of objectPieces([...members, events])) await io.stdout.write(piece);
  await io.stdout.write("\n");
}

function* eventPieces({ texts }: KeptLines): Generator<string, void, undefined> {
  yield "[";
  for (const [index, lines] of texts.entries()) yield `${index === 0 ? "" : ","}\n${lines}`;
  yield "\n]";
}

/** Throws when a scenario's duration is zero, or more than a year. */
function checkedSeconds(scenario: Scenario, path = "scenario"): number {
  const seconds = secondsOfScenario(scenario);
  if (!Number.isNaN(seconds)) return seconds;
  throw inputFailure(
    `${nameOf(path)}: $.until: it is ${String(scenario.until)}; write it above zero, up to a year.`,
  );
}

async function simulation(
  { engine }: ReadCluster,
  untilSeconds: number,
  options: ClusterOptions,
  progress: Progress,
  io: Io,
): Promise<Played> {
  const { output } = options;
  const collector = new EventCollector();
  const kept = new KeptLines();
  let events: SimulatorEvent[] = [];
  const stoppedAt = await watchedSimulation(engine, untilSeconds, {
    ...{ options, progress, io, limitSeconds: options.timeLimit },
    async take(lines) {
      const some = eventsOf(lines);
      for (const event of some) collector.take(event);
      if (output === "ndjson") await io.stdout.write(lines);
      else if (output === "json") kept.take(lines, collector.events);
      else {
        events.push(...some);
        if (events.length > 2 * EVENTS_KEPT_MAX) events = events.slice(-EVENTS_KEPT_MAX);
      }
      return `, ${formatCount(collector.events)} events`;
    },
  });
  const whole = wholeVerdict(engine);
  return { collector, events, kept, verdict: engine.report().parse(), whole, stoppedAt };
}

function wholeVerdict(engine: SimulatorEngine): string | null {
  try {
    return engine.report(Detail.Arithmetic).text;
  } catch (error) {
    if (error instanceof EngineError && error.status === Status.OutputTooLarge) return null;
    throw error;
  }
}

interface Sought {
  readonly read: ReadCluster;
  readonly played: Played;
  readonly untilSeconds: number;
  readonly goal: Goal;
}

async function foundRemedies(
  { read: { engine, cluster }, played, untilSeconds, goal }: Sought,
  progress: Progress,
): Promise<SimulateRemedies> {
  const { collector, verdict } = played;
  const core = new EvictionEngine(await loadModule("eviction"));
  const policyOf = (configuration: KubeletConfiguration | null): Policy =>
    core.configure(configuration ?? {});
  const { events } = collector;
  const participants = collector.participantsIn(verdict);
  const question = { goal, engine, cluster, untilSeconds, participants, events, policyOf };
  return searched(simulateRemedies(question), "change", progress);
}

function withRemedies(verdict: string, found: SimulateRemedies | null): string {
  const { remedies, search } = found ?? {};
  return withMembers(verdict, { remedies, search });
}
