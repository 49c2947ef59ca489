/** The loop: what happens next, until the story is decided or its time is up. */
import { Status } from "../../abi.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
import { nodes } from "../../objects/model/node.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { Preemption } from "../../scheduler/cycle/preemption/preempt.ts";
import { decision } from "../../scheduler/model/decision.ts";
import { admitPod } from "../control/admission.ts";
import { makeChange, nodesBefore, ownersBefore, podsBefore, returned } from "../control/changes.ts";
import { passLimit, restart, startPod } from "../control/containers.ts";
import { collect, deleteEnded } from "../control/endedPods.ts";
import { isHeldBack, tellEnd } from "../control/ending.ts";
import { checkMemory } from "../control/kernel.ts";
import { beat, monitorNode, planHeartbeat, welcomeNodes } from "../control/nodes.ts";
import { syncOwner } from "../control/owners.ts";
import { deletePod } from "../control/pods.ts";
import { flushWaiting, isAttemptOutdated, nextTurn } from "../control/queue.ts";
import { enter, tryPod } from "../control/scheduling.ts";
import { tellStatuses } from "../control/statuses.ts";
import { wakeNode } from "../control/wake.ts";
import { evictedPod, evictionMessage, isAtEase, planAfterStep, takeStep } from "../kubelet/step.ts";
import { agentAt } from "../model/agent.ts";
import { eventCount, Happening, unwritten } from "../model/chronicle.ts";
import { taken } from "../model/heap.ts";
import { enterStage, lifeAt, Stage } from "../model/life.ts";
import { SECOND, STOP_TAKES } from "../model/time.ts";
import { addTimer, isQuiet, nextTime, now, setNow, Timer, takeTimer } from "../model/timers.ts";
import { LoopReason } from "../reasons.ts";
import { isOfPod, noteKubeletTurn, sortOutTimers } from "./fingerprint.ts";
import { startAgain, startNodes, startOwners, startPods } from "./start.ts";
import {
  conclude,
  goOn,
  lookForCycle,
  markCascade,
  markEviction,
  payForFingerprints,
  Verdict,
  verdict,
} from "./verdict.ts";

/** Events that one call writes at most: some 400 bytes each. */
const EVENTS_MAX: u32 = 8192;
/** Things that happen in one story at most: a bound on time. */
const TIMERS_MAX: u64 = 500_000_000;

/** A century: times of documents stay in 64 bits. */
const UNTIL_MAX: i64 = 100 * 365 * 86400 * SECOND;

let handled: u64 = 0;
let lastEvent: i64 = 0;

export function forgetRun(): void {
  handled = 0;
  lastEvent = 0;
}

/** Goes on until the output would be full; true when the story is over. */
export function runUntil(time: i64): bool {
  const until = min(time, UNTIL_MAX);
  goOn();
  while (verdict == Verdict.None && failureStatus() == 0) {
    if (unwritten() >= EVENTS_MAX) return false;
    if (handled == TIMERS_MAX) {
      fail(Status.TableFull, LoopReason.Endless, 0);
      break;
    }
    const isOver = isQuiet() && !isAttemptOutdated();
    if (isOver || nextTime() > until) {
      setNow(until);
      conclude(isOver, lastEvent);
      break;
    }
    sortOutTimers();
    takeTimer();
    handled++;
    payForFingerprints();
    const before = eventCount();
    handle(taken.kind, taken.subject, taken.version);
    if (eventCount() != before) lastEvent = now;
    // A state is that of a moment, when all of it has happened.
    if (nextTime() != now && !lookForCycle()) break;
  }
  return true;
}

function handle(kind: u32, subject: u32, version: u32): void {
  if (isOfPod(kind)) {
    if (lifeAt(subject).version == version) handlePod(kind, subject);
  } else if (kind == Timer.TaintEviction) {
    if (lifeAt(subject).taintVersion == version) evictForTaint(subject);
  } else if (kind == Timer.EvictionStep) {
    if (agentAt(subject).stepVersion == version) stepOf(subject);
  } else if (kind == Timer.NodeMemory) {
    if (agentAt(subject).memoryVersion == version && checkMemory(subject)) markEviction();
  } else if (kind == Timer.Heartbeat) {
    if (agentAt(subject).beatVersion == version) beats(subject);
  } else if (kind == Timer.MissedHeartbeats) {
    if (agentAt(subject).lookVersion == version) monitors(subject);
  } else if (kind == Timer.Statuses) tells(subject, true);
  else if (kind == Timer.OwnerSync) syncOwner(subject);
  else if (kind == Timer.Schedule) schedule();
  else if (kind == Timer.Change) change(subject);
  else if (kind == Timer.Flush) flushWaiting();
  else if (kind == Timer.EndedEviction) deleteEnded(subject);
  else if (kind == Timer.Collect) collect();
}

/** A heartbeat is planned only where it has something to report. */
function beats(node: u32): void {
  noteKubeletTurn();
  beat(node);
}

function monitors(node: u32): void {
  noteKubeletTurn();
  monitorNode(node);
}

function tells(node: u32, all: bool): void {
  for (let evicted = tellStatuses(node, all); evicted > 0; evicted--) markEviction();
}

function handlePod(kind: u32, row: u32): void {
  const node = lifeAt(row).node;
  if (kind == Timer.PodEnds || kind == Timer.PodGone) podEnds(row);
  else if (kind == Timer.ContainerLimit) {
    if (passLimit(row)) markEviction();
  } else if (kind == Timer.ContainerRestart) restart(row);
  else if (kind == Timer.PodStarts) startPod(row);
  else if (kind == Timer.Backoff) enter(row);
  else if (kind == Timer.KubeletAdmits) {
    admitPod(row);
    if (lifeAt(row).stage == Stage.Free) markEviction();
    else return;
  }
  // With what it says of one pod it says what it could not say before.
  if (node != 0 && agentAt(node - 1).isBehind != 0) tells(node - 1, false);
}

function schedule(): void {
  const link = nextTurn();
  if (link == 0) return;
  tryPod(link - 1);
  // Who goes may depend on the seconds in which pods started.
  if (decision.preemption == Preemption.Nominated) noteKubeletTurn();
}

/** A step of a node's eviction manager; the pods that it evicts end one after another. */
function stepOf(node: u32): void {
  const agent = agentAt(node);
  const before = agent.conditions;
  const evicted = takeStep(node);
  if (failureStatus() != 0) return;
  if (evicted != 0 || before != 0 || agent.conditions != 0 || !isAtEase()) noteKubeletTurn();
  noteCascade(node, before);
  let end = now;
  for (let index: u32 = 0; index < evicted; index++) {
    const row = evictedPod(node, index);
    if (row == NO_ROW) continue;
    const life = lifeAt(row);
    life.message = evictionMessage(index);
    life.ending = Happening.Evicted;
    agent.evictions++;
    // One that was deleted ends already: the step waits for that, and not longer.
    const isEnding = life.endsAt != 0;
    end = isEnding ? max(end, life.endsAt) : end + STOP_TAKES;
    if (isEnding) continue;
    life.endsAt = end;
    // Without the network the kubelet does not know that it was deleted.
    if (life.stage == Stage.Terminating) continue;
    enterStage(life, Stage.Evicted);
    addTimer(life.endsAt, Timer.PodEnds, row, life.version);
  }
  planAfterStep(node, evicted == 0 ? 0 : end);
  planHeartbeat(node);
}

/** A node came under pressure that had taken pods which another node had evicted. */
function noteCascade(node: u32, before: u32): void {
  const agent = agentAt(node);
  if (before != 0 || agent.conditions == 0) return;
  if (agent.tookEvicted != 0 && agent.wasUnderPressure == 0) {
    agent.isCascaded = 1;
    markCascade();
  }
  agent.wasUnderPressure = 1;
}

function podEnds(row: u32): void {
  const life = lifeAt(row);
  if (isHeldBack(life)) wakeNode(life.node - 1);
  else if (tellEnd(row)) markEviction();
}

function evictForTaint(row: u32): void {
  markEviction();
  deletePod(row, "TaintManagerEviction");
}

function change(row: u32): void {
  makeChange(row);
  if (failureStatus() != 0) return;
  startNodes(nodesBefore);
  startOwners(ownersBefore);
  startPods(podsBefore);
  if (returned != 0) startAgain(returned - 1);
  if (nodes.count != nodesBefore) welcomeNodes();
}
