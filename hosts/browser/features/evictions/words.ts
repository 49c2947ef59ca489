/** What the page says of the events of a run. */
import { plural } from "../../../../analysis/text/amount.ts";
import type { ListedEvent } from "./listedEvents.ts";

export const EVENTS = "Evictions";

/** `recorded`: pods that only the capture says were evicted. */
export function countText(pods: number, recorded: number): string {
  if (recorded > 0) {
    const own =
      recorded === pods ? "the policy evicts none" : `the policy evicts ${pods - recorded}`;
    return `${plural(pods, "pod")} evicted; ${own}`;
  }
  return pods === 0 ? "no pod is evicted" : `${plural(pods, "pod")} evicted`;
}

const RECORDED_ONLY = "recorded; the policy does not evict it";

export function moreText(count: number): string {
  return `${count} more`;
}

/** What happens, after the pod where there is one. */
export function wordsOf({ is, signal, count = 1, condition }: ListedEvent): string {
  if (is === "begins" || is === "ends") return `${condition} ${is}`;
  if (is === "recorded") return RECORDED_ONLY;
  const often = count > 1 ? `, in ${plural(count, "step")}` : "";
  return `${signal ?? "storage limit"}${often}`;
}

/** How the eviction differs from the run without the changes; null where it does not. */
export function pillOf({ is, isNew = false }: ListedEvent): string | null {
  if (is === "spared") return "not any more";
  return isNew ? "new" : null;
}
