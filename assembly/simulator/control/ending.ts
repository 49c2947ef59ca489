/** Pods that fail: the report of their kubelet, and the reaction of their owner. */
import { podAt } from "../../objects/model/pod.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { EventKind } from "../model/eventLog.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { OwnerKind, ownerAt } from "../model/owner.ts";
import { isOfKind, JobCount, lifecycleAt, PodLifecycle, Stage } from "../model/podLifecycle.ts";
import { keepEnded } from "./endedPods.ts";
import { emitPodEvent, failOf, freeRow, noticeOwner, removePod } from "./pods.ts";
import { Cause, moveUnschedulable } from "./queue.ts";
import { wakeNode } from "./wake.ts";

/** Whether the API server does not hear what the pod's kubelet says now; it will later. */
export function isHeldBack(lifecycle: PodLifecycle): bool {
  // What the controller of a Job has counted is no longer its kubelet's.
  if (lifecycle.node == 0 || lifecycle.jobCount == JobCount.Counted) return false;
  const kubelet = kubeletAt(lifecycle.node - 1);
  kubelet.isBehind |= kubelet.isDisconnected;
  return kubelet.isDisconnected != 0;
}

/** The API server hears that a pod has ended; true when it was evicted. */
export function reportEnd(row: u32): bool {
  const lifecycle = lifecycleAt(row);
  const ending = lifecycle.ending;
  const reason = reasonOf(ending);
  if (lifecycle.stage == Stage.Terminating) goneFor(row, reason);
  else endPod(row, ending, reason, lifecycle.message);
  return ending == EventKind.Evicted;
}

/** The reason that its kubelet reports. The runtime saw no OOM event when a signal ended it. */
export function reasonOf(ending: EventKind): u32 {
  if (ending == EventKind.EndedBySignal) return internLiteral("Error");
  return internLiteral(ending == EventKind.Evicted ? "Evicted" : "OOMKilled");
}

/** The object of a pod that was deleted is gone; an event says before whether it was evicted. */
function goneFor(row: u32, reason: u32): void {
  const lifecycle = lifecycleAt(row);
  const node = lifecycle.node;
  if (lifecycle.ending != 0) {
    const event = emitPodEvent(lifecycle.ending, row);
    event.reason = reason;
    event.message = lifecycle.message;
    lifecycle.ending = 0;
  }
  const isNominated = podAt(row).nominatedNodeName != 0;
  removePod(row);
  if (node != 0) wakeNode(node - 1);
  // One that no node had, nor was kept free for, makes room for no other.
  if (node != 0 || isNominated) moveUnschedulable(Cause.PodGone);
}

/** A pod has failed, and its kubelet says why. */
export function endPod(row: u32, kind: EventKind, reason: u32, message: u32): void {
  const event = emitPodEvent(kind, row);
  event.reason = reason;
  event.message = message;
  const lifecycle = lifecycleAt(row);
  const node = lifecycle.node;
  keepEnded(row, reason);
  if (lifecycle.owner != 0 && kind == EventKind.Evicted)
    ownerAt(lifecycle.owner - 1).evictedBy = node;
  if (isOfKind(lifecycle, OwnerKind.Job)) failOf(ownerAt(lifecycle.owner - 1));
  noticeOwner(row);
  freeRow(row);
  if (node == 0) return;
  wakeNode(node - 1);
  moveUnschedulable(Cause.PodGone);
}
