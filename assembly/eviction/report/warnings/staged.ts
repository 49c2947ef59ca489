/** What the warnings about the staged policy look up, and how they begin and end. */
import { Quantity, quantityValue } from "../../../base/kubernetes/quantity.ts";
import { SIGNAL_NAMES } from "../../../node/model/signalTable.ts";
import { finishFinding, pathLiteralKey, Rule, startFinding } from "../../model/findings.ts";
import {
  isReservedGiven,
  RESERVED_SIGNALS,
  Reserved,
  ReservedGroup,
  reservedQuantity,
  stagedPolicy,
} from "../../model/policy.ts";
import { stagedThresholdAt, Threshold, ThresholdOrigin } from "../../model/threshold.ts";

/** Opens a finding at the member a threshold was written in. */
export function startAbout(threshold: Threshold): void {
  const soft = threshold.origin == ThresholdOrigin.EvictionSoft;
  startFinding(soft ? "evictionSoft" : "evictionHard");
  pathLiteralKey(signalName(threshold));
}

export function signalName(threshold: Threshold): string {
  return unchecked(SIGNAL_NAMES[threshold.signal]);
}

export function warn(rule: Rule): void {
  finishFinding(rule, false);
}

/** The hard or the soft threshold of a signal that the configuration has. */
export function findThreshold(signal: i32, hard: bool): Threshold | null {
  for (let index = 0; index < i32(stagedPolicy.thresholdCount); index++) {
    const threshold = stagedThresholdAt(index);
    if (i32(threshold.signal) != signal) continue;
    if (threshold.origin == ThresholdOrigin.EnforceNodeAllocatable) continue;
    if ((threshold.gracePeriodNanos == 0) == hard) return threshold;
  }
  return null;
}

/** The capacity given with the configuration; only memory and nodefs bytes have one. */
export function hasCapacity(threshold: Threshold): bool {
  const resource = resourceOf(threshold);
  return resource >= 0 && isReservedGiven(stagedPolicy, ReservedGroup.Capacity, resource);
}

export function capacityOf(threshold: Threshold): Quantity {
  return reservedQuantity(stagedPolicy, ReservedGroup.Capacity, resourceOf(threshold));
}

/** The same as a whole number, which percentages are taken of. */
export function wholeCapacityOf(threshold: Threshold): i64 {
  return quantityValue(capacityOf(threshold));
}

function resourceOf(threshold: Threshold): i32 {
  for (let resource: i32 = Reserved.Memory; resource <= Reserved.EphemeralStorage; resource++) {
    if (unchecked(RESERVED_SIGNALS[resource]) == i32(threshold.signal)) return resource;
  }
  return -1;
}
