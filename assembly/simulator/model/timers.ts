/** What will happen, in the order of time; at one moment in the order of the kinds here. */
import { Table } from "../../objects/model/table.ts";
import { CLOCK_OFFSET, TIMERS_OFFSET } from "../memory.ts";
import { addEntry, Entry, entryAt, takeFirst } from "./heap.ts";

export enum Timer {
  /** The scenario changes the cluster. */
  Change = 0,
  Heartbeat,
  /** A kubelet checks whether the API server has its latest pod statuses. */
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

/** What a timer is about: a version of the row that it names, which must not have changed. */
export enum Subject {
  /** It counts whatever happens meanwhile. */
  Any = 0,
  Pod,
  PodTaints,
  Step,
  NodeMemory,
  Heartbeat,
  MissedHeartbeats,
}

const SUBJECTS: StaticArray<Subject> = [
  Subject.Any, // Change
  Subject.Heartbeat,
  Subject.Any, // Statuses
  Subject.MissedHeartbeats,
  Subject.Pod, // PodEnds
  Subject.Pod, // PodGone
  Subject.Pod, // ContainerLimit
  Subject.NodeMemory,
  Subject.Pod, // ContainerRestart
  Subject.Step, // EvictionStep
  Subject.PodTaints, // TaintEviction
  Subject.Any, // EndedEviction
  Subject.Any, // OwnerSync
  Subject.Pod, // PodStarts
  Subject.Pod, // KubeletAdmits
  Subject.Pod, // Backoff
  Subject.Any, // Schedule
  Subject.Any, // Collect
  Subject.Any, // Flush
];

export function subjectOf(kind: Timer): Subject {
  return unchecked(SUBJECTS[kind]);
}

export const timers = changetype<Table>(TIMERS_OFFSET);

@unmanaged
export class Clock {
  /** The moment it is. */
  now: i64;
}

export const clock = changetype<Clock>(CLOCK_OFFSET);

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

/** Takes the next one out, and makes it that time; null when there is none. */
export function takeTimer(): Entry | null {
  const entry = takeFirst(timers);
  if (entry != null) clock.now = entry.first;
  return entry;
}
