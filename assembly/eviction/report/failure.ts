/** What every verb answers when it fails: document, path, byte offset, reason. */
import { Status } from "../../abi.ts";
import {
  failureAt,
  failureByteOffset,
  failureDocument,
  failureReason,
  failureStatus,
  failureTextSize,
  REASONS_END,
  Reason,
} from "../../base/json/failure.ts";
import { addPath } from "../../base/json/path.ts";
import { REASON_TEXTS } from "../../base/json/reasons.ts";
import {
  addLiteral,
  beginObject,
  beginText,
  endObject,
  endText,
  integerMember,
  key,
  member,
} from "../../base/json/write.ts";
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
  const status = failureStatus();
  beginObject();
  member("plimsoll", "error/1");
  integerMember("status", status);
  member("document", unchecked(DOCUMENT_NAMES[failureDocument()]));
  if (failureByteOffset() >= 0) {
    key("path");
    beginText();
    addPath(failureAt());
    endText();
    integerMember("offset", failureByteOffset());
  }
  key("reason");
  beginText();
  addReason();
  endText();
  if (status == Status.InvalidConfiguration) {
    findingsMember("errors", true, true);
    findingsMember("warnings", false, true);
  }
  endObject();
}

function addReason(): void {
  const reason = failureReason();
  if (reason == Reason.ExpectedQuantity && failureStatus() == Status.InvalidQuantity) {
    return addLiteral(quantityErrorText(failureTextSize()));
  }
  addLiteral(reasonText(reason));
}

function reasonText(reason: i32): string {
  if (reason >= NODE_REASONS_END) {
    return unchecked(EVICTION_REASON_TEXTS[reason - NODE_REASONS_END]);
  }
  if (reason >= REASONS_END) return unchecked(NODE_REASON_TEXTS[reason - REASONS_END]);
  return unchecked(REASON_TEXTS[reason]);
}
