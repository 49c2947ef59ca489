/** The module's surface: every verb from its document to its answer, in one place. */
import { ABI_VERSION, Course, Document, INPUT_CAPACITY_BYTES, Status } from "../abi.ts";
import { forgetText, inputStart } from "../base/input.ts";
import { clearFailure, fail, failureStatus, Reason } from "../base/json/failure.ts";
import { isOutputFull, outputEnd, startOutput } from "../base/json/write.ts";
import { OUTPUT_OFFSET } from "../base/memory.ts";
import { noteOutput, wipeDocument } from "../base/used.ts";
import { wipeEviction } from "../eviction/used.ts";
import { forgetStanding } from "../filters/standing.ts";
import { wipeNode } from "../node/used.ts";
import { clearObjects, readObjects } from "../objects/documents/objects.ts";
import { podAt } from "../objects/model/pod.ts";
import { NO_ROW } from "../objects/model/table.ts";
import { schedulePod, startWalks } from "../scheduler/cycle/cycle.ts";
import { forgetBudgets } from "../scheduler/cycle/preemption/budgets.ts";
import { forgetCandidates } from "../scheduler/cycle/preemption/candidates.ts";
import { outdate } from "../scheduler/cycle/prepare.ts";
import { forgetQueue, isPending } from "../scheduler/cycle/queue.ts";
import { forgetTemplates } from "../scheduler/cycle/template.ts";
import {
  readConfiguration,
  startIndex,
  useDefaults,
} from "../scheduler/documents/configuration.ts";
import { readSubject } from "../scheduler/documents/subject.ts";
import { forgetDecision } from "../scheduler/model/decision.ts";
import { forgetNominations } from "../scheduler/model/nominations.ts";
import { profileCount } from "../scheduler/model/profile.ts";
import { forgetSnapshot } from "../scheduler/model/snapshot.ts";
import { SchedulerReason } from "../scheduler/reasons.ts";
import { forgetImages } from "../scheduler/scores/images.ts";
import { forgetTopology } from "../scheduler/topology/topology.ts";
import { freshView } from "./control/placement.ts";
import { runUntil } from "./course/run.ts";
import { startStory } from "./course/start.ts";
import { outcome, Verdict } from "./course/verdict.ts";
import { readOwners } from "./documents/owners.ts";
import { readSituation } from "./documents/situation.ts";
import { readStory } from "./documents/story.ts";
import { SIMULATOR_END, SIMULATOR_OFFSET, SURFACE_OFFSET } from "./memory.ts";
import { fillAgents } from "./model/agent.ts";
import { unwritten } from "./model/chronicle.ts";
import { LoopReason } from "./reasons.ts";
import { writeEvents } from "./report/events.ts";
import { writeFailure } from "./report/failure.ts";
import { writeScheduling } from "./report/scheduling.ts";
import { writeSituation } from "./report/situation.ts";
import { writeVerdict } from "./report/verdict.ts";

/** How far the module has come with its story. */
enum Progress {
  None = 0,
  Read,
  Begun,
  /** A decision was asked for: the story does not go on. */
  Asked,
}

@unmanaged
export class Surface {
  answerSize: i32;
  progress: Progress;
}

const surface = changetype<Surface>(SURFACE_OFFSET);

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
  return surface.answerSize;
}

/** Takes a KubeSchedulerConfiguration; of size 0 the scheduler's defaults. */
export function configure(size: i32): i32 {
  start(Document.KubeSchedulerConfiguration);
  if (surface.progress >= Progress.Begun) return refuse(Status.OutOfOrder, LoopReason.Finished);
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
  if (surface.progress != Progress.None) return refuse(Status.OutOfOrder, LoopReason.Finished);
  const status = readObjects(size);
  return status == Status.Ok ? min(readOwners(size), 0) : status;
}

/** Takes a story about the objects there are; of size 0 one without a word. */
export function story(size: i32): i32 {
  start(Document.Story);
  if (surface.progress != Progress.None) return refuse(Status.OutOfOrder, LoopReason.Finished);
  if (!fillAgents()) return failureStatus();
  const status = readStory(size);
  if (status == Status.Ok) surface.progress = Progress.Read;
  return status;
}

/**
 * Goes on until a moment, in nanoseconds since the start, or until the story is decided; writes
 * what happened. Answers a `Course`.
 */
export function run(until: i64): i32 {
  start(Document.None);
  if (surface.progress == Progress.None) return refuse(Status.OutOfOrder, LoopReason.NoStory);
  if (surface.progress == Progress.Asked) return refuse(Status.OutOfOrder, LoopReason.Asked);
  if (surface.progress == Progress.Read && !startStory()) return failureStatus();
  surface.progress = Progress.Begun;
  const isOver = unwritten() == 0 ? runUntil(until) : false;
  if (failureStatus() != Status.Ok) return failureStatus();
  const isAll = writeEvents();
  const size = finishOutput();
  if (size < 0) return size;
  return isOver && isAll ? Course.Over : Course.GoesOn;
}

/** Writes the verdict, or once why a verb was refused. */
export function report(detail: i32): i32 {
  if (detail < 0 || detail > 1) return refuse(Status.InvalidArgument, SchedulerReason.Detail);
  startOutput();
  if (failureStatus() != Status.Ok) {
    writeFailure();
    clearFailure(Document.None);
  } else if (outcome.verdict != Verdict.None) writeVerdict(detail);
  else return refuse(Status.OutOfOrder, LoopReason.NoStory);
  return finishOutput();
}

/** Writes what the kubelet of a node sees now, for the node's own module. */
export function situation(size: i32): i32 {
  start(Document.Situation);
  if (surface.progress < Progress.Begun) return refuse(Status.OutOfOrder, LoopReason.NoStory);
  const node = readSituation(size);
  if (node == NO_ROW) return failureStatus();
  startOutput();
  writeSituation(node);
  return finishOutput();
}

/**
 * Has the scheduler decide on a pod that waits, and writes what it says, with every node that
 * refuses it. The story cannot go on from there: where the walk over nodes begins has moved.
 */
export function scheduling(size: i32): i32 {
  start(Document.Situation);
  if (surface.progress < Progress.Begun) return refuse(Status.OutOfOrder, LoopReason.NoStory);
  const row = readSubject(size);
  if (failureStatus() != Status.Ok) return failureStatus();
  if (row == NO_ROW) return refuse(Status.NotFound, SchedulerReason.NotFound);
  if (!isPending(podAt(row))) return refuse(Status.OutOfOrder, SchedulerReason.NotPending);
  if (!freshView()) return failureStatus();
  surface.progress = Progress.Asked;
  schedulePod(row);
  if (failureStatus() != Status.Ok) return failureStatus();
  startOutput();
  writeScheduling();
  return finishOutput();
}

/** Forgets everything, and wipes it from memory. */
export function clear(): i32 {
  wipeEviction();
  wipeNode();
  wipeDocument();
  forgetText();
  clearObjects();
  forgetScheduler();
  memory.fill(SIMULATOR_OFFSET, 0, SIMULATOR_END - SIMULATOR_OFFSET);
  useDefaults();
  startWalks(0);
  outdate();
  return 0;
}

function forgetScheduler(): void {
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
}

function finishOutput(): i32 {
  const size = i32(outputEnd() - OUTPUT_OFFSET);
  noteOutput(size);
  if (isOutputFull()) return refuse(Status.OutputTooLarge, Reason.Output);
  surface.answerSize = size;
  return size;
}

/** What every verb but `report` begins with. */
function start(document: i32): void {
  surface.answerSize = 0;
  clearFailure(document);
  if (profileCount == 0) useDefaults();
}

/** A failure that is about the order of calls, not about a document. */
function refuse(status: i32, reason: i32): i32 {
  clearFailure(Document.None);
  fail(status, reason, 0);
  return status;
}
