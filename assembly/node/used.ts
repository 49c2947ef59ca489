/** How far the tables of a node were written since the engine was made or cleared. */
import { useArena } from "../base/arena.ts";
import { wipeRows } from "../base/used.ts";
import {
  CONTAINER_SIZE,
  CONTAINER_STATS_OFFSET,
  CONTAINER_STATS_SIZE,
  CONTAINERS_OFFSET,
  NAME_ORDER_OFFSET,
  OBSERVATIONS_OFFSET,
  POD_SIZE,
  POD_STATS_OFFSET,
  POD_STATS_SIZE,
  POD_TEXT_SIZE,
  POD_TEXTS_OFFSET,
  PODS_OFFSET,
  READ_PLACE_SIZE,
  READ_PLACES_OFFSET,
  SMALL_NODE_TABLES_END,
  STAGE_DISTANCE,
  STATS_DISTANCE,
  STATS_TEXT_BYTES,
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

/** Rows of tables, and bytes of texts: of the fuller half where there are two. */
@unmanaged
class Used {
  podRows: u32;
  containerRows: u32;
  volumeRows: u32;
  containerStatsRows: u32;
  volumeStatsRows: u32;
  textBytes: u32;
  statsTextBytes: u32;
  readPlaces: u32;
}

const used: Used = changetype<Used>(memory.data(32, 4));

/** Rows of the pod table that were written; `wipeRows` of a parallel table needs them. */
export function usedPodRows(): u32 {
  return used.podRows;
}

export function notePods(pods: u32, containers: u32, volumes: u32): void {
  used.podRows = max(used.podRows, pods);
  used.containerRows = max(used.containerRows, containers);
  used.volumeRows = max(used.volumeRows, volumes);
}

export function noteStats(containers: u32, volumes: u32): void {
  used.containerStatsRows = max(used.containerStatsRows, containers);
  used.volumeStatsRows = max(used.volumeStatsRows, volumes);
}

export function notePlaces(places: u32): void {
  used.readPlaces = max(used.readPlaces, places);
}

/** Names of a pod list were copied into a half of their region. */
export function noteTexts(bytes: u32): void {
  used.textBytes = max(used.textBytes, bytes);
}

/** Names of a Summary were copied into their region. */
export function noteStatsTexts(bytes: u32): void {
  used.statsTextBytes = max(used.statsTextBytes, bytes);
}

/** Keeps texts of a pod list in the half that starts at `start`. */
export function usePodTexts(start: usize): void {
  const noted = changetype<usize>(used) + offsetof<Used>("textBytes");
  useArena(start, start + TEXT_HALF_BYTES, noted);
}

/** Keeps texts of a Summary in the half that starts at `start`. */
export function useStatsTexts(start: usize): void {
  const noted = changetype<usize>(used) + offsetof<Used>("statsTextBytes");
  useArena(start, start + STATS_TEXT_BYTES, noted);
}

/** Wipes what pod lists and Summaries left in memory. */
export function wipeNode(): void {
  memory.fill(OBSERVATIONS_OFFSET, 0, SMALL_NODE_TABLES_END - OBSERVATIONS_OFFSET);
  wipeRows(UID_ORDER_OFFSET, used.podRows, 4);
  wipeRows(NAME_ORDER_OFFSET, max(used.containerRows, used.volumeRows), 4);
  wipeRows(VOLUME_MARKS_OFFSET, used.volumeRows, 1);
  wipePods();
  wipeStats();
  memory.fill(changetype<usize>(used), 0, offsetof<Used>());
}

/** The rows in force, and the ones that a document is decoded into. */
function wipePods(): void {
  for (let distance: usize = 0; distance <= STAGE_DISTANCE; distance += STAGE_DISTANCE) {
    wipeRows(PODS_OFFSET + distance, used.podRows, POD_SIZE);
    wipeRows(CONTAINERS_OFFSET + distance, used.containerRows, CONTAINER_SIZE);
    wipeRows(VOLUMES_OFFSET + distance, used.volumeRows, VOLUME_SIZE);
  }
  wipeRows(TEXT_OFFSET, used.textBytes, 1);
  wipeRows(TEXT_OFFSET + TEXT_HALF_BYTES, used.textBytes, 1);
}

function wipeStats(): void {
  for (let distance: usize = 0; distance <= STATS_DISTANCE; distance += STATS_DISTANCE) {
    wipeRows(POD_STATS_OFFSET + distance, used.podRows, POD_STATS_SIZE);
    wipeRows(CONTAINER_STATS_OFFSET + distance, used.containerStatsRows, CONTAINER_STATS_SIZE);
    wipeRows(VOLUME_STATS_OFFSET + distance, used.volumeStatsRows, VOLUME_STATS_SIZE);
    wipeRows(STATS_TEXT_OFFSET + distance, used.statsTextBytes, 1);
    wipeRows(POD_TEXTS_OFFSET + distance, used.podRows, POD_TEXT_SIZE);
    wipeRows(READ_PLACES_OFFSET + distance, used.readPlaces, READ_PLACE_SIZE);
  }
}
