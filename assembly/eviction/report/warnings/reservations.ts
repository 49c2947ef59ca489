/** Warnings about reserved resources: systemReserved, kubeReserved and the hard thresholds. */
import {
  addQuantity,
  compareQuantity,
  copyQuantity,
  Quantity,
  QuantityFormat,
  quantityValue,
  setQuantityInteger,
} from "../../../base/kubernetes/quantity.ts";
import { Signal } from "../../../node/model/signalTable.ts";
import {
  pathLiteralKey,
  Rule,
  say,
  sayQuantity,
  sayText,
  startFinding,
} from "../../model/findings.ts";
import {
  isReservedGiven,
  PolicyFlag,
  RESERVED_NAMES,
  RESERVED_SIGNALS,
  Reserved,
  ReservedGroup,
  reservedQuantity,
  stagedPolicy,
} from "../../model/policy.ts";
import { ValueKind } from "../../model/threshold.ts";
import { limitOf } from "../../stages/thresholds.ts";
import { findThreshold, startAbout, warn } from "./staged.ts";

/** What is kept, and the part of it that a hard threshold asks for. */
const kept: Quantity = changetype<Quantity>(memory.data(64, 16));
const part: Quantity = changetype<Quantity>(memory.data(64, 16));

/** Pods within Allocatable can still cross a soft threshold that nothing is reserved for. */
export function checkReservation(): void {
  const soft = findThreshold(Signal.MemoryAvailable, false);
  const hard = findThreshold(Signal.MemoryAvailable, true);
  if (soft == null || soft.valueKind != ValueKind.Quantity) return;
  setQuantityInteger(kept, 0, u8(QuantityFormat.BinarySI));
  if (hard != null) {
    if (hard.valueKind != ValueKind.Quantity) return;
    copyQuantity(kept, hard.value);
  }
  addReserved(Reserved.Memory);
  if (compareQuantity(soft.value, kept) <= 0) return;
  startAbout(soft);
  sayText(soft.text, soft.textSize);
  say(" is more than what is kept from pods (systemReserved + kubeReserved + hard threshold = ");
  sayQuantity(kept);
  say("), so pods within Allocatable can cross it; reserve the difference");
  warn(Rule.ReservationTooSmall);
}

/**
 * What is reserved together with the hard thresholds must not exceed the node. The kubelet finds
 * that when it starts, because only then it knows the capacity. Spec 2.8.
 */
export function checkNodeAllocatable(): void {
  checkAllocatable(Reserved.Cpu);
  checkAllocatable(Reserved.Memory);
  checkAllocatable(Reserved.EphemeralStorage);
}

function checkAllocatable(resource: i32): void {
  if (!isReservedGiven(stagedPolicy, ReservedGroup.Capacity, resource)) return;
  const capacity = reservedQuantity(stagedPolicy, ReservedGroup.Capacity, resource);
  setQuantityInteger(kept, 0, u8(QuantityFormat.DecimalSI));
  addReserved(resource);
  addHardThreshold(resource, capacity);
  if (compareQuantity(kept, capacity) <= 0) return;
  const bySystem = isReservedGiven(stagedPolicy, ReservedGroup.System, resource);
  const byKube = isReservedGiven(stagedPolicy, ReservedGroup.Kube, resource);
  startFinding(bySystem ? "systemReserved" : byKube ? "kubeReserved" : "evictionHard");
  const name = unchecked(RESERVED_NAMES[resource]);
  if (bySystem || byKube) pathLiteralKey(name);
  say('invalid Node Allocatable configuration. Resource "');
  say(name);
  say('" has a reservation of ');
  sayQuantity(kept);
  say(" but capacity of ");
  sayQuantity(capacity);
  say(". Expected capacity >= reservation.");
  warn(Rule.ReservedBeyondCapacity);
}

function addReserved(resource: i32): void {
  for (let group: i32 = ReservedGroup.System; group <= ReservedGroup.Kube; group++) {
    if (!isReservedGiven(stagedPolicy, group, resource)) continue;
    addQuantity(kept, reservedQuantity(stagedPolicy, group, resource));
  }
}

/** The kubelet keeps what a hard threshold asks for from the pods, unless a flag says otherwise. */
function addHardThreshold(resource: i32, capacity: Quantity): void {
  if ((stagedPolicy.flags & PolicyFlag.AllocatableIgnoresEviction) != 0) return;
  const hard = findThreshold(unchecked(RESERVED_SIGNALS[resource]), true);
  if (hard == null) return;
  limitOf(part, hard, quantityValue(capacity));
  addQuantity(kept, part);
}
