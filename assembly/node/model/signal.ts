/** The nine signals, their resources and node conditions. Spec 1.1. */

/** In canonical order: the order of this enum is the order of thresholds among equals. */
export enum Signal {
  MemoryAvailable = 0,
  AllocatableMemoryAvailable = 1,
  NodeFsAvailable = 2,
  NodeFsInodesFree = 3,
  ImageFsAvailable = 4,
  ImageFsInodesFree = 5,
  ContainerFsAvailable = 6,
  ContainerFsInodesFree = 7,
  PIDAvailable = 8,
}

export const SIGNAL_COUNT: i32 = 9;

export enum Resource {
  Memory = 0,
  EphemeralStorage = 1,
  Inodes = 2,
  Pids = 3,
}

export enum NodeCondition {
  MemoryPressure = 0,
  DiskPressure = 1,
  PIDPressure = 2,
}

export const NODE_CONDITION_COUNT: i32 = 3;

export const SIGNAL_NAMES: StaticArray<string> = [
  "memory.available",
  "allocatableMemory.available",
  "nodefs.available",
  "nodefs.inodesFree",
  "imagefs.available",
  "imagefs.inodesFree",
  "containerfs.available",
  "containerfs.inodesFree",
  "pid.available",
];

export const RESOURCE_NAMES: StaticArray<string> = [
  "memory",
  "ephemeral-storage",
  "inodes",
  "pids",
];

export const NODE_CONDITION_NAMES: StaticArray<string> = [
  "MemoryPressure",
  "DiskPressure",
  "PIDPressure",
];

const RESOURCES: StaticArray<u8> = [0, 0, 1, 2, 1, 2, 1, 2, 3];
const NODE_CONDITIONS: StaticArray<u8> = [0, 0, 1, 1, 1, 1, 1, 1, 2];

/** @inline */
export function resourceOf(signal: i32): Resource {
  return <Resource>i32(unchecked(RESOURCES[signal]));
}

export function nodeConditionOf(signal: i32): NodeCondition {
  return <NodeCondition>i32(unchecked(NODE_CONDITIONS[signal]));
}

/** Memory thresholds go before all others: so much the kubelet guarantees. Spec 3.9. */
export function isMemorySignal(signal: i32): bool {
  return signal <= Signal.AllocatableMemoryAvailable;
}
