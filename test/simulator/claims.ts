/** What a verdict claims, checked from outside: the cluster is simulated far beyond it. */
import { type SimulatorEvent, SimulatorModule, type SimulatorVerdict } from "./simulatorModule.ts";
import type { SmallCluster } from "./small.ts";

const DAY = 86_400;
const PERIODS = 6;
/** Longer replays say no more. */
const EVENTS_MAX = 8_000;
/** Times are whole nanoseconds; as numbers they are rounded. */
const ROUNDING = 1e-6;
/** How far calls may shift the rhythms that a cycle is held apart from. */
const SHIFT = 0.5;
const ENDS = new Set(["Evicted", "Rejected", "OOMKilled", "TaintManagerEviction"]);

interface Played {
  readonly events: readonly SimulatorEvent[];
  readonly verdict: SimulatorVerdict;
}

export function playSmall(
  module: WebAssembly.Module,
  { objects, scenario }: SmallCluster,
  seconds = DAY,
): Played {
  const loop = new SimulatorModule(module);
  loop.give("objects", JSON.stringify({ kind: "List", items: objects }));
  loop.give("scenario", JSON.stringify(scenario));
  return { events: loop.run(seconds), verdict: loop.verdict() };
}

/** With something to come in years no state comes twice, and nothing is the end. */
function endless({ objects, scenario }: SmallCluster): SmallCluster {
  const far = { kind: "ConfigMap", metadata: { namespace: "shop", name: "far" } };
  const changes = Array.isArray(scenario.changes) ? scenario.changes : [];
  return {
    objects,
    scenario: { ...scenario, changes: [...changes, { at: "500000h", create: far }] },
  };
}

/** What is wrong with the verdict of a cluster; nothing when all of it holds. */
export function refuted(module: WebAssembly.Module, cluster: SmallCluster): string | undefined {
  const { events, verdict } = playSmall(module, cluster);
  const unaccounted = unaccountedPod(events);
  if (unaccounted !== undefined) return unaccounted;
  if (verdict.verdict === "settles") return unsettled(module, cluster, events.length, verdict);
  return verdict.verdict === "thrashes" ? unrepeated(module, cluster, verdict) : undefined;
}

function unsettled(
  module: WebAssembly.Module,
  cluster: SmallCluster,
  count: number,
  { at }: SimulatorVerdict,
): string | undefined {
  const { events } = playSmall(module, endless(cluster), Math.max(20 * at, DAY));
  const [next] = events.slice(count);
  return next && `settles at ${at}, and then ${JSON.stringify(next)}`;
}

function unrepeated(
  module: WebAssembly.Module,
  cluster: SmallCluster,
  { at, period = 0, evictions, cycle = [0, 0], apartFromPhases = false }: SimulatorVerdict,
): string | undefined {
  const perPeriod = cycle[1] - cycle[0] + 1;
  const periods = Math.min(PERIODS, Math.floor(EVENTS_MAX / perPeriod));
  if (periods === 0) return undefined;
  const seconds = at + (periods + 1) * period + SHIFT;
  const { events } = playSmall(module, endless(cluster), seconds);
  const some = events.slice(cycle[0]);
  const first = some.slice(0, perPeriod);
  for (let index = 0; index < (periods + 1) * perPeriod; index++) {
    const event = some[index];
    const turn = Math.floor(index / perPeriod);
    const like = first[index % perPeriod] as SimulatorEvent;
    const shift = event === undefined ? Infinity : event.time - like.time - turn * period;
    const isLate = Math.abs(shift) > (apartFromPhases ? SHIFT : ROUNDING * (turn + 1));
    if (event !== undefined && !isLate && lineOf(event) === lineOf(like)) continue;
    return `turn ${turn} of ${period} s: ${JSON.stringify(like)}, then ${JSON.stringify(event)}`;
  }
  const ended = first.filter(({ kind, reason = "" }) => ENDS.has(kind) || ENDS.has(reason)).length;
  return ended === evictions ? undefined : `${evictions} pods are said to go, and ${ended} do`;
}

/** An event without the names of pods, which no two turns share. */
function lineOf({ kind, node, owner, reason, message }: SimulatorEvent): string {
  // The scheduler reports a refusal when its message has changed.
  const words = kind === "FailedScheduling" ? undefined : message;
  return JSON.stringify([kind, node, owner, reason, words]);
}

/** A pod that comes twice, goes before it came, or is on two nodes. */
function unaccountedPod(events: readonly SimulatorEvent[]): string | undefined {
  const nodes = new Map<string, string | undefined>();
  for (const event of events) {
    const { kind, node, pod } = event;
    if (pod === undefined || kind === "FailedScheduling") continue;
    const name = `${pod.namespace}/${pod.name}`;
    const isThere = nodes.has(name);
    const before = nodes.get(name);
    if (kind === "Created") nodes.set(name, undefined);
    else if (kind === "Evicted" || kind === "Rejected") nodes.delete(name);
    else if (kind === "Deleted") {
      // An object that failed before goes later, without its pod.
      nodes.delete(name);
      continue;
    } else nodes.set(name, node);
    const moves = before !== undefined && node !== undefined && node !== before;
    if ((kind === "Created") === isThere || moves) return `unaccounted: ${JSON.stringify(event)}`;
  }
  return undefined;
}
