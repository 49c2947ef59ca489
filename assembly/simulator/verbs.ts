/** The module's surface: every verb from its document to its answer, in one place. */
import { Document, Status, Timeline } from "../abi.ts";
import { finishAnswer, forgetAnswer, refuse } from "../base/answer.ts";
import { forgetText } from "../base/input.ts";
import { clearFailure, failureStatus } from "../base/json/failure.ts";
import { startOutput } from "../base/json/write.ts";
import { wipeDocument } from "../base/used.ts";
import { wipeEviction } from "../eviction/used.ts";
import { wipeNode } from "../node/used.ts";
import { clearObjects, readObjects } from "../objects/documents/objects.ts";
import { podAt } from "../objects/model/pod.ts";
import { NO_ROW } from "../objects/model/table.ts";
import { clearScheduler } from "../scheduler/clear.ts";
import { schedulePod, startWalks } from "../scheduler/cycle/cycle.ts";
import { isPending } from "../scheduler/cycle/queue.ts";
import {
  readConfiguration,
  startIndex,
  useDefaults,
} from "../scheduler/documents/configuration.ts";
import { readSubject } from "../scheduler/documents/subject.ts";
import { profileCount } from "../scheduler/model/profile.ts";
import { SchedulerReason } from "../scheduler/reasons.ts";
import { freshView } from "./control/placement.ts";
import { readOwners } from "./documents/owners.ts";
import { readScenario } from "./documents/scenario.ts";
import { readSituation } from "./documents/situation.ts";
import { SIMULATOR_END, SIMULATOR_OFFSET } from "./memory.ts";
import { unwritten } from "./model/eventLog.ts";
import { fillKubelets } from "./model/kubelet.ts";
import { progress, Step } from "./model/progress.ts";
import { SimulatorReason } from "./reasons.ts";
import { writeEvents } from "./report/events.ts";
import { writeFailure } from "./report/failure.ts";
import { writeScheduling } from "./report/scheduling.ts";
import { writeSituation } from "./report/situation.ts";
import { writeVerdict } from "./report/verdict.ts";
import { runUntil } from "./timeline/run.ts";
import { startScenario } from "./timeline/start.ts";
import { outcome, Verdict } from "./timeline/verdict.ts";

/** Takes a KubeSchedulerConfiguration; of size 0 the scheduler's defaults. */
export function configure(size: i32): i32 {
  start(Document.KubeSchedulerConfiguration);
  if (progress.step >= Step.Begun) return refuse(Status.OutOfOrder, SimulatorReason.Finished);
  if (size == 0) useDefaults();
  else {
    const status = readConfiguration(size);
    if (status != Status.Ok) return status;
  }
  startWalks(startIndex);
  return failureStatus();
}

/** Adds objects to those there are; nothing of a document that is refused. */
export function objects(size: i32): i32 {
  start(Document.Objects);
  if (progress.step != Step.None) return refuse(Status.OutOfOrder, SimulatorReason.Finished);
  const status = readObjects(size);
  return status == Status.Ok ? min(readOwners(size), 0) : status;
}

/** Takes a scenario about the objects there are; of size 0 an empty one. */
export function scenario(size: i32): i32 {
  start(Document.Scenario);
  if (progress.step != Step.None) return refuse(Status.OutOfOrder, SimulatorReason.Finished);
  if (!fillKubelets()) return failureStatus();
  const status = readScenario(size);
  if (status == Status.Ok) progress.step = Step.Read;
  return status;
}

/**
 * Goes on until a moment, in nanoseconds since the start, or until the scenario is decided; writes
 * what happened. Answers a `Timeline`.
 */
export function run(until: i64): i32 {
  start(Document.None);
  if (progress.step == Step.None) return refuse(Status.OutOfOrder, SimulatorReason.NoScenario);
  if (progress.step == Step.Asked) return refuse(Status.OutOfOrder, SimulatorReason.Asked);
  if (progress.step == Step.Read && !startScenario()) return failureStatus();
  progress.step = Step.Begun;
  const isOver = unwritten() == 0 ? runUntil(until) : false;
  if (failureStatus() != Status.Ok) return failureStatus();
  const isAll = writeEvents();
  const size = finishAnswer();
  if (size < 0) return size;
  return isOver && isAll ? Timeline.Over : Timeline.GoesOn;
}

/** Writes the verdict, or once why a verb was refused. */
export function report(detail: i32): i32 {
  if (detail < 0 || detail > 1) return refuse(Status.InvalidArgument, SchedulerReason.Detail);
  startOutput();
  if (failureStatus() != Status.Ok) {
    writeFailure();
    clearFailure(Document.None);
  } else if (outcome.verdict != Verdict.None) writeVerdict(detail);
  else return refuse(Status.OutOfOrder, SimulatorReason.NoScenario);
  return finishAnswer();
}

/** Writes what the kubelet of a node sees now, for the node's own module. */
export function situation(size: i32): i32 {
  start(Document.Situation);
  if (progress.step < Step.Begun) return refuse(Status.OutOfOrder, SimulatorReason.NoScenario);
  const node = readSituation(size);
  if (node == NO_ROW) return failureStatus();
  startOutput();
  writeSituation(node);
  return finishAnswer();
}

/**
 * Lets the scheduler decide on a pending pod, and writes its answer, with every node that
 * refuses it. The scenario cannot go on from there: where the walk over nodes begins has moved.
 */
export function scheduling(size: i32): i32 {
  start(Document.Situation);
  if (progress.step < Step.Begun) return refuse(Status.OutOfOrder, SimulatorReason.NoScenario);
  const row = readSubject(size);
  if (failureStatus() != Status.Ok) return failureStatus();
  if (row == NO_ROW) return refuse(Status.NotFound, SchedulerReason.NotFound);
  if (!isPending(podAt(row))) return refuse(Status.OutOfOrder, SchedulerReason.NotPending);
  if (!freshView()) return failureStatus();
  progress.step = Step.Asked;
  schedulePod(row);
  if (failureStatus() != Status.Ok) return failureStatus();
  startOutput();
  writeScheduling();
  return finishAnswer();
}

/** Forgets everything, and wipes it from memory. */
export function clear(): i32 {
  wipeEviction();
  wipeNode();
  wipeDocument();
  forgetText();
  clearObjects();
  clearScheduler();
  memory.fill(SIMULATOR_OFFSET, 0, SIMULATOR_END - SIMULATOR_OFFSET);
  forgetAnswer();
  return 0;
}

/** What every verb but `report` begins with. */
function start(document: i32): void {
  forgetAnswer();
  clearFailure(document);
  if (profileCount == 0) useDefaults();
}
