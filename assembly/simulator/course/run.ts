/** The loop: what happens next, until the scenario is decided or its time is up. */
import { Status } from "../../abi.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
import { nodes } from "../../objects/model/node.ts";
import { pods } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { admitPod } from "../control/admission.ts";
import { makeChange } from "../control/changes.ts";
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
import { RUN_OFFSET } from "../memory.ts";
import { agentAt } from "../model/agent.ts";
import { eventCount, Happening, unwritten } from "../model/chronicle.ts";
import { isDue, sortOutTimers } from "../model/due.ts";
import { enterStage, lifeAt, Stage } from "../model/life.ts";
import { owners } from "../model/owner.ts";
import { SECOND, STOP_TAKES } from "../model/time.ts";
import {
  addTimer,
  clock,
  isQuiet,
  nextTime,
  Subject,
  subjectOf,
  Timer,
  takeTimer,
} from "../model/timers.ts";
import { LoopReason } from "../reasons.ts";
import { noteKubeletTurn } from "./fingerprint.ts";
import { startAgain, startNodes, startOwners, startPods } from "./start.ts";
import {
  conclude,
  goOn,
  lookForCycle,
  markCascade,
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
      fail(Status.TableFull, LoopReason.Endless, 0);
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
  const node = subjectOf(kind) == Subject.Pod ? lifeAt(subject).node : 0;
  switch (kind) {
    case Timer.Change:
      return change(subject);
    case Timer.Heartbeat:
      return beats(subject);
    case Timer.Statuses:
      return tells(subject, true);
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
      return stepOf(subject);
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
  // With what a kubelet says of one pod it says what it could not say before.
  if (node != 0 && agentAt(node - 1).isBehind != 0) tells(node - 1, false);
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

function schedule(): void {
  const link = nextTurn();
  // Who goes may depend on the seconds in which pods started.
  if (link != 0 && tryPod(link - 1)) noteKubeletTurn();
}

/** A step of a node's eviction manager; the pods that it evicts end one after another. */
function stepOf(node: u32): void {
  const agent = agentAt(node);
  const before = agent.conditions;
  const evicted = takeStep(node);
  if (failureStatus() != 0) return;
  if (evicted != 0 || before != 0 || agent.conditions != 0 || !isAtEase()) noteKubeletTurn();
  noteCascade(node, before);
  let end = clock.now;
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
