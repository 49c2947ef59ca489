/** Why a document about a node was refused. */

/** Continues `Reason`. */
export enum NodeReason {
  Pods = 32,
  Containers,
  Volumes,
  NotSummary,
  NotPodList,
  OtherKindThanPodList,
  NotPod,
  OtherKindThanPod,
  Snapshot,
  SnapshotPods,
  NoSnapshot,
  Twice,
  Members,
  NoneAhead,
  NodeName,
}

export const NODE_REASONS_END: i32 = 48;

export const NODE_REASON_TEXTS: StaticArray<string> = [
  "more than 4096 pods",
  "more than 12288 containers",
  "more than 24576 volumes",
  "not a stats Summary: it has no member node; use what the kubelet serves at /stats/summary",
  "not a PodList: it has no member items; use what the kubelet serves at /pods",
  "not a PodList: its kind is another one; use what the kubelet serves at /pods",
  "not a Pod: it has no member spec",
  "not a Pod: its kind is another one",
  "not a frozen snapshot of this version, or its bytes are damaged",
  "the frozen Summary belongs to another pod list; thaw that list first",
  "no Summary has been decoded for this pod list; pass one to observe",
  "this list is there twice; keep one",
  "more than 1000 members",
  "no Summary has been read ahead for this pod list; pass one to observe",
  "the name of a node does not begin with white space; give it as spec.nodeName has it",
];
