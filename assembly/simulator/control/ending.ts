/** Pods that fail: what their kubelet reports, and what their owner does with what is left. */
import { podAt } from "../../objects/model/pod.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { agentAt } from "../model/agent.ts";
import { Happening } from "../model/chronicle.ts";
import { isOfKind, JobCount, Life, lifeAt, Stage } from "../model/life.ts";
import { OwnerKind, ownerAt } from "../model/owner.ts";
import { keepEnded } from "./endedPods.ts";
import { failOf, freeRow, noticeOwner, removePod, tellOfPod } from "./pods.ts";
import { Cause, moveUnschedulable } from "./queue.ts";
import { wakeNode } from "./wake.ts";

/** Whether the API server does not hear what the pod's kubelet says now; it will later. */
export function isHeldBack(life: Life): bool {
  // What the controller of a Job has counted is no longer its kubelet's.
  if (life.node == 0 || life.jobCount == JobCount.Counted) return false;
  const agent = agentAt(life.node - 1);
  agent.isBehind |= agent.isDisconnected;
  return agent.isDisconnected != 0;
}

/** The API server hears that a pod has ended; true when it was evicted. */
export function tellEnd(row: u32): bool {
  const life = lifeAt(row);
  const ending = life.ending;
  const reason = internLiteral(ending == Happening.Evicted ? "Evicted" : "OOMKilled");
  if (life.stage == Stage.Terminating) goneFor(row, reason);
  else endPod(row, ending, reason, life.message);
  return ending == Happening.Evicted;
}

/** The object of a pod that was deleted goes; before that it tells whether the pod was evicted. */
function goneFor(row: u32, reason: u32): void {
  const life = lifeAt(row);
  const node = life.node;
  if (life.ending != 0) {
    const event = tellOfPod(life.ending, row);
    event.reason = reason;
    event.message = life.message;
    life.ending = 0;
  }
  const isNominated = podAt(row).nominatedNodeName != 0;
  removePod(row);
  if (node != 0) wakeNode(node - 1);
  // One that no node had, nor was kept free for, makes room for nobody.
  if (node != 0 || isNominated) moveUnschedulable(Cause.PodGone);
}

/** A pod has failed, and its kubelet says why. */
export function endPod(row: u32, kind: Happening, reason: u32, message: u32): void {
  const event = tellOfPod(kind, row);
  event.reason = reason;
  event.message = message;
  const life = lifeAt(row);
  const node = life.node;
  keepEnded(row, reason);
  if (life.owner != 0 && kind == Happening.Evicted) ownerAt(life.owner - 1).evictedBy = node;
  if (isOfKind(life, OwnerKind.Job)) failOf(ownerAt(life.owner - 1));
  noticeOwner(row);
  freeRow(row);
  if (node == 0) return;
  wakeNode(node - 1);
  moveUnschedulable(Cause.PodGone);
}
