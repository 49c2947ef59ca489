import type { FsStats, PodStats } from "./documents.ts";
import type { Signal } from "./observe.ts";
import type { PodEntry } from "./podTable.ts";

/** What a pod is compared by under one signal. */
interface Keys {
  readonly hasStats: boolean;
  readonly exceedsRequest: boolean;
  readonly priority: number;
  readonly usageMinusRequest: number;
}

/**
 * The pod to evict: one pass for the first that is not critical, which is all the kubelet takes
 * of its ranking; a whole order would cost more and change nothing.
 */
export function firstPod(
  pods: readonly PodEntry[],
  stats: ReadonlyMap<string, PodStats>,
  signal: Signal,
): PodEntry | null {
  let first: PodEntry | null = null;
  let firstKeys: Keys | null = null;
  for (const pod of pods) {
    if (pod.critical) continue;
    const keys = keysOf(pod, stats.get(pod.uid), signal);
    if (first === null || firstKeys === null || precedes(keys, pod, firstKeys, first, signal)) {
      first = pod;
      firstKeys = keys;
    }
  }
  return first;
}

function precedes(a: Keys, podA: PodEntry, b: Keys, podB: PodEntry, signal: Signal): boolean {
  // Under PIDPressure the priority comes before everything else.
  if (signal !== "pid.available") {
    if (a.hasStats !== b.hasStats) return !a.hasStats;
    if (a.exceedsRequest !== b.exceedsRequest) return a.exceedsRequest;
  }
  if (a.priority !== b.priority) return a.priority < b.priority;
  if (a.hasStats !== b.hasStats) return !a.hasStats;
  if (a.usageMinusRequest !== b.usageMinusRequest) {
    return a.usageMinusRequest > b.usageMinusRequest;
  }
  return podA.uid < podB.uid;
}

function keysOf(pod: PodEntry, stats: PodStats | undefined, signal: Signal): Keys {
  const { priority } = pod;
  if (stats === undefined) {
    return { hasStats: false, exceedsRequest: false, priority, usageMinusRequest: 0 };
  }
  if (signal === "pid.available") {
    const processes = stats.process_stats?.process_count ?? 0;
    return { hasStats: true, exceedsRequest: false, priority, usageMinusRequest: processes };
  }
  const memory = signal.endsWith("emory.available");
  const usage = memory
    ? (stats.memory?.workingSetBytes ?? 0)
    : filesOf(pod, stats, signal.endsWith("inodesFree") ? "inodesUsed" : "usedBytes");
  const request = memory ? pod.memoryRequestBytes : pod.storageRequestBytes;
  const compared = signal.endsWith("inodesFree") ? 0 : request;
  return {
    hasStats: true,
    exceedsRequest: usage > compared,
    priority,
    usageMinusRequest: usage - request,
  };
}

/** Writable layers, logs and counted volumes, as on a node with a single file system. */
function filesOf(pod: PodEntry, stats: PodStats, of: "usedBytes" | "inodesUsed"): number {
  const used = (files: FsStats | undefined) => files?.[of] ?? 0;
  let sum = 0;
  for (const { rootfs, logs } of stats.containers ?? []) sum += used(rootfs) + used(logs);
  for (const volume of stats.volume ?? []) {
    if (pod.countedVolumes.has(volume.name)) sum += used(volume);
  }
  return sum;
}
