/**
 * Sets of addresses by hash, with open addressing: what they point to has its hash one word before
 * the address.
 *
 * ```
 *  0      4       8           12
 *  ┌──────┬───────┬───────────┐
 *  │ at   │ count │ capacity  │   capacity is a power of two, at most half full
 *  └──────┴───────┴───────────┘
 * ```
 */
import { allocate } from "../allocation.ts";

@unmanaged
export class Slots {
  at: u32;
  count: u32;
  capacity: u32;
}

export const SLOTS_SIZE: usize = 12;
const CAPACITY_MIN: u32 = 1024;

export function forgetSlots(slots: Slots): void {
  memory.fill(changetype<usize>(slots), 0, SLOTS_SIZE);
}

/** The first slot that may hold `hash`. @inline */
export function firstSlot(slots: Slots, hash: u32): u32 {
  return hash & (slots.capacity - 1);
}

/** @inline */
export function nextSlot(slots: Slots, slot: u32): u32 {
  return (slot + 1) & (slots.capacity - 1);
}

/** The content of a slot; 0 for nothing. @inline */
export function slotAt(slots: Slots, slot: u32): u32 {
  return load<u32>(slots.at + (slot << 2));
}

export function fillSlot(slots: Slots, slot: u32, value: u32): void {
  store<u32>(slots.at + (slot << 2), value);
  slots.count++;
}

/** Makes room for one more; false after a failure. */
export function makeSlot(slots: Slots): bool {
  if (slots.count * 2 < slots.capacity) return true;
  const capacity = max(CAPACITY_MIN, slots.capacity * 2);
  const at = allocate(usize(capacity) * 4);
  if (at == 0) return false;
  const old = slots.at;
  const oldEnd = old + slots.capacity * 4;
  slots.at = u32(at);
  slots.capacity = capacity;
  for (let place = old; place < oldEnd; place += 4) {
    const value = load<u32>(place);
    if (value == 0) continue;
    let slot = firstSlot(slots, load<u32>(value - 4));
    while (slotAt(slots, slot) != 0) slot = nextSlot(slots, slot);
    store<u32>(slots.at + (slot << 2), value);
  }
  return true;
}
