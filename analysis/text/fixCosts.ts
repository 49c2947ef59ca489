/** What a change costs, in the same words in every answer: after `cost:`, without a full stop. */
import type { Signal } from "../engine/decision.ts";
import { formatAmount, formatBytes, isCounted } from "./amount.ts";
import { amountOf } from "./quantityText.ts";

export const LARGER_REQUEST = "the scheduler needs a node with that much left to request";
export const NEW_PRIORITY = "a PriorityClass, with which it can also preempt other pods";
/** The API server refuses a larger value in a class that a user defines. */
const USER_PRIORITY_MAX = 1_000_000_000;
const CLUSTER_CRITICAL = 2_000_000_000;

/** What a pod needs for a priority: above the largest of users, one of Kubernetes' own classes. */
export function newPriorityCost(priority: number): string {
  if (priority <= USER_PRIORITY_MAX) return NEW_PRIORITY;
  const own = priority <= CLUSTER_CRITICAL ? "cluster" : "node";
  return `the class system-${own}-critical, with which it can also preempt other pods`;
}

export const LOOSER_SPREAD = "pods may end up on one node or in one zone";
export const TOLERATED_TAINT = "the taint no longer keeps this pod away";

const SMALLER_REQUESTS: Readonly<Record<string, string>> = {
  memory: "if the pod uses more, it is among the first to be evicted",
  cpu: "a smaller share of the processors when the node is busy",
};

export function smallerRequestCost(resource: string): string {
  return SMALLER_REQUESTS[resource] ?? "the pod gets that much less of it";
}

/** A larger request, where it is not known how much the node has left. */
export function requestedMoreCost(from: string, to: string): string {
  const [before, after] = [amountOf(from), amountOf(to)];
  return before === null || after === null
    ? LARGER_REQUEST
    : `${formatBytes(after - before)} more requested: ${LARGER_REQUEST}`;
}

/** A lower threshold, by an amount in the unit of its signal. */
export function lowerThresholdCost(signal: Signal, less: number): string {
  const unit = isCounted(signal) ? "fewer are" : "less is";
  return `${formatAmount(signal, less)} ${unit} left when an eviction begins`;
}

export function limitCost(container: string): string {
  return `the kernel kills ${container} at that limit, and the kubelet restarts it`;
}

export function openedNodeCost(node: string): string {
  return `${node} is then open to all other new pods`;
}
