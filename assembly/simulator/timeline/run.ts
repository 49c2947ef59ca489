/** The timeline: what happens next, until the scenario is decided or its time is up. */

import { Status } from "../../abi.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
import { nodes } from "../../objects/model/node.ts";
import { pods } from "../../objects/model/pod.ts";
import { admitPod } from "../control/admission.ts";
import { makeChange } from "../control/changes.ts";
import { passLimit, restart, startPod } from "../control/containers.ts";
import { collect, deleteEnded } from "../control/endedPods.ts";
import { isHeldBack, reportEnd } from "../control/ending.ts";
import { checkMemory } from "../control/kernel.ts";
import { beat, monitorNode, welcomeNodes } from "../control/nodes.ts";
import { syncOwner } from "../control/owners.ts";
import { deletePod } from "../control/pods.ts";
import { flushWaiting, isAttemptOutdated, popPod } from "../control/queue.ts";
import { enter, tryPod } from "../control/scheduling.ts";
import { syncStatuses } from "../control/statuses.ts";
import { wakeNode } from "../control/wake.ts";
import { RUN_OFFSET } from "../memory.ts";
import { isDue, sortOutTimers } from "../model/due.ts";
import { eventCount, unwritten } from "../model/eventLog.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { owners } from "../model/owner.ts";
import { lifecycleAt } from "../model/podLifecycle.ts";
import { SECOND } from "../model/time.ts";
import { clock, isQuiet, nextTime, Subject, subjectOf, Timer, takeTimer } from "../model/timers.ts";
import { SimulatorReason } from "../reasons.ts";
import { takeEvictionStep } from "./evictionStep.ts";
import { notePhaseUse } from "./lanes.ts";
import { startNodes } from "./startNodes.ts";
import { startOwners } from "./startOwners.ts";
import { startAgain, startPods } from "./startPods.ts";
import {
  conclude,
  goOn,
  lookForCycle,
  markEviction,
  outcome,
  payForFingerprints,
  Verdict,
} from "./verdict.ts";

/** Events that one call writes at most: some 400 bytes each. */
const EVENTS_MAX: u32 = 8192;

/** Things that happen in one scenario at most: a bound on time. */
const TIMERS_MAX: u64 = 500_000_000;

/** A century: times of documents stay in 64 bits. */
const UNTIL_MAX: i64 = 100 * 365 * 86400 * SECOND;

@unmanaged
export class Run {
  /** How many things have happened, and when the last event was. */
  handled: u64;
  lastEvent: i64;
}

const run = changetype<Run>(RUN_OFFSET);

/** Goes on until the output would be full; true when the scenario is over. */
export function runUntil(time: i64): bool {
  const until = min(time, UNTIL_MAX);
  goOn();
  while (outcome.verdict == Verdict.None && failureStatus() == 0) {
    if (unwritten() >= EVENTS_MAX) return false;
    if (run.handled == TIMERS_MAX) {
      fail(Status.TableFull, SimulatorReason.Endless, 0);
      break;
    }
    const isOver = isQuiet() && !isAttemptOutdated();
    if (isOver || nextTime() > until) {
      clock.now = until;
      conclude(isOver, run.lastEvent);
      break;
    }
    sortOutTimers();
    const timer = takeTimer();
    run.handled++;
    payForFingerprints();
    const before = eventCount();
    if (timer != null && isDue(timer)) handle(timer.kind, timer.subject);
    if (eventCount() != before) run.lastEvent = clock.now;
    // A state is that of a moment, when all of it has happened.
    if (nextTime() != clock.now && !lookForCycle()) break;
  }
  return true;
}

/** What happens when the time of a timer has come: a row for each kind. */
function handle(kind: Timer, subject: u32): void {
  // When a pod has ended it has no node.
  const node = subjectOf(kind) == Subject.Pod ? lifecycleAt(subject).node : 0;
  switch (kind) {
    case Timer.Change:
      return change(subject);
    case Timer.Heartbeat:
      return beats(subject);
    case Timer.Statuses:
      return catchUp(subject, true);
    case Timer.MissedHeartbeats:
      return monitors(subject);
    case Timer.PodEnds:
    case Timer.PodGone:
      podEnds(subject);
      break;
    case Timer.ContainerLimit:
      if (passLimit(subject)) markEviction();
      break;
    case Timer.NodeMemory:
      if (checkMemory(subject)) markEviction();
      return;
    case Timer.ContainerRestart:
      restart(subject);
      break;
    case Timer.EvictionStep:
      return takeEvictionStep(subject);
    case Timer.TaintEviction:
      return evictForTaint(subject);
    case Timer.EndedEviction:
      return deleteEnded(subject);
    case Timer.OwnerSync:
      return syncOwner(subject);
    case Timer.PodStarts:
      startPod(subject);
      break;
    case Timer.KubeletAdmits:
      if (admitPod(subject)) return;
      markEviction();
      break;
    case Timer.Backoff:
      enter(subject);
      break;
    case Timer.Schedule:
      return schedule();
    case Timer.Collect:
      return collect();
    case Timer.Flush:
      return flushWaiting();
  }
  // With its report on one pod, a kubelet also sends reports that it could not send before.
  if (node != 0 && kubeletAt(node - 1).isBehind != 0) catchUp(node - 1, false);
}

/** A heartbeat is planned only where it has something to report. */
function beats(node: u32): void {
  notePhaseUse();
  beat(node);
}

function monitors(node: u32): void {
  notePhaseUse();
  monitorNode(node);
}

function catchUp(node: u32, all: bool): void {
  for (let evicted = syncStatuses(node, all); evicted > 0; evicted--) markEviction();
}

function schedule(): void {
  const link = popPod();
  // Which pods are preempted may depend on the seconds in which they started.
  if (link != 0 && tryPod(link - 1)) notePhaseUse();
}

function podEnds(row: u32): void {
  const lifecycle = lifecycleAt(row);
  if (isHeldBack(lifecycle)) wakeNode(lifecycle.node - 1);
  else if (reportEnd(row)) markEviction();
}

function evictForTaint(row: u32): void {
  markEviction();
  deletePod(row, "TaintManagerEviction");
}

function change(row: u32): void {
  const podsBefore = pods.count;
  const nodesBefore = nodes.count;
  const ownersBefore = owners.count;
  const returned = makeChange(row);
  if (failureStatus() != 0) return;
  startNodes(nodesBefore);
  startOwners(ownersBefore);
  startPods(podsBefore);
  if (returned != 0) startAgain(returned - 1);
  if (nodes.count != nodesBefore) welcomeNodes();
}
