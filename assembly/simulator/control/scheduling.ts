/** An attempt of the scheduler at one pod, and what comes of it. */
import { SchedulerAction } from "../../abi.ts";
import { failureStatus } from "../../base/json/failure.ts";
import { findNode, nodes } from "../../objects/model/node.ts";
import { PodFlag, podAt } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { schedulePod } from "../../scheduler/cycle/cycle.ts";
import { victimOf } from "../../scheduler/cycle/preemption/candidates.ts";
import { chosenCandidate, isSpared, Preemption } from "../../scheduler/cycle/preemption/preempt.ts";
import { settle } from "../../scheduler/cycle/prepare.ts";
import { isPending } from "../../scheduler/cycle/queue.ts";
import { decision } from "../../scheduler/model/decision.ts";
import { nodeCount, nodeRow, refusalAt } from "../../scheduler/model/snapshot.ts";
import { addMessage, addNoNodes } from "../../scheduler/report/message.ts";
import { caveats } from "../model/caveats.ts";
import { EventKind } from "../model/eventLog.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { enterStage, lifecycleAt, PodLifecycle, Stage } from "../model/podLifecycle.ts";
import { joinNode } from "../model/residents.ts";
import { beginSentence, endSentence } from "../model/sentence.ts";
import { CALL_TAKES } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { freshView, placeByName, staleView } from "./placement.ts";
import { emitPodEvent, terminate } from "./pods.ts";
import { Cause, enqueue, moveUnschedulable, waitForChange } from "./queue.ts";
import { evaluateTaints } from "./taintEviction.ts";

/** Plugins with refusals that nothing in a scenario changes. */
const ANY_CHANGE: u32 = u32.MAX_VALUE;

/** An attempt at a pod; true when others are preempted for it. */
export function tryPod(row: u32): bool {
  if (!isPending(podAt(row)) || !freshView()) return false;
  const lifecycle = lifecycleAt(row);
  lifecycle.attempts++;
  lifecycle.triedAt = clock.now;
  const action = schedulePod(row);
  if (failureStatus() != 0) return false;
  if (action == SchedulerAction.Scheduled) place(row);
  else if (action == SchedulerAction.NotEvaluated)
    caveats.unsupportedPods += u32(lifecycle.attempts == 1);
  else if (action == SchedulerAction.Unschedulable) return refused(row, lifecycle);
  return false;
}

function place(row: u32): void {
  const node = nodeRow(decision.chosen);
  decision.isAssumed = true;
  settle();
  bind(row, node);
  moveUnschedulable(Cause.PodPlaced);
}

/** Binds the pod to a node, whose kubelet learns of it. */
function bind(row: u32, node: u32): void {
  const lifecycle = lifecycleAt(row);
  lifecycle.message = 0;
  joinNode(row, node);
  if (lifecycle.cameAfter != 0 && lifecycle.cameAfter != node + 1) kubeletAt(node).tookEvicted = 1;
  emitPodEvent(EventKind.Scheduled, row);
  enterStage(lifecycle, Stage.Bound);
  addTimer(clock.now + CALL_TAKES, Timer.KubeletAdmits, row, lifecycle.version);
  evaluateTaints(row);
}

/** A pod waits for the scheduler, or belongs to the node that it names: no scheduler sees that. */
export function enter(row: u32): void {
  const name = podAt(row).nodeName;
  if (name == 0) return enqueue(row);
  const lifecycle = lifecycleAt(row);
  const node = findNode(name);
  // Nothing is known about a node without a document; its pod only counts for its owner.
  if (node == NO_ROW) return enterStage(lifecycle, Stage.Running);
  placeByName(row, node);
  joinNode(row, node);
  enterStage(lifecycle, Stage.Bound);
  addTimer(clock.now + CALL_TAKES, Timer.KubeletAdmits, row, lifecycle.version);
  evaluateTaints(row);
}

/** No node takes the pod; true when others are preempted for it. */
function refused(row: u32, lifecycle: PodLifecycle): bool {
  emitRefusal(row, lifecycle);
  waitForChange(lifecycle, refusals());
  const preempts = decision.preemption == Preemption.Nominated;
  if (preempts) preempt();
  decision.isAssumed = true;
  settle();
  return preempts;
}

/** The API server has one Event of a pod for each message, however often it comes. */
function emitRefusal(row: u32, lifecycle: PodLifecycle): void {
  beginSentence();
  if (nodes.count == 0) addNoNodes();
  else addMessage();
  const message = endSentence();
  if (message == lifecycle.message) return;
  lifecycle.message = message;
  emitPodEvent(EventKind.FailedScheduling, row).message = message;
}

/** Which plugins refused it, by bit. */
function refusals(): u32 {
  let plugins: u32 = 0;
  for (let position: u32 = 0; position < nodeCount; position++) {
    const refusal = refusalAt(position);
    if (refusal > 0) plugins |= 1 << u32(refusal - 1);
  }
  return plugins == 0 ? ANY_CHANGE : plugins;
}

/** Pods are preempted for the one that no node took, which waits until they have ended. */
function preempt(): void {
  const candidate = chosenCandidate();
  for (let index: u32 = 0; index < candidate.victimCount; index++) {
    const other = victimOf(candidate, index);
    if (isSpared(podAt(other))) continue;
    const event = emitPodEvent(EventKind.Preempted, other);
    event.reason = internLiteral("Preempted");
    podAt(other).flags |= u32(PodFlag.Deleting) | u32(PodFlag.Preempted);
    terminate(other);
  }
  candidate.victimCount = 0;
  staleView();
}
