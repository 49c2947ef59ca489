/**
 * Sort keys of pods. Comparators become one key, compared in order: `first` ascending, `delta`
 * descending, then the row, which is the order of uids. Spec 4.1, 4.2, 9.
 *
 * ```
 *  0                              8          16         24    28
 *  ┌──────────────┬───────────────┬──────────┬──────────┬─────┬──────┐
 *  │priority (low)│class (high)   │delta low │delta high│pod  │zero  │
 *  └──────────────┴───────────────┴──────────┴──────────┴─────┴──────┘
 *    u64 first: class 0 no stats, 1 exceeds its request, 2 does not
 * ```
 * For processes the halves change places: priority decides before missing stats do.
 */
import {
  compareInt128,
  Int128,
  setInt128,
  setNano,
  signInt128,
  subtractInt128,
} from "../../base/arithmetic/int128.ts";
import { nanoOf } from "../../base/kubernetes/quantity/record.ts";
import { behavesAs } from "../../node/model/behavior.ts";
import { Pod, PodFlag, podAt, podHas, QosClass } from "../../node/model/pod.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { resourceOf } from "../../node/model/signal.ts";
import { Resource } from "../../node/model/signalTable.ts";
import {
  containerStatsAt,
  PodStats,
  PodStatsFlag,
  podHasStats,
  podStatsAt,
} from "../../node/model/stats.ts";
import { tables } from "../../node/model/tables.ts";
import { RANKED_SIZE, RANKING_OFFSET } from "../memory.ts";
import { isSplitWithoutRules } from "./layout.ts";
import { diskUsage } from "./usage.ts";

@unmanaged
export class Ranked {
  first: u64;
  deltaLow: u64;
  deltaHigh: i64;
  pod: u32;
  reserved: u32;

  get delta(): Int128 {
    return changetype<Int128>(changetype<usize>(this) + 8);
  }
}

enum Class {
  NoStats = 0,
  Exceeds = 1,
  Within = 2,
}

export function rankedAt(position: u32): Ranked {
  return changetype<Ranked>(RANKING_OFFSET + RANKED_SIZE * usize(position));
}

/** Lower priorities first, as an unsigned number. @inline */
function priorityKey(pod: Pod): u64 {
  return u64(u32(pod.priority) ^ 0x80000000);
}

/** Fills the key of one pod under one signal's ranking. */
export function rankPod(target: Ranked, index: u32, signal: i32): void {
  const pod = podAt(index);
  target.pod = index;
  setInt128(target.delta, 0, 0);
  if (!behavesAs(Behavior.RanksByRequestAndPriority)) return rankByQos(target, pod, signal);
  if (resourceOf(signal) == Resource.Pids) return rankProcesses(target, pod);
  let group = u64(Class.NoStats);
  const stats = podStatsAt(index);
  if ((stats.flags & PodStatsFlag.Found) != 0) {
    const exceeds = measureOver(target.delta, pod, stats, signal);
    group = exceeds ? Class.Exceeds : Class.Within;
  }
  target.first = (group << 32) | priorityKey(pod);
}

function rankProcesses(target: Ranked, pod: Pod): void {
  const hasStats = podHasStats(target.pod);
  target.first = (priorityKey(pod) << 32) | u64(hasStats);
  if (!hasStats) return;
  // The kubelet reads a difference of counts as signed, so 2^63 and more are below zero.
  const count = i64(podStatsAt(target.pod).processCount);
  setInt128(target.delta, u64(count), count >> 63);
}

/** usage - request to `delta`; answers whether usage exceeds the request of its own resource. */
function measureOver(delta: Int128, pod: Pod, stats: PodStats, signal: i32): bool {
  if (resourceOf(signal) == Resource.Memory) {
    setNano(delta, i64(stats.workingSetBytes));
    subtractInt128(delta, nanoOf(pod.memoryRequest));
    return signInt128(delta) > 0;
  }
  diskUsage(delta, stats, signal);
  const isInodes = resourceOf(signal) == Resource.Inodes;
  const own = nanoOf(isInodes ? pod.inodesRequest : pod.ephemeralStorageRequest);
  const exceeds = compareInt128(delta, own) > 0;
  // The kubelet subtracts the storage request from inodes as well. Spec 4.2.
  subtractInt128(delta, nanoOf(pod.ephemeralStorageRequest));
  return exceeds;
}

/** The 2016 proposal: QoS class, missing stats, then usage; over the request for memory only. */
function rankByQos(target: Ranked, pod: Pod, signal: i32): void {
  const hasStats = podHasStats(target.pod);
  const tier = u64(QosClass.BestEffort) - u64(pod.qosClass);
  target.first = (tier << 32) | u64(hasStats);
  if (!hasStats) return;
  const stats = podStatsAt(target.pod);
  if (resourceOf(signal) != Resource.Memory) return diskUsage(target.delta, stats, signal);
  sumWorkingSets(target.delta, stats);
  subtractInt128(target.delta, nanoOf(pod.memoryRequest));
}

function sumWorkingSets(target: Int128, stats: PodStats): void {
  let total: u64 = 0;
  const end = stats.firstContainer + stats.containerCount;
  for (let index = stats.firstContainer; index < end; index++) {
    total += containerStatsAt(index).workingSetBytes;
  }
  setNano(target, i64(total));
}

/** What the signal's comparator calls the pod's usage, in nano-units; processes in whole ones. */
export function usageOf(target: Int128, index: u32, signal: i32): void {
  const stats = podStatsAt(index);
  if (resourceOf(signal) == Resource.Memory) {
    if (behavesAs(Behavior.RanksByRequestAndPriority)) {
      setNano(target, i64(stats.workingSetBytes));
    } else sumWorkingSets(target, stats);
  } else if (resourceOf(signal) == Resource.Pids) setNano(target, i64(stats.processCount));
  else diskUsage(target, stats, signal);
}

/** Below zero when `a` is evicted before `b`; 0 when every comparator calls them equal. @inline */
export function compareRanked(a: Ranked, b: Ranked): i32 {
  if (a.first != b.first) return a.first < b.first ? -1 : 1;
  return compareInt128(b.delta, a.delta);
}

/** Whether `a` comes before `b` in the canonical order. */
export function ranksBefore(a: Ranked, b: Ranked): bool {
  const order = compareRanked(a, b);
  return order != 0 ? order < 0 : a.pod < b.pod;
}

/** @inline */
export function isEvictable(pod: Pod): bool {
  return (pod.flags & (PodFlag.Active | PodFlag.Critical)) == u32(PodFlag.Active);
}

const best: Ranked = changetype<Ranked>(memory.data(32, 16));
const candidate: Ranked = changetype<Ranked>(memory.data(32, 16));

/**
 * The pod that is evicted first, or -1. One pass: the kubelet evicts at most one pod a step, so
 * the whole order is only sorted on request.
 */
export function firstToEvict(signal: i32): i32 {
  if (isSplitWithoutRules()) return -1;
  let found = -1;
  for (let index: u32 = 0; index < tables.podCount; index++) {
    const pod = podAt(index);
    if (!isEvictable(pod)) continue;
    rankPod(candidate, index, signal);
    if (found >= 0 && !ranksBefore(candidate, best)) continue;
    found = i32(index);
    memory.copy(changetype<usize>(best), changetype<usize>(candidate), RANKED_SIZE);
  }
  return found;
}

export function hasActivePods(): bool {
  for (let index: u32 = 0; index < tables.podCount; index++) {
    if (podHas(podAt(index), PodFlag.Active)) return true;
  }
  return false;
}
