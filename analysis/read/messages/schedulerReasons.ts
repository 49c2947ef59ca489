/** The reasons of kube-scheduler: in a few words, whose they are, and what changes them. */
import { plural } from "../../text/amount.ts";
import { nodeState } from "./nodeStates.ts";
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

const CORDONED = ["unschedulable", "NodeUnschedulable", "kubectl uncordon NODE"] as const;
const LABELS = ["node selector or affinity", "NodeAffinity", "other labels"] as const;
const TOLERATION = "a toleration, or other nodes";
const TAINTED = ["untolerated taint", "TaintToleration", TOLERATION] as const;
const OTHER_PODS = [
  ...(["pod affinity or anti-affinity", "InterPodAffinity"] as const),
  "where other pods run",
] as const;
const FULL = ["too many pods", "NodeResourcesFit", "fewer pods, or more nodes"] as const;
const PORTS = ["host port in use", "NodePorts", "another hostPort"] as const;
const OF_OTHER_NODES = ["volume of other nodes", "VolumeBinding", "its volumes"] as const;
const VOLUMES = ["too many volumes", "NodeVolumeLimits", "fewer volumes, or more nodes"] as const;
/** Up to 1.12, only pods that request nothing are kept away. */
const SHORT_OF_MEMORY = [
  ...(["memory pressure", "CheckNodeMemoryPressure"] as const),
  "less memory in use there, or a memory request",
] as const;
const SHORT_OF_DISK = [
  ...(["disk pressure", "CheckNodeDiskPressure"] as const),
  "more free disk space there",
] as const;
const NOT_READY = ["node not ready", "CheckNodeCondition", "a node that is ready"] as const;

/**
 * How a reason of pkg/scheduler/framework/plugins begins after `node(s) `, and of the predicates
 * that releases up to 1.18 have; up to 1.8, a reason is the predicate's name.
 */
const ROWS: readonly Row[] = [
  ["had untolerated taint {node.kubernetes.io/unschedulable", ...CORDONED],
  ["had taint {node.kubernetes.io/unschedulable", ...CORDONED],
  ["had untolerated taint", ...TAINTED],
  ["had taint", ...TAINTED],
  ["PodToleratesNodeTaints", ...TAINTED],
  ["Too many pods", ...FULL],
  ["Insufficient pods", ...FULL],
  ["were unschedulable", ...CORDONED],
  ["NodeUnschedulable", ...CORDONED],
  ["didn't match Pod's node affinity", ...LABELS],
  ["didn't match node selector", ...LABELS],
  ["MatchNodeSelector", ...LABELS],
  ["didn't match pod affinity/anti-affinity", ...OTHER_PODS],
  ["MatchInterPodAffinity", ...OTHER_PODS],
  ["didn't match pod affinity", "pod affinity", "InterPodAffinity", "where those pods run"],
  ["didn't match pod anti-affinity", "pod anti-affinity", "InterPodAffinity", "more nodes"],
  [
    ...(["didn't satisfy existing pods anti-affinity", "anti-affinity of other pods"] as const),
    ...(["InterPodAffinity", "more nodes"] as const),
  ],
  [
    "didn't match pod topology spread constraints (missing required label)",
    ...(["missing topology label", "PodTopologySpread"] as const),
    "the topologyKey's label on nodes",
  ],
  [
    ...(["didn't match pod topology spread", "topology spread"] as const),
    ...(["PodTopologySpread", "room in other zones"] as const),
  ],
  ["didn't have free ports", ...PORTS],
  ["PodFitsHostPorts", ...PORTS],
  [
    ...(["pod has unbound immediate PersistentVolumeClaims", "unbound volume claim"] as const),
    ...(["VolumeBinding", "a volume for the claim"] as const),
  ],
  ["had volume node affinity conflict", ...OF_OTHER_NODES],
  ["NoVolumeNodeConflict", ...OF_OTHER_NODES],
  ["had no available volume zone", "volume of another zone", "VolumeZone", "its volumes"],
  ["NoVolumeZoneConflict", "volume of another zone", "VolumeZone", "its volumes"],
  ["exceed max volume count", ...VOLUMES],
  ["MaxVolumeCount", ...VOLUMES],
  ["had memory pressure", ...SHORT_OF_MEMORY],
  ["NodeUnderMemoryPressure", ...SHORT_OF_MEMORY],
  ["had disk pressure", ...SHORT_OF_DISK],
  ["NodeUnderDiskPressure", ...SHORT_OF_DISK],
  ["were not ready", ...NOT_READY],
  ["NodeNotReady", ...NOT_READY],
  ["PodFitsResources", "insufficient resources", "NodeResourcesFit", "smaller requests"],
];
const INSUFFICIENT = "Insufficient ";

/** A reason that is not known is left as it is. */
export function schedulerReason(reason: string): SchedulerReason {
  const own = reason.replace(/^node\(s\) /, "");
  const state = nodeState(TAINT.exec(own)?.[1] ?? "");
  if (state !== null) {
    return { words: state.words, plugin: "TaintToleration", change: state.change };
  }
  const [, words, plugin, change] = ROWS.find(([begins]) => own.startsWith(begins)) ?? [];
  if (words !== undefined && plugin !== undefined && change !== undefined) {
    return { words, plugin, change };
  }
  if (own.startsWith(INSUFFICIENT)) {
    const lacking = `insufficient ${own.slice(INSUFFICIENT.length)}`;
    return {
      words: lacking,
      plugin: "NodeResourcesFit",
      change: "a smaller request, or more room",
    };
  }
  return { words: own, plugin: null, change: "-" };
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
