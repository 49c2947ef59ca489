/** What will happen, in the order of time; at one moment in the order of the kinds here. */
import { Table } from "../../objects/model/table.ts";
import { addEntry, entryAt, forgetHeap, takeFirst, taken } from "./heap.ts";

export enum Timer {
  /** Somebody changes the cluster. */
  Change = 0,
  Heartbeat,
  /** A kubelet looks whether the API server knows what it says of its pods. */
  Statuses,
  /** The node lifecycle controller finds that heartbeats are missing. */
  MissedHeartbeats,
  PodEnds,
  PodGone,
  /** What the kernel does: a container beyond its limit, a node without memory. */
  ContainerLimit,
  NodeMemory,
  ContainerRestart,
  EvictionStep,
  TaintEviction,
  /** The same of objects of a node's pods that failed. */
  EndedEviction,
  OwnerSync,
  PodStarts,
  KubeletAdmits,
  /** A pod's back-off has passed. */
  Backoff,
  Schedule,
  Collect,
  /** The scheduler tries pods again that waited for long. */
  Flush,
}

export const timers = changetype<Table>(memory.data(16, 4));

/** The moment it is. */
export let now: i64 = 0;

export function forgetTimers(): void {
  forgetHeap(timers);
  now = 0;
}

export function setNow(time: i64): void {
  now = time;
}

export function addTimer(time: i64, kind: Timer, subject: u32, version: u32): bool {
  return addEntry(timers, time, i64(kind), kind, subject, version);
}

/** When the next thing happens; `NEVER` when nothing does. */
export function nextTime(): i64 {
  return timers.count == 0 ? i64.MAX_VALUE : load<i64>(timers.at);
}

/** Whether nothing is due but attempts that end as the last ones did. */
export function isQuiet(): bool {
  if (timers.count > 1) return false;
  return timers.count == 0 || entryAt(timers, 0).kind == Timer.Flush;
}

/** Takes the next one into `taken`, and makes it that time. */
export function takeTimer(): bool {
  if (!takeFirst(timers)) return false;
  now = taken.first;
  return true;
}
