/** What the page says of the events of a run. */
import { plural } from "../../../../analysis/text/amount.ts";
import type { ListedEvent } from "./listedEvents.ts";

export const EVENTS = "Evictions";

export function countText(pods: number): string {
  return pods === 0 ? "no pod is evicted" : `${plural(pods, "pod")} evicted`;
}

export function moreText(count: number): string {
  return `${count} more`;
}

/** What happens, after the pod where there is one. */
export function wordsOf({ is, signal, count = 1, condition }: ListedEvent): string {
  if (is === "begins" || is === "ends") return `${condition} ${is}`;
  const often = count > 1 ? `, in ${plural(count, "step")}` : "";
  return `${signal ?? "storage limit"}${often}`;
}

/** How the eviction differs from the run without the changes; null where it does not. */
export function pillOf({ is, isNew = false }: ListedEvent): string | null {
  if (is === "spared") return "not any more";
  return isNew ? "new" : null;
}
