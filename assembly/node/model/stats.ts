/**
 * What the last Summary said of each pod, container and volume. Row i of the pod stats belongs to
 * row i of the pod table.
 *
 * ```
 *  pod stats                                                            48
 *  ┌──────┬────────────┬─────────┬─────┬────────────┬─────────┬─────────┐
 *  │flags │containers  │volumes  │zero │working set │used     │processes│
 *  └──────┴────────────┴─────────┴─────┴────────────┴─────────┴─────────┘
 * ```
 */
import {
  CONTAINER_STATS_OFFSET,
  CONTAINER_STATS_SIZE,
  POD_STATS_OFFSET,
  POD_STATS_SIZE,
  STATS_HEADER_OFFSET,
  VOLUME_STATS_OFFSET,
  VOLUME_STATS_SIZE,
} from "../memory.ts";

export enum PodStatsFlag {
  /** The Summary has the pod's uid. */
  Found = 1,
  /** `memory` is an object, even without working set. */
  Memory = 2,
  WorkingSet = 4,
  EphemeralStorage = 8,
  ProcessCount = 16,
}

export const KNOWN_POD_STATS_FLAGS: u32 = (PodStatsFlag.ProcessCount << 1) - 1;

@unmanaged
export class PodStats {
  flags: u32;
  firstContainer: u32;
  containerCount: u32;
  firstVolume: u32;
  volumeCount: u32;
  reserved: u32;
  workingSetBytes: u64;
  /** `ephemeral-storage`.usedBytes */
  usedBytes: u64;
  processCount: u64;
}

export enum ContainerStatsFlag {
  WorkingSet = 1,
  RootfsBytes = 2,
  RootfsInodes = 4,
  LogsBytes = 8,
  LogsInodes = 16,
}

export const KNOWN_CONTAINER_STATS_FLAGS: u32 = (ContainerStatsFlag.LogsInodes << 1) - 1;

@unmanaged
export class ContainerStats {
  /** Row of the container table, or -1: the spec has no container of that name. */
  container: i32;
  flags: u32;
  /** When the spec has no such container; else no text. */
  name: u32;
  nameSize: i32;
  workingSetBytes: u64;
  rootfsUsedBytes: u64;
  rootfsInodesUsed: u64;
  logsUsedBytes: u64;
  logsInodesUsed: u64;
}

export enum VolumeStatsFlag {
  UsedBytes = 1,
  InodesUsed = 2,
  /** An entry before it has the same volume, and that one counts. Spec 4.3. */
  Repeated = 4,
}

export const KNOWN_VOLUME_STATS_FLAGS: u32 = (VolumeStatsFlag.Repeated << 1) - 1;

@unmanaged
export class VolumeStats {
  /** Row of the volume table, or -1: the spec has no volume of that name. */
  volume: i32;
  flags: u32;
  name: u32;
  nameSize: i32;
  usedBytes: u64;
  inodesUsed: u64;
}

@unmanaged
export class StatsHeader {
  /** 1 when the tables hold a Summary that was decoded whole. */
  present: u32;
  containerCount: u32;
  volumeCount: u32;
  textBytes: u32;
  /** Summary pods that the pod list does not have. */
  unknownPods: u32;
}

export const statsHeader: StatsHeader = changetype<StatsHeader>(STATS_HEADER_OFFSET);

export function podStatsAt(index: u32): PodStats {
  return changetype<PodStats>(POD_STATS_OFFSET + POD_STATS_SIZE * usize(index));
}

export function containerStatsAt(index: u32): ContainerStats {
  return changetype<ContainerStats>(CONTAINER_STATS_OFFSET + CONTAINER_STATS_SIZE * usize(index));
}

export function volumeStatsAt(index: u32): VolumeStats {
  return changetype<VolumeStats>(VOLUME_STATS_OFFSET + VOLUME_STATS_SIZE * usize(index));
}

export function podHasStats(index: u32): bool {
  return (podStatsAt(index).flags & PodStatsFlag.Found) != 0;
}
