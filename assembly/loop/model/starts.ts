/**
 * When pods started, as their status tells the scheduler: in whole seconds, behind all that
 * documents tell. Preemption compares these times, of pods of different priorities.
 */
import { NOT_STARTED, podAt, pods } from "../../objects/model/pod.ts";
import { priorityOf } from "../../scheduler/model/priority.ts";
import { append, Ends, lifeAt, remove, START_LINK } from "./life.ts";
import { SECOND } from "./time.ts";
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
  podAt(row).started = before + (now / SECOND + 1) * SECOND;
  append(STARTS, START_LINK, row);
}

export function leaveStarts(row: u32): void {
  if (!startedSince(row)) return;
  remove(STARTS, START_LINK, row);
  podAt(row).started = NOT_STARTED;
}
