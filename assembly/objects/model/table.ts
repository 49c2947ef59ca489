/**
 * Tables of rows whose number a document decides. A table that is full moves to a place of twice
 * the size, so addresses of rows hold only until the next row is appended.
 */
import { allocate } from "../allocation.ts";

@unmanaged
export class Table {
  at: u32;
  count: u32;
  capacity: u32;
  rowBytes: u32;
}

export const TABLE_SIZE: usize = 16;
const ROWS_MIN: u32 = 64;
/** No row. */
export const NO_ROW: u32 = u32.MAX_VALUE;

export function forgetTable(table: Table): void {
  memory.fill(changetype<usize>(table), 0, TABLE_SIZE);
}

/** @inline */
export function rowAt(table: Table, row: u32): usize {
  return usize(table.at) + usize(row) * usize(table.rowBytes);
}

/** The address of a new row of zeros, or 0 after a failure. */
export function appendRow(table: Table, rowBytes: usize): usize {
  if (table.count == table.capacity && !enlarge(table, rowBytes)) return 0;
  return rowAt(table, table.count++);
}

function enlarge(table: Table, rowBytes: usize): bool {
  const capacity = max(ROWS_MIN, table.capacity * 2);
  const at = allocate(usize(capacity) * rowBytes);
  if (at == 0) return false;
  memory.copy(at, table.at, usize(table.count) * rowBytes);
  table.at = u32(at);
  table.capacity = capacity;
  table.rowBytes = u32(rowBytes);
  return true;
}

/** Takes away the rows from `count` on. */
export function cutTable(table: Table, count: u32): void {
  if (table.count > count) {
    memory.fill(rowAt(table, count), 0, usize(table.count - count) * usize(table.rowBytes));
  }
  table.count = count;
}
