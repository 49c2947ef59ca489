/** What the page says of the pods that it lists. */
import { plural } from "../../../../analysis/text/amount.ts";

export const SEARCH = "Search pods by name";
export const EVICTABLE = "Can be evicted";
export const RANK_BY = "Rank by";
/** The order of a judge other than the kubelet. */
export const ORDERS = {
  kernel: "Ranking, first to be killed at the top",
  admission: "Ranking, first to be preempted at the top",
} as const;
export const SHOW_ALL = "Show all in order";

/** Those that a filter lets through, if there is one, and what they are sorted by. */
export function listedText(listed: number | null, all: number, sorted: string | null): string {
  const count = listed === null ? plural(all, "pod") : `${listed} of ${plural(all, "pod")}`;
  return sorted === null ? count : `${count}, sorted by ${sorted}`;
}

/** Pods that are evicted in the step, and that a filter hides. */
export function hiddenText(first: string, count: number): string {
  return count === 1
    ? `The filter hides ${first}, which is evicted here.`
    : `The filter hides ${plural(count, "pod")} evicted here.`;
}

export function moreText(count: number): string {
  return `Show ${plural(count, "more pod")}`;
}
