/** What a pod of the cluster is at: a row for each row of pods. */
import { pods } from "../../objects/model/pod.ts";
import { appendRow, forgetTable, rowAt, Table } from "../../objects/model/table.ts";
import { ownerAt } from "./owner.ts";

export enum Stage {
  /** Nothing is there: the row is free for the next pod of its owner. */
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
  /** It had ended before the story began. */
  Ended,
}

@unmanaged
export class Life {
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
  /** When it came to the scheduler's queue. */
  queuedAt: i64;
  stage: Stage;
  /** Grows with every stage: entries of earlier ones count for nothing. */
  version: u32;
  /** Grows with every judgement about taints. */
  taintVersion: u32;
  /** Row of the owner plus 1. */
  owner: u32;
  /** Row of what its containers use plus 1. */
  workload: u32;
  /** The order in which pods came, which their uids follow. */
  ordinal: u32;
  attempts: u32;
  /** Plugins that refused it in the last attempt, by bit; 0 when it waits for its turn. */
  refusedBy: u32;
  isWaiting: u32;
  /** Neighbours among the pods that its kubelet knows, plus 1. */
  next: u32;
  previous: u32;
  /** Row of that node plus 1. */
  node: u32;
  /** Next free row of the owner plus 1. */
  free: u32;
  /** Row of the node that evicted the pod before it, plus 1. */
  cameAfter: u32;
  /** Of a DaemonSet's pod: row of the node that it is for, plus 1. */
  target: u32;
  /** Neighbours in the order in which pods came, plus 1, and its place in that order. */
  newer: u32;
  older: u32;
  rank: u32;
  /** Neighbours among the pods of its owner, plus 1. */
  sibling: u32;
  elder: u32;
  /** Neighbours in the order in which pods started, plus 1. */
  startedBefore: u32;
  startedAfter: u32;
  restarts: u32;
  /** Why it was evicted: a text as JSON has it. */
  message: u32;
  /** That it is gone has been told; its row is free in a moment. */
  isTold: u32;
}

const LIFE_BYTES: usize = offsetof<Life>();
const lives = changetype<Table>(memory.data(16, 4));
let lastOrdinal: u32 = 0;
/** The first and the last pod in the order in which they came, plus 1. */
export let oldest: u32 = 0;
let newest: u32 = 0;

export function forgetLives(): void {
  forgetTable(lives);
  lastOrdinal = 0;
  oldest = 0;
  newest = 0;
}

/** Rows for all pods; false after a failure. */
export function fillLives(): bool {
  while (lives.count < pods.count) {
    if (appendRow(lives, LIFE_BYTES) == 0) return false;
  }
  return true;
}

/** @inline */
export function lifeAt(row: u32): Life {
  return changetype<Life>(rowAt(lives, row));
}

/** A life begins in this row, behind all others. */
export function joinOrder(row: u32): void {
  const life = lifeAt(row);
  life.ordinal = ++lastOrdinal;
  life.newer = 0;
  life.older = newest;
  if (newest != 0) lifeAt(newest - 1).newer = row + 1;
  else oldest = row + 1;
  newest = row + 1;
}

export function leaveOrder(row: u32): void {
  const life = lifeAt(row);
  if (life.older != 0) lifeAt(life.older - 1).newer = life.newer;
  else oldest = life.newer;
  if (life.newer != 0) lifeAt(life.newer - 1).older = life.older;
  else newest = life.older;
  life.newer = 0;
  life.older = 0;
}

/** The pod is one of its owner's from now on, behind all others. */
export function joinOwner(row: u32): void {
  const life = lifeAt(row);
  if (life.owner == 0) return;
  const owner = ownerAt(life.owner - 1);
  life.sibling = 0;
  life.elder = owner.newest;
  if (owner.newest != 0) lifeAt(owner.newest - 1).sibling = row + 1;
  else owner.oldest = row + 1;
  owner.newest = row + 1;
}

export function leaveOwner(row: u32): void {
  const life = lifeAt(row);
  if (life.owner == 0) return;
  const owner = ownerAt(life.owner - 1);
  if (life.elder != 0) lifeAt(life.elder - 1).sibling = life.sibling;
  else owner.oldest = life.sibling;
  if (life.sibling != 0) lifeAt(life.sibling - 1).elder = life.elder;
  else owner.newest = life.elder;
  life.sibling = 0;
  life.elder = 0;
}

/** Brings a pod to another stage, which ends what waited for the one before. */
export function enterStage(life: Life, stage: Stage): void {
  const was = i32(isActive(life));
  life.stage = stage;
  life.version++;
  const change = i32(isActive(life)) - was;
  if (change != 0 && life.owner != 0) ownerAt(life.owner - 1).active += change;
}

/** Whether containers of it run. */
export function isRunning(life: Life): bool {
  return life.stage == Stage.Running || life.stage == Stage.Evicted || isEnding(life);
}

/** Deleted, and started before. */
function isEnding(life: Life): bool {
  return life.stage == Stage.Terminating && life.started >= 0;
}

/** Whether an owner counts it: it has not failed, and is not being deleted. */
export function isActive(life: Life): bool {
  return life.stage >= Stage.Pending && life.stage <= Stage.Evicted;
}
