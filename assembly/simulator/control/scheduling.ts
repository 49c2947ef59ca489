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
import { agentAt } from "../model/agent.ts";
import { caveats } from "../model/caveats.ts";
import { Happening } from "../model/chronicle.ts";
import { enterStage, Life, lifeAt, Stage } from "../model/life.ts";
import { joinNode } from "../model/residents.ts";
import { beginSentence, endSentence } from "../model/sentence.ts";
import { CALL_TAKES } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { freshView, placeByName, staleView } from "./placement.ts";
import { tellOfPod, terminate } from "./pods.ts";
import { Cause, enqueue, moveUnschedulable, waitForChange } from "./queue.ts";
import { judgeTaints } from "./taintEviction.ts";

/** Plugins whose refusals nothing in a scenario changes. */
const ANY_CHANGE: u32 = u32.MAX_VALUE;

/** An attempt at a pod; true when others have to go for it. */
export function tryPod(row: u32): bool {
  if (!isPending(podAt(row)) || !freshView()) return false;
  const life = lifeAt(row);
  life.attempts++;
  life.triedAt = clock.now;
  const action = schedulePod(row);
  if (failureStatus() != 0) return false;
  if (action == SchedulerAction.Scheduled) place(row);
  else if (action == SchedulerAction.NotJudged) caveats.unjudgedPods += u32(life.attempts == 1);
  else if (action == SchedulerAction.Unschedulable) return refused(row, life);
  return false;
}

function place(row: u32): void {
  const node = nodeRow(decision.chosen);
  decision.isAssumed = true;
  settle();
  bind(row, node);
  moveUnschedulable(Cause.PodPlaced);
}

/** The pod belongs to a node from now on; its kubelet hears of it. */
function bind(row: u32, node: u32): void {
  const life = lifeAt(row);
  life.message = 0;
  joinNode(row, node);
  if (life.cameAfter != 0 && life.cameAfter != node + 1) agentAt(node).tookEvicted = 1;
  tellOfPod(Happening.Scheduled, row);
  enterStage(life, Stage.Bound);
  addTimer(clock.now + CALL_TAKES, Timer.KubeletAdmits, row, life.version);
  judgeTaints(row);
}

/** A pod waits for its turn, or is of the node that it names: that passes the scheduler by. */
export function enter(row: u32): void {
  const name = podAt(row).nodeName;
  if (name == 0) return enqueue(row);
  const life = lifeAt(row);
  const node = findNode(name);
  // Of a node that no document has nothing is known; its pod only counts for its owner.
  if (node == NO_ROW) return enterStage(life, Stage.Running);
  placeByName(row, node);
  joinNode(row, node);
  enterStage(life, Stage.Bound);
  addTimer(clock.now + CALL_TAKES, Timer.KubeletAdmits, row, life.version);
  judgeTaints(row);
}

/** No node takes the pod; true when others have to go for it. */
function refused(row: u32, life: Life): bool {
  tellRefusal(row, life);
  waitForChange(life, refusals());
  const preempts = decision.preemption == Preemption.Nominated;
  if (preempts) preempt();
  decision.isAssumed = true;
  settle();
  return preempts;
}

/** The API server has one Event of a pod for each message, however often it comes. */
function tellRefusal(row: u32, life: Life): void {
  beginSentence();
  if (nodes.count == 0) addNoNodes();
  else addMessage();
  const message = endSentence();
  if (message == life.message) return;
  life.message = message;
  tellOfPod(Happening.FailedScheduling, row).message = message;
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

/** Pods go for the one that no node took: it waits for their end, and until then they count. */
function preempt(): void {
  const candidate = chosenCandidate();
  for (let index: u32 = 0; index < candidate.victimCount; index++) {
    const other = victimOf(candidate, index);
    if (isSpared(podAt(other))) continue;
    const event = tellOfPod(Happening.Preempted, other);
    event.reason = internLiteral("Preempted");
    podAt(other).flags |= u32(PodFlag.Deleting) | u32(PodFlag.Preempted);
    terminate(other);
  }
  candidate.victimCount = 0;
  staleView();
}
