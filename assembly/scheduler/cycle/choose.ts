/**
 * The node among equals. Since 1.35 the scheduler makes a heap of the totals and takes its root:
 * the first of the highest in preorder of the heap's tree, the parent before its left and right
 * child. Before, it draws lots among the highest; the same one is then named first, and the others
 * are alternatives.
 */
import { totalAt } from "../model/snapshot.ts";

/** The index of the chosen total among `count`. */
export function chooseIndex(count: u32): u32 {
  let best: u32 = 0;
  let highest = totalAt(0);
  for (let index: u32 = 1; index < count; index++) {
    const total = totalAt(index);
    if (total < highest || (total == highest && !precedes(index, best))) continue;
    best = index;
    highest = total;
  }
  return best;
}

/** Whether a later index comes before an earlier one in preorder: it is never its parent. */
export function precedes(later: u32, earlier: u32): bool {
  const a = later + 1;
  const b = earlier + 1;
  // The ancestor of the later one on the level of the earlier one.
  return a >> (clz(b) - clz(a)) < b;
}
