/**
 * From a name to a row of one pod's containers or volumes, when there are many. Sorted, not
 * hashed: strangers choose the names, and could choose ones that collide.
 */

import { compareText, equalText } from "../../base/text.ts";
import { NAME_ORDER_OFFSET } from "../memory.ts";

let table: usize = 0;
let rowBytes: usize = 0;
let entered: u32 = 0;

/** Starts without a name; each row of `rows` opens with the address and the size of its name. */
export function startNames(rows: usize, bytes: usize): void {
  table = rows;
  rowBytes = bytes;
  entered = 0;
}

/** Among rows with the same name, the one entered first is found. */
export function enterName(row: u32): void {
  const name = nameOf(row);
  const size = sizeOf(row);
  let position = entered;
  // Names mostly come in order, and nothing has to move then.
  if (position > 0 && compareAt(position - 1, name, size) > 0) {
    position = firstWhere(name, size, 1);
    memory.copy(orderAt(position + 1), orderAt(position), 4 * usize(entered - position));
  }
  store<u32>(orderAt(position), row);
  entered++;
}

/** The row that was entered under this name, or -1. */
export function findName(name: usize, size: i32): i32 {
  const position = firstWhere(name, size, 0);
  if (position == entered) return -1;
  const row = load<u32>(orderAt(position));
  return equalText(nameOf(row), sizeOf(row), name, size) ? i32(row) : -1;
}

/** The first position whose name compares to this one with at least `least`. */
function firstWhere(name: usize, size: i32, least: i32): u32 {
  let low: u32 = 0;
  let high = entered;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareAt(middle, name, size) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareAt(position: u32, name: usize, size: i32): i32 {
  const row = load<u32>(orderAt(position));
  return compareText(nameOf(row), sizeOf(row), name, size);
}

function orderAt(position: u32): usize {
  return NAME_ORDER_OFFSET + 4 * usize(position);
}

function nameOf(row: u32): usize {
  return load<u32>(table + rowBytes * usize(row));
}

function sizeOf(row: u32): i32 {
  return load<i32>(table + rowBytes * usize(row), 4);
}
