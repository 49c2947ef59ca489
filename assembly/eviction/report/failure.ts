/** What every verb answers when it fails: document, path, byte offset, reason. */
import { Status } from "../../abi.ts";
import {
  failureDocument,
  failureReason,
  failureStatus,
  failureTextSize,
  REASONS_END,
  Reason,
} from "../../base/json/failure.ts";
import { failureMembers } from "../../base/json/failureMembers.ts";
import { REASON_TEXTS } from "../../base/json/reasons.ts";
import { beginObject, endObject } from "../../base/json/write.ts";
import { quantityErrorText } from "../../base/kubernetes/quantity.ts";
import { NODE_REASON_TEXTS, NODE_REASONS_END } from "../../node/reasons.ts";
import { EVICTION_REASON_TEXTS } from "../reasons.ts";
import { findingsMember } from "./policy.ts";

const DOCUMENT_NAMES: StaticArray<string> = [
  "none",
  "KubeletConfiguration",
  "PodList",
  "Summary",
  "Pod",
  "state",
  "snapshot",
  "record",
];

export function writeFailure(): void {
  beginObject();
  failureMembers(unchecked(DOCUMENT_NAMES[failureDocument()]), reasonText(failureReason()));
  if (failureStatus() == Status.InvalidConfiguration) {
    findingsMember("errors", true, true);
    findingsMember("warnings", false, true);
  }
  endObject();
}

function reasonText(reason: i32): string {
  if (reason == Reason.ExpectedQuantity && failureStatus() == Status.InvalidQuantity) {
    return quantityErrorText(failureTextSize());
  }
  if (reason >= NODE_REASONS_END) {
    return unchecked(EVICTION_REASON_TEXTS[reason - NODE_REASONS_END]);
  }
  if (reason >= REASONS_END) return unchecked(NODE_REASON_TEXTS[reason - REASONS_END]);
  return unchecked(REASON_TEXTS[reason]);
}
