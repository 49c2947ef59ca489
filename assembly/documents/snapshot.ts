/**
 * State and decoded documents as opaque, versioned bytes.
 *
 * ```
 *  frozen:  0       4         8      12      16           24          32 … 80
 *           ┌───────┬─────────┬──────┬───────┬────────────┬───────────┬─────────┬────────┐
 *           │magic  │version  │part  │size   │checksum    │pods       │counts   │tables  │
 *           └───────┴─────────┴──────┴───────┴────────────┴───────────┴─────────┴────────┘
 *  saved:   the state region up to its last credit, then a checksum
 * ```
 */

import {
  CONTAINERS_MAX,
  OUTPUT_CAPACITY_BYTES,
  Part,
  PODS_MAX,
  Status,
  VOLUMES_MAX,
} from "../abi.ts";
import { hashWords } from "../arithmetic/hash.ts";
import { fail, Reason } from "../json/failure.ts";
import {
  CONTAINER_SIZE,
  CONTAINER_STATS_OFFSET,
  CONTAINER_STATS_SIZE,
  CONTAINERS_OFFSET,
  INPUT_OFFSET,
  OUTPUT_OFFSET,
  POD_SIZE,
  POD_STATS_OFFSET,
  POD_STATS_SIZE,
  PODS_OFFSET,
  STATE_BYTES,
  STATE_OFFSET,
  STATS_TEXT_BYTES,
  STATS_TEXT_OFFSET,
  TEXT_HALF_BYTES,
  VOLUME_SIZE,
  VOLUME_STATS_OFFSET,
  VOLUME_STATS_SIZE,
  VOLUMES_OFFSET,
} from "../memory.ts";
import { OBSERVATION_TABLE_BYTES, RECORDED } from "../model/observation.ts";
import { policy } from "../model/policy.ts";
import { STATE_HEAD_BYTES, STATE_MAGIC, STATE_VERSION, state } from "../model/state.ts";
import { StatsHeader, statsHeader } from "../model/stats.ts";
import { Tables, tables, textStart } from "../model/tables.ts";

const FROZEN_MAGIC: u32 = 0x5a464c50; // "PLFZ"
const FROZEN_VERSION: u32 = 1;
const FROZEN_HEADER_BYTES: usize = 80;
const CREDIT_BYTES: usize = 128;

@unmanaged
class Frozen {
  magic: u32;
  version: u32;
  part: u32;
  size: u32;
  checksum: u64;
  podsFingerprint: u64;
}

let cursor: usize = 0;

function append(from: usize, size: usize): void {
  if (cursor + size <= OUTPUT_OFFSET + usize(OUTPUT_CAPACITY_BYTES)) {
    memory.copy(cursor, from, size);
  }
  cursor += size;
}

function take(to: usize, size: usize): void {
  memory.copy(to, cursor, size);
  cursor += size;
}

/** Writes one part to the output region; answers its size or a status. */
export function freezePart(part: i32): i32 {
  cursor = OUTPUT_OFFSET + FROZEN_HEADER_BYTES;
  if (part == Part.Pods) freezePods();
  else freezeSummary();
  const size = cursor - OUTPUT_OFFSET;
  if (size > usize(OUTPUT_CAPACITY_BYTES)) {
    fail(Status.OutputTooLarge, Reason.Output, 0);
    return Status.OutputTooLarge;
  }
  const frozen = changetype<Frozen>(OUTPUT_OFFSET);
  frozen.magic = FROZEN_MAGIC;
  frozen.version = FROZEN_VERSION;
  frozen.part = u32(part);
  frozen.size = u32(size);
  frozen.podsFingerprint = tables.fingerprint;
  frozen.checksum = checksumOf(OUTPUT_OFFSET, size);
  return i32(size);
}

/** Over everything but the checksum itself: the fields before it, and all that follows. */
function checksumOf(start: usize, size: usize): u64 {
  const fields = hashWords(start, 16);
  return fields ^ hashWords(start + 24, i32(size - 24));
}

function freezePods(): void {
  memory.copy(OUTPUT_OFFSET + 32, changetype<usize>(tables), offsetof<Tables>());
  append(PODS_OFFSET, POD_SIZE * usize(tables.podCount));
  append(CONTAINERS_OFFSET, CONTAINER_SIZE * usize(tables.containerCount));
  append(VOLUMES_OFFSET, VOLUME_SIZE * usize(tables.volumeCount));
  append(textStart(tables.textHalf), usize(tables.textBytes));
}

function freezeSummary(): void {
  memory.copy(OUTPUT_OFFSET + 32, changetype<usize>(statsHeader), offsetof<StatsHeader>());
  append(RECORDED, OBSERVATION_TABLE_BYTES);
  append(POD_STATS_OFFSET, POD_STATS_SIZE * usize(tables.podCount));
  append(CONTAINER_STATS_OFFSET, CONTAINER_STATS_SIZE * usize(statsHeader.containerCount));
  append(VOLUME_STATS_OFFSET, VOLUME_STATS_SIZE * usize(statsHeader.volumeCount));
  append(STATS_TEXT_OFFSET, usize(statsHeader.textBytes));
}

function refuse(reason: Reason): i32 {
  fail(Status.InvalidSnapshot, reason, 0);
  return Status.InvalidSnapshot;
}

/** Puts a frozen part in force; answers a status. The checksum vouches for everything inside. */
export function thawPart(size: i32): i32 {
  const frozen = changetype<Frozen>(INPUT_OFFSET);
  if (usize(size) < FROZEN_HEADER_BYTES || frozen.magic != FROZEN_MAGIC) {
    return refuse(Reason.Snapshot);
  }
  if (frozen.version != FROZEN_VERSION || frozen.size != u32(size)) return refuse(Reason.Snapshot);
  if (frozen.checksum != checksumOf(INPUT_OFFSET, usize(size))) return refuse(Reason.Snapshot);
  cursor = INPUT_OFFSET + FROZEN_HEADER_BYTES;
  return frozen.part == u32(Part.Pods) ? thawPods(size) : thawSummary(frozen, size);
}

/** Whether the bytes in the input region, thawed before, are a pod table. */
export function isFrozenPods(): bool {
  return changetype<Frozen>(INPUT_OFFSET).part == u32(Part.Pods);
}

function thawPods(size: i32): i32 {
  const counts = changetype<Tables>(INPUT_OFFSET + 32);
  const fits =
    counts.podCount <= u32(PODS_MAX) &&
    counts.containerCount <= u32(CONTAINERS_MAX) &&
    counts.volumeCount <= u32(VOLUMES_MAX) &&
    usize(counts.textBytes) <= TEXT_HALF_BYTES &&
    counts.textHalf <= 1;
  if (!fits || sizeOfPods(counts) != usize(size)) return refuse(Reason.Snapshot);
  memory.copy(changetype<usize>(tables), changetype<usize>(counts), offsetof<Tables>());
  take(PODS_OFFSET, POD_SIZE * usize(tables.podCount));
  take(CONTAINERS_OFFSET, CONTAINER_SIZE * usize(tables.containerCount));
  take(VOLUMES_OFFSET, VOLUME_SIZE * usize(tables.volumeCount));
  take(textStart(tables.textHalf), usize(tables.textBytes));
  return Status.Ok;
}

function sizeOfPods(counts: Tables): usize {
  return (
    FROZEN_HEADER_BYTES +
    POD_SIZE * usize(counts.podCount) +
    CONTAINER_SIZE * usize(counts.containerCount) +
    VOLUME_SIZE * usize(counts.volumeCount) +
    usize(counts.textBytes)
  );
}

function thawSummary(frozen: Frozen, size: i32): i32 {
  if (frozen.podsFingerprint != tables.fingerprint) return refuse(Reason.SnapshotPods);
  const counts = changetype<StatsHeader>(INPUT_OFFSET + 32);
  const fits =
    counts.containerCount <= u32(CONTAINERS_MAX) &&
    counts.volumeCount <= u32(VOLUMES_MAX) &&
    usize(counts.textBytes) <= STATS_TEXT_BYTES;
  if (!fits || sizeOfSummary(counts) != usize(size)) return refuse(Reason.Snapshot);
  memory.copy(changetype<usize>(statsHeader), changetype<usize>(counts), offsetof<StatsHeader>());
  take(RECORDED, OBSERVATION_TABLE_BYTES);
  take(POD_STATS_OFFSET, POD_STATS_SIZE * usize(tables.podCount));
  take(CONTAINER_STATS_OFFSET, CONTAINER_STATS_SIZE * usize(statsHeader.containerCount));
  take(VOLUME_STATS_OFFSET, VOLUME_STATS_SIZE * usize(statsHeader.volumeCount));
  take(STATS_TEXT_OFFSET, usize(statsHeader.textBytes));
  return Status.Ok;
}

function sizeOfSummary(counts: StatsHeader): usize {
  return (
    FROZEN_HEADER_BYTES +
    OBSERVATION_TABLE_BYTES +
    POD_STATS_SIZE * usize(tables.podCount) +
    CONTAINER_STATS_SIZE * usize(counts.containerCount) +
    VOLUME_STATS_SIZE * usize(counts.volumeCount) +
    usize(counts.textBytes)
  );
}

/** Writes the state to the output region; answers its size. */
export function saveState(): i32 {
  const size = STATE_HEAD_BYTES + CREDIT_BYTES * usize(state.creditCount);
  memory.copy(OUTPUT_OFFSET, STATE_OFFSET, size);
  store<u64>(OUTPUT_OFFSET + size, hashWords(OUTPUT_OFFSET, i32(size)));
  return i32(size) + 8;
}

/** Takes a saved state back; answers a status and changes nothing on a failure. */
export function restoreState(size: i32): i32 {
  const body = size - 8;
  if (body < i32(STATE_HEAD_BYTES) || usize(body) > STATE_BYTES) return refuseState(Reason.State);
  if (load<u32>(INPUT_OFFSET) != STATE_MAGIC) return refuseState(Reason.State);
  if (load<u32>(INPUT_OFFSET, 4) != STATE_VERSION) return refuseState(Reason.State);
  if (load<u64>(INPUT_OFFSET + usize(body)) != hashWords(INPUT_OFFSET, body)) {
    return refuseState(Reason.State);
  }
  if (load<u64>(INPUT_OFFSET, 8) != policy.fingerprint) return refuseState(Reason.StatePolicy);
  memory.fill(STATE_OFFSET, 0, STATE_BYTES);
  memory.copy(STATE_OFFSET, INPUT_OFFSET, usize(body));
  return Status.Ok;
}

function refuseState(reason: Reason): i32 {
  fail(Status.InvalidState, reason, 0);
  return Status.InvalidState;
}
