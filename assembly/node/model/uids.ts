/**
 * From a uid to a row of the pod table, whose rows are in order of uid. Searched, not hashed:
 * strangers choose the uids, and could choose ones that collide.
 */
import { compareText } from "../../base/text.ts";
import { UID_STARTS_OFFSET } from "../memory.ts";
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

/** The first bytes of each row's uid, for `guessUid`. */
export function noteUids(): void {
  for (let row: u32 = 0; row < tables.podCount; row++) {
    store<u32>(UID_STARTS_OFFSET + 4 * usize(row), startOf(podAt(row).uid));
  }
}

/**
 * The row with this uid where one has it and no uid begins alike, as hardly any two UUIDs do; any
 * other row else. Without branches and in a few lines of cache: uids cannot be foreseen.
 */
export function guessUid(uid: usize): u32 {
  const start = startOf(uid);
  let row: u32 = 0;
  for (let count = tables.podCount; count > 1; ) {
    const half = count >> 1;
    const last = load<u32>(UID_STARTS_OFFSET + 4 * usize(row + half - 1));
    row += half * u32(last < start);
    count -= half;
  }
  return row;
}

/** As a number that is ordered as texts are. @inline */
function startOf(uid: usize): u32 {
  return bswap(load<u32>(uid));
}
