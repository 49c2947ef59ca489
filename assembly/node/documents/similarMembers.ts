/**
 * Members of a pod that is read whole, as they stood in a pod before it in the same Summary: what
 * follows its containers or its volumes, what follows a container's name, and what precedes a
 * volume's. Pods have few kinds of them (with a limit of memory and without, in the network of the
 * node or not), so the last four that were read of each row are compared with the next, and a
 * first Summary is read in two thirds of the time.
 */
import { COMMA, escapesScanned, QUOTE } from "../../base/json/scan.ts";
import {
  MEMBERS_MAX,
  MEMBERS_OFFSET,
  MEMBERS_SIZE,
  OPEN_MEMBERS_OFFSET,
  READ_PLACES_MAX,
} from "../memory.ts";
import { noteRows, PodText, ReadPlace, readPlaceAt, targetOf } from "../model/podTexts.ts";
import { PodStats, statsHeader } from "../model/stats.ts";
import { readDigits } from "./similarText.ts";

/** The row being filled; it is copied to its pod's place when the object ends. */
export const row: PodStats = changetype<PodStats>(memory.data(48, 8));

/** The `{` of the pod being read. */
let podStart: usize = 0;
/** Whether this text of the pod may be compared with a later one. */
let isComparable: bool = false;
/** `escapesScanned` where the pod began. */
let escapes: u32 = 0;

/** A text from the `{` of its pod on. */
@unmanaged
class Members extends PodText {
  /** Where in the text the members begin. */
  first: u32;
  /** A flag of their row. */
  target: u32;
  /** Those that the members set. */
  flags: u32;
}

/** Makes more places than there are. */
const NONE: u8 = 0x7f;
/** Which one gives way to the next. */
let turn: u32 = 0;

/** The members being read, and where their flags are; 0 when there are none to note. */
const open: Members = changetype<Members>(OPEN_MEMBERS_OFFSET);
let flagsAt: usize = 0;

export function startPod(at: usize): void {
  podStart = at;
  isComparable = true;
  escapes = escapesScanned;
}

export function refuseComparison(): void {
  isComparable = false;
}

export function isPodComparable(): bool {
  return isComparable && escapesScanned == escapes;
}

/** Notes the position of a number or a name that is read; later texts are compared with it. */
export function notePlace(at: usize, extent: u32, target: u32): void {
  if (statsHeader.placeCount == READ_PLACES_MAX) {
    isComparable = false;
    return;
  }
  const place: ReadPlace = readPlaceAt(statsHeader.placeCount++);
  place.offset = u32(at - podStart);
  place.extent = extent;
  place.target = target;
}

/** Texts and places of another Summary are not those of this one, nor places that were dropped. */
export function forgetMembers(): void {
  memory.fill(MEMBERS_OFFSET, NONE, OPEN_MEMBERS_OFFSET - MEMBERS_OFFSET);
  flagsAt = 0;
}

/** Targets tell the rows apart by their top bits. */
function membersAt(target: u32, index: u32): Members {
  const noted = usize(MEMBERS_MAX * (target >> 28) + index);
  return changetype<Members>(MEMBERS_OFFSET + MEMBERS_SIZE * noted);
}

/**
 * Reads the members from `at` on, which is after a value or before a key, when they stood in a pod
 * before: answers the byte after the last one's value then, or the comma. Otherwise `at`, and
 * `noteMembers` ends what is read from there.
 */
export function takeMembers(at: usize, flags: usize): usize {
  const places = statsHeader.placeCount;
  const target = targetOf(flags, row);
  const before = load<u32>(flags);
  for (let index: u32 = 0; index < MEMBERS_MAX; index++) {
    const text = membersAt(target, index);
    if (places + text.placeCount > READ_PLACES_MAX) continue;
    statsHeader.placeCount = places + text.placeCount;
    const from = changetype<usize>(readPlaceAt(text.firstPlace));
    const to = readPlaceAt(places);
    const shift = target - text.target;
    let end = readDigits(podStart, at, text, usize(text.first), from, row, to, shift);
    if (end == 0) {
      noteRows();
      statsHeader.placeCount = places;
      continue;
    }
    // If a member appears twice, the last one counts, and the order of changes would matter.
    if ((before & text.flags) != 0) isComparable = false;
    store<u32>(flags, before | text.flags);
    flagsAt = 0;
    end--;
    if (load<u8>(end) == QUOTE) while (load<u8>(end) != COMMA) end--;
    return end;
  }
  flagsAt = flags;
  open.at = u32(podStart);
  open.firstPlace = places;
  open.first = u32(at);
  open.target = target;
  open.flags = before;
  return at;
}

/** The members that were not taken end at `at`: at the key of the next one, or with the object. */
export function noteMembers(at: usize): void {
  if (flagsAt != 0 && at > usize(open.first) && isPodComparable()) {
    // With the byte there, so that members that go on are others.
    open.size = u32(at + 1 - podStart);
    open.placeCount = statsHeader.placeCount - open.firstPlace;
    open.flags ^= load<u32>(flagsAt);
    const noted = changetype<usize>(membersAt(open.target, turn));
    memory.copy(noted, changetype<usize>(open), MEMBERS_SIZE);
    turn = (turn + 1) % MEMBERS_MAX;
  }
  flagsAt = 0;
}
