/** RFC 3339 members of documents. */
import { Status } from "../abi.ts";
import { fail, Reason } from "../json/failure.ts";
import { wrongType } from "../json/member.ts";
import { isNull, QUOTE, scanText } from "../json/scan.ts";
import { parseTime, TimeResult } from "../kubernetes/time.ts";

/** Whether the last time read was a time: null and Go's zero time are none. */
export let timePresent: bool = false;

/** A `metav1.Time`: nanoseconds since the epoch to `target`, 0 when there is none. */
export function readTime(at: usize, target: usize): usize {
  timePresent = false;
  store<i64>(target, 0);
  if (isNull(at)) return at + 4;
  if (load<u8>(at) != QUOTE) return wrongType(at, Reason.ExpectedTime);
  const end = scanText(at + 1);
  if (end == 0) return 0;
  const result = parseTime(target, at + 1, i32(end - at - 1));
  if (result == TimeResult.Invalid) return fail(Status.WrongType, Reason.ExpectedTime, at);
  timePresent = result != TimeResult.None;
  return end + 1;
}
