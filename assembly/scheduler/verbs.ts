/** The module's surface: every verb from its document to its answer, in one place. */
import { Document, SchedulerAction, Status } from "../abi.ts";
import { finishAnswer, forgetAnswer, refuse } from "../base/answer.ts";
import { clearFailure, failureStatus } from "../base/json/failure.ts";
import { startOutput } from "../base/json/write.ts";
import { wipeDocument } from "../base/used.ts";
import { drainFlags, readDrainRequest } from "../drain/documents/drainRequest.ts";
import { drainNode } from "../drain/drain.ts";
import { forgetDisruption } from "../drain/model/budget.ts";
import { forgetDrainedPods } from "../drain/model/drainedPods.ts";
import { clearObjects, readObjects } from "../objects/documents/objects.ts";
import { podAt } from "../objects/model/pod.ts";
import { NO_ROW } from "../objects/model/table.ts";
import { clearScheduler } from "./clear.ts";
import { schedulePod, startWalks } from "./cycle/cycle.ts";
import { outdate, prepare, settle } from "./cycle/prepare.ts";
import { isPending, takeNext } from "./cycle/queue.ts";
import { readConfiguration, startIndex, useDefaults } from "./documents/configuration.ts";
import { readSubject } from "./documents/subject.ts";
import { decision } from "./model/decision.ts";
import { profileCount } from "./model/profile.ts";
import { SchedulerReason } from "./reasons.ts";
import { writeDecision } from "./report/decision.ts";
import { writeFailure } from "./report/failure.ts";
import { writeSummary } from "./report/summary.ts";

/** Takes a KubeSchedulerConfiguration; of size 0 the scheduler's defaults. */
export function configure(size: i32): i32 {
  start(Document.KubeSchedulerConfiguration);
  if (size == 0) useDefaults();
  else {
    const status = readConfiguration(size);
    if (status != Status.Ok) return status;
  }
  startWalks(startIndex);
  outdate();
  return failureStatus();
}

/** Adds objects to those there are; nothing of a document that is refused. */
export function objects(size: i32): i32 {
  start(Document.Objects);
  decision.action = SchedulerAction.None;
  return readObjects(size);
}

/**
 * Decides about the next pending pod (size 0), about one of the objects by namespace and name, or
 * about a Pod that the document is. Answers a `SchedulerAction`.
 */
export function schedule(size: i32): i32 {
  start(Document.Pod);
  const row = size == 0 ? NO_ROW : readSubject(size);
  if (failureStatus() != Status.Ok) return failureStatus();
  if (size != 0 && row == NO_ROW) return refuse(Status.NotFound, SchedulerReason.NotFound);
  if (!prepare()) return failureStatus();
  const pod = size == 0 ? takeNext() : row;
  if (pod == NO_ROW) {
    decision.action = SchedulerAction.None;
    return SchedulerAction.Done;
  }
  if (!isPending(podAt(pod))) return refuse(Status.OutOfOrder, SchedulerReason.NotPending);
  const action = schedulePod(pod);
  return failureStatus() == Status.Ok ? action : failureStatus();
}

/**
 * The pod is placed, or it is nominated to its node and its victims are gone,
 * from the next verb on: it may still be reported.
 */
export function assume(): i32 {
  start(Document.None);
  const action = decision.action;
  if (action != SchedulerAction.Scheduled && action != SchedulerAction.Unschedulable) {
    return refuse(Status.OutOfOrder, SchedulerReason.NotScheduled);
  }
  decision.isAssumed = true;
  return Status.Ok;
}

/** Writes the last decision, or once why a verb was refused. */
export function report(detail: i32): i32 {
  if (detail < 0 || detail > 2) {
    return refuse(Status.InvalidArgument, SchedulerReason.Detail);
  }
  startOutput();
  if (failureStatus() != Status.Ok) {
    writeFailure();
    clearFailure(Document.None);
  } else if (decision.action != SchedulerAction.None) writeDecision(detail);
  else return refuse(Status.OutOfOrder, SchedulerReason.NothingDecided);
  return finishAnswer();
}

/**
 * Drains a node as `kubectl drain` does, in rounds, and writes what happens. The cluster is then
 * as it would be: with the node cordoned, pods gone and others in their place.
 */
export function drain(size: i32): i32 {
  start(Document.Drain);
  decision.action = SchedulerAction.None;
  const row = readDrainRequest(size);
  if (failureStatus() != Status.Ok) return failureStatus();
  if (row == NO_ROW) return refuse(Status.NotFound, SchedulerReason.Node);
  startOutput();
  const isWritten = drainNode(row, drainFlags);
  decision.action = SchedulerAction.None;
  return isWritten ? finishAnswer() : failureStatus();
}

/** Writes what the module holds. */
export function summary(): i32 {
  start(Document.None);
  if (!prepare()) return failureStatus();
  startOutput();
  writeSummary();
  return finishAnswer();
}

/** Forgets everything, and wipes it from memory. */
export function clear(): i32 {
  wipeDocument();
  clearObjects();
  forgetDisruption();
  forgetDrainedPods();
  clearScheduler();
  forgetAnswer();
  return 0;
}

/** What every verb but `report` begins with. */
function start(document: i32): void {
  forgetAnswer();
  settle();
  clearFailure(document);
  if (profileCount == 0) useDefaults();
}
