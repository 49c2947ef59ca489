/**
 * From a uid to a row of the pod table, whose rows are in order of uid. Searched, not hashed:
 * strangers choose the uids, and could choose ones that collide.
 */
import { compareText } from "../../base/text.ts";
import { podAt } from "./pod.ts";
import { tables } from "./tables.ts";

/** The row with this uid, or -1. Only pods without a uid may share one; the last one counts. */
export function findUid(uid: usize, size: i32): i32 {
  let low: u32 = 0;
  let high = tables.podCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    const pod = podAt(middle);
    const order = compareText(pod.uid, pod.uidSize, uid, size);
    if (order == 0 && size != 0) return i32(middle);
    if (order <= 0) low = middle + 1;
    else high = middle;
  }
  return low > 0 && size == 0 && podAt(low - 1).uidSize == 0 ? i32(low) - 1 : -1;
}
