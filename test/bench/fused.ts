import type { PodList, PodStats, Summary } from "./fused/documents.ts";
import { type Observation, type Observations, observe, type Signal } from "./fused/observe.ts";
import { type PodEntry, podTableOf } from "./fused/podTable.ts";
import { formatBytes, parseQuantity } from "./fused/quantity.ts";
import { firstPod } from "./fused/rank.ts";

/** As in a KubeletConfiguration; hard thresholds only, in the order in which they are tried. */
export type HardThresholds = Partial<Record<Signal, string>>;

interface Threshold {
  readonly signal: Signal;
  readonly limitOf: (capacity: number) => number;
}

const RESOURCES: Readonly<Record<Signal, string>> = {
  "memory.available": "memory",
  "allocatableMemory.available": "memory",
  "nodefs.available": "ephemeral-storage",
  "nodefs.inodesFree": "inodes",
  "imagefs.available": "ephemeral-storage",
  "imagefs.inodesFree": "inodes",
  "containerfs.available": "ephemeral-storage",
  "containerfs.inodesFree": "inodes",
  "pid.available": "pids",
};

const TRANSITION_PERIOD = 300_000_000_000n;
const decoder = new TextDecoder();

/**
 * The eviction policy as a competent author would write it in plain TypeScript for one purpose:
 * `JSON.parse`, observe, compare, choose, one message. It leaves out what it can (soft thresholds,
 * local storage limits, alternatives, explanations, the digest), so it is the least work a program
 * in JavaScript could do, and the fastest. Kept for the benchmark alone.
 */
export class FusedPolicy {
  readonly #thresholds: readonly Threshold[];
  readonly #conditionsLastObservedAt = new Map<string, bigint>();
  #pods: readonly PodEntry[] = [];
  #lastObservations: Observations = new Map();

  constructor(thresholds: HardThresholds) {
    this.#thresholds = Object.entries(thresholds).map(([signal, text]) => ({
      signal: signal as Signal,
      limitOf: limitOf(text),
    }));
  }

  pods(document: Uint8Array | PodList): void {
    this.#pods = podTableOf(parsed<PodList>(document));
  }

  /** Forgets what earlier steps saw. */
  forget(): void {
    this.#conditionsLastObservedAt.clear();
    this.#lastObservations = new Map();
  }

  /** One step → a decision as JSON, or null when there is nothing to do. */
  observe(document: Uint8Array | Summary, now: bigint): string | null {
    const summary = parsed<Summary>(document);
    const observations = observe(summary);
    const met = this.#thresholds.filter(({ signal, limitOf }) => {
      const observation = observations.get(signal);
      return observation !== undefined && limitOf(observation.capacity) > observation.available;
    });
    for (const { signal } of met) {
      this.#conditionsLastObservedAt.set(conditionOf(signal), now);
    }
    const before = this.#lastObservations;
    this.#lastObservations = observations;
    const updated = met.filter(({ signal }) => {
      const time = observations.get(signal)?.time ?? "";
      return time > (before.get(signal)?.time ?? "");
    });
    const isMemory = ({ signal }: Threshold) => RESOURCES[signal] === "memory";
    const chosen = updated.find(isMemory) ?? updated[0];
    if (chosen === undefined) return null;
    const observation = observations.get(chosen.signal);
    return observation ? this.#evict(chosen, observation, summary, now) : null;
  }

  #evict(threshold: Threshold, observation: Observation, summary: Summary, now: bigint): string {
    const { signal } = threshold;
    const stats = new Map((summary.pods ?? []).map((pod) => [pod.podRef.uid, pod]));
    const pod = firstPod(this.#pods, stats, signal);
    const limit = threshold.limitOf(observation.capacity);
    const conditions = [...this.#conditionsLastObservedAt]
      .filter(([, since]) => now - since < TRANSITION_PERIOD)
      .map(([condition]) => condition);
    return JSON.stringify({
      action: pod === null ? "None" : "EvictPod",
      signal,
      limit,
      ...observation,
      nodeConditions: conditions,
      evictions:
        pod === null ? [] : [evictionOf(pod, stats.get(pod.uid), signal, limit, observation)],
    });
  }
}

function limitOf(text: string): (capacity: number) => number {
  if (!text.endsWith("%")) {
    const limit = parseQuantity(text);
    return () => limit;
  }
  const fraction = Math.fround(Math.fround(Number(text.slice(0, -1))) / 100);
  return (capacity) => Math.trunc(capacity * fraction);
}

function conditionOf(signal: Signal): string {
  if (RESOURCES[signal] === "memory") return "MemoryPressure";
  return signal === "pid.available" ? "PIDPressure" : "DiskPressure";
}

function evictionOf(
  pod: PodEntry,
  stats: PodStats | undefined,
  signal: Signal,
  limit: number,
  { available }: Observation,
) {
  const resource = RESOURCES[signal];
  let message =
    `The node was low on resource: ${resource}. ` +
    `Threshold quantity: ${formatBytes(limit)}, available: ${formatBytes(available)}. `;
  if (resource === "memory") {
    for (const { name, memory } of stats?.containers ?? []) {
      const usage = memory?.workingSetBytes ?? 0;
      const request = pod.containerMemoryRequestBytes.get(name) ?? 0;
      if (usage > request) {
        message +=
          `Container ${name} was using ${formatBytes(usage)}, request is ` +
          `${formatBytes(request)}, has larger consumption of ${resource}. `;
      }
    }
  }
  const { namespace, name, uid } = pod;
  return { namespace, name, uid, gracePeriodSeconds: 1, reason: "Evicted", message };
}

function parsed<T extends object>(document: Uint8Array | T): T {
  if (!(document instanceof Uint8Array)) return document;
  return JSON.parse(decoder.decode(document)) as T;
}
