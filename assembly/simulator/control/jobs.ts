/**
 * The Job controller: it replaces failed pods, later each time, until too many have failed.
 * Spec: the sources of Kubernetes, pkg/controller/job.
 */
import { podAt } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { JobFlag, Owner } from "../model/owner.ts";
import { isActive, JobCount, lifecycleAt, PodLifecycle, Stage } from "../model/podLifecycle.ts";
import {
  CALL_TAKES,
  doubled,
  JOB_BACKOFF,
  JOB_BACKOFF_MAX,
  JOB_BATCH,
  NEVER,
  wholeSecond,
} from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { make } from "./make.ts";
import { BY_JOB, deletePod, wakeOwner } from "./pods.ts";
import { NO_RANKS, scaleDown } from "./scaleDownOrder.ts";

export function syncJob(row: u32, owner: Owner): void {
  // An earlier look took the place of this one.
  if (owner.dueAt != NEVER) return;
  if ((owner.job & JobFlag.AwaitsEnds) != 0) letGo(owner);
  if ((owner.job & JobFlag.Over) != 0) return;
  if ((owner.job & JobFlag.Suspended) != 0) return deleteAll(owner);
  if (owner.startedAt == NEVER) owner.startedAt = wholeSecond(clock.now);
  echo(row, owner);
  if (hasFailedTooOften(owner) || isPastDeadline(row, owner)) {
    owner.job |= JobFlag.Over;
    deleteAll(owner);
    return release(owner);
  }
  const missing = wantedOf(owner) - owner.active;
  for (let count = missing; count < 0; count++) scaleDown(owner, NO_RANKS, BY_JOB);
  if (missing > 0) replace(row, owner, missing);
}

/** Pods that have been counted are gone. */
function letGo(owner: Owner): void {
  for (let link = owner.oldest; link != 0; link = lifecycleAt(link - 1).sibling) {
    const lifecycle = lifecycleAt(link - 1);
    if (lifecycle.jobCount == JobCount.Counted)
      addTimer(clock.now, Timer.PodGone, link - 1, lifecycle.version);
  }
}

/** The controller hears of its own update of the Job's status, and looks again. */
function echo(row: u32, owner: Owner): void {
  const state = statusOf(owner);
  if (state == owner.status) return;
  owner.status = state;
  wakeOwner(row, CALL_TAKES + JOB_BATCH);
}

/** What the controller writes about the Job's pods. */
function statusOf(owner: Owner): u64 {
  let state = u64(owner.failures);
  for (let link = owner.oldest; link != 0; link = lifecycleAt(link - 1).sibling) {
    const stage = lifecycleAt(link - 1).stage;
    state += u64(isTerminating(lifecycleAt(link - 1))) << 48;
    if (isActive(lifecycleAt(link - 1))) state += stage == Stage.Running ? 1 << 32 : 1 << 16;
  }
  return state;
}

/** Whether a pod is being deleted; one that has been counted has ended. */
function isTerminating(lifecycle: PodLifecycle): bool {
  return lifecycle.stage == Stage.Terminating && lifecycle.jobCount != JobCount.Counted;
}

function deleteAll(owner: Owner): void {
  for (let link = owner.oldest; link != 0; ) {
    const next = lifecycleAt(link - 1).sibling;
    deletePod(link - 1, BY_JOB);
    link = next;
  }
}

/** The controller of a Job that has failed does not hold the pods that others have deleted. */
function release(owner: Owner): void {
  for (let link = owner.oldest; link != 0; link = lifecycleAt(link - 1).sibling) {
    const lifecycle = lifecycleAt(link - 1);
    const isHeld = lifecycle.stage == Stage.Terminating && lifecycle.jobCount == JobCount.Open;
    if (isHeld) lifecycle.jobCount = JobCount.DeletedByJob;
  }
}

/** With restartPolicy OnFailure restarts of containers count as well. */
function hasFailedTooOften(owner: Owner): bool {
  if (i32(owner.failures) > owner.backoffLimit) return true;
  let restarts: i32 = 0;
  for (let link = owner.oldest; link != 0; link = lifecycleAt(link - 1).sibling) {
    restarts += podAt(link - 1).restarts + restartsOf(lifecycleAt(link - 1));
  }
  return restarts >= max(1, owner.backoffLimit);
}

/** The restarts of a status, which does not yet count the restart that a container waits for. */
function restartsOf(lifecycle: PodLifecycle): i32 {
  return i32(lifecycle.restarts) - i32(lifecycle.stage == Stage.BackOff);
}

/** The controller looks again when the deadline has come. */
function isPastDeadline(row: u32, owner: Owner): bool {
  if (owner.deadline == NEVER) return false;
  const left = owner.startedAt + owner.deadline - clock.now;
  if (left > 0) wakeOwner(row, left);
  return left <= 0;
}

/** Without a number of completions no pod comes once one has succeeded. */
function wantedOf(owner: Owner): i32 {
  if (owner.completions >= 0) {
    return max(0, min(owner.completions - owner.succeeded, owner.replicas));
  }
  return owner.succeeded > 0 ? owner.active : owner.replicas;
}

/** Makes pods when the back-off of the last failure has passed. */
function replace(row: u32, owner: Owner, missing: i32): void {
  if ((owner.job & JobFlag.AwaitsEnds) != 0) missing -= endingOf(owner);
  if (missing <= 0) return;
  const wait = owner.failedAt + backoffOf(owner) - clock.now;
  if (owner.recentFailures > 0 && wait > 0) return wakeOwner(row, max(wait, JOB_BATCH));
  for (let index = 0; index < missing; index++) {
    if (!make(row, 0, NO_ROW, u32(index), 0)) return;
  }
  // The controller looks at the pods it has made; the status that it writes counts them.
  owner.status = statusOf(owner);
  wakeOwner(row, JOB_BATCH);
}

function endingOf(owner: Owner): i32 {
  let count: i32 = 0;
  for (let link = owner.oldest; link != 0; link = lifecycleAt(link - 1).sibling) {
    const lifecycle = lifecycleAt(link - 1);
    // One that has been counted has ended.
    count += i32(!isActive(lifecycle) && lifecycle.jobCount == JobCount.Open);
  }
  return count;
}

function backoffOf(owner: Owner): i64 {
  return doubled(JOB_BACKOFF, owner.recentFailures - 1, JOB_BACKOFF_MAX);
}
