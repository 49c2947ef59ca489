/**
 * When pods started, as their status tells the scheduler: in whole seconds, behind all that
 * documents tell. Preemption compares these times, of pods of different priorities.
 */
import { NOT_STARTED, podAt, pods } from "../../objects/model/pod.ts";
import { priorityOf } from "../../scheduler/model/priority.ts";
import { lifeAt } from "./life.ts";
import { SECOND } from "./time.ts";
import { now } from "./timers.ts";

/** The latest start that documents tell of. */
let before: i64 = 0;
/** The first and the last that started since the story began, in this order, plus 1. */
export let firstStart: u32 = 0;
let lastStart: u32 = 0;
let priority: i32 = 0;
let pastFirst: bool = false;
/** Whether a pod might preempt another. */
export let arePrioritiesMixed: bool = false;

export function forgetStarts(): void {
  before = 0;
  firstStart = 0;
  lastStart = 0;
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

/** Whether a pod has started since the story began. */
export function startedSince(row: u32): bool {
  return lifeAt(row).startedBefore != 0 || firstStart == row + 1;
}

/** The status of a pod tells from now on that it has started. */
export function joinStarts(row: u32): void {
  const life = lifeAt(row);
  podAt(row).started = before + (now / SECOND + 1) * SECOND;
  life.startedBefore = lastStart;
  life.startedAfter = 0;
  if (lastStart != 0) lifeAt(lastStart - 1).startedAfter = row + 1;
  else firstStart = row + 1;
  lastStart = row + 1;
}

export function leaveStarts(row: u32): void {
  if (!startedSince(row)) return;
  const life = lifeAt(row);
  if (life.startedBefore != 0) lifeAt(life.startedBefore - 1).startedAfter = life.startedAfter;
  else firstStart = life.startedAfter;
  if (life.startedAfter != 0) lifeAt(life.startedAfter - 1).startedBefore = life.startedBefore;
  else lastStart = life.startedBefore;
  podAt(row).started = NOT_STARTED;
}
