import { type Minors, NEWEST_MINOR } from "./releases.ts";

/** What a sentence of a kubelet's message is about. */
export type Part =
  | "node" // the resource that the node was low on
  | "condition" // the node conditions for which a pod was rejected
  | "reclaim" // the resource of an event about the node: no pod is evicted by it yet
  | "threshold"
  | "container"
  | "pod"
  | "container-limit"
  | "pod-limit"
  | "emptyDir-limit";

export interface MessageForm extends Minors {
  readonly part: Part;
  /**
   * The sentence without its full stop. The parts in braces vary: `name` of a container,
   * `resource`, `conditions` in brackets, amounts, amounts and names `"in quotes"`, and a
   * `goQuantity`, which is how Go prints the fields of a quantity.
   */
  readonly text: string;
}

/**
 * Every sentence of the messages that a kubelet gives an evicted or rejected pod, and of the event
 * with which it begins to reclaim. The releases are
 * those whose source has the sentence: pkg/kubelet/eviction, and `rejectPod` of pkg/kubelet.
 */
export const MESSAGE_FORMS: readonly MessageForm[] = [
  { part: "node", text: "The node was low on compute resources", from: 3, to: 4 },
  { part: "node", text: "The node was low on resource: {resource}", from: 5, to: NEWEST_MINOR },
  { part: "condition", text: "The node was low on resource: {conditions}", from: 5, to: 13 },
  { part: "condition", text: "The node had condition: {conditions}", from: 14, to: NEWEST_MINOR },
  // The event EvictionThresholdMet of the node.
  { part: "reclaim", text: "Attempting to reclaim {resource}", from: 3, to: NEWEST_MINOR },
  {
    part: "threshold",
    text: "Threshold quantity: {threshold}, available: {available}",
    from: 26,
    to: NEWEST_MINOR,
  },
  {
    part: "container",
    text: "Container {name} was using {usage}, which exceeds its request of {request}",
    from: 11,
    to: 25,
  },
  {
    part: "container",
    text:
      "Container {name} was using {usage}, request is {request}, has larger consumption of " +
      "{resource}",
    from: 26,
    to: NEWEST_MINOR,
  },
  {
    part: "pod",
    text:
      "Pod {name} was using {usage}, request is {request}, has larger consumption " +
      "of {resource}",
    from: 34,
    to: NEWEST_MINOR,
  },
  {
    part: "container-limit",
    text: 'Container {name} exceeded its local ephemeral storage limit "{limit}"',
    from: 11,
    to: NEWEST_MINOR,
  },
  {
    part: "container-limit",
    text: 'container\'s ephemeral local storage usage exceeds the limit "{limit}"',
    from: 8,
    to: 10,
  },
  {
    part: "pod-limit",
    text: "Pod ephemeral local storage usage exceeds the total limit of containers {limit}",
    from: 11,
    to: NEWEST_MINOR,
  },
  {
    part: "pod-limit",
    text: "pod ephemeral local storage usage exceeds the total limit of containers {goQuantity}",
    from: 8,
    to: 10,
  },
  {
    part: "emptyDir-limit",
    text: 'Usage of EmptyDir volume "{volume}" exceeds the limit "{limit}"',
    from: 11,
    to: NEWEST_MINOR,
  },
  {
    part: "emptyDir-limit",
    text: 'emptyDir usage exceeds the limit "{limit}"',
    from: 7,
    to: 10,
  },
  // In the pod's status, in addition to that event.
  { part: "emptyDir-limit", text: "The node was low on resource: EmptyDir", from: 7, to: 10 },
  {
    part: "container-limit",
    text: 'container\'s overlay usage exceeds the limit "{limit}"',
    from: 7,
    to: 7,
  },
  {
    part: "container-limit",
    text: "The node was low on resource: containerOverlay",
    from: 7,
    to: 7,
  },
];

/** The prefix of the sentence in the status of a rejected pod; an event has neither. */
export const REJECTIONS: readonly ({ readonly text: string } & Minors)[] = [
  { text: "Pod was rejected:", from: 26, to: NEWEST_MINOR },
  { text: "Pod", from: 3, to: 25 },
];

/**
 * The part that a message for node pressure has always had since a release: without it, the kubelet
 * is older. Spec 3.12.
 */
export const THRESHOLD_SINCE = 26;

/** The first release whose messages name containers. */
export const CONTAINERS_SINCE = 11;
