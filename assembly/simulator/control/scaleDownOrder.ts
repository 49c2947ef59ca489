/**
 * The order in which an owner deletes its pods when it has too many.
 * Spec: the sources of Kubernetes, ActivePods and ActivePodsWithRanks of pkg/controller.
 */
import { compareText } from "../../base/text.ts";
import { nodes } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { Region, takeRegion } from "../../objects/model/region.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { RANKS_OFFSET } from "../memory.ts";
import { Owner, ownerAt, owners } from "../model/owner.ts";
import { isActive, isReady, lifecycleAt, PodLifecycle, Stage } from "../model/podLifecycle.ts";
import { scenarioTime, startedAt } from "../model/starts.ts";
import { deletePod } from "./pods.ts";

const RANKS = changetype<Region>(RANKS_OFFSET);
/** The Job controller ranks no pods: it compares neither nodes nor costs, and times as they are. */
export const NO_RANKS: usize = 0;

/** A word for each node, or 0 after a failure. */
export function clearedRanks(): usize {
  return takeRegion(RANKS, usize(nodes.count) * 4 + 16);
}

/** Deletes the owner's first pod, by the ranks of the nodes or NO_RANKS; false without one. */
export function scaleDown(owner: Owner, ranks: usize, reason: string): bool {
  let chosen: u32 = 0;
  for (let link = owner.oldest; link != 0; link = lifecycleAt(link - 1).sibling) {
    if (!isActive(lifecycleAt(link - 1))) continue;
    if (chosen == 0 || isDeletedBefore(link - 1, chosen - 1, ranks)) chosen = link;
  }
  if (chosen != 0) deletePod(chosen - 1, reason);
  return chosen != 0;
}

/**
 * How many pods of the ReplicaSets of its Deployment each node has; a ReplicaSet without a
 * Deployment does not count its own. 0 after a failure.
 */
export function rankNodes(owner: Owner): usize {
  const ranks = clearedRanks();
  for (let row: u32 = 0; row < owners.count && ranks != 0; row++) {
    const other = ownerAt(row);
    if (isRelated(owner, other)) countPods(other, ranks);
  }
  return ranks;
}

function isRelated(owner: Owner, other: Owner): bool {
  if (owner.deployment == 0) return owner.replicaSet != 0 && owner == other;
  return owner.deployment == other.deployment && owner.namespace == other.namespace;
}

function countPods(owner: Owner, ranks: usize): void {
  for (let link = owner.oldest; link != 0; link = lifecycleAt(link - 1).sibling) {
    const lifecycle = lifecycleAt(link - 1);
    if (!isActive(lifecycle) || lifecycle.node == 0) continue;
    const at = ranks + (usize(lifecycle.node - 1) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

function rankOf(lifecycle: PodLifecycle, ranks: usize): u32 {
  return lifecycle.node == 0 ? 0 : load<u32>(ranks + (usize(lifecycle.node - 1) << 2));
}

/**
 * Without a node, then not running, then not ready, then of a lower cost, then from nodes with many
 * of them, then those that run for less long, on a scale of powers of two, then the more often
 * restarted ones.
 */
export function isDeletedBefore(a: u32, b: u32, ranks: usize): bool {
  const one = lifecycleAt(a);
  const other = lifecycleAt(b);
  if ((one.node == 0) != (other.node == 0)) return one.node == 0;
  if (hasStarted(one) != hasStarted(other)) return !hasStarted(one);
  const runs = isReady(one);
  if (runs != isReady(other)) return !runs;
  if (ranks != NO_RANKS) {
    const cost = podAt(a).deletionCost;
    if (cost != podAt(b).deletionCost) return cost < podAt(b).deletionCost;
    const rank = rankOf(one, ranks);
    if (rank != rankOf(other, ranks)) return rank > rankOf(other, ranks);
  }
  const isExact = ranks == NO_RANKS;
  if (runs && startedAt(a) != startedAt(b)) {
    return isLater(a, b, startedAt(a), startedAt(b), isExact);
  }
  if (restartsOf(a) != restartsOf(b)) return restartsOf(a) > restartsOf(b);
  const created = podAt(a).created;
  return created != podAt(b).created && isLater(a, b, created, podAt(b).created, isExact);
}

/** Whether its phase is Running. */
function hasStarted(lifecycle: PodLifecycle): bool {
  return (
    lifecycle.stage == Stage.BackOff || (lifecycle.started >= 0 && lifecycle.isStartUnreported == 0)
  );
}

function restartsOf(row: u32): i32 {
  return podAt(row).restarts + i32(lifecycleAt(row).restarts);
}

function isLater(a: u32, b: u32, one: i64, other: i64, isExact: bool): bool {
  if (isExact) return one > other;
  const scale = scaleOf(one) - scaleOf(other);
  return scale == 0 ? hasFirstUid(a, b) : scale < 0;
}

function scaleOf(moment: i64): i64 {
  const age = scenarioTime() - moment;
  return age <= 0 ? -1 : 63 - clz(age);
}

function hasFirstUid(a: u32, b: u32): bool {
  const one = podAt(a).uid;
  const other = podAt(b).uid;
  return compareText(textAt(one), textSize(one), textAt(other), textSize(other)) < 0;
}
