/** The reasons of the scheduler in a few words. */
import { readSchedulerMessage } from "../../read/messages/schedulerMessage.ts";
import { mergedReasons } from "../../read/messages/schedulerReasons.ts";

/** Such as `3 insufficient memory, 1 unschedulable`; null where the message has no reasons. */
export function refusalWords(message: string): string | null {
  const reasons = readSchedulerMessage(message)?.reasons ?? [];
  if (reasons.length === 0) return null;
  return mergedReasons(reasons)
    .map(({ nodes, words }) => `${nodes} ${words}`)
    .join(", ");
}
