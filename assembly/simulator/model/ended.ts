/** Ended pods; their objects stay until the collector of ended pods deletes them. */
import { compareText } from "../../base/text.ts";
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { ENDED_OFFSET } from "../memory.ts";

@unmanaged
export class Ended {
  /** When it is deleted for a taint, or NEVER. */
  deletedAt: i64;
  created: i64;
  namespace: u32;
  name: u32;
  /** Row of the owner plus 1, and of the node plus 1. */
  owner: u32;
  node: u32;
  reason: u32;
  spec: u32;
  isEvicted: u32;
  /** Row of a pod that had ended before the scenario began, plus 1; 0 for another one. */
  pod: u32;
}

const ENDED_BYTES: usize = offsetof<Ended>();
const ended = changetype<Table>(ENDED_OFFSET);

export function endedCount(): u32 {
  return ended.count;
}

export function endedAt(index: u32): Ended {
  return changetype<Ended>(rowAt(ended, index));
}

/** A row for one more, or null after a failure. */
export function addEnded(): Ended | null {
  const place = appendRow(ended, ENDED_BYTES);
  if (place == 0) return null;
  memory.fill(place, 0, ENDED_BYTES);
  return changetype<Ended>(place);
}

/** The pod's object is gone; the others keep their order. */
export function removeEnded(index: u32): void {
  for (let row = index + 1; row < ended.count; row++) {
    memory.copy(rowAt(ended, row - 1), rowAt(ended, row), ENDED_BYTES);
  }
  ended.count--;
}

/** The object of a pod that had ended before is gone. */
export function removeEndedPod(pod: u32): void {
  for (let row: u32 = 0; row < ended.count; row++) {
    if (endedAt(row).pod == pod + 1) return removeEnded(row);
  }
}

/** Which one the collector takes first: evicted ones, then those that came first, then by name. */
export function firstEnded(): u32 {
  let first: u32 = 0;
  for (let row: u32 = 1; row < ended.count; row++) {
    if (isBefore(endedAt(row), endedAt(first))) first = row;
  }
  return first;
}

function isBefore(a: Ended, b: Ended): bool {
  if (a.isEvicted != b.isEvicted) return a.isEvicted > b.isEvicted;
  if (a.created != b.created) return a.created < b.created;
  return compareText(textAt(a.name), textSize(a.name), textAt(b.name), textSize(b.name)) < 0;
}
