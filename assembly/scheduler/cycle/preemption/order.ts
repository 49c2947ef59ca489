/**
 * Pods that might be preempted, by importance: a higher priority first, then an earlier start. The
 * scheduler sorts them with Go's sort.Slice, which keeps no order among equals, and of two pods
 * that have not started it takes each for the earlier one until 1.37. Both choose the victims, so
 * the same steps are taken here (pattern-defeating quicksort, Go 1.19 and later).
 *
 * ```
 *  0         8          12    16      20
 *  ┌─────────┬──────────┬─────┬───────┬──────┐
 *  │ started │ priority │ pod │ place │ kept │
 *  └─────────┴──────────┴─────┴───────┴──────┘
 * ```
 */
import { NOT_STARTED } from "../../../objects/model/pod.ts";
import { behavesAs } from "../../model/release.ts";
import { Behavior } from "../../model/releaseTable.ts";

@unmanaged
export class Victim {
  started: i64;
  priority: i32;
  pod: u32;
  /** Its place on the node. */
  place: u32;
  /** A `Fate`. */
  fate: u32;
}

export enum Fate {
  /** Taken away to see whether the pod fits without it. */
  Away = 0,
  Spared,
  Goes,
  /** Goes although a PodDisruptionBudget forbids it. */
  GoesAgainstBudget,
}

export const VICTIM_BYTES: usize = offsetof<Victim>();

/** Up to this many are sorted by insertion. */
const INSERTED_MAX: i32 = 12;
/** From this many on the pivot is a median of medians, and near-sorted runs are mended. */
const NINTHER_MIN: i32 = 50;
const SWAPS_MAX: i32 = 12;
const MENDED_MAX: i32 = 5;

const SPARE: usize = memory.data(24, 8);

let rows: usize = 0;
let swaps: i32 = 0;
let alreadyPartitioned: boolean = false;

export function victimAt(list: usize, index: u32): Victim {
  return changetype<Victim>(list + usize(index) * VICTIM_BYTES);
}

/** Sorts `count` victims at `list`. */
export function sortVictims(list: usize, count: u32): void {
  rows = list;
  sortRange(0, i32(count), 32 - i32(clz(count)));
}

function at(index: i32): usize {
  return rows + usize(index) * VICTIM_BYTES;
}

/** Whether one is more important than another. */
function precedes(index: i32, other: i32): bool {
  const a = changetype<Victim>(at(index));
  const b = changetype<Victim>(at(other));
  if (a.priority != b.priority) return a.priority > b.priority;
  if (a.started == NOT_STARTED && b.started == NOT_STARTED) {
    // A pod without a start started when it is asked about: the first one earlier than the second.
    return !behavesAs(Behavior.StartsOnce) || a.place < b.place;
  }
  return a.started < b.started;
}

function swap(index: i32, other: i32): void {
  memory.copy(SPARE, at(index), VICTIM_BYTES);
  memory.copy(at(index), at(other), VICTIM_BYTES);
  memory.copy(at(other), SPARE, VICTIM_BYTES);
}

/** Sorts the range from `start` up to `end`, part by part. */
function sortRange(start: i32, end: i32, limit: i32): void {
  waiting = 0;
  wait(start, end, limit, true, true);
  while (waiting > 0) {
    const part = changetype<Part>(PARTS + usize(--waiting) * PART_BYTES);
    sortPart(part.start, part.end, part.limit, part.isBalanced, part.isPartitioned);
  }
}

/** After `limit` bad pivots a part is sorted by a heap. */
function sortPart(start: i32, end: i32, limit: i32, isBalanced: bool, isPartitioned: bool): void {
  while (true) {
    const length = end - start;
    if (length <= INSERTED_MAX) return insert(start, end);
    if (limit == 0) return sortByHeap(start, end);
    if (!isBalanced) {
      scatter(start, end);
      limit--;
    }
    let pivot = choosePivot(start, end);
    let seemsSorted = swaps == 0;
    if (swaps == SWAPS_MAX) {
      reverse(start, end);
      pivot = end - 1 - (pivot - start);
      seemsSorted = true;
    }
    if (isBalanced && isPartitioned && seemsSorted && mend(start, end)) return;
    if (start > 0 && !precedes(start - 1, pivot)) {
      start = partitionEqual(start, end, pivot);
      continue;
    }
    const middle = partition(start, end, pivot);
    isPartitioned = alreadyPartitioned;
    const left = middle - start;
    const right = end - middle;
    isBalanced = min(left, right) >= length / 8;
    // The shorter part goes on, so no more parts wait than a number has bits.
    if (left < right) {
      wait(middle + 1, end, limit, isBalanced, isPartitioned);
      end = middle;
    } else {
      wait(start, middle, limit, isBalanced, isPartitioned);
      start = middle + 1;
    }
    // A separate part begins without a history.
    isBalanced = true;
    isPartitioned = true;
  }
}

/** A part that is sorted later, with its history. */
@unmanaged
class Part {
  start: i32;
  end: i32;
  limit: i32;
  isBalanced: bool;
  isPartitioned: bool;
}

const PART_BYTES: usize = 16;
const PARTS: usize = memory.data(16 * 32, 4);
let waiting: i32 = 0;

function wait(start: i32, end: i32, limit: i32, isBalanced: bool, isPartitioned: bool): void {
  const part = changetype<Part>(PARTS + usize(waiting++) * PART_BYTES);
  part.start = start;
  part.end = end;
  part.limit = limit;
  part.isBalanced = isBalanced;
  part.isPartitioned = isPartitioned;
}

function insert(start: i32, end: i32): void {
  for (let index = start + 1; index < end; index++) {
    for (let place = index; place > start && precedes(place, place - 1); place--) {
      swap(place, place - 1);
    }
  }
}

function sortByHeap(start: i32, end: i32): void {
  const length = end - start;
  for (let root = (length - 1) / 2; root >= 0; root--) sink(root, length, start);
  for (let last = length - 1; last >= 0; last--) {
    swap(start, start + last);
    sink(0, last, start);
  }
}

function sink(root: i32, length: i32, start: i32): void {
  while (true) {
    let child = 2 * root + 1;
    if (child >= length) return;
    if (child + 1 < length && precedes(start + child, start + child + 1)) child++;
    if (!precedes(start + root, start + child)) return;
    swap(start + root, start + child);
    root = child;
  }
}

/** Puts some out of their place, so a pattern that made bad pivots ends. */
function scatter(start: i32, end: i32): void {
  const length = end - start;
  let random = u64(length);
  const mask = (u64(1) << (64 - clz(u64(length)))) - 1;
  const middle = start + (length / 4) * 2;
  for (let index = middle - 1; index <= middle + 1; index++) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    let other = i32(random & mask);
    if (other >= length) other -= length;
    swap(index, start + other);
  }
}

/** A median; `swaps` counts the pairs that were out of order. */
function choosePivot(start: i32, end: i32): i32 {
  const length = end - start;
  const quarter = length / 4;
  let low = start + quarter;
  let middle = start + quarter * 2;
  let high = start + quarter * 3;
  swaps = 0;
  if (length >= NINTHER_MIN) {
    low = median(low - 1, low, low + 1);
    middle = median(middle - 1, middle, middle + 1);
    high = median(high - 1, high, high + 1);
  }
  return median(low, middle, high);
}

function median(a: i32, b: i32, c: i32): i32 {
  let spare = 0;
  if (precedes(b, a)) {
    swaps++;
    spare = a;
    a = b;
    b = spare;
  }
  if (precedes(c, b)) {
    swaps++;
    spare = b;
    b = c;
    c = spare;
  }
  if (precedes(b, a)) {
    swaps++;
    b = a;
  }
  return b;
}

function reverse(start: i32, end: i32): void {
  for (let low = start, high = end - 1; low < high; low++, high--) swap(low, high);
}

/** Mends a range that seems sorted; false when too much of it is not. */
function mend(start: i32, end: i32): bool {
  let index = start + 1;
  for (let step = 0; step < MENDED_MAX; step++) {
    while (index < end && !precedes(index, index - 1)) index++;
    if (index == end) return true;
    if (end - start < NINTHER_MIN) return false;
    swap(index, index - 1);
    if (index - start >= 2) {
      for (let place = index - 1; place >= 1 && precedes(place, place - 1); place--) {
        swap(place, place - 1);
      }
    }
    if (end - index >= 2) {
      for (let place = index + 1; place < end && precedes(place, place - 1); place++) {
        swap(place, place - 1);
      }
    }
  }
  return false;
}

/** Those before the pivot to its left; answers its final place. */
function partition(start: i32, end: i32, pivot: i32): i32 {
  swap(start, pivot);
  let low = start + 1;
  let high = end - 1;
  alreadyPartitioned = true;
  while (true) {
    while (low <= high && precedes(low, start)) low++;
    while (low <= high && !precedes(high, start)) high--;
    if (low > high) break;
    alreadyPartitioned = false;
    swap(low++, high--);
  }
  swap(high, start);
  return high;
}

/** Those equal to the pivot to the left; answers where the others begin. */
function partitionEqual(start: i32, end: i32, pivot: i32): i32 {
  swap(start, pivot);
  let low = start + 1;
  let high = end - 1;
  while (true) {
    while (low <= high && !precedes(start, low)) low++;
    while (low <= high && precedes(start, high)) high--;
    if (low > high) return low;
    swap(low++, high--);
  }
}
