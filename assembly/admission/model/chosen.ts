/**
 * The pods that are preempted, in the kubelet's order, each with the amounts required of its class
 * when it was chosen.
 *
 * ```
 *  0          8            16
 *  ┌──────────┬────────────┬──────────────────────────┐
 *  │ resident │ distance   │ required: i64, one for   │
 *  │ + equals │ (f64)      │ each requirement         │
 *  └──────────┴────────────┴──────────────────────────┘
 * ```
 */
import { allocate } from "../../objects/allocation.ts";
import { copyAmounts, requirementCount } from "./requirement.ts";

const HEAD_BYTES: usize = 16;

let table: usize = 0;
let bytes: usize = 0;
let rowBytes: usize = HEAD_BYTES;
export let chosenCount: u32 = 0;

/** Before the memory of objects is given back. */
export function forgetChosen(): void {
  table = 0;
  bytes = 0;
  chosenCount = 0;
}

/** Empties the table and makes room; false after a failure. */
export function startChosen(most: u32): bool {
  chosenCount = 0;
  rowBytes = HEAD_BYTES + (usize(requirementCount) << 3);
  const needed = usize(most) * rowBytes;
  if (needed <= bytes) return true;
  const at = allocate(needed);
  if (at == 0) return false;
  table = at;
  bytes = needed;
  return true;
}

function chosenAt(index: u32): usize {
  return table + usize(index) * rowBytes;
}

export function addChosen(resident: u32, hasEquals: bool, distance: f64, required: usize): void {
  const at = chosenAt(chosenCount++);
  store<u32>(at, resident);
  store<u32>(at, u32(hasEquals), 4);
  store<f64>(at, distance, 8);
  copyAmounts(at + HEAD_BYTES, required);
}

export function chosenResident(index: u32): u32 {
  return load<u32>(chosenAt(index));
}

/** Whether another pod of its class was equal in all that the kubelet compares. */
export function chosenHasEquals(index: u32): bool {
  return load<u32>(chosenAt(index), 4) != 0;
}

export function chosenDistance(index: u32): f64 {
  return load<f64>(chosenAt(index), 8);
}

export function chosenRequired(index: u32): usize {
  return chosenAt(index) + HEAD_BYTES;
}
