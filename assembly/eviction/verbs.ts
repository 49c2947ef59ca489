/**
 * The module's surface: every verb from its document to its answer, in one place. A verb that
 * fails answers a negative status and leaves the engine's state as it was.
 */

import {
  Action,
  Admission,
  AGAIN,
  AHEAD,
  Detail,
  Document,
  NO_SUMMARY,
  Part,
  Status,
} from "../abi.ts";
import { finishAnswer, forgetAnswer, keepAnswer, refuse } from "../base/answer.ts";
import { useArena } from "../base/arena.ts";
import {
  documentsTaken,
  forgetText,
  isTextKept,
  keepText,
  leaveFirstPlace,
  readInFirstPlace,
  settleInput,
} from "../base/input.ts";
import { takeInput } from "../base/json/document.ts";
import { clearFailure, failureStatus } from "../base/json/failure.ts";
import { outputEnd, startOutput } from "../base/json/write.ts";
import { INPUT_OFFSET, OUTPUT_OFFSET } from "../base/memory.ts";
import { inputOffset } from "../base/surface.ts";
import { noteOutput, wipeDocument } from "../base/used.ts";
import { freezePart } from "../node/documents/freeze.ts";
import { FROZEN_MAGIC } from "../node/documents/frozen.ts";
import { decodePodList, decodeSinglePod } from "../node/documents/podList.ts";
import { cutToNode } from "../node/documents/podsOfNode.ts";
import { writeMembers } from "../node/documents/record.ts";
import { writeReduced } from "../node/documents/reduce.ts";
import { decodeNodeOnly, decodeSummary } from "../node/documents/summary.ts";
import { thawPart, thawSettled } from "../node/documents/thaw.ts";
import { AFTER_RECLAIM, OBSERVATION_TABLE_BYTES, RECORDED } from "../node/model/observation.ts";
import { stagedPodAt } from "../node/model/pod.ts";
import { aheadHeader, statsHeader, turnStats } from "../node/model/stats.ts";
import { tables } from "../node/model/tables.ts";
import { NodeReason } from "../node/reasons.ts";
import { writePodTable } from "../node/report/podTable.ts";
import { wipeNode } from "../node/used.ts";
import { decodeConfiguration } from "./documents/configuration.ts";
import {
  beginPackedStep,
  bringDocument,
  NO_TIME,
  openSteps,
  packedAfter,
  packedBefore,
  packedSummary,
  packedTime,
  skipDocument,
} from "./documents/packedSteps.ts";
import {
  givenState,
  refuseState,
  saveState,
  takeState,
  verifyState,
} from "./documents/savedState.ts";
import { decodeSubject, NO_POD, subjectSignal } from "./documents/subject.ts";
import { STATE_COPY_OFFSET, STATE_OFFSET } from "./memory.ts";
import { commitStagedPolicy, PolicyFlag, policy, policyHas } from "./model/policy.ts";
import { recallState, rememberState, resetState, state } from "./model/state.ts";
import { ReclaimState, step } from "./model/step.ts";
import { EvictionReason } from "./reasons.ts";
import { writeAdmission } from "./report/admission.ts";
import { writeDecision } from "./report/decision.ts";
import { writeFailure } from "./report/failure.ts";
import { writeMissed } from "./report/missed.ts";
import { writePolicy } from "./report/policy.ts";
import { rankBy } from "./report/ranking.ts";
import { writeSteps } from "./report/steps.ts";
import { checkPolicy } from "./report/warnings/policy.ts";
import { AdmissionRule, admissionRule, isAdmitting } from "./stages/admission.ts";
import { discoverLayoutUnseen, mirrorAsDiscovered } from "./stages/layout.ts";
import { deriveClass, derivePods } from "./stages/requests.ts";
import { resume, synchronize } from "./stages/synchronize.ts";
import {
  hasTallyRoom,
  startTally,
  tallyConditions,
  tallyMissed,
  tallyStep,
} from "./stages/tally.ts";
import { applyCredits, creditObservations, rememberEvictions } from "./stages/whatIf.ts";
import { wipeEviction } from "./used.ts";

/** The subject of `report`, after it has reported a refused verb. */
enum Answer {
  Nothing,
  Policy,
  Pods,
  Decision,
  /** A step without a Summary. */
  Missed,
  Admission,
}

let answer: Answer = Answer.Nothing;
let rule: AdmissionRule = AdmissionRule.NoConditions;
let missedAt: i64 = 0;

/**
 * Forgets everything and wipes it from memory: documents, policy, state and answers. What a host
 * wrote to the input region and passed to no verb stays there.
 */
export function clear(): i32 {
  useArena(0, 0, 0);
  wipeEviction();
  wipeNode();
  wipeDocument();
  forgetText();
  answer = Answer.Nothing;
  forgetAnswer();
  return Status.Ok;
}

/**
 * A KubeletConfiguration puts a policy in force and starts with a fresh state, over the pod table
 * and the Summary that are there. Spec 2.
 */
export function configure(size: i32): i32 {
  forgetAnswer();
  const status = decodeConfiguration(size);
  if (status != Status.Ok) return status;
  checkPolicy();
  commitStagedPolicy();
  resetState(policy.fingerprint);
  step.present = 0;
  derivePods();
  answer = Answer.Policy;
  return Status.Ok;
}

/** A v1 PodList becomes the pod table; answers how many pods it has. */
export function pods(size: i32): i32 {
  forgetAnswer();
  const status = decodePodList(size);
  if (status != Status.Ok) return status;
  dropStep();
  derivePods();
  answer = Answer.Pods;
  return i32(tables.podCount);
}

/**
 * Cuts a v1 PodList down to the pods of one node. The node's name follows the list and has
 * `nameSize` bytes. Answers the size of the list that replaces it, and writes which nodes the pods
 * belong to. It is not a step, and changes nothing.
 */
export function podsOfNode(size: i32, nameSize: i32): i32 {
  forgetAnswer();
  const list = cutToNode(size, nameSize);
  const written = wroteUnless(min(list, 0));
  return written < 0 ? written : list;
}

/**
 * One synchronize step on a stats Summary; answers an action. `AGAIN` takes the Summary that was
 * decoded or thawed last, `AHEAD` the one that `record` has read; `NO_SUMMARY` is for a Summary
 * that could not be read. `now` is in nanoseconds since the epoch.
 */
export function observe(size: i32, now: i64): i32 {
  forgetAnswer();
  if (!policyHas(PolicyFlag.Configured))
    return refuse(Status.NotConfigured, EvictionReason.NotConfigured);
  if (size == NO_SUMMARY) return missed(now);
  if (size == AGAIN) {
    if (statsHeader.present == 0) return refuse(Status.OutOfOrder, NodeReason.NoSnapshot);
  } else if (size == AHEAD) {
    if (aheadHeader.present == 0) return refuse(Status.OutOfOrder, NodeReason.NoneAhead);
    turnStats();
    aheadHeader.present = 0;
  } else {
    // A size that is not a document's leaves the Summary before where it is.
    clearFailure(Document.Summary);
    if (!takeInput(size)) return failureStatus();
    const status = decodeSummary(size);
    // The last step's stats are lost under what was read until the refusal.
    if (status != Status.Ok) return forgetStep(status);
  }
  dropStep();
  rememberState();
  derivePods();
  applyCredits();
  return acted(synchronize(now, 0));
}

/**
 * Keeps the text of the Summary in force if it is still the last document: the next Summary is
 * compared with it, and where only numbers changed, only those are read. Answers the offset for the
 * next documents.
 */
export function keep(): i32 {
  const isLast = statsHeader.present != 0 && statsHeader.document == documentsTaken;
  if (isLast && !isTextKept) keepText();
  return inputOffset();
}

/**
 * Writes the positions of an object's members, in one pass: a request, or any object of documents;
 * answers the size of the JSON. It is not a step, and changes nothing.
 */
export function members(size: i32): i32 {
  return membersOf(size, false);
}

/**
 * The same for a record of a capture, and reads its Summary on the way: `observe` of `AHEAD` takes
 * the step on it. Until then the last step and its answer stay as they are.
 */
export function record(size: i32): i32 {
  return membersOf(size, true);
}

function membersOf(size: i32, readsAhead: bool): i32 {
  forgetAnswer();
  return wroteUnless(writeMembers(size, readsAhead));
}

/**
 * Writes a Summary or a PodList with what the policy reads and nothing else; answers its size.
 * Every decision on it is the one on the document itself. It is not a step, and changes nothing.
 */
export function reduce(size: i32, document: i32): i32 {
  forgetAnswer();
  if (document != Document.Summary && document != Document.PodList) {
    return refuse(Status.InvalidArgument, EvictionReason.Reduced);
  }
  return wroteUnless(writeReduced(size, document));
}

/** Ends an answer that was written while its document was read. */
function wroteUnless(status: i32): i32 {
  if (status == Status.Ok) return finishAnswer();
  // What was written before the refusal is wiped like an answer.
  noteOutput(i32(outputEnd() - OUTPUT_OFFSET));
  return status;
}

/** Without a Summary a step changes nothing, but a kubelet knows its layout by then. Spec 3.2. */
function missed(now: i64): i32 {
  clearFailure(Document.None);
  forgetStep(Action.None);
  discoverLayoutUnseen();
  answer = Answer.Missed;
  missedAt = now;
  return Action.None;
}

/**
 * Goes on with a suspended step; `NO_SUMMARY` when none could be read after reclaim, `AGAIN` when
 * nothing was reclaimed: the Summary of the step is looked at again.
 */
export function reclaimed(size: i32): i32 {
  forgetAnswer();
  if (!isSuspended()) {
    return refuse(Status.OutOfOrder, EvictionReason.NoSuspendedStep);
  }
  if (size == AGAIN) memory.copy(AFTER_RECLAIM, RECORDED, OBSERVATION_TABLE_BYTES);
  else if (size != NO_SUMMARY) {
    const status = decodeNodeOnly(size, AFTER_RECLAIM);
    if (status != Status.Ok) return status;
  }
  if (size != NO_SUMMARY) creditObservations(AFTER_RECLAIM);
  return acted(resume(size != NO_SUMMARY));
}

/**
 * Takes many steps, each on a frozen Summary or on one as JSON, and writes what they amount to;
 * answers how many were taken. It ends before a step that is refused, and is itself refused when
 * that is the first one. `report` is then about the last step.
 */
export function steps(size: i32): i32 {
  forgetAnswer();
  if (!policyHas(PolicyFlag.Configured))
    return refuse(Status.NotConfigured, EvictionReason.NotConfigured);
  clearFailure(Document.Record);
  if (!takeInput(size)) return failureStatus();
  settleInput(size);
  const count = openSteps(size);
  if (count < 0) return count;
  startTally();
  const place = readInFirstPlace();
  const taken = takeSteps(count);
  leaveFirstPlace(place);
  if (taken < 0) return taken;
  clearFailure(Document.None);
  startOutput();
  writeSteps();
  const written = finishAnswer();
  return written < 0 ? written : taken;
}

/** Answers how many were taken, or why the first one is refused. */
function takeSteps(count: i32): i32 {
  let before = packedBefore;
  for (let taken = 0; taken < count; taken++) {
    if (!hasTallyRoom()) return taken;
    beginPackedStep();
    const isMissed = packedSummary == NO_SUMMARY;
    bringDocument(packedSummary);
    const status = isMissed ? Status.Ok : takeSummary(packedSummary);
    if (status != Status.Ok) return taken == 0 ? status : taken;
    // They hold from the last step to this one, whatever this one decides.
    if (before != NO_TIME) tallyConditions(state.nodeConditions, packedTime - before);
    before = packedTime;
    takePackedStep(isMissed);
  }
  return count;
}

/** The Summary at the start of the input, frozen or as JSON; answers a status. */
function takeSummary(size: i32): i32 {
  const isFrozen = size >= 12 && load<u32>(INPUT_OFFSET) == FROZEN_MAGIC;
  if (!isFrozen || load<u32>(INPUT_OFFSET, 8) != u32(Part.Summary)) {
    const status = decodeSummary(size);
    return status == Status.Ok ? status : forgetStep(status);
  }
  clearFailure(Document.Snapshot);
  return thawSettled(size);
}

function takePackedStep(isMissed: bool): void {
  if (isMissed) {
    skipDocument(packedAfter);
    observe(NO_SUMMARY, packedTime);
    return tallyMissed();
  }
  const action = observe(AGAIN, packedTime);
  if (action != Action.ReclaimNodeLevelResources) skipDocument(packedAfter);
  else {
    bringDocument(packedAfter);
    // A Summary that is refused counts as one that could not be read.
    if (reclaimed(packedAfter) < 0) reclaimed(NO_SUMMARY);
  }
  startOutput();
  const digest = writeDecision(Detail.Decision, -1);
  noteOutput(i32(outputEnd() - OUTPUT_OFFSET));
  tallyStep(digest);
}

/** Whether the node would admit a v1 Pod now; answers an `Admission`. Spec 5.1. */
export function admit(size: i32): i32 {
  forgetAnswer();
  if (!policyHas(PolicyFlag.Configured))
    return refuse(Status.NotConfigured, EvictionReason.NotConfigured);
  const status = decodeSinglePod(size);
  if (status != Status.Ok) return status;
  const pod = stagedPodAt(0);
  deriveClass(pod);
  rule = admissionRule(pod);
  answer = Answer.Admission;
  return isAdmitting(rule) ? Admission.Admitted : Admission.Rejected;
}

/**
 * Writes the answer of the last verb as JSON; answers its size. A refusal changes nothing, so it is
 * reported once: the next call reports the last answer before it.
 */
export function report(detail: i32): i32 {
  if (detail < Detail.Decision || detail > Detail.Counterfactuals) {
    return refuse(Status.InvalidArgument, EvictionReason.Detail);
  }
  startOutput();
  if (failureStatus() != Status.Ok) {
    writeFailure();
    clearFailure(Document.None);
  } else if (answer == Answer.Policy) writePolicy();
  else if (answer == Answer.Pods) writePodTable();
  else if (answer == Answer.Decision) writeDecision(detail, -1);
  else if (answer == Answer.Missed) writeMissed(missedAt);
  else if (answer == Answer.Admission) writeAdmission(rule);
  else return refuse(Status.OutOfOrder, EvictionReason.NoStep);
  return finishAnswer();
}

/** Writes the last decision at full detail about the pod that the input names. */
export function explain(size: i32): i32 {
  forgetAnswer();
  if (answer == Answer.Missed) return refuse(Status.OutOfOrder, EvictionReason.Missed);
  if (step.present == 0) return refuse(Status.OutOfOrder, EvictionReason.NoStep);
  const subject = decodeSubject(size);
  if (subject < 0) return subject;
  answer = Answer.Decision;
  startOutput();
  rankBy(subjectSignal);
  writeDecision(Detail.Counterfactuals, subject == NO_POD ? -1 : subject);
  rankBy(-1);
  return finishAnswer();
}

/**
 * Writes the engine's state as opaque bytes; answers their size. Of a suspended step it is the
 * state before that step: anyone who restores it takes the step again, from its start.
 */
export function save(): i32 {
  clearFailure(Document.State);
  if (!policyHas(PolicyFlag.Configured))
    return refuse(Status.NotConfigured, EvictionReason.NotConfigured);
  return keepAnswer(saveState(isSuspended() ? STATE_COPY_OFFSET : STATE_OFFSET));
}

/** Takes back a state saved under the same configuration. */
export function restore(size: i32): i32 {
  forgetAnswer();
  clearFailure(Document.State);
  if (!policyHas(PolicyFlag.Configured))
    return refuse(Status.NotConfigured, EvictionReason.NotConfigured);
  if (!takeInput(size)) return failureStatus();
  const status = verifyState(size);
  if (status != Status.Ok) return status;
  // Which thresholds there are depends on the layout that was discovered.
  const flags = state.flags;
  state.flags = givenState.flags;
  mirrorAsDiscovered();
  if (givenState.thresholdsObserved >> u64(policy.thresholdCount) != 0) {
    state.flags = flags;
    mirrorAsDiscovered();
    return refuseState(EvictionReason.State);
  }
  step.present = 0;
  takeState();
  return forgetStep(Status.Ok);
}

/** Writes the pod table or the decoded Summary as opaque bytes; answers their size. */
export function freeze(part: i32): i32 {
  clearFailure(Document.Snapshot);
  if (part != Part.Pods && part != Part.Summary) {
    return refuse(Status.InvalidArgument, EvictionReason.Part);
  }
  if (part != Part.Pods && statsHeader.present == 0)
    return refuse(Status.OutOfOrder, NodeReason.NoSnapshot);
  const size = freezePart(part);
  return size < 0 ? size : keepAnswer(size);
}

/** Takes a frozen part back; a Summary only over the pod list it was frozen with. */
export function thaw(size: i32): i32 {
  forgetAnswer();
  clearFailure(Document.Snapshot);
  if (!takeInput(size)) return failureStatus();
  const status = thawPart(size);
  if (status != Status.Ok) return status;
  return forgetStep(Status.Ok);
}

function isSuspended(): bool {
  return step.present != 0 && step.reclaimState == ReclaimState.Suspended;
}

function acted(action: Action): i32 {
  clearFailure(Document.None);
  if (action != Action.ReclaimNodeLevelResources) rememberEvictions();
  answer = Answer.Decision;
  return action;
}

/**
 * Without its end a suspended step did not happen: the state is again the one that `save` wrote
 * while it waited, so what follows depends on what a host can see and nothing else.
 */
function dropStep(): void {
  if (isSuspended()) {
    recallState();
    mirrorAsDiscovered();
  }
  step.present = 0;
}

/** The answer was about a step that is not there any more. */
function forgetStep(returned: i32): i32 {
  dropStep();
  answer = Answer.Nothing;
  return returned;
}
