/** The tables of a decoded document → opaque bytes in the output region. */
import { OUTPUT_CAPACITY_BYTES, Part, Status } from "../../abi.ts";
import { fail, Reason } from "../../base/json/failure.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import {
  CONTAINER_SIZE,
  CONTAINER_STATS_SIZE,
  CONTAINERS_OFFSET,
  POD_STATS_SIZE,
  VOLUME_SIZE,
  VOLUME_STATS_SIZE,
  VOLUMES_OFFSET,
} from "../memory.ts";
import { OBSERVATION_TABLE_BYTES, RECORDED } from "../model/observation.ts";
import { DERIVED_POD_FLAGS, POD_SOURCE_BYTES, Pod, podAt } from "../model/pod.ts";
import {
  containerStatsAt,
  podStatsAt,
  statsHeader,
  statsTextStart,
  volumeStatsAt,
} from "../model/stats.ts";
import { tables, textStart } from "../model/tables.ts";
import {
  checksumOf,
  FROZEN_HEADER_BYTES,
  FROZEN_MAGIC,
  FROZEN_VERSION,
  Frozen,
  sizeOfFrozen,
} from "./frozen.ts";
import {
  CONTAINER_TEXTS,
  moveTexts,
  POD_TEXTS,
  STATS_TEXTS,
  VOLUME_TEXTS,
} from "./textReferences.ts";

const frozen: Frozen = changetype<Frozen>(OUTPUT_OFFSET);

let cursor: usize = 0;

/** Answers where the copy is. */
function append(from: usize, size: usize): usize {
  const at = cursor;
  memory.copy(at, from, size);
  cursor += size;
  return at;
}

/** Writes one part to the output region; answers its size or a status. */
export function freezePart(part: i32): i32 {
  memory.fill(OUTPUT_OFFSET, 0, FROZEN_HEADER_BYTES);
  frozen.magic = FROZEN_MAGIC;
  frozen.version = FROZEN_VERSION;
  frozen.part = u32(part);
  frozen.podsFingerprint = tables.fingerprint;
  frozen.podCount = tables.podCount;
  if (part == Part.Pods) countPods();
  else countStats();
  const size = sizeOfFrozen(frozen);
  if (size > usize(OUTPUT_CAPACITY_BYTES)) {
    fail(Status.OutputTooLarge, Reason.Output, 0);
    return Status.OutputTooLarge;
  }
  frozen.size = u32(size);
  cursor = OUTPUT_OFFSET + FROZEN_HEADER_BYTES;
  if (part == Part.Pods) freezePods();
  else freezeSummary();
  frozen.checksum = checksumOf(OUTPUT_OFFSET, size);
  return i32(size);
}

function countPods(): void {
  frozen.containerCount = tables.containerCount;
  frozen.volumeCount = tables.volumeCount;
  frozen.textBytes = tables.textBytes;
}

function countStats(): void {
  frozen.containerCount = statsHeader.containerCount;
  frozen.volumeCount = statsHeader.volumeCount;
  frozen.textBytes = statsHeader.textBytes;
  frozen.unknownPods = statsHeader.unknownPods;
}

function freezePods(): void {
  const base = textStart(tables.textHalf);
  const pods = cursor;
  for (let index: u32 = 0; index < tables.podCount; index++) {
    const row = append(changetype<usize>(podAt(index)), POD_SOURCE_BYTES);
    const pod = changetype<Pod>(row);
    pod.flags &= ~DERIVED_POD_FLAGS;
    pod.qosClass = 0;
  }
  moveTexts(pods, POD_SOURCE_BYTES, tables.podCount, POD_TEXTS, 0 - base);
  const containers = append(CONTAINERS_OFFSET, CONTAINER_SIZE * usize(tables.containerCount));
  moveTexts(containers, CONTAINER_SIZE, tables.containerCount, CONTAINER_TEXTS, 0 - base);
  const volumes = append(VOLUMES_OFFSET, VOLUME_SIZE * usize(tables.volumeCount));
  moveTexts(volumes, VOLUME_SIZE, tables.volumeCount, VOLUME_TEXTS, 0 - base);
  append(base, usize(tables.textBytes));
}

function freezeSummary(): void {
  const base = statsTextStart();
  append(RECORDED, OBSERVATION_TABLE_BYTES);
  append(changetype<usize>(podStatsAt(0)), POD_STATS_SIZE * usize(tables.podCount));
  const containerBytes = CONTAINER_STATS_SIZE * usize(statsHeader.containerCount);
  const containers = append(changetype<usize>(containerStatsAt(0)), containerBytes);
  const volumeBytes = VOLUME_STATS_SIZE * usize(statsHeader.volumeCount);
  const volumes = append(changetype<usize>(volumeStatsAt(0)), volumeBytes);
  const counts = statsHeader;
  moveTexts(containers, CONTAINER_STATS_SIZE, counts.containerCount, STATS_TEXTS, 0 - base);
  moveTexts(volumes, VOLUME_STATS_SIZE, counts.volumeCount, STATS_TEXTS, 0 - base);
  append(base, usize(statsHeader.textBytes));
}
