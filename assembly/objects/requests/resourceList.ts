/**
 * Resource lists while they are added up, exactly: rounding comes last, as in the real code.
 *
 * ```
 *  0       8       16                     16 + 56 × count
 *  ┌───────┬───────┬──────┬──────────┬───
 *  │ count │       │ name │ quantity │ …    name padded to 8 bytes
 *  └───────┴───────┴──────┴──────────┴───
 * ```
 */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import {
  addQuantity,
  compareQuantity,
  copyQuantity,
  parseQuantity,
  QUANTITY_SIZE,
  Quantity,
} from "../../base/kubernetes/quantity.ts";
import { listCount, wordOf } from "../model/list.ts";
import { textAt, textSize } from "../model/text.ts";
import { ObjectsReason } from "../reasons.ts";

/** Resource names of one pod or node. */
export const RESOURCES_MAX: u32 = 64;
const HEAD_BYTES: usize = 16;
const ENTRY_BYTES: usize = 8 + QUANTITY_SIZE;
export const RESOURCE_LIST_BYTES: usize = HEAD_BYTES + ENTRY_BYTES * RESOURCES_MAX;

const READ = changetype<Quantity>(memory.data(48, 8));

export function clearResources(list: usize): void {
  store<u32>(list, 0);
}

export function resourceCount(list: usize): u32 {
  return load<u32>(list);
}

export function resourceName(list: usize, index: u32): u32 {
  return load<u32>(list + HEAD_BYTES + usize(index) * ENTRY_BYTES);
}

export function resourceQuantity(list: usize, index: u32): Quantity {
  return changetype<Quantity>(list + HEAD_BYTES + usize(index) * ENTRY_BYTES + 8);
}

export function copyResources(target: usize, from: usize): void {
  memory.copy(target, from, HEAD_BYTES + usize(resourceCount(from)) * ENTRY_BYTES);
}

/** The index of a name, or -1. */
export function indexOfResource(list: usize, name: u32): i32 {
  const count = resourceCount(list);
  for (let index: u32 = 0; index < count; index++) {
    if (resourceName(list, index) == name) return i32(index);
  }
  return -1;
}

/** The index of a name that is added if it is not there; -1 after a failure. */
function entryOf(list: usize, name: u32, isNew: bool): i32 {
  const count = resourceCount(list);
  if (!isNew) return indexOfResource(list, name);
  if (count == RESOURCES_MAX) {
    fail(Status.TableFull, ObjectsReason.Resources, 0);
    return -1;
  }
  store<u32>(list + HEAD_BYTES + usize(count) * ENTRY_BYTES, name);
  store<u32>(list, count + 1);
  return i32(count);
}

export function setResource(list: usize, name: u32, quantity: Quantity): void {
  const index = entryOf(list, name, indexOfResource(list, name) < 0);
  if (index >= 0) copyQuantity(resourceQuantity(list, index), quantity);
}

function addResource(list: usize, name: u32, quantity: Quantity): void {
  const index = indexOfResource(list, name);
  if (index < 0) setResource(list, name, quantity);
  else addQuantity(resourceQuantity(list, index), quantity);
}

function maxResource(list: usize, name: u32, quantity: Quantity): void {
  const index = indexOfResource(list, name);
  if (index < 0) setResource(list, name, quantity);
  else if (compareQuantity(quantity, resourceQuantity(list, index)) > 0) {
    copyQuantity(resourceQuantity(list, index), quantity);
  }
}

/** Adds what an interned list of names and quantities says. */
export function addPairs(list: usize, pairs: u32): void {
  for (let index: u32 = 0; index < listCount(pairs); index += 2) {
    addResource(list, wordOf(pairs, index), quantityOf(wordOf(pairs, index + 1)));
  }
}

/** Raises to what an interned list of names and quantities says. */
export function maxPairs(list: usize, pairs: u32): void {
  for (let index: u32 = 0; index < listCount(pairs); index += 2) {
    maxResource(list, wordOf(pairs, index), quantityOf(wordOf(pairs, index + 1)));
  }
}

export function addAll(list: usize, other: usize): void {
  for (let index: u32 = 0; index < resourceCount(other); index++) {
    addResource(list, resourceName(other, index), resourceQuantity(other, index));
  }
}

export function maxAll(list: usize, other: usize): void {
  for (let index: u32 = 0; index < resourceCount(other); index++) {
    maxResource(list, resourceName(other, index), resourceQuantity(other, index));
  }
}

/** A quantity that was checked when it was read. */
export function quantityOf(text: u32): Quantity {
  parseQuantity(READ, textAt(text), textSize(text));
  return READ;
}
