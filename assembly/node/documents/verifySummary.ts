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
  KNOWN_CONTAINER_STATS_FLAGS,
  KNOWN_POD_STATS_FLAGS,
  KNOWN_VOLUME_STATS_FLAGS,
  PodStats,
  PodStatsFlag,
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
  const flags = KNOWN_CONTAINER_STATS_FLAGS;
  if (!areRowsSound(containers, volumes, CONTAINER_STATS_SIZE, tables.containerCount, flags, flags))
    return false;
  const known = KNOWN_VOLUME_STATS_FLAGS;
  const ofNone = known & ~u32(VolumeStatsFlag.Repeated);
  return areRowsSound(volumes, text, VOLUME_STATS_SIZE, tables.volumeCount, known, ofNone);
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

/**
 * Whether each of these stats belongs to a row of the pod list's table, or to -1 and has its own
 * name; stats of containers and of volumes both begin with row, flags and name.
 */
function areRowsSound(
  at: usize,
  end: usize,
  rowBytes: usize,
  rows: u32,
  known: u32,
  knownOfNone: u32,
): bool {
  for (; at < end; at += rowBytes) {
    const flags = load<u32>(at, 4);
    if (load<u32>(at) < rows) {
      if ((flags & ~known) != 0 || load<u64>(at, 8) != 0) return false;
    } else if (load<i32>(at) != -1 || (flags & ~knownOfNone) != 0 || !isReferenceSound(at + 8)) {
      return false;
    }
  }
  return true;
}
