/**
 * The position of each pod in the text of a Summary, and in it of the numbers and names that
 * were read, in the order of the text: the next Summary is compared with it.
 *
 * ```
 *  pod text                                   20    read place             12
 *  ┌──────┬──────┬────────────┬────────┬─────┐     ┌──────┬──────┬────────┐
 *  │at    │size  │first place │places  │taken│     │offset│extent│target  │
 *  └──────┴──────┴────────────┴────────┴─────┘     └──────┴──────┴────────┘
 * ```
 * They have two halves, as the stats have.
 */
import { POD_TEXT_SIZE, POD_TEXTS_OFFSET, READ_PLACE_SIZE, READ_PLACES_OFFSET } from "../memory.ts";
import { notePlaces, noteStats } from "../used.ts";
import {
  containerStatsAt,
  otherHalf,
  PodStats,
  statsHeader,
  statsStart,
  volumeStatsAt,
} from "./stats.ts";

@unmanaged
export class PodText {
  at: u32;
  /** 0: the next Summary's pod has to be read whole. */
  size: u32;
  firstPlace: u32;
  placeCount: u32;
  /** Not 0 when its stats were taken from the Summary before, changed numbers apart. */
  isTaken: u32;
}

@unmanaged
export class ReadPlace {
  /** From the first byte of the pod's object. */
  offset: u32;
  /** Bytes of the name or the number. */
  extent: u32;
  /** Where the number was read to, or `NAME`. */
  target: u32;
}

export const NAME: u32 = u32.MAX_VALUE;

/** Added to how far the number is from the first row of the pod's containers or volumes. */
const CONTAINER_TARGET: u32 = 0x10000000;
const VOLUME_TARGET: u32 = 0x20000000;

export function podTextAt(index: u32): PodText {
  return changetype<PodText>(statsStart() + POD_TEXTS_OFFSET + POD_TEXT_SIZE * usize(index));
}

/** The same of the Summary before. */
export function otherPodTextAt(index: u32): PodText {
  return changetype<PodText>(changetype<usize>(podTextAt(index)) + otherHalf());
}

export function readPlaceAt(index: u32): ReadPlace {
  return changetype<ReadPlace>(statsStart() + READ_PLACES_OFFSET + READ_PLACE_SIZE * usize(index));
}

/** Notes the pod from `at` to `end`, with all places since `firstPlace`. */
export function notePodText(index: u32, at: usize, end: usize, firstPlace: u32): PodText {
  const text = podTextAt(index);
  text.at = u32(at);
  text.size = u32(end - at);
  text.firstPlace = firstPlace;
  text.placeCount = statsHeader.placeCount - firstPlace;
  text.isTaken = 0;
  return text;
}

/** What a number that `stats` or its rows hold at `address` is called in a place. */
export function targetOf(address: usize, stats: PodStats): u32 {
  const inPod = address - changetype<usize>(stats);
  if (inPod < offsetof<PodStats>()) return u32(inPod);
  const volumes = changetype<usize>(volumeStatsAt(stats.firstVolume));
  if (address >= volumes) return u32(address - volumes) + VOLUME_TARGET;
  const containers = changetype<usize>(containerStatsAt(stats.firstContainer));
  return u32(address - containers) + CONTAINER_TARGET;
}

/** Where a number of these stats is, by what `targetOf` has called it. */
export function addressOf(target: u32, stats: PodStats): usize {
  if (target < CONTAINER_TARGET) return changetype<usize>(stats) + usize(target);
  return target < VOLUME_TARGET
    ? changetype<usize>(containerStatsAt(stats.firstContainer)) + usize(target - CONTAINER_TARGET)
    : changetype<usize>(volumeStatsAt(stats.firstVolume)) + usize(target - VOLUME_TARGET);
}

/** Notes the rows that the counts of the Summary being read have reached, before they go back. */
export function noteRows(): void {
  noteStats(statsHeader.containerCount, statsHeader.volumeCount);
  notePlaces(statsHeader.placeCount);
}
