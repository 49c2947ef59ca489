/**
 * When pods started, as the scheduler reads it in their status: in whole seconds, from the latest
 * start in the documents on. Preemption compares these times, of pods of different priorities.
 */
import { NOT_STARTED, podAt, pods } from "../../objects/model/pod.ts";
import { priorityOf } from "../../scheduler/model/priority.ts";
import { STARTS_OFFSET } from "../memory.ts";
import { append, Ends, lifecycleAt, remove, START_LINK } from "./podLifecycle.ts";
import { NEVER, wholeSecond } from "./time.ts";
import { clock } from "./timers.ts";

@unmanaged
export class Starts extends Ends {
  /** The latest start in the documents; `first` and `last` started since the scenario began. */
  before: i64;
  priority: i32;
  pastFirst: bool;
  /** Whether a pod might preempt another. */
  arePrioritiesMixed: bool;
}

export const starts = changetype<Starts>(STARTS_OFFSET);

/** Before the scenario begins. */
export function readStarts(): void {
  for (let row: u32 = 0; row < pods.count; row++) {
    const started = podAt(row).started;
    if (started != NOT_STARTED) starts.before = max(starts.before, started);
  }
}

export function notePriority(row: u32): void {
  const own = priorityOf(podAt(row));
  if (!starts.pastFirst) starts.priority = own;
  starts.pastFirst = true;
  if (own != starts.priority) starts.arePrioritiesMixed = true;
}

/** The first that started since the scenario began, plus 1. */
export function firstStart(): u32 {
  return starts.first;
}

/** Whether a pod has started since the scenario began. */
export function startedSince(row: u32): bool {
  return lifecycleAt(row).startedBefore != 0 || starts.first == row + 1;
}

/** Records in the status of a pod that it has started. */
export function joinStarts(row: u32): void {
  podAt(row).started = starts.before + wholeSecond(clock.now);
  append(starts, START_LINK, row);
}

/** The moment on the clock of the documents, where the latest start is the scenario's beginning. */
export function scenarioTime(): i64 {
  return starts.before + clock.now;
}

/** A moment of the documents on the scenario's clock, not later than it begins; NEVER stays. */
export function inScenario(moment: i64): i64 {
  return moment == NEVER ? NEVER : min<i64>(0, moment - starts.before);
}

/** When the containers of a pod started last, on that clock. */
export function startedAt(row: u32): i64 {
  const lifecycle = lifecycleAt(row);
  if (lifecycle.restartedAt != 0) return starts.before + wholeSecond(lifecycle.restartedAt);
  return startedSince(row) ? starts.before + wholeSecond(lifecycle.started) : podAt(row).started;
}

export function leaveStarts(row: u32): void {
  if (!startedSince(row)) return;
  remove(starts, START_LINK, row);
  podAt(row).started = NOT_STARTED;
}
