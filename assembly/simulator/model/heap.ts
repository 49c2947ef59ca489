/**
 * Entries that come in the order of two keys, and of the order in which they were added: what
 * happens next, and which pod is tried next.
 *
 * ```
 *  0       8        16         20      24      28
 *  ┌───────┬────────┬──────────┬───────┬───────┬─────────┐
 *  │ first │ second │ sequence │ kind  │subject│ version │
 *  └───────┴────────┴──────────┴───────┴───────┴─────────┘
 * ```
 */
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { ADDED_OFFSET, MOVING_OFFSET, TAKEN_OFFSET } from "../memory.ts";

@unmanaged
export class Entry {
  first: i64;
  second: i64;
  sequence: u32;
  kind: u32;
  subject: u32;
  /** An entry is stale when its subject has another version by now. */
  version: u32;
}

const ENTRY_BYTES: usize = 32;
/** How many entries have been added to heaps, as a u32. */
const ADDED: usize = ADDED_OFFSET;
/** The entry that seeks its place, and the one that was taken last. */
const MOVING: usize = MOVING_OFFSET;
const TAKEN: usize = TAKEN_OFFSET;

export function entryAt(heap: Table, index: u32): Entry {
  return changetype<Entry>(rowAt(heap, index));
}

/** Adds an entry; false after a failure. */
export function addEntry(
  heap: Table,
  first: i64,
  second: i64,
  kind: u32,
  subject: u32,
  version: u32,
): bool {
  if (appendRow(heap, ENTRY_BYTES) == 0) return false;
  const entry = changetype<Entry>(MOVING);
  entry.first = first;
  entry.second = second;
  entry.sequence = load<u32>(ADDED);
  entry.kind = kind;
  entry.subject = subject;
  entry.version = version;
  store<u32>(ADDED, entry.sequence + 1);
  let place = heap.count - 1;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!precedes(entry, entryAt(heap, parent))) break;
    move(heap, place, parent);
    place = parent;
  }
  put(heap, place);
  return true;
}

/** Takes the first entry out, and holds it until another one is taken; null when there is none. */
export function takeFirst(heap: Table): Entry | null {
  if (heap.count == 0) return null;
  memory.copy(TAKEN, rowAt(heap, 0), ENTRY_BYTES);
  const last = --heap.count;
  if (last != 0) {
    memory.copy(MOVING, rowAt(heap, last), ENTRY_BYTES);
    sink(heap, 0);
  }
  return changetype<Entry>(TAKEN);
}

/** Keeps the first `count` entries, whatever their order, and makes a heap of them again. */
export function keepEntries(heap: Table, count: u32): void {
  heap.count = count;
  for (let place = count / 2; place > 0; place--) {
    memory.copy(MOVING, rowAt(heap, place - 1), ENTRY_BYTES);
    sink(heap, place - 1);
  }
}

/** Copies an entry to an earlier place, while entries are sorted out. */
export function moveEntry(heap: Table, to: u32, from: u32): void {
  if (to != from) move(heap, to, from);
}

/** Puts the moving entry at a place, or below it where entries come earlier. */
function sink(heap: Table, place: u32): void {
  while (place * 2 + 1 < heap.count) {
    let child = place * 2 + 1;
    const right = child + 1;
    if (right < heap.count && precedes(entryAt(heap, right), entryAt(heap, child))) child = right;
    if (!precedes(entryAt(heap, child), changetype<Entry>(MOVING))) break;
    move(heap, place, child);
    place = child;
  }
  put(heap, place);
}

function move(heap: Table, to: u32, from: u32): void {
  memory.copy(rowAt(heap, to), rowAt(heap, from), ENTRY_BYTES);
}

function put(heap: Table, place: u32): void {
  memory.copy(rowAt(heap, place), MOVING, ENTRY_BYTES);
}

function precedes(a: Entry, b: Entry): bool {
  if (a.first != b.first) return a.first < b.first;
  if (a.second != b.second) return a.second < b.second;
  return a.sequence < b.sequence;
}
