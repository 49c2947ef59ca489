/** Kinds of objects, and which of them have their own table. */

export enum Kind {
  None = 0,
  Pod,
  Node,
  Namespace,
  Service,
  ReplicationController,
  ReplicaSet,
  StatefulSet,
  PodDisruptionBudget,
  PriorityClass,
  RuntimeClass,
  /** Anything else: counted by its name, and skipped. */
  Other,
}

export const KINDS = Kind.Other;

const KIND_NAMES: StaticArray<string> = [
  "",
  "Pod",
  "Node",
  "Namespace",
  "Service",
  "ReplicationController",
  "ReplicaSet",
  "StatefulSet",
  "PodDisruptionBudget",
  "PriorityClass",
  "RuntimeClass",
];

/** The API groups of the kinds; the core group has no name. */
const GROUPS: StaticArray<string> = [
  "",
  "",
  "",
  "",
  "",
  "",
  "apps",
  "apps",
  "policy",
  "scheduling.k8s.io",
  "node.k8s.io",
];

export function kindName(kind: i32): string {
  return unchecked(KIND_NAMES[kind]);
}

export function kindGroup(kind: i32): string {
  return unchecked(GROUPS[kind]);
}
