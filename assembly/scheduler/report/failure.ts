/** What every verb answers when it fails: document, path, byte offset, reason. */
import { Document } from "../../abi.ts";
import { failureAt, failureDocument, failureReason, REASONS_END } from "../../base/json/failure.ts";
import { failureMembers } from "../../base/json/failureMembers.ts";
import { addMemberPath, addPath } from "../../base/json/path.ts";
import { REASON_TEXTS } from "../../base/json/reasons.ts";
import {
  addLiteral,
  addText,
  beginArray,
  beginObject,
  beginText,
  endArray,
  endObject,
  endText,
  key,
  member,
} from "../../base/json/write.ts";
import { OBJECTS_REASONS_END, objectsReasonText } from "../../objects/reasons.ts";
import { refusalAt, refusalCount, refusalSize } from "../model/refusals.ts";
import { SchedulerReason, schedulerReasonText } from "../reasons.ts";

export function writeFailure(): void {
  beginObject();
  failureMembers(documentName(failureDocument()), reasonText(failureReason()));
  configurationErrors();
  endObject();
}

/** What a scheduler's configuration was refused for, where it was. */
export function configurationErrors(): void {
  if (failureReason() == SchedulerReason.Refused) refusalsMember();
  else if (failureReason() == SchedulerReason.Member) unknownMember();
}

/** Each in the scheduler's words, which begin with the member that they are about. */
function refusalsMember(): void {
  key("errors");
  beginArray();
  for (let index: u32 = 0; index < refusalCount; index++) {
    beginFinding();
    endPath();
    addText(refusalAt(index), refusalSize(index));
    endFinding();
  }
  endArray();
}

/** What the scheduler's strict decoder says. */
function unknownMember(): void {
  key("errors");
  beginArray();
  beginFinding();
  addPath(failureAt());
  endPath();
  addLiteral("strict decoding error: unknown field ");
  addText(QUOTE_TEXT, 1);
  addMemberPath(failureAt());
  addText(QUOTE_TEXT, 1);
  endFinding();
  endArray();
}

const QUOTE_TEXT: usize = memory.data<u8>([0x22]);

function beginFinding(): void {
  beginObject();
  member("rule", "kube-scheduler");
  key("path");
  beginText();
}

/** From the path, which may be empty, to the message. */
function endPath(): void {
  endText();
  key("message");
  beginText();
}

function endFinding(): void {
  endText();
  endObject();
}

function documentName(document: i32): string {
  if (document == Document.Objects) return "objects";
  if (document == Document.Pod) return "pod";
  if (document == Document.Drain) return "drain";
  return document == Document.KubeSchedulerConfiguration ? "KubeSchedulerConfiguration" : "none";
}

export function reasonText(reason: i32): string {
  if (reason >= OBJECTS_REASONS_END) return schedulerReasonText(reason);
  return reason >= REASONS_END ? objectsReasonText(reason) : unchecked(REASON_TEXTS[reason]);
}
