/**
 * From a uid to a row of the pod table: open addressing, linear probing, one u32 a slot
 * (row + 1; 0 is free).
 */
import { hashBytes } from "../arithmetic/hash.ts";
import { UID_SLOTS, UID_SLOTS_OFFSET } from "../memory.ts";
import { equalText } from "../text.ts";
import { podAt } from "./pod.ts";

function slotOf(uid: usize, size: i32): u32 {
  const hash = hashBytes(uid, size);
  return u32(hash ^ (hash >> 32)) & (UID_SLOTS - 1);
}

function slotAt(slot: u32): usize {
  return UID_SLOTS_OFFSET + 4 * usize(slot);
}

export function clearUids(): void {
  memory.fill(UID_SLOTS_OFFSET, 0, 4 * usize(UID_SLOTS));
}

/** Enters a row under its uid; of two rows with one uid the last one stays. */
export function enterUid(index: u32): void {
  const pod = podAt(index);
  let slot = slotOf(pod.uid, pod.uidSize);
  while (load<u32>(slotAt(slot)) != 0) {
    const other = podAt(load<u32>(slotAt(slot)) - 1);
    if (equalText(other.uid, other.uidSize, pod.uid, pod.uidSize)) break;
    slot = (slot + 1) & (UID_SLOTS - 1);
  }
  store<u32>(slotAt(slot), index + 1);
}

/** The row with this uid, or -1. */
export function findUid(uid: usize, size: i32): i32 {
  let slot = slotOf(uid, size);
  let row = load<u32>(slotAt(slot));
  while (row != 0) {
    const pod = podAt(row - 1);
    if (equalText(pod.uid, pod.uidSize, uid, size)) return i32(row) - 1;
    slot = (slot + 1) & (UID_SLOTS - 1);
    row = load<u32>(slotAt(slot));
  }
  return -1;
}
