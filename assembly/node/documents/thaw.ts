/** Opaque bytes that `freeze` wrote → the tables in force. Nothing changes on a refusal. */

import {
  CONTAINERS_MAX,
  Part,
  PODS_MAX,
  Status,
  TEXT_CAPACITY_BYTES,
  VOLUMES_MAX,
} from "../../abi.ts";
import { forgetText, settleInput } from "../../base/input.ts";
import { fail } from "../../base/json/failure.ts";
import { INPUT_OFFSET, INPUT_PADDING_BYTES } from "../../base/memory.ts";
import {
  CONTAINER_SIZE,
  CONTAINER_STATS_SIZE,
  CONTAINERS_OFFSET,
  POD_SIZE,
  POD_STATS_SIZE,
  PODS_OFFSET,
  STATS_TEXT_BYTES,
  VOLUME_SIZE,
  VOLUME_STATS_SIZE,
  VOLUMES_OFFSET,
} from "../memory.ts";
import { OBSERVATION_TABLE_BYTES, RECORDED } from "../model/observation.ts";
import { POD_SOURCE_BYTES, podAt } from "../model/pod.ts";
import {
  containerStatsAt,
  forgetStats,
  podStatsAt,
  statsHeader,
  statsTextStart,
  volumeStatsAt,
} from "../model/stats.ts";
import { tables, textStart } from "../model/tables.ts";
import { NodeReason } from "../reasons.ts";
import { notePods, noteStats, noteStatsTexts, noteTexts } from "../used.ts";
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
import { isPodTableSound } from "./verifyPods.ts";
import { isSummarySound } from "./verifySummary.ts";

const frozen: Frozen = changetype<Frozen>(INPUT_OFFSET);

let cursor: usize = 0;

function take(to: usize, size: usize): void {
  memory.copy(to, cursor, size);
  cursor += size;
}

/** Verifies the frozen part in the input region and puts it in force; answers a status. */
export function thawPart(size: i32): i32 {
  settleInput(size);
  return thawSettled(size);
}

/** The same when the bytes are in the first place already. */
export function thawSettled(size: i32): i32 {
  if (!isHeaderSound(usize(size))) return refuse(NodeReason.Snapshot);
  // Characters that break off at the end of the text break off before a NUL.
  memory.fill(INPUT_OFFSET + usize(size), 0, INPUT_PADDING_BYTES);
  cursor = INPUT_OFFSET + FROZEN_HEADER_BYTES;
  if (frozen.part == u32(Part.Pods)) {
    if (!isPodTableSound(frozen)) return refuse(NodeReason.Snapshot);
    thawPods();
    return Status.Ok;
  }
  if (frozen.podsFingerprint != tables.fingerprint) return refuse(NodeReason.SnapshotPods);
  if (frozen.podCount != tables.podCount) return refuse(NodeReason.SnapshotPods);
  if (!isSummarySound(frozen)) return refuse(NodeReason.Snapshot);
  forgetText();
  thawSummary();
  return Status.Ok;
}

function refuse(reason: i32): i32 {
  fail(Status.InvalidSnapshot, reason, 0);
  return Status.InvalidSnapshot;
}

function isHeaderSound(size: usize): bool {
  if (size < FROZEN_HEADER_BYTES || frozen.magic != FROZEN_MAGIC) return false;
  if (frozen.version != FROZEN_VERSION || usize(frozen.size) != size) return false;
  if (frozen.part > u32(Part.Summary) || !areCountsSound() || sizeOfFrozen(frozen) != size) {
    return false;
  }
  return frozen.checksum == checksumOf(INPUT_OFFSET, size);
}

function areCountsSound(): bool {
  const isPods = frozen.part == u32(Part.Pods);
  const textMax = isPods ? u32(TEXT_CAPACITY_BYTES) : u32(STATS_TEXT_BYTES);
  if (isPods && frozen.unknownPods != 0) return false;
  return (
    frozen.podCount <= u32(PODS_MAX) &&
    frozen.containerCount <= u32(CONTAINERS_MAX) &&
    frozen.volumeCount <= u32(VOLUMES_MAX) &&
    frozen.textBytes <= textMax &&
    frozen.reserved == 0 &&
    frozen.reserved2 == 0
  );
}

function thawPods(): void {
  notePods(frozen.podCount, frozen.containerCount, frozen.volumeCount);
  tables.podCount = frozen.podCount;
  tables.containerCount = frozen.containerCount;
  tables.volumeCount = frozen.volumeCount;
  tables.textBytes = frozen.textBytes;
  tables.fingerprint = frozen.podsFingerprint;
  tables.derivedFor = 0;
  const base = textStart(tables.textHalf);
  for (let index: u32 = 0; index < tables.podCount; index++) {
    const row = changetype<usize>(podAt(index));
    take(row, POD_SOURCE_BYTES);
    memory.fill(row + POD_SOURCE_BYTES, 0, POD_SIZE - POD_SOURCE_BYTES);
  }
  moveTexts(PODS_OFFSET, POD_SIZE, tables.podCount, POD_TEXTS, base);
  take(CONTAINERS_OFFSET, CONTAINER_SIZE * usize(tables.containerCount));
  moveTexts(CONTAINERS_OFFSET, CONTAINER_SIZE, tables.containerCount, CONTAINER_TEXTS, base);
  take(VOLUMES_OFFSET, VOLUME_SIZE * usize(tables.volumeCount));
  moveTexts(VOLUMES_OFFSET, VOLUME_SIZE, tables.volumeCount, VOLUME_TEXTS, base);
  take(base, usize(tables.textBytes));
  noteTexts(tables.textBytes);
  forgetStats();
}

function thawSummary(): void {
  noteStats(frozen.containerCount, frozen.volumeCount);
  statsHeader.containerCount = frozen.containerCount;
  statsHeader.volumeCount = frozen.volumeCount;
  statsHeader.textBytes = frozen.textBytes;
  statsHeader.unknownPods = frozen.unknownPods;
  statsHeader.present = 1;
  const containers = changetype<usize>(containerStatsAt(0));
  const volumes = changetype<usize>(volumeStatsAt(0));
  take(RECORDED, OBSERVATION_TABLE_BYTES);
  take(changetype<usize>(podStatsAt(0)), POD_STATS_SIZE * usize(frozen.podCount));
  take(containers, CONTAINER_STATS_SIZE * usize(frozen.containerCount));
  take(volumes, VOLUME_STATS_SIZE * usize(frozen.volumeCount));
  if (frozen.textBytes == 0) return;
  const base = statsTextStart();
  moveTexts(containers, CONTAINER_STATS_SIZE, statsHeader.containerCount, STATS_TEXTS, base);
  moveTexts(volumes, VOLUME_STATS_SIZE, statsHeader.volumeCount, STATS_TEXTS, base);
  take(base, usize(frozen.textBytes));
  noteStatsTexts(frozen.textBytes);
}
