/** Objects of pods that failed: the collector takes them, and the taint-eviction controller. */
import { listCount, wordOf } from "../../objects/model/list.ts";
import { findNode, nodeAt } from "../../objects/model/node.ts";
import { PodFlag, podAt, podHas } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { noteFailure } from "../model/daemonBackoff.ts";
import { addEnded, Ended, endedAt, endedCount, firstEnded, removeEnded } from "../model/ended.ts";
import { Event } from "../model/eventLog.ts";
import { addFailedReplica } from "../model/failedReplica.ts";
import { findOwner, OwnerKind, ownerAt } from "../model/owner.ts";
import { enterStage, lifecycleAt, Stage } from "../model/podLifecycle.ts";
import { settings } from "../model/settings.ts";
import { COLLECTION_INTERVAL, NEVER, nextOnGrid } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { emitDeleted } from "./pods.ts";
import { toleratedFor } from "./taintEviction.ts";

/** A pod has failed: its object stays, unless its controller deletes it. */
export function keepEnded(row: u32, reason: u32): void {
  const lifecycle = lifecycleAt(row);
  const kept = leave(row, lifecycle.owner, lifecycle.target, lifecycle.node);
  if (kept == null) return;
  kept.reason = reason;
  kept.isEvicted = u32(reason == internLiteral("Evicted"));
  deleteAt(kept, lifecycle.deletedAt);
  planCollection(nextOnGrid(clock.now, 0, COLLECTION_INTERVAL));
}

/** A pod had ended before the scenario began; its collector looks when it begins. */
export function findEnded(row: u32): void {
  const pod = podAt(row);
  const controller = pod.controller;
  const isOwned = listCount(controller) >= 3;
  const owner = isOwned
    ? findOwner(wordOf(controller, 1), pod.namespace, wordOf(controller, 2))
    : 0;
  const found = pod.nodeName == 0 ? NO_ROW : findNode(pod.nodeName);
  const node = found == NO_ROW ? 0 : found + 1;
  const kept = leave(row, owner, node, node);
  if (kept == null) return enterStage(lifecycleAt(row), Stage.Free);
  kept.pod = row + 1;
  kept.isEvicted = u32(podHas(pod, PodFlag.Evicted));
  kept.deletedAt = NEVER;
  planCollection(clock.now);
}

/** What is left of a pod: its controller deletes it, or it stays until there are too many. */
function leave(row: u32, owner: u32, target: u32, node: u32): Ended | null {
  const pod = podAt(row);
  const kind = owner == 0 ? OwnerKind.Unknown : ownerAt(owner - 1).kind;
  if (kind == OwnerKind.StatefulSet) addFailedReplica(owner - 1, pod.name, node);
  else if (kind == OwnerKind.DaemonSet) noteFailure(owner - 1, target, pod.name);
  else {
    const kept = addEnded();
    if (kept == null) return null;
    kept.created = pod.created;
    kept.namespace = pod.namespace;
    kept.name = pod.name;
    kept.owner = owner;
    kept.node = node;
    kept.spec = pod.spec;
    return kept;
  }
  return null;
}

function planCollection(time: i64): void {
  if (
    settings.terminatedPodThreshold <= 0 ||
    i64(endedCount()) != settings.terminatedPodThreshold + 1
  )
    return;
  addTimer(time, Timer.Collect, 0, 0);
}

/** The collector takes pods that ended, down to the threshold. */
export function collect(): void {
  while (i64(endedCount()) > settings.terminatedPodThreshold) remove(firstEnded());
}

/** Ended pods of a node with changed taints. */
export function evaluateEnded(node: u32): void {
  for (let index: u32 = 0; index < endedCount(); index++) {
    const pod = endedAt(index);
    if (pod.node != node + 1) continue;
    const delay = toleratedFor(pod.spec, nodeAt(node).taints);
    // What is due already stays as it is, as for pods that run.
    if (delay == NEVER) pod.deletedAt = NEVER;
    else if (pod.deletedAt == NEVER || delay < 0) deleteAt(pod, clock.now + max<i64>(0, delay));
  }
}

function deleteAt(pod: Ended, time: i64): void {
  pod.deletedAt = time;
  if (time != NEVER) addTimer(time, Timer.EndedEviction, pod.node - 1, 0);
}

/** Nothing of them has to end, so they are gone at once. */
export function deleteEnded(node: u32): void {
  for (let index: u32 = 0; index < endedCount(); ) {
    const pod = endedAt(index);
    if (pod.node == node + 1 && pod.deletedAt <= clock.now) {
      remove(index).reason = internLiteral("TaintManagerEviction");
    } else index++;
  }
}

/** The object is gone. */
function remove(index: u32): Event {
  const pod = endedAt(index);
  const event = emitDeleted(pod.namespace, pod.name, pod.owner, pod.node);
  if (pod.pod != 0) enterStage(lifecycleAt(pod.pod - 1), Stage.Free);
  removeEnded(index);
  return event;
}
