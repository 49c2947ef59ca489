/** What every verb answers when it fails: document, path, byte offset, reason. */
import { Document } from "../../abi.ts";
import { failureDocument, failureReason, REASONS_END } from "../../base/json/failure.ts";
import { failureMembers } from "../../base/json/failureMembers.ts";
import { REASON_TEXTS } from "../../base/json/reasons.ts";
import { beginObject, endObject } from "../../base/json/write.ts";
import { reasonText } from "../reasons.ts";

export function writeFailure(): void {
  const reason = failureReason();
  const text = reason >= REASONS_END ? reasonText(reason) : unchecked(REASON_TEXTS[reason]);
  beginObject();
  failureMembers(documentName(failureDocument()), text);
  endObject();
}

function documentName(document: i32): string {
  if (document == Document.Objects) return "objects";
  if (document == Document.KubeletConfiguration) return "memoryQos";
  return document == Document.Pod ? "pod" : "none";
}
