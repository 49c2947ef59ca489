import type { SchedulerSummary } from "../../engine/schedulerEngine.ts";
import { formatCount } from "../../text/amount.ts";

/** Of pods that another scheduler places; none where there are none. */
export function waitingNotes({
  pendingOfOtherSchedulers: count = 0,
}: Pick<SchedulerSummary, "pendingOfOtherSchedulers">): readonly string[] {
  if (count === 0) return [];
  const waiting = count === 1 ? "1 pending pod waits" : `${formatCount(count)} pending pods wait`;
  return [`${waiting} for a scheduler that is not configured; give its --config.`];
}
