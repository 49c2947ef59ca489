/** The pending pods of a cluster. */
import { Detail, SchedulerAction } from "../../../assembly/abi.ts";
import type { Answer } from "../../engine/answer.ts";
import type { SchedulerEngine } from "../../engine/schedulerEngine.ts";
import type { SchedulingDecision } from "../../engine/schedulingDecision.ts";

/** In the order of the queue, each decided on after the ones before it are placed. */
export function* queuedDecisions(
  engine: SchedulerEngine,
  detail: Detail = Detail.Decision,
): Generator<Answer<SchedulingDecision>, void, undefined> {
  for (;;) {
    const action = engine.schedule(null);
    if (action === SchedulerAction.Done) return;
    yield engine.report(detail);
    const comesTrue =
      action === SchedulerAction.Scheduled || action === SchedulerAction.Unschedulable;
    if (comesTrue) engine.assume();
  }
}
