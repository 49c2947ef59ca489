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
import { oomReasonText } from "../reasons.ts";

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
  const reason = failureReason();
  member("reason", reason >= REASONS_END ? oomReasonText(reason) : unchecked(REASON_TEXTS[reason]));
  endObject();
}

function documentName(document: i32): string {
  if (document == Document.Tasks) return "tasks";
  return document == Document.Race ? "race" : "none";
}
