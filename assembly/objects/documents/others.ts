/** Objects of kinds that nothing here reads: how many of each were skipped. */

import { appendRow, forgetTable, rowAt, Table } from "../model/table.ts";
import { internText } from "../model/text.ts";

/** Rows of a kind's name and how many objects had it. */
export const others = changetype<Table>(memory.data(16, 4));
const OTHER_SIZE: usize = 8;

export function forgetOthers(): void {
  forgetTable(others);
}

export function otherKind(row: u32): u32 {
  return load<u32>(rowAt(others, row));
}

export function otherCount(row: u32): u32 {
  return load<u32>(rowAt(others, row), 4);
}

export function countOther(name: usize, size: i32): bool {
  const kind = internText(name, size);
  for (let row: u32 = 0; row < others.count; row++) {
    const at = rowAt(others, row);
    if (load<u32>(at) != kind) continue;
    store<u32>(at, load<u32>(at, 4) + 1, 4);
    return true;
  }
  const at = appendRow(others, OTHER_SIZE);
  if (at == 0) return false;
  store<u32>(at, kind);
  store<u32>(at, 1, 4);
  return true;
}
