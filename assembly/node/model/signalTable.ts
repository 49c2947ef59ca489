/**
 * The signals, by number. Spec 1.1, 2.7.
 * Written by tools/contract.mjs from contract/; change it there.
 */
import { Behavior } from "./releaseTable.ts";

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

/** What a signal is about. */
export enum Resource {
  Memory = 0,
  EphemeralStorage = 1,
  Inodes = 2,
  Pids = 3,
}

/** What a met threshold sets. */
export enum NodeCondition {
  MemoryPressure = 0,
  DiskPressure = 1,
  PIDPressure = 2,
}

export const NODE_CONDITION_COUNT: i32 = 3;

/** Whose space or inodes it is. */
export enum FileSystem {
  None = 0,
  NodeFs = 1,
  ImageFs = 2,
  ContainerFs = 3,
}

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

export const RESOURCES: StaticArray<u8> = [
  0, 0, 1, 2, 1, 2, 1, 2, 3,
];

export const NODE_CONDITIONS: StaticArray<u8> = [
  0, 0, 1, 1, 1, 1, 1, 1, 2,
];

export const FILE_SYSTEMS: StaticArray<u8> = [
  0, 0, 1, 1, 2, 2, 3, 3, 0,
];

/** The behavior that a signal came with, or 0. */
export const SIGNALS_SINCE: StaticArray<u32> = [
  0,
  Behavior.RanksByRequestAndPriority,
  0,
  0,
  0,
  0,
  Behavior.ContainerFs,
  Behavior.ContainerFs,
  Behavior.RanksByRequestAndPriority,
];

/** The hard threshold of a kubelet on Linux that is given none; empty for none. */
export const HARD_DEFAULTS: StaticArray<string> = [
  "100Mi",
  "",
  "10%",
  "5%",
  "15%",
  "5%",
  "",
  "",
  "",
];

/** The behavior that a default came with, or 0. */
export const HARD_DEFAULTS_SINCE: StaticArray<u32> = [
  0,
  0,
  0,
  0,
  0,
  Behavior.ImageFsInodesDefault,
  0,
  0,
  0,
];
