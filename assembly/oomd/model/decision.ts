/** What the program decided last. */
import { DECISION_OFFSET } from "../memory.ts";
import { RuleAction } from "./oomRule.ts";

export enum By {
  Pressure = 0,
  Swap = 1,
  Rule = 2,
}

@unmanaged
export class Decision {
  present: u32;
  by: u32;
  atMs: i64;
  /** Row of the monitored cgroup that is over its limit; -1 for swap. */
  target: i32;
  /** Row of the candidate that ended the selection, or -1; and of the one that is killed. */
  chosen: i32;
  victim: i32;
  /** Candidates in the order; how many of them the program lists, and says that it considered. */
  orderCount: u32;
  listed: u32;
  considered: u32;
  killed: u32;
  /** Hundredths of a percent. */
  pressure: u32;
  limit: u32;
  durationUs: u64;
  overMs: i64;
  /** Bytes: of memory, of swap; what a candidate has to have more of. */
  memoryUsed: u64;
  memoryTotal: u64;
  swapUsed: u64;
  swapTotal: u64;
  swapFloor: u64;
  /** The rule that is met, and its `RuleAction`. */
  rule: u32;
  action: u32;
}

export const decision: Decision = changetype<Decision>(DECISION_OFFSET);

/** Whether candidates are compared: a rule may kill all. */
export function isCompared(): bool {
  return decision.by != By.Rule || decision.action != u32(RuleAction.KillAll);
}

/** Whether candidates are compared by swap, rather than by scans. */
export function isBySwap(): bool {
  return (
    decision.by == By.Swap ||
    (decision.by == By.Rule && decision.action == u32(RuleAction.KillBySwap))
  );
}
