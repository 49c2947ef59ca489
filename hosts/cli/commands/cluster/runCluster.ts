/** From options to a verdict: the cluster is played, and what ends it is searched. */
import { Detail } from "../../../../assembly/abi.ts";
import { formatCount } from "../../../shared/amount.ts";
import type { KubeletConfiguration } from "../../../shared/configuration.ts";
import type { Policy } from "../../../shared/decision.ts";
import { nanosecondsOf } from "../../../shared/duration.ts";
import { Engine } from "../../../shared/engine.ts";
import { clusterEnds, type Search } from "../../../shared/loop/ends/clusterEnds.ts";
import { Witness } from "../../../shared/loop/involved.ts";
import { eventsOf } from "../../../shared/loop/loopEngine.ts";
import type { LoopEvent, LoopVerdict } from "../../../shared/loop/loopEvent.ts";
import { type Story, secondsOfStory } from "../../../shared/loop/story.ts";
import { virtualTime } from "../../../shared/loop/virtualTime.ts";
import { loadCore } from "../../../system/core.ts";
import { nameOf } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { Findings, inputFailure } from "../../exitCode.ts";
import {
  type PlayOptions,
  type ReadCluster,
  readPlayedCluster,
} from "../../input/playedCluster.ts";
import { printWarnings } from "../../notes.ts";
import { printed } from "../../terminal/controls.ts";
import { loopText } from "../../terminal/loopVerdict.ts";
import { readableText } from "../../terminal/moment.ts";
import { Progress } from "../../terminal/progress.ts";
import { styleOf } from "../../terminal/style.ts";

export interface ClusterCommandOptions extends PlayOptions {
  /** Seconds. */
  readonly until?: number;
  readonly search: boolean;
  readonly all?: boolean;
  readonly output: "text" | "ndjson" | "json";
}

/** Of a story in text, the last ones; a cycle is shorter. */
const EVENTS_KEPT_MAX = 200_000;

/** What is left of the events when they have passed. */
interface Played {
  readonly witness: Witness;
  /** The last ones; none where they were printed. */
  readonly events: readonly LoopEvent[];
  readonly verdict: LoopVerdict;
}

export async function runCluster(options: ClusterCommandOptions, io: Io): Promise<void> {
  const progress = new Progress(io);
  const read = await readPlayedCluster(options, progress, io);
  const untilSeconds = options.until ?? checkedSeconds(read.cluster.story, options.story);
  const played = await playedCluster(read, untilSeconds, options, progress, io);
  const { verdict, events, witness } = played;
  const isBad = verdict.verdict === "thrashes" || verdict.verdict === "cascades";
  const lines = { whole: read.engine.report(Detail.Arithmetic), short: read.engine.report() };
  const search =
    isBad && options.search ? await searched(read, played, untilSeconds, progress) : null;
  await progress.clear();
  if (verdict.nodes.length === 0) {
    await printWarnings(["No node is among the objects; add what kubectl get nodes prints."], io);
  }
  if (options.output === "text") {
    const style = styleOf(io);
    const dropped = witness.events - events.length;
    const told = { events, dropped, verdict, search, untilSeconds };
    await io.stdout.write(printed(loopText(told, options.all ?? false, style), style.isAscii));
  } else {
    const { text } = options.output === "json" ? lines.whole : lines.short;
    const line = withEnds(text, search);
    if (options.output === "ndjson") await io.stdout.write(`${line}\n`);
    else {
      const list = events.map((event) => JSON.stringify(event)).join(",\n");
      await io.stdout.write(`${line.slice(0, -1)},"events":[\n${list}]}\n`);
    }
  }
  if (isBad) throw new Findings();
}

/** Throws where a story is told for no time, or for more than a year. */
function checkedSeconds(story: Story, path = "story"): number {
  const seconds = secondsOfStory(story);
  if (!Number.isNaN(seconds)) return seconds;
  const advice = "write it above zero, up to a year";
  throw inputFailure(`${nameOf(path)}: $.until: it is ${String(story.until)}; ${advice}.`);
}

async function playedCluster(
  { engine }: ReadCluster,
  untilSeconds: number,
  { output }: ClusterCommandOptions,
  progress: Progress,
  io: Io,
): Promise<Played> {
  const witness = new Witness();
  let events: LoopEvent[] = [];
  for (const lines of engine.run(nanosecondsOf(untilSeconds))) {
    const some = eventsOf(lines);
    for (const event of some) witness.take(event);
    if (output === "ndjson") await io.stdout.write(lines);
    else if (output === "json") events.push(...some);
    else {
      events.push(...some.map((event) => readableText<LoopEvent>(JSON.stringify(event))));
      if (events.length > 2 * EVENTS_KEPT_MAX) events = events.slice(-EVENTS_KEPT_MAX);
    }
    const at = virtualTime(some.at(-1)?.time ?? 0);
    await progress.show(`${at} played, ${formatCount(witness.events)} events`);
  }
  return { witness, events, verdict: engine.report(Detail.Arithmetic).parse() };
}

async function searched(
  { engine, cluster }: ReadCluster,
  { witness, verdict }: Played,
  untilSeconds: number,
  progress: Progress,
): Promise<Search> {
  const core = new Engine(await loadCore());
  const policyOf = (configuration: KubeletConfiguration | null): Policy =>
    core.configure(configuration ?? {});
  const involved = witness.involvedIn(verdict);
  const search = clusterEnds({
    goal: "settles",
    engine,
    cluster,
    untilSeconds,
    involved,
    events: witness.events,
    policyOf,
  });
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
    await progress.show(`${formatCount(value)} changes tried`);
  }
}

function withEnds(verdict: string, search: Search | null): string {
  if (search === null) return verdict;
  return `${verdict.slice(0, -1)},"ends":${JSON.stringify(search.ends)}}`;
}
