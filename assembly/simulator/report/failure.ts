/** What every verb answers when it fails: document, path, byte offset, reason. */
import { Document } from "../../abi.ts";
import { failureDocument, failureReason, failureStatus } from "../../base/json/failure.ts";
import { failureMembers } from "../../base/json/failureMembers.ts";
import { beginObject, endObject, integerMember, member } from "../../base/json/write.ts";
import { ObjectsReason } from "../../objects/reasons.ts";
import { configurationErrors, reasonText } from "../../scheduler/report/failure.ts";
import { nodeReasonMember } from "../kubelet/limits.ts";
import { SIMULATOR_REASONS_START, SimulatorReason, simulatorReasonText } from "../reasons.ts";

export function writeFailure(): void {
  const reason = failureReason();
  if (reason == SimulatorReason.OfNode) return writeOfNode();
  // Objects, pods that come and what happens share the memory.
  const own = reason == ObjectsReason.Memory ? SimulatorReason.Memory : reason;
  const text = own >= SIMULATOR_REASONS_START ? simulatorReasonText(own) : reasonText(own);
  beginObject();
  failureMembers(documentName(failureDocument()), text);
  configurationErrors();
  endObject();
}

/** It has no place in a document, and its sentence names the node. */
function writeOfNode(): void {
  beginObject();
  member("plimsoll", "error/1");
  integerMember("status", failureStatus());
  member("document", "scenario");
  nodeReasonMember();
  endObject();
}

function documentName(document: i32): string {
  if (document == Document.Objects) return "objects";
  if (document == Document.Scenario) return "scenario";
  if (document == Document.Situation) return "situation";
  if (document == Document.PodList) return "pods";
  if (document == Document.Summary) return "summary";
  return document == Document.KubeSchedulerConfiguration ? "KubeSchedulerConfiguration" : "none";
}
