/**
 * Rows of a table by the two words they begin with, such as namespace and name.
 *
 * ```
 *  0      4       8           12
 *  ┌──────┬───────┬───────────┐      slot: row + 1, 0 for nothing
 *  │ at   │ count │ capacity  │
 *  └──────┴───────┴───────────┘
 * ```
 */
import { allocate } from "../allocation.ts";
import { NO_ROW, rowAt, Table } from "./table.ts";

@unmanaged
export class RowIndex {
  at: u32;
  count: u32;
  capacity: u32;
}

export const ROW_INDEX_SIZE: usize = 12;
const CAPACITY_MIN: u32 = 256;
/** 2^64 over the golden ratio: spreads addresses, because their low bits are alike. */
const MIX: u64 = 0x9e3779b97f4a7c15;

export function forgetIndex(index: RowIndex): void {
  memory.fill(changetype<usize>(index), 0, ROW_INDEX_SIZE);
}

function hashOf(first: u32, second: u32): u32 {
  const mixed = (u64(first) * MIX) ^ (u64(second) * (MIX << 1) + 1);
  return u32((mixed * MIX) >> 32);
}

/** The row that begins with these words, or NO_ROW. */
export function findRow(index: RowIndex, table: Table, first: u32, second: u32): u32 {
  if (index.capacity == 0) return NO_ROW;
  const mask = index.capacity - 1;
  let slot = hashOf(first, second) & mask;
  while (true) {
    const entry = load<u32>(index.at + (slot << 2));
    if (entry == 0) return NO_ROW;
    const row = rowAt(table, entry - 1);
    if (load<u32>(row) == first && load<u32>(row, 4) == second) return entry - 1;
    slot = (slot + 1) & mask;
  }
  return NO_ROW;
}

/** Adds a row with a key that no other row has; false after a failure. */
export function indexRow(index: RowIndex, table: Table, row: u32): bool {
  if (index.count * 2 >= index.capacity && !enlarge(index, table)) return false;
  place(index, table, row);
  index.count++;
  return true;
}

function place(index: RowIndex, table: Table, row: u32): void {
  const at = rowAt(table, row);
  const mask = index.capacity - 1;
  let slot = hashOf(load<u32>(at), load<u32>(at, 4)) & mask;
  while (load<u32>(index.at + (slot << 2)) != 0) slot = (slot + 1) & mask;
  store<u32>(index.at + (slot << 2), row + 1);
}

function enlarge(index: RowIndex, table: Table): bool {
  const capacity = max(CAPACITY_MIN, index.capacity * 2);
  const at = allocate(usize(capacity) * 4);
  if (at == 0) return false;
  const old = index.at;
  const oldEnd = old + index.capacity * 4;
  index.at = u32(at);
  index.capacity = capacity;
  for (let entry = old; entry < oldEnd; entry += 4) {
    if (load<u32>(entry) != 0) place(index, table, load<u32>(entry) - 1);
  }
  return true;
}
