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
import { appendRow, forgetTable, rowAt, Table } from "../../objects/model/table.ts";

@unmanaged
export class Entry {
  first: i64;
  second: i64;
  sequence: u32;
  kind: u32;
  subject: u32;
  /** An entry whose subject has another version by now counts for nothing. */
  version: u32;
}

const ENTRY_BYTES: usize = 32;
let sequence: u32 = 0;

/** The entry that `takeFirst` took. */
export const taken = changetype<Entry>(memory.data(32, 8));

export function forgetHeap(heap: Table): void {
  forgetTable(heap);
}

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
  taken.first = first;
  taken.second = second;
  taken.sequence = sequence++;
  taken.kind = kind;
  taken.subject = subject;
  taken.version = version;
  let place = heap.count - 1;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!precedes(taken, entryAt(heap, parent))) break;
    move(heap, place, parent);
    place = parent;
  }
  put(heap, place);
  return true;
}

/** Takes the first entry into `taken`; false when there is none. */
export function takeFirst(heap: Table): bool {
  if (heap.count == 0) return false;
  const last = heap.count - 1;
  memory.copy(changetype<usize>(taken), rowAt(heap, last), ENTRY_BYTES);
  heap.count = last;
  if (last == 0) return true;
  // The last entry sinks from the root, whose entry is kept aside meanwhile.
  memory.copy(ASIDE, rowAt(heap, 0), ENTRY_BYTES);
  sink(heap, 0);
  memory.copy(changetype<usize>(taken), ASIDE, ENTRY_BYTES);
  return true;
}

const ASIDE: usize = memory.data(32, 8);

/** Keeps the first `count` entries, whatever their order, and makes a heap of them again. */
export function keepEntries(heap: Table, count: u32): void {
  heap.count = count;
  for (let place = count / 2; place > 0; place--) {
    memory.copy(changetype<usize>(taken), rowAt(heap, place - 1), ENTRY_BYTES);
    sink(heap, place - 1);
  }
}

/** Copies an entry to an earlier place, while entries are sorted out. */
export function moveEntry(heap: Table, to: u32, from: u32): void {
  if (to != from) move(heap, to, from);
}

/** Puts `taken` at a place, or below it where entries come earlier. */
function sink(heap: Table, place: u32): void {
  while (place * 2 + 1 < heap.count) {
    let child = place * 2 + 1;
    const right = child + 1;
    if (right < heap.count && precedes(entryAt(heap, right), entryAt(heap, child))) child = right;
    if (!precedes(entryAt(heap, child), taken)) break;
    move(heap, place, child);
    place = child;
  }
  put(heap, place);
}

function move(heap: Table, to: u32, from: u32): void {
  memory.copy(rowAt(heap, to), rowAt(heap, from), ENTRY_BYTES);
}

function put(heap: Table, place: u32): void {
  memory.copy(rowAt(heap, place), changetype<usize>(taken), ENTRY_BYTES);
}

function precedes(a: Entry, b: Entry): bool {
  if (a.first != b.first) return a.first < b.first;
  if (a.second != b.second) return a.second < b.second;
  return a.sequence < b.sequence;
}
