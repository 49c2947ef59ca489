/** The module's surface: every verb from its document to its answer, in one place. */
import { Admission, Detail, Document, Status } from "../abi.ts";
import { finishAnswer, forgetAnswer, refuse } from "../base/answer.ts";
import { inputStart } from "../base/input.ts";
import { clearFailure, fail, failureStatus } from "../base/json/failure.ts";
import { startOutput } from "../base/json/write.ts";
import { wipeDocument } from "../base/used.ts";
import { forgetRequests } from "../filters/nodeRequests.ts";
import { dropRows } from "../objects/documents/adopt.ts";
import { clearObjects, readObjects, readOne } from "../objects/documents/objects.ts";
import { Kind } from "../objects/model/kind.ts";
import { nodeAt, nodes } from "../objects/model/node.ts";
import { pods } from "../objects/model/pod.ts";
import { readMemoryQos } from "./documents/memoryQos.ts";
import { readOptions } from "./documents/options.ts";
import { forgetChosen } from "./model/chosen.ts";
import { clearDecision, decision, Verdict } from "./model/decision.ts";
import { settings } from "./model/memoryQos.ts";
import { forgetResidents } from "./model/resident.ts";
import { AdmissionReason } from "./reasons.ts";
import { writeDecision } from "./report/decision.ts";
import { writeFailure } from "./report/failure.ts";
import { writeMemoryQos } from "./report/memoryQos.ts";
import { admitPod } from "./stages/admit.ts";
import { sumClasses } from "./stages/memoryQos.ts";
import { forgetMembers } from "./stages/preempt.ts";

/** The row of the last pod asked about comes after the residents. */
let hasAsked: bool = false;
/** The last question was about Memory QoS. */
let hasMemoryQos: bool = false;

/** Forgets all objects, and follows a release of the kubelet. */
export function configure(size: i32): i32 {
  forgetAnswer();
  const status = readOptions(size);
  if (status != Status.Ok) return status;
  forget();
  return Status.Ok;
}

/** Reads a Node, Pods, or lists of them; answers how many pods there are. */
export function objects(size: i32): i32 {
  forgetAnswer();
  forgetAsked();
  clearFailure(Document.Objects);
  const status = readObjects(size);
  return status == Status.Ok ? i32(pods.count) : status;
}

/** Whether the node takes this v1 Pod; answers an `Admission`. */
export function admit(size: i32): i32 {
  forgetAnswer();
  forgetAsked();
  clearFailure(Document.Pod);
  if (nodes.count == 0) return refuse(Status.OutOfOrder, AdmissionReason.NoNode);
  if (nodes.count > 1) return refuse(Status.OutOfOrder, AdmissionReason.ManyNodes);
  const before = pods.count;
  let status = readOne(size, Kind.Pod);
  hasAsked = true;
  if (status == Status.Ok && pods.count != before + 1) {
    fail(Status.WrongDocument, AdmissionReason.NotAPod, inputStart);
    status = failureStatus();
  }
  if (status == Status.Ok) status = admitPod(before, 0);
  if (status != Status.Ok) {
    forgetAsked();
    return status;
  }
  return decision.verdict == Verdict.Admitted ? Admission.Admitted : Admission.Rejected;
}

/** What the kubelet writes for Memory QoS, of the node and the pods given; answers a status. */
export function memoryQos(size: i32): i32 {
  forgetAnswer();
  forgetAsked();
  if (nodes.count > 1) return refuse(Status.OutOfOrder, AdmissionReason.ManyNodes);
  const status = readMemoryQos(size);
  if (status != Status.Ok) return status;
  if (settings.allocatableBytes == 0 && nodes.count == 1) {
    settings.allocatableBytes = nodeAt(0).memory;
  }
  hasMemoryQos = sumClasses();
  return failureStatus();
}

/** Writes the last answer as JSON, or once why a verb was refused. */
export function report(detail: i32): i32 {
  if (detail < Detail.Decision || detail > Detail.Counterfactuals) {
    return refuse(Status.InvalidArgument, AdmissionReason.Detail);
  }
  startOutput();
  if (failureStatus() != Status.Ok) {
    writeFailure();
    clearFailure(Document.None);
  } else if (hasMemoryQos) {
    if (!writeMemoryQos()) return failureStatus();
  } else if (decision.verdict != Verdict.None) writeDecision(detail);
  else return refuse(Status.OutOfOrder, AdmissionReason.NothingDecided);
  return finishAnswer();
}

/** Forgets objects and answer and wipes them from memory. */
export function clear(): i32 {
  forget();
  wipeDocument();
  forgetAnswer();
  return 0;
}

function forget(): void {
  hasAsked = false;
  hasMemoryQos = false;
  clearDecision();
  forgetResidents();
  forgetChosen();
  forgetMembers();
  forgetRequests();
  clearObjects();
}

function forgetAsked(): void {
  if (hasAsked) dropRows();
  hasAsked = false;
  hasMemoryQos = false;
  clearDecision();
}
