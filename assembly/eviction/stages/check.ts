/**
 * What the kubelet accepts without a word and a person should know: warnings about the staged
 * policy. Each rule is one function; all of them run. Spec 2, 10.
 */

import { percentageOf } from "../../base/kubernetes/percentage.ts";
import {
  addQuantity,
  compareQuantity,
  copyQuantity,
  Quantity,
  QuantityFormat,
  quantityValue,
  setQuantityInteger,
} from "../../base/kubernetes/quantity.ts";
import { Behaviour } from "../../node/model/behaviourTable.ts";
import { fileSystemOf, resourceOf } from "../../node/model/signal.ts";
import {
  FileSystem,
  Resource,
  SIGNAL_COUNT,
  SIGNAL_NAMES,
  Signal,
} from "../../node/model/signalTable.ts";
import { hasDefault } from "../model/defaults.ts";
import {
  finishFinding,
  pathLiteralKey,
  Rule,
  say,
  sayQuantity,
  sayText,
  startFinding,
} from "../model/findings.ts";
import {
  isReservedGiven,
  PolicyFlag,
  Reserved,
  reservedQuantity,
  stagedPolicy,
} from "../model/policy.ts";
import { stagedThresholdAt, Threshold, ThresholdOrigin, ValueKind } from "../model/threshold.ts";

const SYSTEM: i32 = 0;
const KUBE: i32 = 1;
const CAPACITY: i32 = 2;
const SECOND: i64 = 1000000000;
/** The kubelet looks every ten seconds, so a shorter grace period is rounded up to that. */
const MONITORING_PERIOD: i64 = 10 * SECOND;
const FLOAT32_ONE: u32 = 0x3f800000;

const left: Quantity = changetype<Quantity>(memory.data(64, 16));
const right: Quantity = changetype<Quantity>(memory.data(64, 16));

export function checkPolicy(): void {
  checkDefaults();
  checkSwitchedOff();
  for (let index = 0; index < i32(stagedPolicy.thresholdCount); index++) {
    const threshold = stagedThresholdAt(index);
    if (threshold.origin == ThresholdOrigin.EnforceNodeAllocatable) continue;
    checkValue(threshold);
    checkSoft(threshold);
    checkContainerFs(threshold);
  }
  checkReservation();
  checkNodeAllocatable();
  checkTransition();
}

/** Opens a finding at the member a threshold was written in. */
function startAbout(threshold: Threshold): void {
  const soft = threshold.origin == ThresholdOrigin.EvictionSoft;
  startFinding(soft ? "evictionSoft" : "evictionHard");
  pathLiteralKey(signalName(threshold));
}

function signalName(threshold: Threshold): string {
  return unchecked(SIGNAL_NAMES[threshold.signal]);
}

function warn(rule: Rule): void {
  finishFinding(rule, false);
}

function findThreshold(signal: i32, hard: bool): Threshold | null {
  for (let index = 0; index < i32(stagedPolicy.thresholdCount); index++) {
    const threshold = stagedThresholdAt(index);
    if (i32(threshold.signal) != signal) continue;
    if (threshold.origin == ThresholdOrigin.EnforceNodeAllocatable) continue;
    if ((threshold.gracePeriodNanos == 0) == hard) return threshold;
  }
  return null;
}

function isSwitchedOff(signal: i32): bool {
  return (stagedPolicy.switchedOff & (1 << u32(signal))) != 0;
}

/** One key in evictionHard drops every default it does not repeat. */
function checkDefaults(): void {
  if (stagedPolicy.hardGiven == 0) return;
  let missing = 0;
  startFinding("evictionHard");
  say("replaces all defaults, so these signals have no hard threshold: ");
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (!hasDefault(signal, stagedPolicy.behaviours) || isSwitchedOff(signal)) continue;
    if (findThreshold(signal, true) != null) continue;
    if (missing++ > 0) say(", ");
    say(unchecked(SIGNAL_NAMES[signal]));
  }
  const merges = (stagedPolicy.behaviours & Behaviour.MergeDefaults) != 0;
  say(merges ? "; add them, or set mergeDefaultEvictionSettings: true" : "; add them");
  if (missing > 0) warn(Rule.DefaultsWiped);
}

function checkSwitchedOff(): void {
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (!isSwitchedOff(signal) || findThreshold(signal, true) != null) continue;
    startFinding("evictionHard");
    pathLiteralKey(unchecked(SIGNAL_NAMES[signal]));
    say("is switched off: exactly 0% or 100% means no threshold");
    warn(Rule.SwitchedOff);
  }
}

function checkValue(threshold: Threshold): void {
  if (threshold.valueKind == ValueKind.Percentage) return checkPercentage(threshold);
  const inodes = resourceOf(i32(threshold.signal)) == Resource.Inodes;
  if (inodes && threshold.value.format == QuantityFormat.BinarySI) {
    startAbout(threshold);
    say("counts inodes, but ");
    sayText(threshold.text, threshold.textSize);
    say(" looks like bytes; write a plain number or a percentage");
    warn(Rule.InodesLookLikeBytes);
  }
  if (!hasCapacity(threshold)) return;
  if (compareQuantity(threshold.value, capacityOf(threshold)) <= 0) return checkReclaim(threshold);
  startAbout(threshold);
  say("is above the capacity ");
  sayQuantity(capacityOf(threshold));
  say(", so it is always met; lower it");
  warn(Rule.AlwaysMet);
}

function checkPercentage(threshold: Threshold): void {
  // No capacity makes 0% or NaN exceed what is available, unless that is negative.
  if (percentageOf(threshold.percentageBits, i64.MAX_VALUE) <= 0) {
    startAbout(threshold);
    say("can never be met: ");
    sayText(threshold.text, threshold.textSize);
    say(" of any capacity is nothing; raise it, or write 0% to switch the signal off");
    return warn(Rule.NeverMet);
  }
  if (threshold.percentageBits == FLOAT32_ONE) {
    startAbout(threshold);
    say("is met whenever anything is in use: only exactly 100% switches a signal off");
    return warn(Rule.AlwaysMet);
  }
  checkReclaim(threshold);
}

/** limit + minimum reclaim beyond the capacity can never be reached again. */
function checkReclaim(threshold: Threshold): void {
  if (threshold.minReclaimKind == ValueKind.None) return;
  if (!addsUpBeyondCapacity(threshold)) return;
  startAbout(threshold);
  say("never clears once crossed: with its minimum reclaim ");
  sayText(threshold.minReclaimText, threshold.minReclaimTextSize);
  say(" it asks for more than the capacity; lower either");
  warn(Rule.NeverClears);
}

function addsUpBeyondCapacity(threshold: Threshold): bool {
  const WHOLE: i64 = 1 << 40;
  const bothPercent =
    threshold.valueKind == ValueKind.Percentage && threshold.minReclaimKind == ValueKind.Percentage;
  if (bothPercent) {
    const limit = percentageOf(threshold.percentageBits, WHOLE);
    return limit + percentageOf(threshold.minReclaimBits, WHOLE) > WHOLE;
  }
  if (!hasCapacity(threshold)) return false;
  const capacity = capacityOf(threshold);
  atCapacity(left, threshold.valueKind, threshold.value, threshold.percentageBits, capacity);
  const reclaimBits = threshold.minReclaimBits;
  atCapacity(right, threshold.minReclaimKind, threshold.minReclaim, reclaimBits, capacity);
  addQuantity(left, right);
  return compareQuantity(left, capacity) > 0;
}

function atCapacity(
  target: Quantity,
  kind: u8,
  value: Quantity,
  bits: u32,
  capacity: Quantity,
): void {
  if (kind == ValueKind.Quantity) return copyQuantity(target, value);
  const whole = quantityValue(capacity);
  setQuantityInteger(target, percentageOf(bits, whole), u8(QuantityFormat.BinarySI));
}

/** The capacity given beside the configuration; only memory and nodefs bytes have one. */
function hasCapacity(threshold: Threshold): bool {
  const resource = capacityResource(i32(threshold.signal));
  return resource >= 0 && isReservedGiven(stagedPolicy, CAPACITY, resource);
}

function capacityOf(threshold: Threshold): Quantity {
  return reservedQuantity(stagedPolicy, CAPACITY, capacityResource(i32(threshold.signal)));
}

function capacityResource(signal: i32): i32 {
  if (signal == Signal.MemoryAvailable) return Reserved.Memory;
  return signal == Signal.NodeFsAvailable ? Reserved.EphemeralStorage : -1;
}

function checkSoft(threshold: Threshold): void {
  if (threshold.origin != ThresholdOrigin.EvictionSoft) return;
  if (threshold.gracePeriodNanos == 0) {
    startAbout(threshold);
    say("has a grace period of zero, which makes it a hard threshold");
    return warn(Rule.SoftIsHard);
  }
  const hard = findThreshold(i32(threshold.signal), true);
  if (hard != null && isNotAbove(threshold, hard)) {
    startAbout(threshold);
    sayText(threshold.text, threshold.textSize);
    say(" is not above the hard threshold ");
    sayText(hard.text, hard.textSize);
    say(", so it never acts first; raise it");
    warn(Rule.SoftNotAboveHard);
  }
  if (threshold.gracePeriodNanos < MONITORING_PERIOD) {
    startFinding("evictionSoftGracePeriod");
    pathLiteralKey(signalName(threshold));
    say("is shorter than the kubelet's monitoring period of 10s: the real wait is up to 10s");
    warn(Rule.SoftGraceTooShort);
  }
}

/** Comparable without a capacity only when both are of one kind. */
function isNotAbove(soft: Threshold, hard: Threshold): bool {
  if (soft.valueKind == ValueKind.Percentage && hard.valueKind == ValueKind.Percentage) {
    return soft.percentageBits <= hard.percentageBits;
  }
  if (soft.valueKind == ValueKind.Quantity && hard.valueKind == ValueKind.Quantity) {
    return compareQuantity(soft.value, hard.value) <= 0;
  }
  if (!hasCapacity(soft)) return false;
  const capacity = capacityOf(soft);
  atCapacity(left, soft.valueKind, soft.value, soft.percentageBits, capacity);
  atCapacity(right, hard.valueKind, hard.value, hard.percentageBits, capacity);
  return compareQuantity(left, right) <= 0;
}

function checkContainerFs(threshold: Threshold): void {
  const signal = i32(threshold.signal);
  if (fileSystemOf(signal) != FileSystem.ContainerFs) return;
  startAbout(threshold);
  say("is ignored: containerfs thresholds are copied from nodefs, or from imagefs where that is a");
  say(" file system of its own; remove it");
  warn(Rule.ContainerFsIgnored);
}

/** Pods within Allocatable can still cross a soft threshold that nothing is reserved for. */
function checkReservation(): void {
  const soft = findThreshold(Signal.MemoryAvailable, false);
  const hard = findThreshold(Signal.MemoryAvailable, true);
  if (soft == null || soft.valueKind != ValueKind.Quantity) return;
  setQuantityInteger(left, 0, u8(QuantityFormat.BinarySI));
  if (hard != null) {
    if (hard.valueKind != ValueKind.Quantity) return;
    copyQuantity(left, hard.value);
  }
  addReserved(left, SYSTEM);
  addReserved(left, KUBE);
  if (compareQuantity(soft.value, left) <= 0) return;
  startAbout(soft);
  sayText(soft.text, soft.textSize);
  say(" is more than what is kept from pods (systemReserved + kubeReserved + hard threshold = ");
  sayQuantity(left);
  say("), so pods within Allocatable can cross it; reserve the difference");
  warn(Rule.ReservationTooSmall);
}

function addReserved(target: Quantity, group: i32, resource: i32 = Reserved.Memory): void {
  if (!isReservedGiven(stagedPolicy, group, resource)) return;
  addQuantity(target, reservedQuantity(stagedPolicy, group, resource));
}

/** The resources a node has a capacity of, and the signal whose hard threshold is reserved too. */
const RESERVED_NAMES: StaticArray<string> = ["cpu", "memory", "ephemeral-storage"];

/**
 * What is reserved together with the hard thresholds must not exceed the node. The kubelet finds
 * that when it starts, because only then it knows the capacity. Spec 2.8.
 */
function checkNodeAllocatable(): void {
  checkAllocatable(Reserved.Cpu, 0, -1);
  checkAllocatable(Reserved.Memory, 1, Signal.MemoryAvailable);
  checkAllocatable(Reserved.EphemeralStorage, 2, Signal.NodeFsAvailable);
}

/** The kubelet keeps what a hard threshold asks for from the pods, unless a flag says otherwise. */
function addHardThreshold(signal: i32, capacity: Quantity): void {
  if ((stagedPolicy.flags & PolicyFlag.AllocatableIgnoresEviction) != 0) return;
  const hard = findThreshold(signal, true);
  if (hard == null) return;
  atCapacity(right, hard.valueKind, hard.value, hard.percentageBits, capacity);
  addQuantity(left, right);
}

function checkAllocatable(resource: i32, name: i32, signal: i32): void {
  if (!isReservedGiven(stagedPolicy, CAPACITY, resource)) return;
  const capacity = reservedQuantity(stagedPolicy, CAPACITY, resource);
  setQuantityInteger(left, 0, u8(QuantityFormat.DecimalSI));
  addReserved(left, SYSTEM, resource);
  addReserved(left, KUBE, resource);
  if (signal >= 0) addHardThreshold(signal, capacity);
  if (compareQuantity(left, capacity) <= 0) return;
  const bySystem = isReservedGiven(stagedPolicy, SYSTEM, resource);
  const byKube = isReservedGiven(stagedPolicy, KUBE, resource);
  startFinding(bySystem ? "systemReserved" : byKube ? "kubeReserved" : "evictionHard");
  const literal = unchecked(RESERVED_NAMES[name]);
  if (bySystem || byKube) pathLiteralKey(literal);
  say('invalid Node Allocatable configuration. Resource "');
  say(literal);
  say('" has a reservation of ');
  sayQuantity(left);
  say(" but capacity of ");
  sayQuantity(capacity);
  say(". Expected capacity >= reservation.");
  warn(Rule.ReservedBeyondCapacity);
}

/** With no transition period no condition is ever published. Spec 3.6.3. */
function checkTransition(): void {
  if (stagedPolicy.pressureTransitionPeriodNanos > 0) return;
  startFinding("evictionPressureTransitionPeriod");
  say("is not above zero, so the node never reports a pressure condition, even under pressure");
  warn(Rule.NoCondition);
}
