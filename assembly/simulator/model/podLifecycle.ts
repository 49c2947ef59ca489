/** What a pod of the cluster is at: a row for each row of pods. */
import { pods } from "../../objects/model/pod.ts";
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { LIFECYCLES_OFFSET, ORDER_OFFSET } from "../memory.ts";
import { Owner, OwnerKind, ownerAt } from "./owner.ts";
import { clock } from "./timers.ts";
import { workloadAt } from "./workload.ts";

export enum Stage {
  /** The row is free for the next pod of its owner. */
  Free = 0,
  /** Without a node. */
  Pending,
  /** Bound, and its kubelet has not decided yet. */
  Bound,
  Starting,
  Running,
  /** Its container waits to be started again. */
  BackOff,
  /** Evicted: it will have failed when it has ended. */
  Evicted,
  /** Deleted: it will be gone when it has ended. */
  Terminating,
  /** It had ended before the scenario began. */
  Ended,
}

/** What the controller of a Job concludes from a deleted pod. */
export enum JobCount {
  /** One that failed. */
  Open = 0,
  /** The controller has deleted it: it does not count as failed. */
  DeletedByJob,
  /** It is counted as failed, and is gone when the controller looks next. */
  Counted,
}

@unmanaged
export class PodLifecycle {
  /** When its containers started; they use by their age. */
  started: i64;
  /** When the last attempt at its placement was. */
  triedAt: i64;
  /** When it is deleted for a taint, or NEVER. */
  deletedAt: i64;
  /** When its container ended last, and how long the next restart waits. */
  endedAt: i64;
  restartDelay: i64;
  /** When the kubelet started it again last. */
  restartedAt: i64;
  /** The age of its containers when they ended last. */
  keptAge: i64;
  /** When the pod entered the scheduler's queue. */
  queuedAt: i64;
  /** When its kubelet has ended it, once that was asked to; 0 before. */
  endsAt: i64;
  stage: Stage;
  /** Grows with every stage: entries of earlier ones count for nothing. */
  version: u32;
  /** Grows whenever its taints are evaluated. */
  taintVersion: u32;
  /** Row of the owner plus 1. */
  owner: u32;
  /** Row of what its containers use plus 1: the first entry of its workload. */
  workload: u32;
  /** The order in which pods came, which their uids follow. */
  ordinal: u32;
  attempts: u32;
  /** Plugins that refused it in the last attempt, by bit; 0 when it waits to be tried. */
  refusedBy: u32;
  isWaiting: u32;
  /** Neighbors among the pods that its kubelet knows, plus 1. */
  next: u32;
  previous: u32;
  /** Row of that node plus 1. */
  node: u32;
  /** Next free row of the owner plus 1. */
  free: u32;
  /** Row of the node that evicted the pod before it, plus 1. */
  cameAfter: u32;
  /** For a DaemonSet's pod: the row of its node, plus 1. */
  target: u32;
  /** Neighbors in the order in which pods came, plus 1, and its place in that order. */
  older: u32;
  newer: u32;
  rank: u32;
  /** Neighbors among the pods of its owner, plus 1. */
  elder: u32;
  sibling: u32;
  /** Neighbors in the order in which pods started, plus 1. */
  startedBefore: u32;
  startedAfter: u32;
  restarts: u32;
  /** Why it was evicted: a text as JSON has it. */
  message: u32;
  /** What the kubelet will say of its end: a `Happening`, or 0 where it was deleted. */
  ending: u32;
  /** It has started, and the API server does not know. */
  isStartUnreported: u32;
  /** It runs, and the node lifecycle controller has marked it as not ready. */
  isUnready: u32;
  /** The event that it is gone has been emitted; its row is free in a moment. */
  isDeletionEmitted: u32;
  jobCount: JobCount;
}

const LIFECYCLE_BYTES: usize = offsetof<PodLifecycle>();
const lifecycles = changetype<Table>(LIFECYCLES_OFFSET);

/** The first and the last pod of a list, plus 1. */
@unmanaged
export class Ends {
  first: u32;
  last: u32;
}

/** Where a lifecycle keeps its neighbors in each list: the one before it, then the next one. */
const ORDER_LINK: usize = offsetof<PodLifecycle>("older");
const OWNER_LINK: usize = offsetof<PodLifecycle>("elder");
export const START_LINK: usize = offsetof<PodLifecycle>("startedBefore");

/** All pods, in the order in which they came. */
@unmanaged
export class Order extends Ends {
  /** How many have come so far. */
  count: u32;
}

const order = changetype<Order>(ORDER_OFFSET);

/** The pod that came first, plus 1; 0 without any. */
export function oldest(): u32 {
  return order.first;
}

/** Rows for all pods; false after a failure. */
export function fillLifecycles(): bool {
  while (lifecycles.count < pods.count) {
    if (appendRow(lifecycles, LIFECYCLE_BYTES) == 0) return false;
  }
  return true;
}

/** @inline */
export function lifecycleAt(row: u32): PodLifecycle {
  return changetype<PodLifecycle>(rowAt(lifecycles, row));
}

/** The pod becomes the last of a list. */
export function append(ends: Ends, link: usize, row: u32): void {
  const own = changetype<usize>(lifecycleAt(row)) + link;
  store<u32>(own, ends.last);
  store<u32>(own, 0, 4);
  if (ends.last == 0) ends.first = row + 1;
  else store<u32>(changetype<usize>(lifecycleAt(ends.last - 1)) + link, row + 1, 4);
  ends.last = row + 1;
}

/** Takes a pod from a list that it is in. */
export function remove(ends: Ends, link: usize, row: u32): void {
  const own = changetype<usize>(lifecycleAt(row)) + link;
  const before = load<u32>(own);
  const after = load<u32>(own, 4);
  if (before == 0) ends.first = after;
  else store<u32>(changetype<usize>(lifecycleAt(before - 1)) + link, after, 4);
  if (after == 0) ends.last = before;
  else store<u32>(changetype<usize>(lifecycleAt(after - 1)) + link, before);
  store<u64>(own, 0);
}

/** A lifecycle begins in this row, after all others. */
export function joinOrder(row: u32): void {
  lifecycleAt(row).ordinal = ++order.count;
  append(order, ORDER_LINK, row);
}

export function leaveOrder(row: u32): void {
  remove(order, ORDER_LINK, row);
}

/** Adds the pod to its owner's, after all others. */
export function joinOwner(row: u32): void {
  const owner = lifecycleAt(row).owner;
  if (owner != 0) append(podsOf(owner - 1), OWNER_LINK, row);
}

export function leaveOwner(row: u32): void {
  const owner = lifecycleAt(row).owner;
  if (owner != 0) remove(podsOf(owner - 1), OWNER_LINK, row);
}

function podsOf(owner: u32): Ends {
  return changetype<Ends>(changetype<usize>(ownerAt(owner)) + offsetof<Owner>("oldest"));
}

/** Brings a pod to another stage, which ends what waited for the one before. */
export function enterStage(lifecycle: PodLifecycle, stage: Stage): void {
  const was = i32(isActive(lifecycle));
  lifecycle.stage = stage;
  lifecycle.version++;
  const change = i32(isActive(lifecycle)) - was;
  if (change == 0) return;
  if (lifecycle.owner != 0) ownerAt(lifecycle.owner - 1).active += change;
  if (lifecycle.workload != 0) workloadAt(lifecycle.workload - 1).holders += change;
}

/** Whether containers of it run. */
export function isRunning(lifecycle: PodLifecycle): bool {
  if (lifecycle.stage == Stage.Running) return true;
  const isEnding = lifecycle.stage == Stage.Evicted || lifecycle.stage == Stage.Terminating;
  return isEnding && lifecycle.started >= 0 && !hasEnded(lifecycle);
}

/** Its kubelet has ended it, whether the API server knows or not. */
export function hasEnded(lifecycle: PodLifecycle): bool {
  return lifecycle.endsAt != 0 && lifecycle.endsAt <= clock.now;
}

/** Whether the API server has it as running and ready. */
export function isReady(lifecycle: PodLifecycle): bool {
  const runs = lifecycle.stage == Stage.Running || lifecycle.stage == Stage.Evicted;
  return (
    runs && lifecycle.started >= 0 && lifecycle.isStartUnreported == 0 && lifecycle.isUnready == 0
  );
}

export function isOfKind(lifecycle: PodLifecycle, kind: OwnerKind): bool {
  return lifecycle.owner != 0 && ownerAt(lifecycle.owner - 1).kind == kind;
}

/** Whether an owner counts it: it has not failed, and is not being deleted. */
export function isActive(lifecycle: PodLifecycle): bool {
  return lifecycle.stage >= Stage.Pending && lifecycle.stage <= Stage.Evicted;
}
