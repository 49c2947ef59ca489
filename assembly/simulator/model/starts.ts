/**
 * When pods started, as their status tells the scheduler: in whole seconds, from the latest on that
 * documents tell. Preemption compares these times, of pods of different priorities.
 */
import { NOT_STARTED, podAt, pods } from "../../objects/model/pod.ts";
import { priorityOf } from "../../scheduler/model/priority.ts";
import { append, Ends, lifeAt, remove, START_LINK } from "./life.ts";
import { NEVER, wholeSecond } from "./time.ts";
import { now } from "./timers.ts";

/** The latest start that documents tell of. */
let before: i64 = 0;
/** Those that started since the story began, in this order. */
const STARTS = changetype<Ends>(memory.data(8, 4));
let priority: i32 = 0;
let pastFirst: bool = false;
/** Whether a pod might preempt another. */
export let arePrioritiesMixed: bool = false;

export function forgetStarts(): void {
  before = 0;
  STARTS.first = 0;
  STARTS.last = 0;
  pastFirst = false;
  arePrioritiesMixed = false;
}

/** Before the story begins. */
export function readStarts(): void {
  for (let row: u32 = 0; row < pods.count; row++) {
    const started = podAt(row).started;
    if (started != NOT_STARTED) before = max(before, started);
  }
}

export function notePriority(row: u32): void {
  const own = priorityOf(podAt(row));
  if (!pastFirst) priority = own;
  pastFirst = true;
  if (own != priority) arePrioritiesMixed = true;
}

/** The first that started since the story began, plus 1. */
export function firstStart(): u32 {
  return STARTS.first;
}

/** Whether a pod has started since the story began. */
export function startedSince(row: u32): bool {
  return lifeAt(row).startedBefore != 0 || STARTS.first == row + 1;
}

/** The status of a pod tells from now on that it has started. */
export function joinStarts(row: u32): void {
  podAt(row).started = before + wholeSecond(now);
  append(STARTS, START_LINK, row);
}

/** The moment it is on the clock of the documents, whose latest start is the story's beginning. */
export function storyTime(): i64 {
  return before + now;
}

/** A moment of the documents on the story's clock, not later than it begins; NEVER stays. */
export function inStory(moment: i64): i64 {
  return moment == NEVER ? NEVER : min<i64>(0, moment - before);
}

/** When the containers of a pod started last, on that clock. */
export function startedAt(row: u32): i64 {
  const life = lifeAt(row);
  if (life.restartedAt != 0) return before + wholeSecond(life.restartedAt);
  return startedSince(row) ? before + wholeSecond(life.started) : podAt(row).started;
}

export function leaveStarts(row: u32): void {
  if (!startedSince(row)) return;
  remove(STARTS, START_LINK, row);
  podAt(row).started = NOT_STARTED;
}
