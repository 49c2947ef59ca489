/** What reports of pods and nodes are about, in words. */
import { type EvictionMessage, isOfNode } from "../../read/messages/message.ts";
import type { ReportedMessage } from "../../read/messages/reportedMessage.ts";
import { plural } from "../../text/amount.ts";
import { podText } from "../../text/podText.ts";

interface KindWords {
  /** After the name of a pod or a node. */
  readonly one: string;
  /** After a number of pods or nodes. */
  readonly many: string;
  /** After `one`, where there is room: who did it, or why. */
  readonly why?: string;
}

const OVER_LIMIT = "were evicted over a storage limit";
/** Ends of pods that a kubelet's eviction messages report, the worst first. */
const MESSAGE_WORDS: Readonly<Record<string, KindWords>> = {
  "node-pressure": { one: "was evicted", many: "were evicted" },
  "container-limit": {
    ...{ one: "was evicted over a storage limit", many: OVER_LIMIT },
    why: " of a container",
  },
  "pod-limit": { one: "was evicted over its storage limits", many: OVER_LIMIT },
  "emptyDir-limit": {
    one: "was evicted over a sizeLimit",
    many: OVER_LIMIT,
    why: " of an emptyDir",
  },
  evicted: { one: "was evicted, without a message", many: "were evicted, without a message" },
  admission: {
    ...{ one: "was rejected, not evicted", many: "were rejected, not evicted" },
    why: ": its node was under pressure",
  },
  unknown: { one: "has an unknown message", many: "have unknown messages" },
};

/** What else is reported, the worst first. */
const END_WORDS: Readonly<Record<string, KindWords>> = {
  "oom-killed": { one: "had a process killed (OOM)", many: "had a process killed (OOM)" },
  killed: {
    ...{ one: "was ended with SIGKILL", many: "were ended with SIGKILL" },
    why: " (exit code 137), not evicted",
  },
  "preempted-by-kubelet": {
    ...{ one: "was preempted", many: "were preempted" },
    why: " by its kubelet for a critical pod, not evicted",
  },
  preempted: {
    ...{ one: "was preempted", many: "were preempted" },
    why: " by a pod of higher priority, not evicted",
  },
  "eviction-api": {
    ...{ one: "was evicted by a client", many: "were evicted by a client" },
    why: " of the Eviction API, not by the kubelet",
  },
  "taint-manager": {
    ...{ one: "was deleted for a taint", many: "were deleted for a taint" },
    why: " that it does not tolerate",
  },
  "node-shutdown": { one: "ended in a node shutdown", many: "ended in a node shutdown" },
  "pod-gc": {
    ...{ one: "was deleted with its node", many: "were deleted with their nodes" },
    why: ", by the pod garbage collector",
  },
  "out-of-resource": {
    ...{ one: "was rejected, not evicted", many: "were rejected, not evicted" },
    why: ": its node lacks what it requests",
  },
  "node-affinity": {
    ...{ one: "was rejected, not evicted", many: "were rejected, not evicted" },
    why: ": its node's labels do not match it",
  },
  "unexpected-admission-error": {
    ...{ one: "was rejected, not evicted", many: "were rejected, not evicted" },
    why: ": the kubelet could not allocate what it needs",
  },
  "deadline-exceeded": {
    ...{ one: "exceeded its deadline", many: "exceeded their deadlines" },
    why: ", its activeDeadlineSeconds",
  },
  pending: {
    ...{ one: "is pending", many: "are pending" },
    why: ": it has no node yet, and no event here says why",
  },
  "failed-scheduling": {
    ...{ one: "stays pending", many: "stay pending" },
    why: ": the scheduler finds no node for it",
  },
  "no-scale-up": {
    ...{ one: "triggers no scale-up", many: "trigger no scale-up" },
    why: ": the cluster autoscaler adds no node",
  },
  "eviction-refused": {
    ...{ one: "was not evicted", many: "were not evicted" },
    why: ": a PodDisruptionBudget does not allow it",
  },
  "eviction-answered-429": {
    ...{ one: "was not evicted", many: "were not evicted" },
    why: ": the API server answered 429",
  },
  "drain-refused": {
    ...{ one: "was not drained", many: "were not drained" },
    why: ": kubectl drain needs more flags",
  },
  drained: {
    ...{ one: "was evicted in a drain", many: "were evicted in a drain" },
    why: ", not by the kubelet",
  },
  "drain-went-on": {
    ...{ one: "was not drained at first", many: "were not drained at first" },
    why: ": kubectl then evicted or deleted pods",
  },
  "image-fs-unknown": {
    one: "could not measure its image file system",
    many: "could not measure their image file systems",
  },
  "image-gc-failed": { one: "could not free image space", many: "could not free image space" },
  "node-condition": { one: "is under pressure", many: "are under pressure" },
  "node-condition-ended": {
    one: "was under pressure, which ended",
    many: "were under pressure, which ended",
  },
  "grace-period-exceeded": {
    ...{ one: "did not stop in time", many: "did not stop in time" },
    why: ": its grace period passed",
  },
  "placed-later": {
    ...{ one: "was pending, and was then placed", many: "were pending, and were then placed" },
    why: " on a node",
  },
  "deleted-later": {
    one: "was pending until it was deleted",
    many: "were pending until they were deleted",
  },
  "taint-manager-cancelled": {
    ...{ one: "was not deleted", many: "were not deleted" },
    why: ": no taint requires it any more",
  },
};

const RECLAIM: KindWords = {
  one: "reclaims resources",
  many: "reclaim resources",
  why: ", because a threshold is met",
};
const RECLAIM_KIND = "reclaim";

const ORDER = [
  ...Object.keys(MESSAGE_WORDS).filter((kind) => kind !== "unknown"),
  ...Object.keys(END_WORDS),
  ...[RECLAIM_KIND, "unknown"],
];

/** The kind of a report, for the words of it. */
export function reportKind({ kind, event, otherEnd }: EvictionMessage): string {
  if (event !== undefined) return RECLAIM_KIND;
  return otherEnd?.kind ?? kind;
}

const EVICTED: ReadonlySet<string> = new Set(
  Object.keys(MESSAGE_WORDS).filter((kind) => kind !== "admission" && kind !== "unknown"),
);

/** Whether a kubelet evicted a pod. */
export function isEviction(message: EvictionMessage): boolean {
  return EVICTED.has(reportKind(message));
}

/** The worst first. */
export function byKind(a: string, b: string): number {
  return ORDER.indexOf(a) - ORDER.indexOf(b);
}

/** Whether a report without a pod is about its node: a SystemOOM is an event of a node. */
export function isAboutNode({ name, message }: ReportedMessage): boolean {
  return name === null && (isOfNode(message) || reportKind(message) === "oom-killed");
}

/** The pod of a report, or the node if it is about that; null where it is not named. */
export function subjectOf(reported: ReportedMessage): string | null {
  const { namespace, name, node } = reported;
  if (name === null) return isAboutNode(reported) ? node : null;
  return namespace === null ? name : podText({ namespace, name });
}

/**
 * The pods and nodes, a pod of another uid being another one. Reports that name no pod are about
 * one each: what says the same is one report; those of a description are about one object. Those
 * that name no node do not show that there is another one.
 */
export function subjectsOf(reported: readonly ReportedMessage[]): ReadonlySet<string> {
  const known = new Set(reported.flatMap((each) => (each.uid === null ? [] : [subjectOf(each)])));
  const nodes = reported.filter(isAboutNode);
  const isNamed = nodes.some((each) => subjectOf(each) !== null);
  return new Set(
    reported.flatMap((each, index) => {
      const subject = subjectOf(each);
      if (subject === null && nodes.includes(each)) return isNamed ? [] : ["the node"];
      const unnamed = each.isDescribed ? "described" : `unnamed ${index}`;
      // What lacks the uid is about one whose uid another report has.
      if (subject !== null && each.uid === null && known.has(subject)) return [];
      return [`${subject ?? unnamed} ${each.uid}`];
    }),
  );
}

/** `shop/cart-1 was preempted`, `3 pods were preempted`; of one, with the reason if asked. */
export function kindText(
  kind: string,
  reported: readonly ReportedMessage[],
  withReason = false,
): string {
  const { one, many, why = "" } = wordsOf(kind);
  const { size } = subjectsOf(reported);
  const noun = reported.every(isAboutNode) ? "node" : "pod";
  if (size > 1) return `${plural(size, noun)} ${many}`;
  const [first] = reported;
  const only = first === undefined ? null : subjectOf(first);
  return `${only ?? `a ${noun}`} ${one}${withReason ? why + conditionsText(reported) : ""}`;
}

/** `: MemoryPressure`; nothing where the reports name no condition. */
function conditionsText(reported: readonly ReportedMessage[]): string {
  const ends = reported.flatMap(({ message: { otherEnd } }) => otherEnd ?? []);
  const named = ends.filter(({ label }) => label === "conditions");
  const conditions = new Set(named.flatMap(({ detail }) => detail?.split(", ") ?? []));
  return conditions.size === 0 ? "" : `: ${[...conditions].join(", ")}`;
}

/** The same of one pod or node, without its name. */
export function predicateText(kind: string): string {
  const { one, why = "" } = wordsOf(kind);
  return one + why;
}

/** Whether the words of a kind go on with who did it, or why. */
export function hasReason(kind: string): boolean {
  return wordsOf(kind).why !== undefined;
}

function wordsOf(kind: string): KindWords {
  const words = kind === RECLAIM_KIND ? RECLAIM : (MESSAGE_WORDS[kind] ?? END_WORDS[kind]);
  return words ?? { one: "is reported", many: "are reported" };
}
