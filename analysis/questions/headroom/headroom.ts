/** Which pods are evicted, pass by pass, if less is left of a signal. */
import { Detail } from "../../../assembly/abi.ts";
import type { Decision, Eviction, NodeCondition, PodName, Signal } from "../../engine/decision.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { INTERVAL_SECONDS, takeStep } from "../../engine/step.ts";
import { findsNobody, underPressure } from "../../text/outcome.ts";
import { later, lowered, type Members } from "./lowered.ts";

/** The documents of one moment. */
interface Observed {
  readonly time: bigint;
  readonly pods: Uint8Array;
  readonly summary: Uint8Array;
}

export interface HeadroomQuestion {
  readonly signal: Signal;
  readonly available: number;
  /** Whether something else uses immediately what an evicted pod leaves. */
  readonly isTakenAgain: boolean;
}

/** A pod that is evicted, and after how many seconds; 0 if it is evicted in any case. */
export interface HeadroomEviction {
  readonly pod: PodName;
  readonly seconds: number;
  /** Null when a limit of its own evicts it. */
  readonly signal: Signal | null;
  readonly hard: boolean;
  readonly why: string;
}

/** The kubelet's decisions, step by step, when less is available. */
export interface HeadroomAnswer {
  readonly signal: Signal;
  readonly available: number;
  readonly evictions: readonly HeadroomEviction[];
  /**
   * The conditions of the last pass, like `left`, which the core observed with what evicted pods
   * gave back.
   */
  readonly conditions: readonly NodeCondition[];
  readonly left: number | null;
  /** Why no further pod is evicted: `later`, because no further pass was taken. */
  readonly end: "enough" | "nobody" | "later";
  readonly seconds: number;
}

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
/** Passes of the kubelet: an hour and a half. */
const PASSES_MAX = 540;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * The kubelet's decisions, step by step, if this amount is left from the next step on. `whatIf` in
 * `json` decides whether the usage of an evicted pod becomes available; without it, the available
 * amount stays as low. Null if the Summary does not observe the signal.
 */
export function headroomOf(
  engine: EvictionEngine,
  { time, pods, summary }: Observed,
  json: string,
  { signal, available, isTakenAgain }: HeadroomQuestion,
): HeadroomAnswer | null {
  engine.configure(json);
  const members = engine.members(summary);
  const node = lowered(JSON.parse(textOf(members.get("node"), "{}")) as Members, signal, available);
  if (node === null) return null;
  const ofPods = textOf(members.get("pods"), "[]");
  takeStep(engine, { time, pods, summary });
  // What is evicted as it is comes before anything falls.
  const now = engine.report(Detail.Arithmetic).parse();
  const evictions: HeadroomEviction[] = now.evictions.map((eviction) =>
    evictionOf(now, eviction, 0),
  );
  const evicted = new Set(now.evictions.map(({ uid }) => uid));
  let last: Decision | null = null;
  let seconds = 0;
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    seconds += INTERVAL_SECONDS;
    const nanoseconds = BigInt(seconds) * NANOSECONDS_PER_SECOND;
    const text = `{"node":${JSON.stringify(later(node, nanoseconds))},"pods":${ofPods}}`;
    const left = isTakenAgain && evicted.size > 0 ? { pods: without(pods, evicted) } : {};
    takeStep(engine, { time: time + nanoseconds, summary: encoder.encode(text), ...left });
    const decision = engine.report(Detail.Arithmetic).parse();
    last = decision;
    evictions.push(
      ...decision.evictions.map((eviction) => evictionOf(decision, eviction, seconds)),
    );
    for (const { uid } of decision.evictions) evicted.add(uid);
    if (decision.evictions.length === 0 && !isWaiting(decision)) break;
  }
  const observed = last?.observations?.find((each) => each.signal === signal);
  return {
    signal,
    available,
    evictions,
    conditions: last?.nodeConditions ?? [],
    left: observed?.available ?? null,
    end: last === null || isWaiting(last) ? "later" : findsNobody(last) ? "nobody" : "enough",
    seconds,
  };
}

/** A grace period has begun and has not passed. */
function isWaiting(decision: Decision): boolean {
  const { evictions } = decision;
  return (
    evictions.length > 0 ||
    underPressure(decision).some(({ met, gracePeriodSatisfied }) => met && !gracePeriodSatisfied)
  );
}

function evictionOf(
  decision: Decision,
  { namespace, name, uid, message }: Eviction,
  seconds: number,
) {
  const { signal, hard, ranking = [] } = decision;
  const why = ranking.find((pod) => pod.uid === uid)?.sentence ?? message;
  return {
    pod: { namespace, name, uid },
    seconds,
    signal: signal ?? null,
    hard: hard ?? true,
    why,
  };
}

/** The pods that are still there. */
function without(pods: Uint8Array, evicted: ReadonlySet<string>): Uint8Array {
  const list = JSON.parse(decoder.decode(pods)) as { items?: { metadata?: { uid?: string } }[] };
  const items = list.items?.filter(({ metadata }) => !evicted.has(metadata?.uid ?? "")) ?? [];
  return encoder.encode(JSON.stringify({ ...list, items }));
}

function textOf(bytes: Uint8Array | undefined, none: string): string {
  return bytes === undefined ? none : decoder.decode(bytes);
}
