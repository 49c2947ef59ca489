/** What every verb answers when it fails: document, path, byte offset, reason. */
import { Document } from "../../abi.ts";
import { failureDocument, failureReason } from "../../base/json/failure.ts";
import { failureMembers } from "../../base/json/failureMembers.ts";
import { beginObject, endObject } from "../../base/json/write.ts";
import { configurationErrors, reasonText } from "../../scheduler/report/failure.ts";
import { LOOP_REASONS_START, loopReasonText } from "../reasons.ts";

export function writeFailure(): void {
  const reason = failureReason();
  const text = reason >= LOOP_REASONS_START ? loopReasonText(reason) : reasonText(reason);
  beginObject();
  failureMembers(documentName(failureDocument()), text);
  configurationErrors();
  endObject();
}

function documentName(document: i32): string {
  if (document == Document.Objects) return "objects";
  if (document == Document.Story) return "story";
  if (document == Document.Situation) return "situation";
  if (document == Document.PodList) return "pods";
  if (document == Document.Summary) return "summary";
  return document == Document.KubeSchedulerConfiguration ? "KubeSchedulerConfiguration" : "none";
}
