/** What every verb answers when it fails: document, path, byte offset, reason. */
import { Status } from "../abi.ts";
import {
  failureAt,
  failureByteOffset,
  failureDocument,
  failureReason,
  failureStatus,
  failureTextSize,
  Reason,
} from "../json/failure.ts";
import { addPath } from "../json/path.ts";
import {
  addLiteral,
  beginObject,
  beginText,
  endObject,
  endText,
  integerMember,
  key,
  member,
} from "../json/write.ts";
import { quantityErrorText } from "../kubernetes/quantity.ts";
import { findingsMember } from "./policy.ts";

const DOCUMENT_NAMES: StaticArray<string> = [
  "none",
  "KubeletConfiguration",
  "PodList",
  "Summary",
  "Pod",
  "state",
  "snapshot",
];

/** By `Reason`. */
const REASONS: StaticArray<string> = [
  "",
  "a JSON value is expected here",
  "an object is expected here",
  "an array is expected here",
  "a member name in quotes is expected here",
  "a colon is expected after the member name",
  "a comma or the end of the object or array is expected here",
  "a string is expected here",
  "an integer from 0 to 18446744073709551615 is expected here",
  "an integer within the range of its type is expected here",
  "true or false is expected here",
  "a resource quantity is expected here",
  "an RFC 3339 time is expected here",
  "a duration such as 1m30s is expected here",
  "true, false or null is expected here",
  "this is not a JSON number",
  "this is not a JSON escape sequence",
  "control characters must be escaped inside strings",
  "the document ends inside a string",
  "something follows the end of the document",
  "the bytes are not UTF-8",
  "nested deeper than 1000 levels",
  "the document is larger than the input region",
  "more than 4096 pods",
  "more than 12288 containers",
  "more than 24576 volumes",
  "names and quantities take more than 4 MiB",
  "the answer does not fit the output region",
  "not a stats Summary: it has no member node; use what the kubelet serves at /stats/summary",
  "not a PodList: it has no member items; use what the kubelet serves at /pods",
  "not a PodList: its kind is another one; use what the kubelet serves at /pods",
  "not a Pod: it has no member spec",
  "not a Pod: its kind is another one",
  "not a KubeletConfiguration: its kind is another one",
  "the kubelet would not start with this configuration",
  "no configuration is in force; call configure first",
  "no step is suspended for node-level reclaim; call observe first",
  "no Summary has been decoded for this pod list; pass one to observe",
  "not a saved state of this version",
  "the state was saved under another configuration",
  "not a frozen snapshot of this version, or its bytes are damaged",
  "the frozen Summary belongs to another pod list; thaw that list first",
  "no such pod in the pod list",
  "no such signal; use a name such as memory.available",
  "no step has been taken; call observe first",
  "this list is there twice; keep one",
  "a size below zero is no document's; pass the size of the document in bytes",
  "the document is empty; pass -1 to observe or reclaimed when no Summary could be had",
  "only observe can look again at the last Summary; pass -1 when none could be had",
  "no such detail; use 0, 1 or 2",
  "no such part; use 0 for the pod table or 1 for the Summary",
  "the last observation had no Summary, so nothing was ranked; observe one first",
  "an option in the member plimsoll is not valid",
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
  addLiteral(unchecked(REASONS[reason]));
}
