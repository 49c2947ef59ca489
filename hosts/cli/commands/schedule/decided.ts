import type { Answer } from "../../../../analysis/engine/answer.ts";
import type { SchedulingDecision } from "../../../../analysis/engine/schedulingDecision.ts";

/** A decision as the module wrote it, and read. */
export interface Decided {
  readonly answer: Answer<SchedulingDecision>;
  readonly decision: SchedulingDecision;
}
