/** The reasons of the scheduler in a few words. */
import { readSchedulerMessage } from "../../read/messages/schedulerMessage.ts";

/** How a reason of pkg/scheduler/framework/plugins begins after `node(s) `, in a few words. */
const WORDS: readonly (readonly [begins: string, words: string])[] = [
  ["had untolerated taint", "untolerated taint"],
  ["had taint", "untolerated taint"],
  ["Too many pods", "too many pods"],
  ["were unschedulable", "unschedulable"],
  ["didn't match Pod's node affinity", "node selector or affinity"],
  ["didn't match pod affinity", "pod affinity"],
  ["didn't match pod anti-affinity", "pod anti-affinity"],
  ["didn't satisfy existing pods anti-affinity", "anti-affinity of other pods"],
  ["didn't match pod topology spread", "topology spread"],
  ["didn't have free ports", "host port in use"],
];

const INSUFFICIENT = "Insufficient ";

/** Such as `3 insufficient memory, 1 unschedulable`; null where the message has no reasons. */
export function refusalWords(message: string): string | null {
  const reasons = readSchedulerMessage(message)?.reasons ?? [];
  if (reasons.length === 0) return null;
  return reasons.map(({ nodes, reason }) => `${nodes} ${shortReason(reason)}`).join(", ");
}

/** A reason that is not known is left as it is. */
function shortReason(reason: string): string {
  const own = reason.replace(/^node\(s\) /, "");
  if (own.startsWith(INSUFFICIENT)) return `insufficient ${own.slice(INSUFFICIENT.length)}`;
  return WORDS.find(([begins]) => own.startsWith(begins))?.[1] ?? own;
}
