/** The module's surface: every verb from its document to its answer, in one place. */
import { ABI_VERSION, ClusterAction, Document, INPUT_CAPACITY_BYTES, Status } from "../abi.ts";
import { inputStart } from "../base/input.ts";
import { clearFailure, fail, failureStatus, Reason } from "../base/json/failure.ts";
import { isOutputFull, outputEnd, startOutput } from "../base/json/write.ts";
import { OUTPUT_OFFSET } from "../base/memory.ts";
import { noteOutput, wipeDocument } from "../base/used.ts";
import { forgetStanding } from "../filters/standing.ts";
import { adoptions } from "../objects/documents/adopt.ts";
import { clearObjects, readObjects } from "../objects/documents/objects.ts";
import { nodeAt } from "../objects/model/node.ts";
import { podAt, pods } from "../objects/model/pod.ts";
import { specs } from "../objects/model/podSpec.ts";
import { NO_ROW } from "../objects/model/table.ts";
import { schedulePod, startWalks } from "../scheduler/cycle/cycle.ts";
import { putPod } from "../scheduler/cycle/moves.ts";
import { forgetBudgets, startBudgets } from "../scheduler/cycle/preemption/budgets.ts";
import { forgetCandidates, startCandidates } from "../scheduler/cycle/preemption/candidates.ts";
import { settlePreemption } from "../scheduler/cycle/preemption/preempt.ts";
import { fillQueue, forgetQueue, isPending, takeNext } from "../scheduler/cycle/queue.ts";
import { forgetTemplates, startTemplates } from "../scheduler/cycle/template.ts";
import {
  readConfiguration,
  startIndex,
  useDefaults,
} from "../scheduler/documents/configuration.ts";
import { readSubject } from "../scheduler/documents/subject.ts";
import { decision, forgetDecision } from "../scheduler/model/decision.ts";
import {
  forgetNominations,
  nominate,
  startNominations,
  withdrawNomination,
} from "../scheduler/model/nominations.ts";
import { profileCount } from "../scheduler/model/profile.ts";
import { forgetSnapshot, nodeRow, takeSnapshot } from "../scheduler/model/snapshot.ts";
import { SchedulerReason } from "../scheduler/reasons.ts";
import { writeDecision } from "../scheduler/report/decision.ts";
import { writeFailure } from "../scheduler/report/failure.ts";
import { writeSummary } from "../scheduler/report/summary.ts";
import { forgetImages, startImages } from "../scheduler/scores/images.ts";
import { forgetTopology, startTopology } from "../scheduler/topology/topology.ts";

let answerSize: i32 = 0;
/** The state of objects and configuration that the snapshot was taken of. */
let seen: u32 = 0;
let isCurrent: bool = false;

export function abiVersion(): i32 {
  return ABI_VERSION;
}

export function inputOffset(): i32 {
  return i32(inputStart);
}

export function inputCapacity(): i32 {
  return INPUT_CAPACITY_BYTES;
}

export function outputOffset(): i32 {
  return i32(OUTPUT_OFFSET);
}

export function outputSize(): i32 {
  return answerSize;
}

/** Takes a KubeSchedulerConfiguration; of size 0 the scheduler's defaults. */
export function configure(size: i32): i32 {
  start(Document.KubeSchedulerConfiguration);
  if (size == 0) useDefaults();
  else {
    const status = readConfiguration(size);
    if (status != Status.Ok) return status;
  }
  startWalks(startIndex);
  isCurrent = false;
  return failureStatus();
}

/** Adds objects to those there are; nothing of a document that is refused. */
export function objects(size: i32): i32 {
  start(Document.Objects);
  decision.action = ClusterAction.None;
  return readObjects(size);
}

/**
 * Decides about the next pending pod (size 0), about one of the objects by namespace and name, or
 * about a Pod that the document is. Answers a `ClusterAction`.
 */
export function schedule(size: i32): i32 {
  start(Document.Pod);
  const row = size == 0 ? NO_ROW : readSubject(size);
  if (failureStatus() != Status.Ok) return failureStatus();
  if (size != 0 && row == NO_ROW) return refuse(Status.NotFound, SchedulerReason.NotFound);
  if (!prepare()) return failureStatus();
  const pod = size == 0 ? takeNext() : row;
  if (pod == NO_ROW) {
    decision.action = ClusterAction.None;
    return ClusterAction.Done;
  }
  if (!isPending(podAt(pod))) return refuse(Status.OutOfOrder, SchedulerReason.NotPending);
  const action = schedulePod(pod);
  return failureStatus() == Status.Ok ? action : failureStatus();
}

/**
 * The pod stands where it was put, or waits where it was nominated to and its victims are gone,
 * from the next verb on: it may still be reported.
 */
export function assume(): i32 {
  start(Document.None);
  const action = decision.action;
  if (action != ClusterAction.Scheduled && action != ClusterAction.Unschedulable) {
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
  } else if (decision.action != ClusterAction.None) writeDecision(detail);
  else return refuse(Status.OutOfOrder, SchedulerReason.NothingDecided);
  return finishOutput();
}

/** Writes what the module holds. */
export function summary(): i32 {
  start(Document.None);
  if (!prepare()) return failureStatus();
  startOutput();
  writeSummary();
  return finishOutput();
}

/** Forgets everything, and wipes it from memory. */
export function clear(): i32 {
  wipeDocument();
  clearObjects();
  forgetStanding();
  forgetSnapshot();
  forgetTemplates();
  forgetImages();
  forgetTopology();
  forgetQueue();
  forgetNominations();
  forgetBudgets();
  forgetCandidates();
  forgetDecision();
  useDefaults();
  startWalks(0);
  isCurrent = false;
  answerSize = 0;
  return 0;
}

function finishOutput(): i32 {
  const size = i32(outputEnd() - OUTPUT_OFFSET);
  noteOutput(size);
  if (isOutputFull()) return refuse(Status.OutputTooLarge, Reason.Output);
  answerSize = size;
  return size;
}

/** What every verb but `report` begins with. */
function start(document: i32): void {
  answerSize = 0;
  settle();
  clearFailure(document);
  if (profileCount == 0) useDefaults();
}

/** Puts an assumed pod on its node. */
function settle(): void {
  if (!decision.isAssumed) return;
  decision.isAssumed = false;
  const action = decision.action;
  decision.action = ClusterAction.None;
  if (action == ClusterAction.Unschedulable) return settlePreemption();
  podAt(decision.pod).assumedNodeName = nodeAt(nodeRow(decision.chosen)).name;
  withdrawNomination(decision.pod);
  putPod(decision.pod, decision.chosen);
}

/** Takes the snapshot again when objects or the configuration changed; false after a failure. */
function prepare(): bool {
  if (isCurrent && seen == adoptions) return true;
  if (!takeSnapshot() || !startImages() || !startTemplates(specs.count)) return false;
  if (!startTopology() || !fillQueue() || !startPreemption()) return false;
  seen = adoptions;
  isCurrent = true;
  return true;
}

/** Room for what preemption works on, and the pods that were nominated before. */
function startPreemption(): bool {
  if (!startNominations(pods.count) || !startBudgets() || !startCandidates(pods.count)) {
    return false;
  }
  for (let row: u32 = 0; row < pods.count; row++) if (isPending(podAt(row))) nominate(row);
  return true;
}

/** A failure that is about the order of calls, not about a document. */
function refuse(status: i32, reason: i32): i32 {
  clearFailure(Document.None);
  fail(status, reason, 0);
  return status;
}
