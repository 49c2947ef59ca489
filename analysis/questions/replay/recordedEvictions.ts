/**
 * Evictions that the pod statuses of a capture record, and what the policy decides at the moment of
 * each: a kubelet measures at moments of its own, and the record that first shows the pressure may
 * have been taken after it had evicted the pod.
 */
import { Action, Detail, Part } from "../../../assembly/abi.ts";
import type { Decision, Eviction } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import type { CaptureRecord } from "../../read/capture/capture.ts";
import { type EndedPod, type ListedPods, podKey } from "../../read/capture/listedPods.ts";
import { NewlyEvicted } from "../../read/capture/newlyEvicted.ts";
import { statsOfPod, withPodStats } from "../../read/capture/podStats.ts";
import { type MessageKind, readMessage } from "../../read/messages/message.ts";
import { headroomShare, nearestThreshold } from "../../text/observedThreshold.ts";

/** A kubelet measures every ten seconds. Spec 3.1. */
export const MEASURED_EVERY_NANOSECONDS = 10_000_000_000n;
/** Records before the one that shows an eviction; those of ten seconds, and two at least. */
const MOMENTS_MIN = 2;
const MOMENTS_MAX = 32;
/** The limit for their Summaries together, except for the least number: a large one has 500 kB. */
const BYTES_MAX = 2 ** 26;
/** Decided again at their moments; of those beyond, the steps alone say what the policy does. */
const DECIDED_MAX = 200;

/** What messages of pods that exceeded a limit of local storage are. Spec 3.8. */
const LIMITS: ReadonlySet<MessageKind> = new Set([
  "container-limit",
  "pod-limit",
  "emptyDir-limit",
]);
const ROOM_BYTES = 2 ** 14;
const NONE = new ArrayBuffer(0);

/** Everything that a step is taken from, so that it can be taken again. */
interface Moment {
  readonly time: bigint;
  readonly state: Uint8Array;
  /** The list in force before the record, frozen. */
  readonly pods: Uint8Array;
  readonly summary: Uint8Array | null;
}

export interface RecordedEviction extends EndedPod {
  /** Nanoseconds since the epoch: the record before the one whose list first says so. */
  readonly after: bigint;
  readonly by: bigint;
  /** Whether the moment was decided again; a capture of too many evictions leaves some out. */
  readonly isDecided: boolean;
  /**
   * With the pod still there, on the last stats of it: the first decision that evicts it, else
   * the one of the least that was available. Null when nothing could be decided.
   */
  readonly decision: Decision | null;
}

/**
 * Called while the engine holds the decision of a recorded eviction, to explain it. The Summary is
 * written over later.
 */
export type OnRecorded = (eviction: RecordedEviction, summary: Uint8Array) => void;

export class RecordedEvictions {
  /** The recorded evictions, in the order of the capture. */
  readonly found: RecordedEviction[] = [];
  readonly #onRecorded: OnRecorded | null;
  readonly #decidedMax: number;
  readonly #lists = new NewlyEvicted();
  #moments: Moment[] = [];
  #pods: Uint8Array | null = null;
  #spare: ArrayBufferLike = NONE;

  constructor(onRecorded: OnRecorded | null = null, decidedMax = DECIDED_MAX) {
    this.#onRecorded = onRecorded;
    this.#decidedMax = decidedMax;
  }

  /** Pods of the first list that had been evicted before it. */
  get before(): number {
    return this.#lists.before;
  }

  /** The pods of the list in force. */
  get listed(): ListedPods {
    return this.#lists.listed;
  }

  /** Before the step of a record, which comes back in memory of its own if verbs were called. */
  take(engine: EvictionEngine, record: CaptureRecord): CaptureRecord {
    const { pods, summary, time } = record;
    this.#pods ??= engine.freeze(Part.Pods);
    const moment = { time, state: engine.save(), pods: this.#pods, summary: this.#kept(summary) };
    this.#remember(moment);
    if (pods === undefined) return record;
    const fresh = this.#lists.take(pods);
    this.#pods = null;
    if (fresh.length === 0) return record;
    const held = { ...record, pods: pods.slice(), summary: summary?.slice() ?? null };
    const after = this.#moments.at(-2)?.time ?? time;
    for (const pod of fresh) {
      const isDecided = this.found.length < this.#decidedMax;
      const chosen = isDecided ? this.#chosen(engine, pod) : null;
      const eviction = { ...pod, after, by: time, isDecided, decision: chosen?.decision ?? null };
      this.found.push(eviction);
      if (chosen === null || this.#onRecorded === null) continue;
      decideAgain(engine, chosen.moment, chosen.summary);
      this.#onRecorded(eviction, chosen.summary);
    }
    engine.thaw(moment.pods);
    engine.restore(moment.state);
    return held;
  }

  #remember(moment: Moment): void {
    const since = moment.time - MEASURED_EVERY_NANOSECONDS;
    const all = [...this.#moments, moment];
    let bytes = 0;
    const kept: Moment[] = [];
    for (const each of all.reverse()) {
      bytes += each.summary?.buffer.byteLength ?? 0;
      const isRecent = each.time >= since && bytes <= BYTES_MAX && kept.length < MOMENTS_MAX;
      if (kept.length <= MOMENTS_MIN || isRecent) kept.push(each);
      else if (each.summary !== null) this.#spare = each.summary.buffer;
    }
    this.#moments = kept.reverse();
  }

  /** A copy in the memory of one that is not needed any more: a new one for each costs more. */
  #kept(summary: Uint8Array | null): Uint8Array | null {
    if (summary === null) return null;
    const room = this.#spare.byteLength >= summary.length ? this.#spare : null;
    this.#spare = NONE;
    const copy = new Uint8Array(
      room ?? new ArrayBuffer(roomFor(summary.length)),
      0,
      summary.length,
    );
    copy.set(summary);
    return copy;
  }

  /** The moment at which the policy evicts the pod; else that of the last decision with it. */
  #chosen(engine: EvictionEngine, pod: EndedPod): Chosen | null {
    const { uid } = pod;
    const stats = this.#lastStats(uid);
    let last: Chosen | null = null;
    for (const moment of this.#moments) {
      if (moment.summary === null) continue;
      const hasStats = statsOfPod(moment.summary, uid) !== null;
      const summary =
        hasStats || stats === null ? moment.summary : withPodStats(moment.summary, stats);
      if (summary === null) continue;
      const decision = decideAgain(engine, moment, summary);
      if (decision === null) continue;
      const chosen = { moment, summary, decision };
      if (decision.evictions.some((each) => isSame(each, pod))) return chosen;
      if (last === null || isNearer(decision, last.decision)) last = chosen;
    }
    return last;
  }

  #lastStats(uid: string): Uint8Array | null {
    for (const { summary } of [...this.#moments].reverse()) {
      const stats = summary === null ? null : statsOfPod(summary, uid);
      if (stats !== null) return stats;
    }
    return null;
  }
}

/**
 * Whether an eviction that is decided is the recorded one: of the same pod, and not for node
 * pressure where the record says that the pod exceeded a limit of local storage, or the reverse.
 */
export function isSame({ cause, ...pod }: Eviction, recorded: EndedPod): boolean {
  if (podKey(pod) !== podKey(recorded)) return false;
  const { kind } = readMessage(recorded.message);
  const isOfLimit = cause !== undefined;
  return isOfLimit ? kind !== "node-pressure" : !LIMITS.has(kind);
}

interface Chosen {
  readonly moment: Moment;
  readonly summary: Uint8Array;
  readonly decision: Decision;
}

/** The next Summary of a node is nearly as long, and should fit. */
function roomFor(length: number): number {
  return Math.ceil(length / ROOM_BYTES) * ROOM_BYTES;
}

/** A decision that evicts is nearer than one that does not; else the one with less left. */
function isNearer(decision: Decision, than: Decision): boolean {
  const [evicts, evicted] = [decision, than].map(({ evictions }) => evictions.length > 0);
  return evicts === evicted ? shareOf(decision) <= shareOf(than) : evicts === true;
}

function shareOf(decision: Decision): number {
  const nearest = nearestThreshold(decision);
  return nearest === null ? Number.POSITIVE_INFINITY : headroomShare(nearest);
}

/** The step of a moment once more; null when the engine refuses a document of it. */
function decideAgain(engine: EvictionEngine, moment: Moment, summary: Uint8Array): Decision | null {
  try {
    engine.thaw(moment.pods);
    engine.restore(moment.state);
    const action = engine.observe(summary, moment.time);
    if (action === Action.ReclaimNodeLevelResources) engine.reclaimedNothing();
    return engine.report<Decision>(Detail.Arithmetic).parse();
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}
