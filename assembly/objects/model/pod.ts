/** Pods: a row begins with namespace and name, by which it is found. */
import { findRow, forgetIndex, indexRow, RowIndex } from "./rowIndex.ts";
import { appendRow, forgetTable, rowAt, Table } from "./table.ts";

export enum PodFlag {
  /** The phase is Succeeded or Failed: schedulers and kubelets count it no more. */
  Terminated = 1,
  /** deletionTimestamp is there. */
  Deleting = 2,
  /** The annotation kubernetes.io/config.mirror is there. */
  Mirror = 4,
  /** creationTimestamp is there. */
  Created = 16,
  /** A policy has tried to place it. */
  Tried = 32,
  /** The annotation kubernetes.io/config.source is there, and not `api`. */
  Static = 64,
  /** The condition DisruptionTarget says that the scheduler preempts it. */
  Preempted = 128,
  /** The condition Ready is True. */
  Ready = 256,
  /** It came for a pod that went: no document has it. */
  Replacement = 512,
  /** A policy would need plugins that it does not run to place it. */
  Unevaluated = 1024,
  /** The reason of its status is Evicted. */
  Evicted = 2048,
  /** It was being deleted when its turn came: the scheduler knows only its name and nomination. */
  Skipped = 4096,
}

@unmanaged
export class Pod {
  namespace: u32;
  name: u32;
  uid: u32;
  flags: u32;
  /** Pairs of key and value. */
  labels: u32;
  /** Row of the spec. */
  spec: u32;
  nodeName: u32;
  nominatedNodeName: u32;
  /** A list of `StatusWord`, or 0. */
  status: u32;
  /** A list of apiVersion, kind and name of the controlling owner, or 0. */
  controller: u32;
  /** The annotation kubernetes.io/config.source. */
  configSource: u32;
  phase: u32;
  qosClass: u32;
  /** The field status.resize of releases before 1.33. */
  resize: u32;
  created: i64;
  /** status.startTime; `NOT_STARTED` without one. */
  started: i64;
  /** What it adds to its node while it is there: a row of `filters/uses.ts`, plus 1. */
  use: u32;
  /** The row of its node, plus 1; 0 for none. */
  node: u32;
  /** Neighbors among the pods of the node, plus 1, and among those of them with host ports. */
  next: u32;
  previous: u32;
  nextWithPorts: u32;
  /** The name of the node that a policy has put it on, for a pod that names none itself. */
  assumedNodeName: u32;
  /** Next of the pods that have its labels, plus 1, and whether it is among them. */
  nextOfGroup: u32;
  isOfGroup: bool;
  /** Its place among the pods of the node, in the order in which they came. */
  place: u32;
  /** The annotation controller.kubernetes.io/pod-deletion-cost. */
  deletionCost: i32;
  /** How often the container that was restarted most was. */
  restarts: i32;
}

/** What a status says about resources. */
export enum StatusWord {
  /** `StatusFlag` flags. */
  Flags = 0,
  Requests,
  Allocated,
  /** Lists of `ContainerStatusWord`. */
  Containers,
  InitContainers,
  /** Pairs of container name and resource name, of extended resources backed by claims. */
  ClaimMappings,
  End,
}

export enum StatusFlag {
  /** status.resources is there. */
  HasResources = 1,
  ResizeInfeasible = 2,
  /** status.resources.requests is there. */
  HasRequests = 4,
  HasAllocated = 8,
}

export enum ContainerStatusWord {
  Name = 0,
  /** `ContainerStatusFlag` flags. */
  Flags,
  Requests,
  Allocated,
  End,
}

export enum ContainerStatusFlag {
  /** `resources` is there. */
  HasResources = 1,
  Running = 2,
  HasAllocated = 4,
  /** `resources.requests` is there. */
  HasRequests = 8,
}

/** Later than any start. */
export const NOT_STARTED: i64 = i64.MAX_VALUE;

const POD_SIZE: usize = offsetof<Pod>();
export const pods = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));

export function forgetPods(): void {
  forgetTable(pods);
  forgetIndex(INDEX);
}

/** @inline */
export function podAt(row: u32): Pod {
  return changetype<Pod>(rowAt(pods, row));
}

/** A new row, or null after a failure. */
export function appendPod(): usize {
  return appendRow(pods, POD_SIZE);
}

export function findPod(namespace: u32, name: u32): u32 {
  return findRow(INDEX, pods, namespace, name);
}

export function indexPod(row: u32): bool {
  return indexRow(INDEX, pods, row);
}

export function podHas(pod: Pod, flag: PodFlag): bool {
  return (pod.flags & u32(flag)) != 0;
}
