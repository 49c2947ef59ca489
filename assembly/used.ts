/**
 * How far each large region was written since the engine was made or cleared: clearing then costs
 * what was used, not the whole memory. The smaller regions below the tables are wiped whole.
 */
import {
  CONTAINER_SIZE,
  CONTAINER_STATS_OFFSET,
  CONTAINER_STATS_SIZE,
  CONTAINERS_OFFSET,
  FAILURE_OFFSET,
  INPUT_OFFSET,
  OUTPUT_OFFSET,
  POD_SIZE,
  POD_STATS_OFFSET,
  POD_STATS_SIZE,
  PODS_OFFSET,
  STAGE_DISTANCE,
  STATS_TEXT_OFFSET,
  TABLES_OFFSET,
  TEXT_HALF_BYTES,
  TEXT_OFFSET,
  VOLUME_SIZE,
  VOLUME_STATS_OFFSET,
  VOLUME_STATS_SIZE,
  VOLUMES_OFFSET,
} from "./memory.ts";

/** Rows of tables; bytes of everything else. */
@unmanaged
class Used {
  podRows: u32;
  containerRows: u32;
  volumeRows: u32;
  containerStatsRows: u32;
  volumeStatsRows: u32;
  /** Of either half. */
  textBytes: u32;
  statsTextBytes: u32;
  outputBytes: u32;
  inputBytes: u32;
}

const used: Used = changetype<Used>(memory.data(36, 4));

export function notePods(pods: u32, containers: u32, volumes: u32): void {
  used.podRows = max(used.podRows, pods);
  used.containerRows = max(used.containerRows, containers);
  used.volumeRows = max(used.volumeRows, volumes);
}

export function noteStats(containers: u32, volumes: u32): void {
  used.containerStatsRows = max(used.containerStatsRows, containers);
  used.volumeStatsRows = max(used.volumeStatsRows, volumes);
}

/** Texts up to `end`, an address in any region that holds texts. */
export function noteText(end: usize): void {
  if (end > TEXT_OFFSET + 2 * TEXT_HALF_BYTES) {
    used.statsTextBytes = max(used.statsTextBytes, u32(end - STATS_TEXT_OFFSET));
  } else if (end > TEXT_OFFSET) {
    const bytes = (end - TEXT_OFFSET - 1) % TEXT_HALF_BYTES;
    used.textBytes = max(used.textBytes, u32(bytes) + 1);
  }
}

export function noteOutput(bytes: i32): void {
  used.outputBytes = max(used.outputBytes, u32(bytes));
}

export function noteInput(bytes: i32): void {
  used.inputBytes = max(used.inputBytes, u32(bytes));
}

/** Wipes everything that documents, steps and answers left in memory. */
export function wipe(): void {
  memory.fill(FAILURE_OFFSET, 0, TABLES_OFFSET - FAILURE_OFFSET);
  wipeStaged(PODS_OFFSET, POD_SIZE * usize(used.podRows));
  wipeStaged(CONTAINERS_OFFSET, CONTAINER_SIZE * usize(used.containerRows));
  wipeStaged(VOLUMES_OFFSET, VOLUME_SIZE * usize(used.volumeRows));
  memory.fill(TEXT_OFFSET, 0, usize(used.textBytes));
  memory.fill(TEXT_OFFSET + TEXT_HALF_BYTES, 0, usize(used.textBytes));
  memory.fill(POD_STATS_OFFSET, 0, POD_STATS_SIZE * usize(used.podRows));
  const containerBytes = CONTAINER_STATS_SIZE * usize(used.containerStatsRows);
  memory.fill(CONTAINER_STATS_OFFSET, 0, containerBytes);
  memory.fill(VOLUME_STATS_OFFSET, 0, VOLUME_STATS_SIZE * usize(used.volumeStatsRows));
  memory.fill(STATS_TEXT_OFFSET, 0, usize(used.statsTextBytes));
  memory.fill(OUTPUT_OFFSET, 0, usize(used.outputBytes));
  memory.fill(INPUT_OFFSET, 0, usize(used.inputBytes));
  memory.fill(changetype<usize>(used), 0, offsetof<Used>());
}

/** The rows in force, and the ones that a document is decoded into. */
function wipeStaged(table: usize, bytes: usize): void {
  memory.fill(table, 0, bytes);
  memory.fill(table + STAGE_DISTANCE, 0, bytes);
}
