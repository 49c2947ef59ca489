/** The reasons of kube-scheduler: in a few words, whose they are, and what changes them. */

export interface SchedulerReason {
  readonly words: string;
  /** Null for a reason that is not known here. */
  readonly plugin: string | null;
  readonly change: string;
}

type Row = readonly [begins: string, words: string, plugin: string, change: string];

/** How a reason of pkg/scheduler/framework/plugins begins after `node(s) `. */
const ROWS: readonly Row[] = [
  ["had untolerated taint", "untolerated taint", "TaintToleration", "a toleration, or other nodes"],
  ["had taint", "untolerated taint", "TaintToleration", "a toleration, or other nodes"],
  ["Too many pods", "too many pods", "NodeResourcesFit", "fewer pods, or more nodes"],
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
  ["had volume node affinity conflict", "volume of another zone", "VolumeBinding", "its volumes"],
  ["had no available volume zone", "volume of another zone", "VolumeZone", "its volumes"],
];
const INSUFFICIENT = "Insufficient ";

/** A reason that is not known is left as it is. */
export function schedulerReason(reason: string): SchedulerReason {
  const own = reason.replace(/^node\(s\) /, "");
  if (own.startsWith(INSUFFICIENT)) {
    const words = `insufficient ${own.slice(INSUFFICIENT.length)}`;
    return { words, plugin: "NodeResourcesFit", change: "a smaller request, or more room" };
  }
  const [, words, plugin, change] = ROWS.find(([begins]) => own.startsWith(begins)) ?? [];
  if (words === undefined || plugin === undefined || change === undefined) {
    return { words: own, plugin: null, change: "-" };
  }
  return { words, plugin, change };
}
