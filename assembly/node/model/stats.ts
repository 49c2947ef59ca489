/**
 * What the last Summary said of each pod, container and volume. Row i of the pod stats belongs to
 * row i of the pod table. The tables have two halves that take turns: a Summary goes into the one
 * that is not in force, and `turnStats` puts it in force.
 *
 * ```
 *  pod stats                                                            48
 *  ┌──────┬────────────┬─────────┬─────┬────────────┬─────────┬─────────┐
 *  │flags │containers  │volumes  │zero │working set │used     │processes│
 *  └──────┴────────────┴─────────┴─────┴────────────┴─────────┴─────────┘
 * ```
 */

import { forgetText } from "../../base/input.ts";
import {
  AHEAD_HEADER_OFFSET,
  CONTAINER_STATS_OFFSET,
  CONTAINER_STATS_SIZE,
  POD_STATS_OFFSET,
  POD_STATS_SIZE,
  STATS_DISTANCE,
  STATS_HEADER_OFFSET,
  STATS_TEXT_OFFSET,
  VOLUME_STATS_OFFSET,
  VOLUME_STATS_SIZE,
} from "../memory.ts";
import { OBSERVATION_TABLE_BYTES, READ_AHEAD, RECORDED } from "./observation.ts";

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
  placeCount: u32;
  /** Which document it was: `documentsTaken`, when it had been read. */
  document: u32;
}

export const statsHeader: StatsHeader = changetype<StatsHeader>(STATS_HEADER_OFFSET);
export const aheadHeader: StatsHeader = changetype<StatsHeader>(AHEAD_HEADER_OFFSET);

/** How far the half in force is from the first one. */
let half: usize = 0;

export function podStatsAt(index: u32): PodStats {
  return changetype<PodStats>(half + POD_STATS_OFFSET + POD_STATS_SIZE * usize(index));
}

export function containerStatsAt(index: u32): ContainerStats {
  const start = half + CONTAINER_STATS_OFFSET;
  return changetype<ContainerStats>(start + CONTAINER_STATS_SIZE * usize(index));
}

export function volumeStatsAt(index: u32): VolumeStats {
  return changetype<VolumeStats>(half + VOLUME_STATS_OFFSET + VOLUME_STATS_SIZE * usize(index));
}

/** How far the half in force is from the first one. */
export function statsStart(): usize {
  return half;
}

/** From a row of the half in force to the same row of the other one. */
export function otherHalf(): usize {
  return STATS_DISTANCE - 2 * half;
}

/** Where names that the pod list does not have are kept. */
export function statsTextStart(): usize {
  return half + STATS_TEXT_OFFSET;
}

/** Puts the half in force that was not, with its header and observations. */
export function turnStats(): void {
  half = STATS_DISTANCE - half;
  exchange(STATS_HEADER_OFFSET, AHEAD_HEADER_OFFSET, STATS_HEADER_BYTES);
  exchange(RECORDED, READ_AHEAD, OBSERVATION_TABLE_BYTES);
}

/** Stats of an earlier pod list do not belong to the pods of a new one. */
export function forgetStats(): void {
  statsHeader.present = 0;
  aheadHeader.present = 0;
  forgetText();
}

const STATS_HEADER_BYTES: usize = 32;

function exchange(a: usize, b: usize, size: usize): void {
  for (let at: usize = 0; at < size; at += 8) {
    const word = load<u64>(a + at);
    store<u64>(a + at, load<u64>(b + at));
    store<u64>(b + at, word);
  }
}

export function podHasStats(index: u32): bool {
  return (podStatsAt(index).flags & PodStatsFlag.Found) != 0;
}
