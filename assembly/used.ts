/**
 * How far the large regions were written since the engine was made or cleared: clearing then
 * costs what was used, not the whole memory.
 */
import {
  CONFIGURED_THRESHOLDS_OFFSET,
  CONTAINER_SIZE,
  CONTAINER_STATS_OFFSET,
  CONTAINER_STATS_SIZE,
  CONTAINERS_OFFSET,
  EVICTIONS_OFFSET,
  FAILURE_OFFSET,
  INPUT_OFFSET,
  NAME_ORDER_OFFSET,
  OUTPUT_OFFSET,
  POD_SIZE,
  POD_STATS_OFFSET,
  POD_STATS_SIZE,
  PODS_OFFSET,
  POLICY_TEXT_HALF_BYTES,
  POLICY_TEXT_OFFSET,
  RANKED_SIZE,
  RANKING_OFFSET,
  RANKING_SPARE_OFFSET,
  STAGE_DISTANCE,
  STATS_TEXT_OFFSET,
  TEXT_HALF_BYTES,
  TEXT_OFFSET,
  UID_ORDER_OFFSET,
  VOLUME_MARKS_OFFSET,
  VOLUME_SIZE,
  VOLUME_STATS_OFFSET,
  VOLUME_STATS_SIZE,
  VOLUMES_OFFSET,
} from "./memory.ts";

/** Rows of tables; bytes of everything else, of texts those of the fuller half. */
@unmanaged
class Used {
  podRows: u32;
  containerRows: u32;
  volumeRows: u32;
  containerStatsRows: u32;
  volumeStatsRows: u32;
  policyTextBytes: u32;
  textBytes: u32;
  statsTextBytes: u32;
  outputBytes: u32;
  inputBytes: u32;
}

const used: Used = changetype<Used>(memory.data(40, 4));

export function notePods(pods: u32, containers: u32, volumes: u32): void {
  used.podRows = max(used.podRows, pods);
  used.containerRows = max(used.containerRows, containers);
  used.volumeRows = max(used.volumeRows, volumes);
}

export function noteStats(containers: u32, volumes: u32): void {
  used.containerStatsRows = max(used.containerStatsRows, containers);
  used.volumeStatsRows = max(used.volumeStatsRows, volumes);
}

/** Texts were kept up to `end`, an address in one of the regions for texts, or in scratch. */
export function noteText(end: usize): void {
  if (end > STATS_TEXT_OFFSET) {
    used.statsTextBytes = max(used.statsTextBytes, u32(end - STATS_TEXT_OFFSET));
  } else if (end > TEXT_OFFSET) {
    used.textBytes = max(used.textBytes, bytesInHalf(end - TEXT_OFFSET, TEXT_HALF_BYTES));
  } else if (end > POLICY_TEXT_OFFSET && end <= CONFIGURED_THRESHOLDS_OFFSET) {
    const bytes = bytesInHalf(end - POLICY_TEXT_OFFSET, POLICY_TEXT_HALF_BYTES);
    used.policyTextBytes = max(used.policyTextBytes, bytes);
  }
}

function bytesInHalf(bytes: usize, half: usize): u32 {
  return u32((bytes - 1) % half) + 1;
}

export function noteOutput(bytes: i32): void {
  used.outputBytes = max(used.outputBytes, u32(bytes));
}

export function noteInput(bytes: i32): void {
  used.inputBytes = max(used.inputBytes, u32(bytes));
}

/** Wipes everything that documents, steps and answers left in memory. */
export function wipe(): void {
  wipeEngine();
  wipeTables();
  wipeRows(OUTPUT_OFFSET, used.outputBytes, 1);
  wipeRows(INPUT_OFFSET, used.inputBytes, 1);
  memory.fill(changetype<usize>(used), 0, offsetof<Used>());
}

function wipeEngine(): void {
  // The failure, the state and its copy, the policy, the staged one, what was found about them.
  memory.fill(FAILURE_OFFSET, 0, POLICY_TEXT_OFFSET - FAILURE_OFFSET);
  wipeRows(POLICY_TEXT_OFFSET, used.policyTextBytes, 1);
  wipeRows(POLICY_TEXT_OFFSET + POLICY_TEXT_HALF_BYTES, used.policyTextBytes, 1);
  // Thresholds as configured, observations, the step, the headers of the tables, scratch.
  memory.fill(CONFIGURED_THRESHOLDS_OFFSET, 0, RANKING_OFFSET - CONFIGURED_THRESHOLDS_OFFSET);
  wipeRows(RANKING_OFFSET, used.podRows, RANKED_SIZE);
  wipeRows(RANKING_SPARE_OFFSET, used.podRows, RANKED_SIZE);
  wipeRows(UID_ORDER_OFFSET, used.podRows, 4);
  wipeRows(EVICTIONS_OFFSET, used.podRows, 16);
  wipeRows(NAME_ORDER_OFFSET, max(used.containerRows, used.volumeRows), 4);
  wipeRows(VOLUME_MARKS_OFFSET, used.volumeRows, 1);
}

/** The rows in force, and the ones that a document is decoded into. */
function wipeTables(): void {
  for (let distance: usize = 0; distance <= STAGE_DISTANCE; distance += STAGE_DISTANCE) {
    wipeRows(PODS_OFFSET + distance, used.podRows, POD_SIZE);
    wipeRows(CONTAINERS_OFFSET + distance, used.containerRows, CONTAINER_SIZE);
    wipeRows(VOLUMES_OFFSET + distance, used.volumeRows, VOLUME_SIZE);
  }
  wipeRows(TEXT_OFFSET, used.textBytes, 1);
  wipeRows(TEXT_OFFSET + TEXT_HALF_BYTES, used.textBytes, 1);
  wipeRows(POD_STATS_OFFSET, used.podRows, POD_STATS_SIZE);
  wipeRows(CONTAINER_STATS_OFFSET, used.containerStatsRows, CONTAINER_STATS_SIZE);
  wipeRows(VOLUME_STATS_OFFSET, used.volumeStatsRows, VOLUME_STATS_SIZE);
  wipeRows(STATS_TEXT_OFFSET, used.statsTextBytes, 1);
}

function wipeRows(table: usize, rows: u32, rowBytes: usize): void {
  memory.fill(table, 0, usize(rows) * rowBytes);
}
