/** Node Allocatable: capacity less reservations less the hard thresholds. Spec 2.8. */

import {
  beginArray,
  beginObject,
  endArray,
  endObject,
  key,
  member,
} from "../../base/json/write.ts";
import {
  compareQuantity,
  copyQuantity,
  Quantity,
  QuantityFormat,
  quantityValue,
  setQuantityInteger,
  subtractQuantity,
} from "../../base/kubernetes/quantity.ts";
import { isObserved, observationAt, RECORDED } from "../../node/model/observation.ts";
import { quantityText } from "../../node/report/values.ts";
import {
  isReservedGiven,
  PolicyFlag,
  policy,
  policyHas,
  RESERVED_COUNT,
  RESERVED_NAMES,
  RESERVED_SIGNALS,
  Reserved,
  ReservedGroup,
  reservedQuantity,
} from "../model/policy.ts";
import { isHard, thresholdAt, ValueKind } from "../model/threshold.ts";
import { limitOf } from "../stages/thresholds.ts";

const capacity: Quantity = changetype<Quantity>(memory.data(64, 16));
const part: Quantity = changetype<Quantity>(memory.data(64, 16));
const zero: Quantity = changetype<Quantity>(memory.data(64, 16));

export function allocatableMember(): void {
  key("nodeAllocatable");
  beginArray();
  for (let resource = 0; resource < RESERVED_COUNT; resource++) {
    if (isMentioned(resource)) writeAllocatable(resource);
  }
  endArray();
}

function isMentioned(resource: i32): bool {
  if (resource == Reserved.Memory || resource == Reserved.EphemeralStorage) return true;
  return (
    isReservedGiven(policy, ReservedGroup.System, resource) ||
    isReservedGiven(policy, ReservedGroup.Kube, resource)
  );
}

function writeAllocatable(resource: i32): void {
  const known = findCapacity(resource);
  beginObject();
  member("resource", unchecked(RESERVED_NAMES[resource]));
  if (known) quantityMember("capacity", capacity);
  quantityMember("systemReserved", reservedOrZero(ReservedGroup.System, resource));
  quantityMember("kubeReserved", reservedOrZero(ReservedGroup.Kube, resource));
  if (findEvictionPart(resource, known)) quantityMember("evictionHard", part);
  if (known) {
    subtractQuantity(capacity, part);
    subtractQuantity(capacity, reservedOrZero(ReservedGroup.System, resource));
    subtractQuantity(capacity, reservedOrZero(ReservedGroup.Kube, resource));
    if (compareQuantity(capacity, zero) < 0) {
      setQuantityInteger(capacity, 0, u8(QuantityFormat.BinarySI));
    }
    quantityMember("allocatable", capacity);
  }
  endObject();
}

function quantityMember(name: string, quantity: Quantity): void {
  key(name);
  quantityText(quantity);
}

function reservedOrZero(group: ReservedGroup, resource: i32): Quantity {
  return isReservedGiven(policy, group, resource)
    ? reservedQuantity(policy, group, resource)
    : zero;
}

/** Finds the capacity in the options, otherwise in the Summary. */
function findCapacity(resource: i32): bool {
  if (isReservedGiven(policy, ReservedGroup.Capacity, resource)) {
    copyQuantity(capacity, reservedQuantity(policy, ReservedGroup.Capacity, resource));
    return true;
  }
  // A percentage of an unknown amount is 0, not a share of the node that was reported before.
  setQuantityInteger(capacity, 0, u8(QuantityFormat.BinarySI));
  const signal = unchecked(RESERVED_SIGNALS[resource]);
  if (signal < 0 || !isObserved(RECORDED, signal)) return false;
  const format = resource == Reserved.Pid ? QuantityFormat.DecimalSI : QuantityFormat.BinarySI;
  setQuantityInteger(capacity, observationAt(RECORDED, signal).capacity, u8(format));
  return true;
}

/**
 * Only hard memory.available and nodefs.available reserve; the last one of each counts. False when
 * that one is a percentage of a capacity that is not known.
 */
function findEvictionPart(resource: i32, known: bool): bool {
  setQuantityInteger(part, 0, u8(QuantityFormat.BinarySI));
  const reserves = resource == Reserved.Memory || resource == Reserved.EphemeralStorage;
  if (!reserves || policyHas(PolicyFlag.AllocatableIgnoresEviction)) return true;
  let found: bool = true;
  for (let index = 0; index < i32(policy.configuredCount); index++) {
    const threshold = thresholdAt(index);
    if (i32(threshold.signal) != unchecked(RESERVED_SIGNALS[resource]) || !isHard(threshold))
      continue;
    found = known || threshold.valueKind != ValueKind.Percentage;
    if (found) limitOf(part, threshold, known ? quantityValue(capacity) : 0);
  }
  return found;
}
