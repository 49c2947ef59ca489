/**
 * All tasks, first to die first: by badness, among equals as the kernel would choose, and those
 * that never die behind in the order of the task list.
 */
import { ORDER_MERGE_OFFSET, ORDER_OFFSET } from "../memory.ts";
import { KernelRule } from "../model/kernel.ts";
import { machine } from "../model/machine.ts";
import { NEVER, taskAt } from "../model/task.ts";
import { follows } from "./badness.ts";

export function orderTasks(): void {
  const count = machine.taskCount;
  for (let row: u32 = 0; row < count; row++) store<u32>(ORDER_OFFSET + 4 * usize(row), row);
  let from = ORDER_OFFSET;
  let to = ORDER_MERGE_OFFSET;
  for (let run: u32 = 1; run < count; run *= 2) {
    for (let start: u32 = 0; start < count; start += 2 * run) merge(from, to, start, run, count);
    const other = from;
    from = to;
    to = other;
  }
  if (from != ORDER_OFFSET) memory.copy(ORDER_OFFSET, from, 4 * usize(count));
}

/** The row at a place of the order. */
export function rowAt(place: u32): u32 {
  return load<u32>(ORDER_OFFSET + 4 * usize(place));
}

function merge(from: usize, to: usize, start: u32, run: u32, count: u32): void {
  const middle = min(start + run, count);
  const end = min(start + 2 * run, count);
  let left = start;
  let right = middle;
  for (let place = start; place < end; place++) {
    const takesLeft =
      right >= end || (left < middle && isBefore(itemAt(from, left), itemAt(from, right)));
    const item = takesLeft ? itemAt(from, left++) : itemAt(from, right++);
    store<u32>(to + 4 * usize(place), item);
  }
}

function itemAt(table: usize, place: u32): u32 {
  return load<u32>(table + 4 * usize(place));
}

function isBefore(a: u32, b: u32): bool {
  const first = taskAt(a).badness;
  const second = taskAt(b).badness;
  if (first != second) return first > second;
  if (first == NEVER || follows(KernelRule.FirstOfEquals)) return a < b;
  return a > b;
}
