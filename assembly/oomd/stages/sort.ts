/** A stable merge sort of rows. */
import { MERGE_OFFSET } from "../memory.ts";
import { compareRows, Order } from "./compare.ts";

export function sortRows(table: usize, count: u32, order: Order): void {
  let from = table;
  let to = MERGE_OFFSET;
  for (let run: u32 = 1; run < count; run *= 2) {
    for (let start: u32 = 0; start < count; start += 2 * run) {
      merge(from, to, start, min(start + run, count), min(start + 2 * run, count), order);
    }
    const other = from;
    from = to;
    to = other;
  }
  if (from != table) memory.copy(table, from, 4 * usize(count));
}

function merge(from: usize, to: usize, start: u32, middle: u32, end: u32, order: Order): void {
  let left = start;
  let right = middle;
  for (let place = start; place < end; place++) {
    const takesLeft =
      right >= end ||
      (left < middle && compareRows(order, itemAt(from, left), itemAt(from, right)) <= 0);
    store<u32>(to + 4 * usize(place), takesLeft ? itemAt(from, left++) : itemAt(from, right++));
  }
}

function itemAt(table: usize, place: u32): u32 {
  return load<u32>(table + 4 * usize(place));
}
