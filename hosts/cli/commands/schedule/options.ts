import type { Answer } from "../../../../analysis/engine/answer.ts";
import type { SchedulingDecision } from "../../../../analysis/engine/schedulingDecision.ts";
import type { Detail } from "../../../../assembly/abi.ts";
import type { PodReference } from "../../input/podReference.ts";
import type { SchedulingOptions } from "../../input/schedulingCluster.ts";

export interface ScheduleOptions extends SchedulingOptions {
  readonly pod?: PodReference;
  readonly podFile?: string;
  readonly all?: boolean;
  readonly detail?: Detail;
  readonly output: "text" | "json" | "ndjson";
}

/** A decision as the module wrote it, and read. */
export interface Decided {
  readonly answer: Answer<SchedulingDecision>;
  readonly decision: SchedulingDecision;
}
