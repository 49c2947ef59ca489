/** Kinds of objects, and which of them stand in a table of their own. */

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
  /** Anything else: counted by its name, and passed over. */
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

export function kindName(kind: i32): string {
  return unchecked(KIND_NAMES[kind]);
}
