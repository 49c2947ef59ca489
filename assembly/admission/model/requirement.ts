/**
 * Amounts of the resources that the pod lacks, in the order in which the kubelet found them short:
 * pods, cpu, memory, ephemeral-storage, then scalar resources by name. A row of amounts is an array
 * of i64 in that order; an amount that is not above zero is met.
 */

import { ResourceKind } from "../../objects/model/resourceName.ts";
import { RESOURCES_MAX } from "../../objects/requests/resourceList.ts";

/** Scalar resources, and the four that are not. */
export const REQUIREMENTS_MAX: u32 = RESOURCES_MAX + 4;
export const AMOUNTS_ROW_BYTES: usize = 8 * usize(REQUIREMENTS_MAX);

const NAMES: usize = memory.data(i32(4 * REQUIREMENTS_MAX), 4);
const KINDS: usize = memory.data(i32(4 * REQUIREMENTS_MAX), 4);
/** What is missing of each. */
export const MISSING: usize = memory.data(i32(AMOUNTS_ROW_BYTES), 8);

export let requirementCount: u32 = 0;

export function clearRequirements(): void {
  requirementCount = 0;
}

export function addRequirement(name: u32, kind: ResourceKind, amount: i64): void {
  if (requirementCount == REQUIREMENTS_MAX) return;
  const place = usize(requirementCount++) << 2;
  store<u32>(NAMES + place, name);
  store<i32>(KINDS + place, kind);
  store<i64>(MISSING + (place << 1), amount);
}

export function requirementName(index: u32): u32 {
  return load<u32>(NAMES + (usize(index) << 2));
}

export function requirementKind(index: u32): ResourceKind {
  return load<i32>(KINDS + (usize(index) << 2));
}

/** @inline */
export function amountAt(row: usize, index: u32): i64 {
  return load<i64>(row + (usize(index) << 3));
}

/** @inline */
export function setAmount(row: usize, index: u32, amount: i64): void {
  store<i64>(row + (usize(index) << 3), amount);
}

export function copyAmounts(target: usize, from: usize): void {
  memory.copy(target, from, usize(requirementCount) << 3);
}

/** How many amounts are not met. */
export function unmetCount(row: usize): u32 {
  let count: u32 = 0;
  for (let index: u32 = 0; index < requirementCount; index++) {
    if (amountAt(row, index) > 0) count++;
  }
  return count;
}
