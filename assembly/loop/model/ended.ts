/** Pods that failed and whose objects stay until the collector of ended pods takes them. */
import { appendRow, forgetTable, rowAt, Table } from "../../objects/model/table.ts";

@unmanaged
export class Ended {
  /** When it is deleted for a taint, or NEVER. */
  deletedAt: i64;
  namespace: u32;
  name: u32;
  /** Row of the owner plus 1, and of the node plus 1. */
  owner: u32;
  node: u32;
  reason: u32;
  spec: u32;
}

const ENDED_BYTES: usize = offsetof<Ended>();
const ended = changetype<Table>(memory.data(16, 4));
/** The first ones were collected. */
let collected: u32 = 0;

export function forgetEnded(): void {
  forgetTable(ended);
  collected = 0;
}

export function endedCount(): u32 {
  return ended.count - collected;
}

export function endedAt(index: u32): Ended {
  return changetype<Ended>(rowAt(ended, collected + index));
}

/** A row, or 0 after a failure. */
export function appendEnded(): usize {
  return appendRow(ended, ENDED_BYTES);
}

/** Moves one to an earlier place, while some are taken out; the last ones are cut off then. */
export function moveEnded(to: u32, from: u32): void {
  memory.copy(changetype<usize>(endedAt(to)), changetype<usize>(endedAt(from)), ENDED_BYTES);
}

export function keepFirst(count: u32): void {
  ended.count = collected + count;
}

export function collectFirst(): void {
  collected++;
}
