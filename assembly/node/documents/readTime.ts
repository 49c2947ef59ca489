/** RFC 3339 members of documents. */
import { Status } from "../../abi.ts";
import { fail, Reason } from "../../base/json/failure.ts";
import { wrongType } from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { parseTime, TimeResult } from "../../base/kubernetes/time.ts";

/** Whether the last time read was a time: null and Go's zero time are none. */
export let timePresent: bool = false;

/** A `metav1.Time`: nanoseconds since the epoch to `target`, 0 when there is none. */
export function readTime(at: usize, target: usize): usize {
  const start = at;
  timePresent = false;
  store<i64>(target, 0);
  if (isNull(at)) return at + 4;
  if (load<u8>(at) != QUOTE) return wrongType(at, Reason.ExpectedTime);
  at = readWord(at);
  if (at == 0) return 0;
  const result = parseTime(target, wordAt(), wordSize());
  if (result == TimeResult.Invalid) return fail(Status.WrongType, Reason.ExpectedTime, start);
  timePresent = result != TimeResult.None;
  return at;
}
