/** What every verb answers when it fails: document, path, byte offset, reason. */
import { Document } from "../../abi.ts";
import {
  failureAt,
  failureByteOffset,
  failureDocument,
  failureReason,
  failureStatus,
  REASONS_END,
} from "../../base/json/failure.ts";
import { addPath } from "../../base/json/path.ts";
import { REASON_TEXTS } from "../../base/json/reasons.ts";
import {
  beginObject,
  beginText,
  endObject,
  endText,
  integerMember,
  key,
  member,
} from "../../base/json/write.ts";
import { OBJECTS_REASONS_END, objectsReasonText } from "../../objects/reasons.ts";
import { schedulerReasonText } from "../../scheduler/reasons.ts";
import { LOOP_REASONS_START, loopReasonText } from "../reasons.ts";

export function writeFailure(): void {
  beginObject();
  member("plimsoll", "error/1");
  integerMember("status", failureStatus());
  member("document", documentName(failureDocument()));
  if (failureByteOffset() >= 0) {
    key("path");
    beginText();
    addPath(failureAt());
    endText();
    integerMember("offset", failureByteOffset());
  }
  member("reason", reasonText(failureReason()));
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

function reasonText(reason: i32): string {
  if (reason >= LOOP_REASONS_START) return loopReasonText(reason);
  if (reason >= OBJECTS_REASONS_END) return schedulerReasonText(reason);
  return reason >= REASONS_END ? objectsReasonText(reason) : unchecked(REASON_TEXTS[reason]);
}
