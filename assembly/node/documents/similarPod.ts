/**
 * A pod of a Summary that differs from its text in the Summary before in digits alone, as nearly
 * all do.
 */
import { CONTAINERS_MAX, VOLUMES_MAX } from "../../abi.ts";
import {
  CONTAINER_STATS_SIZE,
  POD_STATS_SIZE,
  READ_PLACES_MAX,
  VOLUME_STATS_SIZE,
} from "../memory.ts";
import { notePodText, noteRows, otherPodTextAt, readPlaceAt } from "../model/podTexts.ts";
import {
  containerStatsAt,
  otherHalf,
  PodStats,
  podStatsAt,
  statsHeader,
  volumeStatsAt,
} from "../model/stats.ts";
import { ROWS_COPIED, readDigits } from "./similarText.ts";

/** From the pod's `{` to the byte after its `}`; 0 when it has to be read whole. */
export function decodeSimilarPod(start: usize, index: u32): usize {
  const text = otherPodTextAt(index);
  const stats = podStatsAt(index);
  const containers = statsHeader.containerCount;
  const volumes = statsHeader.volumeCount;
  const places = statsHeader.placeCount;
  // A pod that is twice in this Summary was already taken from the previous one.
  if (text.size == 0 || stats.flags != 0) return 0;
  const from = changetype<PodStats>(changetype<usize>(stats) + otherHalf());
  statsHeader.containerCount += from.containerCount;
  statsHeader.volumeCount += from.volumeCount;
  statsHeader.placeCount += text.placeCount;
  let end: usize = 0;
  if (
    statsHeader.containerCount <= u32(CONTAINERS_MAX) &&
    statsHeader.volumeCount <= u32(VOLUMES_MAX) &&
    statsHeader.placeCount <= READ_PLACES_MAX
  ) {
    copyRows(from, stats, containers, volumes);
    const read = changetype<usize>(readPlaceAt(text.firstPlace)) + otherHalf();
    const to = readPlaceAt(places);
    end = readDigits(start, start, text, usize(text.at), read, stats, to, ROWS_COPIED);
  }
  if (end == 0) {
    noteRows();
    memory.fill(changetype<usize>(stats), 0, POD_STATS_SIZE);
    // Once: objects that only name the pod must not have its rows copied for each of them.
    text.size = 0;
    statsHeader.containerCount = containers;
    statsHeader.volumeCount = volumes;
    statsHeader.placeCount = places;
    return 0;
  }
  notePodText(index, start, end, places).isTaken = 1;
  return end;
}

function copyRows(from: PodStats, to: PodStats, containers: u32, volumes: u32): void {
  copyWords(changetype<usize>(to), changetype<usize>(from), POD_STATS_SIZE);
  to.firstContainer = containers;
  to.firstVolume = volumes;
  copyWords(
    changetype<usize>(containerStatsAt(containers)),
    changetype<usize>(containerStatsAt(from.firstContainer)) + otherHalf(),
    CONTAINER_STATS_SIZE * usize(from.containerCount),
  );
  copyWords(
    changetype<usize>(volumeStatsAt(volumes)),
    changetype<usize>(volumeStatsAt(from.firstVolume)) + otherHalf(),
    VOLUME_STATS_SIZE * usize(from.volumeCount),
  );
}

/** A few rows: engines leave the module for `memory.copy`, which takes longer. */
function copyWords(to: usize, from: usize, size: usize): void {
  for (let at: usize = 0; at < size; at += 8) store<u64>(to + at, load<u64>(from + at));
}
