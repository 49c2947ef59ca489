/** What would have spared the candidate, each change made and the selection made again. */
import { DECISION_BYTES, DECISION_OFFSET } from "../memory.ts";
import { CgroupFlag, cgroupAt, ROOT } from "../model/cgroup.ts";
import { decision, isCompared } from "../model/decision.ts";
import { orderCandidates, orderedAt } from "./order.ts";
import { mayKill } from "./select.ts";
import { isOverLimit } from "./swap.ts";

const WHOLE: u32 = 10_000;

const saved: usize = memory.data(256, 8);

/** The candidate that is selected when the chosen one has a mark, or -1. */
export function insteadWith(mark: CgroupFlag): i32 {
  if (!isCompared()) return decision.chosen;
  const chosen = cgroupAt(u32(decision.chosen));
  const flags = chosen.flags;
  const prefix = decision.target < 0 ? ROOT : u32(decision.target);
  memory.copy(saved, DECISION_OFFSET, DECISION_BYTES);
  chosen.flags |= u32(mark);
  orderCandidates(prefix);
  let first = -1;
  for (let place: u32 = 0; place < decision.orderCount && first < 0; place++) {
    if (mayKill(orderedAt(place))) first = i32(orderedAt(place));
  }
  chosen.flags = flags;
  orderCandidates(prefix);
  memory.copy(DECISION_OFFSET, saved, DECISION_BYTES);
  return first;
}

/** The candidate that is selected once the chosen one is gone, or -1. */
export function nextAfterChosen(): i32 {
  let place: u32 = 0;
  while (place < decision.orderCount && i32(orderedAt(place)) != decision.chosen) place++;
  for (place++; place < decision.orderCount; place++) {
    if (mayKill(orderedAt(place))) return i32(orderedAt(place));
  }
  return -1;
}

/** The lowest limit of swap that is not passed, in hundredths of a percent. */
export function sparingSwapLimit(): u32 {
  let low: u32 = decision.limit;
  let high = WHOLE;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isOverLimit(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
