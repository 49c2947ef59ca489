/** The last decision: what a report is written from, until the next one. */
import { SchedulerAction } from "../../abi.ts";

@unmanaged
export class Decision {
  action: SchedulerAction;
  /** Decisions since the objects were forgotten. */
  step: u32;
  pod: u32;
  profile: i32;
  template: u32;
  /** The position it was scheduled to. */
  chosen: u32;
  /** Where the walk began, and how many nodes it went along. */
  start: u32;
  walked: u32;
  /** Nodes that were refused, and that passed. */
  refused: u32;
  feasible: u32;
  /** Nodes that PreFilter left, when it named some: a list of names, and positions of those. */
  named: u32;
  namedCount: u32;
  /** PreFilter refused the pod on every node: affinity terms that conflict. */
  conflicts: bool;
  /** Whether the nominated node was tried first, and passed. */
  nominatedPassed: bool;
  /** Whether several nodes were scored. */
  isScored: bool;
  isAssumed: bool;
  /** The position of the nominated node that was refused, plus 1. */
  nominated: u32;
  /** The position with a score out of range, plus 1. */
  invalid: u32;
  /** Bits of plugins that would have to judge the pod. */
  unevaluated: u32;
  /** A `Preemption`; the candidate that is preempted on. */
  preemption: i32;
  candidate: u32;
  /** The highest raw scores, which normalized ones are relative to. */
  intolerableMax: i64;
  preferenceMax: i64;
}

export const decision = changetype<Decision>(memory.data(104, 8));
const DECISION_BYTES: usize = offsetof<Decision>();

export function clearDecision(): void {
  const step = decision.step;
  memory.fill(changetype<usize>(decision), 0, DECISION_BYTES);
  decision.step = step;
}

export function forgetDecision(): void {
  memory.fill(changetype<usize>(decision), 0, DECISION_BYTES);
}
