/** What the page says of the events of a run. */

import { agreementText } from "../../../../analysis/questions/report/agreement.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import type { DecidedEviction } from "../../session/protocol.ts";
import type { ListedEvent } from "./listedEvents.ts";

export const EVENTS = "Evictions";

export function countText(pods: number): string {
  return pods === 0 ? "no pod is evicted" : `${plural(pods, "pod")} evicted`;
}

/** Pods that the capture says were evicted, and how many of them the policy evicts then. */
export function recordedText(recorded: readonly Pick<DecidedEviction, "policy">[]): string {
  const count = countText(recorded.length);
  const known = recorded.filter(({ policy }) => policy !== null && policy !== "unknown");
  const agrees = known.filter(({ policy }) => policy === "agrees").length;
  return known.length === 0 ? count : `${count}; ${agreementText(agrees, recorded.length)}`;
}

/** What the policy does at a recorded eviction. */
const RECORDED: Readonly<Record<NonNullable<DecidedEviction["policy"]>, string>> = {
  agrees: "recorded; the policy evicts it too",
  other: "recorded; the policy evicts another",
  none: "recorded; the policy does not evict it",
  unknown: "recorded",
};
const POLICY_ONLY = "policy only";

export function moreText(count: number): string {
  return `${count} more`;
}

/** What happens, after the pod where there is one. */
export function wordsOf(event: ListedEvent): string {
  const { is, signal, count = 1, condition, policy, isPolicyOnly } = event;
  if (is === "begins" || is === "ends") return `${condition} ${is}`;
  if (is === "recorded") return RECORDED[policy ?? "unknown"];
  const often = count > 1 ? `, in ${plural(count, "step")}` : "";
  const alone = isPolicyOnly === true ? `; ${POLICY_ONLY}` : "";
  return `${signal ?? "storage limit"}${often}${alone}`;
}

/** How the eviction differs from the run without the changes; null where it does not. */
export function pillOf({ is, isNew = false }: ListedEvent): string | null {
  if (is === "spared") return "spared";
  return isNew ? "new" : null;
}
