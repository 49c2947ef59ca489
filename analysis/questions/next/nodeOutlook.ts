import { Detail } from "../../../assembly/abi.ts";
import type { Decision, PodName, Signal, ThresholdArithmetic } from "../../engine/decision.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { NO_PODS, takeStep } from "../../engine/step.ts";
import type { CaptureRecord } from "../../read/capture/capture.ts";
import { leftOutWords } from "../../read/objects/nodePods.ts";
import { OneNode } from "../../read/objects/oneNode.ts";
import { readable } from "../../read/readable.ts";
import { type ObservedThreshold, observed } from "../../text/observedThreshold.ts";
import { secondsUntil, type Trend, Trends } from "./trend.ts";

/** The pod that would be evicted first under a signal. */
export interface FirstEvicted extends PodName {
  /** The core's own words. */
  readonly sentence: string;
}

/** A signal of a node, against the nearest of its thresholds. */
export interface SignalOutlook {
  readonly signal: Signal;
  /**
   * Whether the nearest threshold is hard: the highest that is not met, or the lowest if all are.
   */
  readonly hard: boolean;
  readonly value: string;
  readonly limit: number;
  readonly available: number;
  readonly capacity: number;
  /** What is available above the limit; below zero when the threshold is met. */
  readonly headroom: number;
  /** The core's sentences about thresholds that are met, or not resolved yet. */
  readonly pressing: readonly string[];
  /** Whether one of these is a hard one. */
  readonly pressingHard: boolean;
  /** When it was measured, as the node says. */
  readonly time: string;
  readonly trend: Trend;
  /** Seconds until the limit is reached at this slope; 0 if it is, null without a fall. */
  readonly secondsUntil: number | null;
  /** For a pressing signal and the nearest one; null if no pod can be evicted. */
  readonly first?: FirstEvicted | null;
}

/** What is known of a node that was read. */
export interface NodeOutlook {
  readonly node: string;
  readonly kubelet?: string;
  /** Where the configuration comes from. */
  readonly configuration: readonly string[];
  /** The time of the step, by our clock. */
  readonly time: string;
  readonly nodeConditions: Decision["nodeConditions"];
  readonly signals: readonly SignalOutlook[];
  /** Signals with a threshold that the Summary does not have. */
  readonly unobserved: readonly Signal[];
  /** Replacements for missing documents, and oddities. */
  readonly notes: readonly string[];
}

/** A node that could not be read, and why, in one sentence. */
export interface UnreadNode {
  readonly node: string;
  readonly reason: string;
}

/** The documents of a node, and the policy that decides about them. */
export interface NodeInput {
  readonly node: string;
  readonly kubelet?: string;
  readonly summary: Uint8Array;
  readonly pods: Uint8Array | null;
  /** Nanoseconds since the epoch. */
  readonly time: bigint;
  /** The JSON for the core. */
  readonly json: string;
  readonly origins: readonly string[];
  readonly notes: readonly string[];
}

/** What of a node outlasts a round: its measurements, and the core's state. */
export class NodeMemory {
  readonly trends = new Trends();
  #state: { readonly json: string; readonly bytes: Uint8Array } | null = null;

  /** A state belongs to the configuration that it was saved with. */
  restore(engine: EvictionEngine, json: string): void {
    if (this.#state?.json === json) engine.restore(this.#state.bytes);
  }

  save(engine: EvictionEngine, json: string): void {
    this.#state = { json, bytes: engine.save() };
  }
}

/** One step of a node on a shared engine; a node whose Summary is refused is not read. */
export function nodeOutlook(
  engine: EvictionEngine,
  input: NodeInput,
  memory: NodeMemory,
): NodeOutlook | UnreadNode {
  const { node, json, notes, time } = input;
  engine.configure(json);
  engine.pods(NO_PODS);
  memory.restore(engine, json);
  const only = new OneNode(node);
  const { record, problems } = only.take(engine, recordOf(input));
  const step = takeStep(engine, record);
  const refused = [...problems, ...step.problems].map(({ sentence }) => sentence);
  if (step.action === null) return { node, reason: refused[0] ?? "It has no Summary." };
  memory.save(engine, json);
  const decision = readable(engine.report<Decision>(Detail.Arithmetic));
  const signals = signalOutlooks(decision, engine, memory.trends);
  const leftOut = leftOutWords(only.leftOut);
  return {
    node,
    ...(input.kubelet === undefined ? {} : { kubelet: input.kubelet }),
    configuration: input.origins,
    time: decision.time,
    nodeConditions: decision.nodeConditions,
    signals,
    unobserved: unobservedOf(decision),
    notes: [
      ...notes,
      ...new Set(refused),
      ...(leftOut === null ? [] : [`${leftOut}.`]),
      ...[decision.failed, decision.crash].flatMap((text) => text ?? []),
      ...(decision.warnings ?? []).map(({ message }) => message),
    ],
  };

  function recordOf({ summary, pods }: NodeInput): CaptureRecord {
    return { time, summary, ...(pods === null ? {} : { pods }), others: new Map(), line: 0 };
  }
}

/** What is mirrored from another threshold says the same again. Spec 1.6. */
function ownThresholds({ thresholds = [] }: Decision): readonly ThresholdArithmetic[] {
  return thresholds.filter(({ origin }) => origin !== "containerfs");
}

function unobservedOf(decision: Decision): readonly Signal[] {
  const missing = ownThresholds(decision).filter((each) => !observed(each));
  return [...new Set(missing.map(({ signal }) => signal))];
}

function signalOutlooks(
  decision: Decision,
  engine: EvictionEngine,
  trends: Trends,
): SignalOutlook[] {
  const bySignal = new Map<Signal, ObservedThreshold[]>();
  for (const threshold of ownThresholds(decision).filter(observed)) {
    const { signal } = threshold;
    bySignal.set(signal, [...(bySignal.get(signal) ?? []), threshold]);
  }
  const outlooks = [...bySignal.values()].map((all) => outlookOf(all, decision, trends));
  const nearest = nearestOf(outlooks);
  return outlooks.map((outlook) => {
    const isAsked = outlook.pressing.length > 0 || outlook === nearest;
    return isAsked ? { ...outlook, first: firstEvicted(engine, outlook.signal) } : outlook;
  });
}

function outlookOf(
  thresholds: readonly ObservedThreshold[],
  { time: now, observations = [] }: Decision,
  trends: Trends,
): SignalOutlook {
  const byLimit = [...thresholds].sort((a, b) => b.limit - a.limit);
  const nearest = byLimit.find(({ met }) => !met) ?? (byLimit.at(-1) as ObservedThreshold);
  const { signal, hard, value, limit, available, capacity } = nearest;
  const pressing = byLimit.filter(({ met, unresolved }) => met || unresolved);
  const time = observations.find((each) => each.signal === signal)?.time ?? now;
  const trend = trends.add(signal, time, available);
  const headroom = available - limit;
  return {
    signal,
    hard,
    value,
    limit,
    available,
    capacity,
    headroom,
    pressing: pressing.map(({ sentence }) => sentence),
    pressingHard: pressing.some((each) => each.hard),
    time,
    trend,
    secondsUntil: secondsUntil(headroom, trend),
  };
}

/** Amounts of different signals are compared by their share of what there is. */
function shareOf({ headroom, capacity }: SignalOutlook): number {
  return capacity > 0 ? headroom / capacity : headroom;
}

/** The signal with the least headroom, those under pressure before all others. */
export function nearestOf(signals: readonly SignalOutlook[]): SignalOutlook | null {
  return [...signals].sort(byNearness)[0] ?? null;
}

function byNearness(a: SignalOutlook, b: SignalOutlook): number {
  return pressureOf(b) - pressureOf(a) || shareOf(a) - shareOf(b);
}

/** 2 under a hard threshold, 1 under a soft one, 0 under none. */
export function pressureOf({ pressing, pressingHard }: SignalOutlook): 0 | 1 | 2 {
  return pressingHard ? 2 : pressing.length > 0 ? 1 : 0;
}

/** Nodes by their nearest signals, then by name: nearest to its line first. */
export function byNearestLine(a: NodeOutlook, b: NodeOutlook): number {
  const [left, right] = [nearestOf(a.signals), nearestOf(b.signals)];
  const byName = a.node < b.node ? -1 : 1;
  if (left === null || right === null)
    return Number(left === null) - Number(right === null) || byName;
  return byNearness(left, right) || byName;
}

/** The first pod of the core's ranking for a signal that can be evicted. */
function firstEvicted(engine: EvictionEngine, signal: Signal): FirstEvicted | null {
  const { ranking = [] } = readable(engine.explain({ signal }));
  const pod = ranking.find(({ skipped }) => skipped === undefined);
  if (pod === undefined) return null;
  const { namespace, name, uid, sentence } = pod;
  return { namespace, name, uid, sentence };
}
