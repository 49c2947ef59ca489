/** Pods that failed and whose objects stay until the collector of ended pods takes them. */
import { appendRow, forgetTable, rowAt, Table } from "../../objects/model/table.ts";

@unmanaged
export class Ended {
  namespace: u32;
  name: u32;
  /** Row of the owner plus 1, and of the node plus 1. */
  owner: u32;
  node: u32;
  reason: u32;
  zero: u32;
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

export function addEnded(namespace: u32, name: u32, owner: u32, node: u32, reason: u32): bool {
  const place = appendRow(ended, ENDED_BYTES);
  if (place == 0) return false;
  const row = changetype<Ended>(place);
  row.namespace = namespace;
  row.name = name;
  row.owner = owner;
  row.node = node;
  row.reason = reason;
  return true;
}

export function collectFirst(): void {
  collected++;
}
