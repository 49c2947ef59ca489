import type { SchedulerSummary } from "../../engine/schedulerEngine.ts";
import { formatCount } from "../../text/amount.ts";

/** Notes about pods that another scheduler places; none if there are no such pods. */
export function waitingNotes({
  pendingOfOtherSchedulers: count = 0,
}: Pick<SchedulerSummary, "pendingOfOtherSchedulers">): readonly string[] {
  if (count === 0) return [];
  const waiting = count === 1 ? "1 pending pod waits" : `${formatCount(count)} pending pods wait`;
  return [`${waiting} for a scheduler that is not configured; give its --config.`];
}
