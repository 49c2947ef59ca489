/**
 * A frozen Summary as it came from outside: every count, index, flag and text is looked at before
 * one of them is used. Amounts and times may be any numbers, as they may in the document.
 */

import { INPUT_OFFSET } from "../../base/memory.ts";
import { CONTAINER_STATS_SIZE, POD_STATS_SIZE, VOLUME_STATS_SIZE } from "../memory.ts";
import {
  KNOWN_OBSERVATION_FLAGS,
  OBSERVATION_SIZE,
  OBSERVATION_TABLE_BYTES,
  ObservationFlag,
  observationAt,
} from "../model/observation.ts";
import { SIGNAL_COUNT } from "../model/signalTable.ts";
import {
  ContainerStats,
  KNOWN_CONTAINER_STATS_FLAGS,
  KNOWN_POD_STATS_FLAGS,
  KNOWN_VOLUME_STATS_FLAGS,
  PodStats,
  PodStatsFlag,
  VolumeStats,
  VolumeStatsFlag,
} from "../model/stats.ts";
import { tables } from "../model/tables.ts";
import { FROZEN_HEADER_BYTES, Frozen } from "./frozen.ts";
import { isRange } from "./verifyPods.ts";
import { isReferenceSound, isTextSound, isZero } from "./verifyTexts.ts";

const OBSERVATIONS: usize = INPUT_OFFSET + FROZEN_HEADER_BYTES;
const POD_STATS: usize = OBSERVATIONS + OBSERVATION_TABLE_BYTES;

/** Whether the stats in the input region, whose counts fit their size, could have been frozen. */
export function isSummarySound(frozen: Frozen): bool {
  const containers = POD_STATS + POD_STATS_SIZE * usize(frozen.podCount);
  const volumes = containers + CONTAINER_STATS_SIZE * usize(frozen.containerCount);
  const text = volumes + VOLUME_STATS_SIZE * usize(frozen.volumeCount);
  if (!isTextSound(text, frozen.textBytes)) return false;
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (!isObservationSound(signal)) return false;
  }
  if (!arePodStatsSound(frozen)) return false;
  for (let index: u32 = 0; index < frozen.containerCount; index++) {
    const row = containers + CONTAINER_STATS_SIZE * usize(index);
    if (!isContainerStatsSound(changetype<ContainerStats>(row))) return false;
  }
  for (let index: u32 = 0; index < frozen.volumeCount; index++) {
    const row = volumes + VOLUME_STATS_SIZE * usize(index);
    if (!isVolumeStatsSound(changetype<VolumeStats>(row))) return false;
  }
  return true;
}

function isObservationSound(signal: i32): bool {
  const observation = observationAt(OBSERVATIONS, signal);
  const flags = observation.flags;
  if ((flags & ObservationFlag.Present) == 0) {
    return isZero(changetype<usize>(observation), OBSERVATION_SIZE);
  }
  return (flags & ~KNOWN_OBSERVATION_FLAGS) == 0 && observation.reserved == 0;
}

/** No two pods own the same rows, so a report stays in proportion. */
function arePodStatsSound(frozen: Frozen): bool {
  let containersOwned: u32 = 0;
  let volumesOwned: u32 = 0;
  for (let index: u32 = 0; index < frozen.podCount; index++) {
    const stats = changetype<PodStats>(POD_STATS + POD_STATS_SIZE * usize(index));
    if ((stats.flags & PodStatsFlag.Found) == 0) {
      if (!isZero(changetype<usize>(stats), POD_STATS_SIZE)) return false;
      continue;
    }
    if ((stats.flags & ~KNOWN_POD_STATS_FLAGS) != 0 || stats.reserved != 0) return false;
    if (!isRange(stats.firstContainer, stats.containerCount, frozen.containerCount)) return false;
    if (!isRange(stats.firstVolume, stats.volumeCount, frozen.volumeCount)) return false;
    containersOwned += stats.containerCount;
    volumesOwned += stats.volumeCount;
    if (containersOwned > frozen.containerCount || volumesOwned > frozen.volumeCount) return false;
  }
  return true;
}

function isContainerStatsSound(stats: ContainerStats): bool {
  if ((stats.flags & ~KNOWN_CONTAINER_STATS_FLAGS) != 0) return false;
  const name = changetype<usize>(stats) + offsetof<ContainerStats>("name");
  return isRowOrName(stats.container, tables.containerCount, name);
}

function isVolumeStatsSound(stats: VolumeStats): bool {
  if ((stats.flags & ~KNOWN_VOLUME_STATS_FLAGS) != 0) return false;
  if ((stats.flags & VolumeStatsFlag.Repeated) != 0 && stats.volume < 0) return false;
  const name = changetype<usize>(stats) + offsetof<VolumeStats>("name");
  return isRowOrName(stats.volume, tables.volumeCount, name);
}

/** A row of the pod list's table, or -1 and a name of its own. */
function isRowOrName(row: i32, rows: u32, name: usize): bool {
  if (row >= 0) return u32(row) < rows && load<u64>(name) == 0;
  return row == -1 && isReferenceSound(name);
}
