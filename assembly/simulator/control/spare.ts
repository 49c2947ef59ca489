/**
 * Which pod an owner can spare most.
 * Spec: the sources of Kubernetes, ActivePods and ActivePodsWithRanks of pkg/controller.
 */
import { compareText } from "../../base/text.ts";
import { nodes } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { isActive, isReady, Life, lifeAt, Stage } from "../model/life.ts";
import { Owner, OwnerKind, ownerAt, owners } from "../model/owner.ts";
import { startedAt, storyTime } from "../model/starts.ts";
import { deletePod } from "./pods.ts";

const MARKS = changetype<Region>(memory.data(8, 4));
/** Whether the Job controller asks, which weighs neither nodes nor costs, and times as they are. */
let isOfJob: bool = false;

/** A word for each node, or 0 after a failure. */
export function clearedMarks(): usize {
  const marks = takeRegion(MARKS, usize(nodes.count) * 4 + 16);
  if (marks != 0) memory.fill(marks, 0, usize(nodes.count) * 4);
  return marks;
}

export function forgetMarks(): void {
  forgetRegion(MARKS);
}

/** Deletes the pod that the owner can spare most; false when it has none. */
export function deleteSpare(owner: Owner, reason: string): bool {
  isOfJob = owner.kind == OwnerKind.Job;
  let chosen: u32 = 0;
  for (let link = owner.oldest; link != 0; link = lifeAt(link - 1).sibling) {
    if (!isActive(lifeAt(link - 1))) continue;
    if (chosen == 0 || goesBefore(link - 1, chosen - 1)) chosen = link;
  }
  if (chosen != 0) deletePod(chosen - 1, reason);
  return chosen != 0;
}

/**
 * How many pods of the ReplicaSets of its Deployment each node has, in the marks; a ReplicaSet
 * without a Deployment does not count its own.
 */
export function countRelated(owner: Owner): void {
  const marks = clearedMarks();
  if (marks == 0) return;
  for (let row: u32 = 0; row < owners.count; row++) {
    const other = ownerAt(row);
    if (isRelated(owner, other)) countPods(other, marks);
  }
}

function isRelated(owner: Owner, other: Owner): bool {
  if (owner.deployment == 0) return owner.replicaSet != 0 && owner == other;
  return owner.deployment == other.deployment && owner.namespace == other.namespace;
}

function countPods(owner: Owner, marks: usize): void {
  for (let link = owner.oldest; link != 0; link = lifeAt(link - 1).sibling) {
    const life = lifeAt(link - 1);
    if (!isActive(life) || life.node == 0) continue;
    const at = marks + (usize(life.node - 1) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

function relatedOf(life: Life): u32 {
  return life.node == 0 ? 0 : load<u32>(usize(MARKS.at) + (usize(life.node - 1) << 2));
}

/**
 * Without a node, then not running, then not ready, then of a lower cost, then from nodes with many
 * of them, then those that run for less long, on a scale of powers of two, then the more often
 * restarted ones.
 */
function goesBefore(a: u32, b: u32): bool {
  const one = lifeAt(a);
  const other = lifeAt(b);
  if ((one.node == 0) != (other.node == 0)) return one.node == 0;
  if (hasStarted(one) != hasStarted(other)) return !hasStarted(one);
  const runs = isReady(one);
  if (runs != isReady(other)) return !runs;
  if (!isOfJob) {
    const cost = podAt(a).deletionCost;
    if (cost != podAt(b).deletionCost) return cost < podAt(b).deletionCost;
    if (relatedOf(one) != relatedOf(other)) return relatedOf(one) > relatedOf(other);
  }
  if (runs && startedAt(a) != startedAt(b)) return isLater(a, b, startedAt(a), startedAt(b));
  if (restartsOf(a) != restartsOf(b)) return restartsOf(a) > restartsOf(b);
  return podAt(a).created != podAt(b).created && isLater(a, b, podAt(a).created, podAt(b).created);
}

/** Whether its phase is Running. */
function hasStarted(life: Life): bool {
  return life.stage == Stage.BackOff || (life.started >= 0 && life.isUntold == 0);
}

function restartsOf(row: u32): i32 {
  return podAt(row).restarts + i32(lifeAt(row).restarts);
}

function isLater(a: u32, b: u32, one: i64, other: i64): bool {
  if (isOfJob) return one > other;
  const scale = scaleOf(one) - scaleOf(other);
  return scale == 0 ? hasFirstUid(a, b) : scale < 0;
}

function scaleOf(moment: i64): i64 {
  const age = storyTime() - moment;
  return age <= 0 ? -1 : 63 - clz(age);
}

function hasFirstUid(a: u32, b: u32): bool {
  const one = podAt(a).uid;
  const other = podAt(b).uid;
  return compareText(textAt(one), textSize(one), textAt(other), textSize(other)) < 0;
}
