/** What a chart says of the pods that use what a signal measures. */
import type { Decision } from "../../engine/decision.ts";
import { podText } from "../../text/podText.ts";

const TITLES: Readonly<Record<NonNullable<Decision["resource"]>, string>> = {
  memory: "Memory by pod",
  "ephemeral-storage": "Disk by pod",
  inodes: "Inodes by pod",
  pids: "Process IDs by pod",
};

export const ABOVE_REQUEST = "above its request";
export const WITHIN_REQUEST = "within its request";
/** Pods in the order in which they exceed their requests, as a list. */
export const FOREMOST = "Pods most above their requests";
/** The usage that belongs to no pod. */
export const NODE_ITSELF = "the node itself";
export const USED_BY_NO_POD = "that no pod uses";
/** After the amount at which a chart begins. */
export const UP_FROM_NODE = "up: the node itself uses what is below";

export function usageTitle(resource: NonNullable<Decision["resource"]>): string {
  return TITLES[resource];
}

/** One pod, or several as one. */
export function usersText(pod: Parameters<typeof podText>[0] | null, pods: number): string {
  return pod === null ? `${pods} other pods` : podText(pod);
}

/** Where nothing is above its request, what the first pod uses. */
export function foremostText(usage: string, above: string | null): string {
  return above === null ? `uses most, ${usage}` : `is most ${ABOVE_REQUEST}, by ${above}`;
}
