/**
 * What happened, in a form in which both sides say the same: pods by their owner and how many it
 * had made before, and what comes within an instant in one order. Times are not compared: how long
 * calls take is assumed on both sides.
 */

import { PINNED_RELEASE } from "../fidelity/scenario.ts";
import { forModule, type Scenario } from "./scenario.ts";
import { type SimulatorEvent, SimulatorModule } from "./simulatorModule.ts";

/** An event of test/oracle/simulator; its time is in nanoseconds. */
export interface OracleEvent {
  readonly time: number;
  readonly kind: string;
  readonly by?: string;
  readonly node?: string;
  readonly pod?: { readonly namespace: string; readonly name: string; readonly owner?: string };
  readonly what?: string;
  readonly message?: string;
}

interface ComparedEvent {
  readonly time: number;
  readonly kind: string;
  readonly text: string;
}

const KINDS = [
  "Condition",
  "Tainted",
  "Untainted",
  "Preempted",
  "Evicted",
  "OOMKilled",
  "Restarted",
  "Terminating",
  "Deleted",
  "Created",
  "Scheduled",
  "Rejected",
  "Started",
];
/** Seconds between two events of one instant, at most. */
const INSTANT = 0.0201;
/** What is used at a moment depends on how long calls took before. */
const AMOUNTS = /(available:|was using) \w+/g;
/** Seconds by which the same event may come later or earlier after so many seconds. */
export type Drift = (seconds: number) => number;
/**
 * A loop of the real code waits from the end of one turn to the next, so its calls of a millisecond
 * add up to 3.7 ms in each 5 s of the node controller, and 2.2 ms in each 10 s of a kubelet.
 */
const DRIFT_OF_TURNS = 0.05;
/**
 * Where a node loses its network, whether a heartbeat comes before or behind a look of the node
 * controller depends on the drift. What follows comes by a look later, 5 s, and where it changes
 * which of a kubelet's steps evicts, by a step more, 10 s.
 */
const LOOK_AND_STEP = 15;

function driftOfTurns(seconds: number): number {
  return DRIFT_OF_TURNS + seconds / 1000;
}

function driftOf({ changes }: Scenario): Drift {
  if (!changes.some((change) => "disconnect" in change)) return driftOfTurns;
  return (seconds) => LOOK_AND_STEP + driftOfTurns(seconds);
}
/** With more refusals how often pods come depends on the limits of clients, which only we have. */
const STORM = 25;

function configurationOf({ release = PINNED_RELEASE }: Scenario): string {
  return JSON.stringify({
    apiVersion: "kubescheduler.config.k8s.io/v1",
    kind: "KubeSchedulerConfiguration",
    plimsoll: { kubernetesVersion: release },
  });
}

export interface Difference {
  readonly index: number;
  readonly ours: string;
  readonly real: string;
}

export interface Comparison {
  readonly events: number;
  /** Pods are refused as fast as calls go: what comes before that is compared. */
  readonly isStorm: boolean;
  /** Events of independent loops have changed places because turns of the real ones drift. */
  readonly isDrifted?: true;
  /** The most seconds between an event and its twin, where each has one. */
  readonly farthest?: number;
  /** The seed of the order of what happens at once that leads where ours does, when not 0. */
  readonly order?: number;
  readonly difference?: Difference;
}

export function playScenario(module: WebAssembly.Module, scenario: Scenario) {
  const loop = new SimulatorModule(module);
  const documents = forModule(scenario);
  loop.give("configure", configurationOf(scenario));
  loop.give("objects", documents.objects);
  loop.give("scenario", documents.scenario);
  const events = loop.run(scenario.minutes * 60);
  return { events, verdict: loop.verdict() };
}

/** Whether the moments of events are compared, or their order alone. */
export type Strictness = "withTimes" | "inOrder";

export interface Manner {
  readonly strictness?: Strictness;
  readonly driftAt?: Drift;
}

/** Compares up to where a cycle was proven, to the first refusal of a storm, or to the end. */
export function compareScenario(
  module: WebAssembly.Module,
  scenario: Scenario,
  real: readonly OracleEvent[],
  manner: Manner = {},
): Comparison {
  const { strictness = "inOrder" } = manner;
  const { driftAt = strictness === "withTimes" ? driftOfTurns : driftOf(scenario) } = manner;
  const { events, verdict } = playScenario(module, scenario);
  const last = events.at(-1)?.time ?? 0;
  const storm = stormOf(events, real);
  const isCut = verdict.verdict === "thrashes" && storm === undefined;
  const end = storm ?? (isCut ? last + driftAt(last) : scenario.minutes * 60);
  const before = (each: readonly ComparedEvent[]) =>
    countedOf(each)
      .filter(({ time }) => time <= end)
      .map(withoutCoins(scenario));
  const own = before(events.map(eventOfOurs(namer(scenario))));
  const theirs = before(whole(real).map(eventOfReal(namer(scenario))));
  const comparison = { events: own.length, isStorm: storm !== undefined };
  const [ours, reals] = [linesOf(own), linesOf(theirs)];
  // Where ours ends, what comes at the same moment may be missing.
  const index = firstDifference(ours, isCut ? reals.slice(0, ours.length) : reals);
  const sure = isCut ? last - driftAt(last) : end - (storm === undefined ? 0 : driftAt(end));
  const farthest = farthestTwin(own, theirs, sure, driftAt);
  if (index < 0) {
    const late = strictness === "withTimes" ? timeDifference(own, theirs, driftAt) : undefined;
    if (late !== undefined) return { ...comparison, difference: late };
    return farthest === undefined ? comparison : { ...comparison, farthest };
  }
  if (farthest !== undefined) return { ...comparison, isDrifted: true, farthest };
  if (strictness === "withTimes" && areTwins({ scenario, events, real, end, driftAt })) {
    return comparison;
  }
  const difference = { index, ours: ours[index] ?? "nothing", real: reals[index] ?? "nothing" };
  return { ...comparison, difference };
}

/**
 * Without the threshold that an eviction names where a node has a soft one besides the hard one:
 * which of those that are met the kubelet takes is chance, and who goes is the same.
 */
function withoutCoins({ nodes }: Scenario): (event: ComparedEvent) => ComparedEvent {
  const tossing = nodes.filter(({ kubelet }) => "evictionSoft" in kubelet);
  const sentences = tossing.map(({ node }) => ` ${node.metadata.name} The node was low `);
  return (event) => {
    if (!sentences.some((sentence) => event.text.includes(sentence))) return event;
    return { ...event, text: event.text.replace(/(Threshold quantity:) \w+/, "$1 …") };
  };
}

/**
 * The most seconds between an event and its twin; undefined unless each side has every event of the
 * other, at its moment but for the drift.
 */
function farthestTwin(
  ours: readonly ComparedEvent[],
  real: readonly ComparedEvent[],
  end: number,
  driftAt: Drift,
): number | undefined {
  const left = [...real];
  let farthest = 0;
  for (const { time, text } of ours) {
    const found = left.findIndex(
      (each) => each.text === text && Math.abs(each.time - time) <= driftAt(time),
    );
    const [twin] = found < 0 ? [] : left.splice(found, 1);
    if (twin !== undefined) farthest = Math.max(farthest, Math.abs(twin.time - time));
    else if (time <= end - driftAt(time)) return undefined;
  }
  return left.every(({ time }) => time > end - driftAt(time)) ? farthest : undefined;
}

/** When pods begin to be refused as fast as calls go, on the side that is first; else undefined. */
function stormOf(
  events: readonly SimulatorEvent[],
  real: readonly OracleEvent[],
): number | undefined {
  const ours = events.filter(isRefusal).map(({ time }) => time);
  const theirs = real.filter(isRefusal).map(({ time }) => time / 1e9);
  if (ours.length <= STORM && theirs.length <= STORM) return undefined;
  return Math.min(ours[0] ?? Number.POSITIVE_INFINITY, theirs[0] ?? Number.POSITIVE_INFINITY);
}

interface Sides {
  readonly scenario: Scenario;
  readonly events: readonly SimulatorEvent[];
  readonly real: readonly OracleEvent[];
  readonly end: number;
  readonly driftAt: Drift;
}

/**
 * Whether the sides differ in pods alone of which an owner has made several in one second: in a
 * sort of the real code's they are equal, and come in the order of a map.
 */
function areTwins({ scenario, events, real, end, driftAt }: Sides): boolean {
  const ours = countedOf(events.map(eventOfOurs(namer(scenario, "bySecond"))));
  const all = countedOf(whole(real).map(eventOfReal(namer(scenario, "bySecond"))));
  const theirs = all.filter(({ time }) => time <= end);
  const [placeless, others] = [ours.map(withoutPlace), theirs.map(withoutPlace)];
  const isSame = firstDifference(linesOf(placeless), linesOf(others)) < 0;
  return isSame && timeDifference(placeless, others, driftAt) === undefined;
}

/**
 * Where a ReplicaSet is of no Deployment the nodes of its pods count for nothing; and of nodes that
 * wait for their turn any may be next.
 */
function withoutPlace(event: ComparedEvent): ComparedEvent {
  const text = event.text.replace(ENDING_TWIN, "$1 $2").replace(TURN_OF_NODE, "$1 $2");
  return { ...event, text };
}

/** Components start one after another there, and all at once in the module. */
const STARTS = 5;

/** The first event that comes at another moment than its twin. */
function timeDifference(
  ours: readonly ComparedEvent[],
  real: readonly ComparedEvent[],
  driftAt: Drift,
): Difference | undefined {
  const left = [...real];
  for (const [index, event] of ours.entries()) {
    const found = left.findIndex(({ text }) => text === event.text);
    const [twin] = found < 0 ? [] : left.splice(found, 1);
    if (twin === undefined) continue;
    const allowed = driftAt(event.time) + (event.time < STARTS ? 1 : 0.1);
    if (Math.abs(twin.time - event.time) > allowed) {
      return { index, ours: timed(event), real: timed(twin) };
    }
  }
  return undefined;
}

function timed({ time, text }: ComparedEvent): string {
  return `+${time.toFixed(3)}s ${text}`;
}

function isRefusal({ kind }: { readonly kind: string }): boolean {
  return kind === "Rejected";
}

function firstDifference(ours: readonly string[], real: readonly string[]): number {
  const length = Math.max(ours.length, real.length);
  for (let index = 0; index < length; index++) if (ours[index] !== real[index]) return index;
  return -1;
}

/** The lines of the real code and ours, as they are compared. */
export function realLines(
  scenario: Scenario,
  real: readonly OracleEvent[],
  strictness: Strictness = "inOrder",
): string[] {
  return lines(countedOf(whole(real).map(eventOfReal(namer(scenario)))), strictness);
}

export function ourLines(
  scenario: Scenario,
  events: readonly SimulatorEvent[],
  strictness: Strictness = "inOrder",
): string[] {
  return lines(countedOf(events.map(eventOfOurs(namer(scenario)))), strictness);
}

function lines(counted: readonly ComparedEvent[], strictness: Strictness): string[] {
  return strictness === "withTimes" ? counted.map(timed) : linesOf(counted);
}

/**
 * Without the end of a pod that was preempted, which the module reports in one event, and without
 * what a change creates, which it reports in another.
 */
function whole(events: readonly OracleEvent[]): OracleEvent[] {
  const preempted = new Set<string>();
  return events.filter(({ kind, by, pod }) => {
    const name = `${pod?.namespace}/${pod?.name}`;
    if (kind === "Created" && by === "user") return false;
    if (kind === "Preempted") preempted.add(name);
    return kind !== "Terminating" || !preempted.delete(name);
  });
}

/**
 * Without the pressure that a node does not have when it is heard again: the module reports it
 * where the node had it before.
 */
function heard(events: readonly ComparedEvent[]): ComparedEvent[] {
  const unknown = new Set<string>();
  return events.filter(({ kind, text }) => {
    if (kind !== "Condition") return true;
    const [condition = "", status] = text.split("=");
    if (status === "Unknown") unknown.add(condition);
    else if (unknown.delete(condition)) return status === "True";
    return true;
  });
}

type Namer = (namespace: string, name: string, owner: string | undefined, time: number) => string;

/** Pods by how many their owner had made before, or by the second in which they came. */
type Naming = "byNumber" | "bySecond";

/** Names of a StatefulSet's pods and of existing ones are kept, of a DaemonSet a node has one. */
function namer({ standing = [] }: Scenario, naming: Naming = "byNumber"): Namer {
  const stands = new Set(standing.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (namespace, name, owner, time) => {
    const full = `${namespace}/${name}`;
    if (owner === undefined || owner.startsWith("StatefulSet/")) return full;
    if (stands.has(full)) return full;
    if (owner.startsWith("DaemonSet/")) return owner;
    const known = names.get(full);
    if (known !== undefined) return known;
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    const suffix = naming === "byNumber" ? `#${count}` : `@${Math.floor(time)}s`;
    names.set(full, `${owner}${suffix}`);
    return `${owner}${suffix}`;
  };
}

function eventOfOurs(name: Namer): (event: SimulatorEvent) => ComparedEvent {
  return ({ time, kind, node, pod, owner, reason, message }) => {
    const ofOwner = owner && `${owner.kind}/${owner.name}`;
    const podName = pod && name(pod.namespace, pod.name, ofOwner, time);
    return comparedEvent({ time, kind, node, pod: podName, what: reason, message });
  };
}

function eventOfReal(name: Namer): (event: OracleEvent) => ComparedEvent {
  return ({ time, kind, node, pod, what, message }) => {
    const podName = pod && name(pod.namespace, pod.name, pod.owner, time / 1e9);
    return comparedEvent({ time: time / 1e9, kind, node, pod: podName, what, message });
  };
}

interface Parts {
  readonly time: number;
  readonly kind: string;
  readonly node: string | undefined;
  readonly pod: string | undefined;
  readonly what: string | undefined;
  readonly message: string | undefined;
}

/** The scheduler's event of a pod that it preempts names no node. */
const PLACELESS = new Set(["Created", "Preempted"]);
const TURN_OF_NODE = /^(Tainted|Untainted) \S+ (node\.kubernetes\.io\/unreachable:NoExecute)$/;
/** A pod that is one of several of a second, and goes from any node. */
const ENDING_TWIN = /^(Terminating|Deleted) (ReplicaSet\/\S+@\d+s) .*$/;

function comparedEvent({ time, kind, node, pod, what, message }: Parts): ComparedEvent {
  const place = PLACELESS.has(kind) ? undefined : node;
  const hasWhat = kind === "Condition" || kind.endsWith("ainted") || kind === "Rejected";
  const sentence = kind === "Evicted" ? message?.replace(AMOUNTS, "$1 …") : undefined;
  const parts = [kind, pod, place, hasWhat ? what : undefined, sentence];
  return { time, kind, text: parts.filter((part) => part !== undefined).join(" ") };
}

function countedOf(events: readonly ComparedEvent[]): readonly ComparedEvent[] {
  return heard(events).filter((event) => KINDS.includes(event.kind) && !isOfEveryNode(event));
}

function linesOf(counted: readonly ComparedEvent[]): string[] {
  const lines: string[] = [];
  for (let first = 0; first < counted.length; ) {
    let last = first;
    while (last + 1 < counted.length && gap(counted, last) <= INSTANT) last++;
    const instant = counted.slice(first, last + 1).sort(inOrder);
    lines.push(...instant.map(({ text }) => text));
    first = last + 1;
  }
  return lines;
}

function gap(events: readonly ComparedEvent[], index: number): number {
  return (events[index + 1] as ComparedEvent).time - (events[index] as ComparedEvent).time;
}

/**
 * A kubelet reports every condition when it starts, and the controller makes all of them unknown
 * when it is not heard: the module reports those that change anything. A real API server taints
 * each node that registers, and the controller takes the taint from one that is ready.
 */
function isOfEveryNode({ kind, text, time }: ComparedEvent): boolean {
  if (kind === "Untainted") return time < 12 && /not-ready/.test(text);
  if (kind !== "Condition") return false;
  return (
    /(Disk|PID)Pressure=|MemoryPressure=Unknown/.test(text) || (time < 12 && /=False/.test(text))
  );
}

function inOrder(a: ComparedEvent, b: ComparedEvent): number {
  const rank = KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
  if (rank !== 0) return rank;
  return a.text < b.text ? -1 : Number(a.text > b.text);
}
