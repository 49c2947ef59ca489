/** The reasons of kube-scheduler: in a few words, whose they are, and what changes them. */
import { plural } from "../../text/amount.ts";
import type { CountedReason, SchedulerMessage } from "./schedulerMessage.ts";

export interface SchedulerReason {
  readonly words: string;
  /** Null for a reason that is not known here. */
  readonly plugin: string | null;
  readonly change: string;
}

/** Why a pod is pending, with all nodes of that reason. */
export interface MergedReason extends SchedulerReason {
  readonly nodes: number;
}

type Row = readonly [begins: string, words: string, plugin: string, change: string];

/** Earlier releases write `Insufficient pods`: a pod cannot request fewer of them. */
const TOO_MANY_PODS = "Too many pods";

/** How a reason of pkg/scheduler/framework/plugins begins after `node(s) `. */
const ROWS: readonly Row[] = [
  ["had untolerated taint", "untolerated taint", "TaintToleration", "a toleration, or other nodes"],
  ["had taint", "untolerated taint", "TaintToleration", "a toleration, or other nodes"],
  [TOO_MANY_PODS, "too many pods", "NodeResourcesFit", "fewer pods, or more nodes"],
  ["were unschedulable", "unschedulable", "NodeUnschedulable", "kubectl uncordon NODE"],
  ["didn't match Pod's node affinity", "node selector or affinity", "NodeAffinity", "other labels"],
  ["didn't match pod affinity", "pod affinity", "InterPodAffinity", "where those pods run"],
  ["didn't match pod anti-affinity", "pod anti-affinity", "InterPodAffinity", "more nodes"],
  [
    ...(["didn't satisfy existing pods anti-affinity", "anti-affinity of other pods"] as const),
    ...(["InterPodAffinity", "more nodes"] as const),
  ],
  [
    ...(["didn't match pod topology spread", "topology spread"] as const),
    ...(["PodTopologySpread", "room in other zones"] as const),
  ],
  ["didn't have free ports", "host port in use", "NodePorts", "another hostPort"],
  [
    ...(["pod has unbound immediate PersistentVolumeClaims", "unbound volume claim"] as const),
    ...(["VolumeBinding", "a volume for the claim"] as const),
  ],
  ["had volume node affinity conflict", "volume of another zone", "VolumeBinding", "its volumes"],
  ["had no available volume zone", "volume of another zone", "VolumeZone", "its volumes"],
];
const INSUFFICIENT = "Insufficient ";

const PRESSURE = /\btaint \{node\.kubernetes\.io\/(disk|memory|pid)-pressure\b/;
/** A toleration does not help with these: the kubelet of such a node rejects the pod. */
const PRESSURES: Readonly<Record<string, readonly [words: string, change: string]>> = {
  disk: ["disk pressure", "more free disk space there"],
  memory: ["memory pressure", "less memory in use there"],
  pid: ["PID pressure", "fewer processes there"],
};

/** A reason that is not known is left as it is. */
export function schedulerReason(reason: string): SchedulerReason {
  const own = reason.replace(/^node\(s\) /, "").replace(/^Insufficient pods$/, TOO_MANY_PODS);
  if (own.startsWith(INSUFFICIENT)) {
    const words = `insufficient ${own.slice(INSUFFICIENT.length)}`;
    return { words, plugin: "NodeResourcesFit", change: "a smaller request, or more room" };
  }
  const [pressure, ends] = PRESSURES[PRESSURE.exec(own)?.[1] ?? ""] ?? [];
  if (pressure !== undefined && ends !== undefined) {
    return { words: pressure, plugin: "TaintToleration", change: ends };
  }
  const [, words, plugin, change] = ROWS.find(([begins]) => own.startsWith(begins)) ?? [];
  if (words === undefined || plugin === undefined || change === undefined) {
    return { words: own, plugin: null, change: "-" };
  }
  return { words, plugin, change };
}

/** Reasons that say the same are one: each taint is a reason of its own. */
export function mergedReasons(reasons: readonly CountedReason[]): readonly MergedReason[] {
  const merged = new Map<string, MergedReason>();
  for (const { nodes, reason } of reasons) {
    const known = schedulerReason(reason);
    const before = merged.get(known.words)?.nodes ?? 0;
    merged.set(known.words, { ...known, nodes: before + nodes });
  }
  return [...merged.values()].sort((a, b) => b.nodes - a.nodes);
}

const TAINT = /\btaint \{([^}:]{1,400})(?:: ?([^}]{0,100}))?\}/;

/** The taints that are named, such as `dedicated=gpu`, each with its nodes. */
export function namedTaints(reasons: readonly CountedReason[]): ReadonlyMap<string, number> {
  const taints = new Map<string, number>();
  for (const { nodes, reason } of reasons) {
    const [, key, value = ""] = TAINT.exec(reason) ?? [];
    if (key === undefined) continue;
    const taint = value === "" ? key : `${key}=${value}`;
    taints.set(taint, (taints.get(taint) ?? 0) + nodes);
  }
  return taints;
}

/** Why preempting pods does not help; null where the scheduler does not say. */
export function preemptionText({ preemption, notEligible }: SchedulerMessage): string | null {
  if (notEligible !== null)
    return `Preemption was not tried: ${notEligible.replace(/^not eligible due to /, "")}.`;
  const words = preemption.flatMap(({ nodes, reason }) => {
    const on = plural(nodes, "node");
    if (/^No preemption victims/.test(reason)) {
      return [`${on} ${nodes === 1 ? "has" : "have"} no pod of lower priority to preempt`];
    }
    return /not helpful/.test(reason) ? [`on ${on} the reason would remain`] : [];
  });
  return words.length === 0 ? null : `Preemption does not help: ${words.join(", and ")}.`;
}
