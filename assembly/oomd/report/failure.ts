/** What every verb answers when it fails: document, path, byte offset, reason. */
import { Document } from "../../abi.ts";
import { failureDocument, failureReason, REASONS_END } from "../../base/json/failure.ts";
import { failureMembers } from "../../base/json/failureMembers.ts";
import { REASON_TEXTS } from "../../base/json/reasons.ts";
import { beginObject, endObject } from "../../base/json/write.ts";
import { oomdReasonText } from "../reasons.ts";

export function writeFailure(): void {
  const reason = failureReason();
  const text = reason >= REASONS_END ? oomdReasonText(reason) : unchecked(REASON_TEXTS[reason]);
  beginObject();
  failureMembers(documentName(failureDocument()), text);
  endObject();
}

function documentName(document: i32): string {
  if (document == Document.Scenario) return "scenario";
  return document == Document.State ? "state" : "none";
}
