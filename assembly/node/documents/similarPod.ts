/**
 * A pod of a Summary that differs from its text in the Summary before in digits alone, as nearly
 * all do: both texts are walked side by side, and only numbers that changed are read. Runs of
 * digits that are replaced by others leave the grammar as it is, but for a leading zero, so what
 * was valid stays valid; any other difference is left to the reader of whole objects.
 */
import { CONTAINERS_MAX, VOLUMES_MAX } from "../../abi.ts";
import { readUnsigned } from "../../base/json/read.ts";
import { COLON, COMMA, nonDigits, OPEN_ARRAY, scanDigits } from "../../base/json/scan.ts";
import { isDigit } from "../../base/text.ts";
import {
  CONTAINER_STATS_SIZE,
  POD_STATS_SIZE,
  READ_PLACE_SIZE,
  READ_PLACES_MAX,
  VOLUME_STATS_SIZE,
} from "../memory.ts";
import {
  addressOf,
  NAME,
  notePodText,
  noteRows,
  otherPodTextAt,
  PodText,
  ReadPlace,
  readPlaceAt,
} from "../model/podTexts.ts";
import {
  containerStatsAt,
  otherHalf,
  PodStats,
  podStatsAt,
  statsHeader,
  volumeStatsAt,
} from "../model/stats.ts";

const POINT: u8 = 0x2e;
const SPACE: u8 = 0x20;

/** From the pod's `{` to the byte after its `}`; 0 when it has to be read whole. */
export function decodeSimilarPod(start: usize, index: u32): usize {
  const text = otherPodTextAt(index);
  const stats = podStatsAt(index);
  const containers = statsHeader.containerCount;
  const volumes = statsHeader.volumeCount;
  const places = statsHeader.placeCount;
  // A pod that stands twice in this Summary was taken from the one before already.
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
    end = readDigits(start, text, stats, readPlaceAt(places));
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

/** Answers the end of the pod that begins at `start`, or 0 where it differs in more than digits. */
function readDigits(start: usize, text: PodText, stats: PodStats, target: ReadPlace): usize {
  const textStart = usize(text.at);
  const textEnd = textStart + usize(text.size);
  let place = changetype<usize>(target);
  const placesEnd = place + READ_PLACE_SIZE * usize(text.placeCount);
  const before = changetype<usize>(readPlaceAt(text.firstPlace)) + otherHalf() - place;
  let readEnd = endOfPlace(place, placesEnd, before);
  // What stands at `old` in the text before has come to stand at `at`.
  let old = textStart;
  let at = start;
  while (at != 0) {
    while (old < textEnd && areFourWordsSame(old, at)) {
      old += 32;
      at += 32;
    }
    const same = sameBytes(old, at);
    old += same;
    at += same;

    const offset = u32(old - textStart);
    const moved = u32(at - start) - offset;
    while (readEnd < offset) {
      copyPlace(place, changetype<ReadPlace>(place + before), moved);
      place += READ_PLACE_SIZE;
      readEnd = endOfPlace(place, placesEnd, before);
    }
    if (old >= textEnd) return at - (old - textEnd);
    const read = changetype<ReadPlace>(place + before);
    if (place < placesEnd && read.offset <= offset) {
      const number = start + usize(read.offset + moved);
      if (read.target == NAME || !isDigit(load<u8>(number))) return 0;
      old = textStart + usize(read.offset + read.extent);
      at = readUnsigned(number, addressOf(read.target, stats));
      if (at == 0) return 0;
      copyPlace(place, read, moved);
      changetype<ReadPlace>(place).extent = u32(at - number);
      place += READ_PLACE_SIZE;
      readEnd = endOfPlace(place, placesEnd, before);
      continue;
    }
    const oldEnd = endOfDigits(old);
    const end = endOfDigits(at);
    if (oldEnd == old && end == at) {
      // Of a number: in a key, the point makes another key.
      if (load<u8>(old) == POINT && isDigit(load<u8>(old - 1))) old = scanDigits(old + 1);
      else at = endOfFraction(at);
      continue;
    }
    // All before was valid: a zero in front can only be this one, or the one before.
    const first = isDigit(load<u8>(at - 1)) ? at - 1 : at;
    const oldFirst = old - (at - first);
    if (oldEnd == oldFirst || end == first || isLeadingZero(first, end)) return 0;
    old = oldEnd;
    at = end;
  }
  return 0;
}

/** Of up to 32 bytes, without branches: where they differ cannot be foreseen. @inline */
function sameBytes(a: usize, b: usize): usize {
  const first = load<u64>(a) ^ load<u64>(b);
  const second = load<u64>(a, 8) ^ load<u64>(b, 8);
  const third = load<u64>(a, 16) ^ load<u64>(b, 16);
  const fourth = load<u64>(a, 24) ^ load<u64>(b, 24);
  const inFirst = first != 0;
  const inFront = (first | second) != 0;
  const inThird = third != 0;
  const front = select<u64>(first, second, inFirst);
  const back = select<u64>(third, fourth, inThird);
  const before = select<usize>(
    select<usize>(0, 8, inFirst),
    select<usize>(16, 24, inThird),
    inFront,
  );
  return before + usize(ctz(select<u64>(front, back, inFront)) >> 3);
}

/** @inline */
function endOfPlace(place: usize, placesEnd: usize, before: usize): u32 {
  const read = changetype<ReadPlace>(place + before);
  return place < placesEnd ? read.offset + read.extent : u32.MAX_VALUE;
}

/** @inline */
function copyPlace(to: usize, from: ReadPlace, moved: u32): void {
  store<u64>(to, load<u64>(changetype<usize>(from), 4), 4);
  store<u32>(to, from.offset + moved);
}

/** @inline */
function areFourWordsSame(a: usize, b: usize): bool {
  return (
    ((load<u64>(a) ^ load<u64>(b)) |
      (load<u64>(a, 8) ^ load<u64>(b, 8)) |
      (load<u64>(a, 16) ^ load<u64>(b, 16)) |
      (load<u64>(a, 24) ^ load<u64>(b, 24))) ==
    0
  );
}

/** As `scanDigits`, without a call where fewer than eight are left. @inline */
function endOfDigits(at: usize): usize {
  const others = nonDigits(load<u64>(at));
  return others != 0 ? at + usize(ctz(others) >> 3) : scanDigits(at + 8);
}

/**
 * The end of the fraction that begins at `at`, or 0: only of a number that has none yet, and no
 * exponent. A pressure of 0 that becomes 0.05 is such a one.
 */
function endOfFraction(at: usize): usize {
  let first = at - 1;
  if (load<u8>(at) != POINT || !isDigit(load<u8>(first))) return 0;
  while (isDigit(load<u8>(first))) first--;
  const before = load<u8>(first);
  if (before != COLON && before != COMMA && before != OPEN_ARRAY && before != SPACE) return 0;
  const end = scanDigits(at + 1);
  return end == at + 1 ? 0 : end;
}

/**
 * Whether digits begin with a zero that may not stand there: not after a digit, `12:`, `23T` or
 * `1.`, but as the first of a number. Without branches: zeros cannot be foreseen. @inline
 */
function isLeadingZero(first: usize, end: usize): bool {
  const before = load<u8>(first - 1);
  const isZero = u32(load<u8>(first) == 0x30) & u32(end - first > 1);
  const isInside =
    u32(isDigit(before)) | (u32(isDigit(load<u8>(first - 2))) & u32(before != COMMA));
  return (isZero & ~isInside) != 0;
}
