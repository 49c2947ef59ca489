/** Warnings about one threshold of the staged policy. */
import { percentageOf } from "../../../base/kubernetes/percentage.ts";
import {
  addQuantity,
  compareQuantity,
  Quantity,
  QuantityFormat,
} from "../../../base/kubernetes/quantity.ts";
import { fileSystemOf, resourceOf } from "../../../node/model/signal.ts";
import { FileSystem, Resource } from "../../../node/model/signalTable.ts";
import {
  pathLiteralKey,
  Rule,
  say,
  sayQuantity,
  sayText,
  startFinding,
} from "../../model/findings.ts";
import { Threshold, ThresholdOrigin, ValueKind } from "../../model/threshold.ts";
import { limitOf, minReclaimOf } from "../../stages/thresholds.ts";
import {
  capacityOf,
  findThreshold,
  hasCapacity,
  signalName,
  startAbout,
  warn,
  wholeCapacityOf,
} from "./staged.ts";

const SECOND: i64 = 1000000000;
/** The kubelet looks every ten seconds, so a shorter grace period is rounded up to that. */
const MONITORING_PERIOD: i64 = 10 * SECOND;
const FLOAT32_ONE: u32 = 0x3f800000;
/** Percentages of it keep their digits. */
const ANY_CAPACITY: i64 = 1 << 40;

const left: Quantity = changetype<Quantity>(memory.data(64, 16));
const right: Quantity = changetype<Quantity>(memory.data(64, 16));

export function checkThreshold(threshold: Threshold): void {
  checkValue(threshold);
  checkSoft(threshold);
  checkContainerFs(threshold);
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
  // 0% or NaN never exceeds the available amount, unless that is negative.
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
  const bothPercent =
    threshold.valueKind == ValueKind.Percentage && threshold.minReclaimKind == ValueKind.Percentage;
  if (bothPercent) {
    const limit = percentageOf(threshold.percentageBits, ANY_CAPACITY);
    return limit + percentageOf(threshold.minReclaimBits, ANY_CAPACITY) > ANY_CAPACITY;
  }
  if (!hasCapacity(threshold)) return false;
  const capacity = wholeCapacityOf(threshold);
  limitOf(left, threshold, capacity);
  minReclaimOf(right, threshold, capacity);
  addQuantity(left, right);
  return compareQuantity(left, capacityOf(threshold)) > 0;
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

/** Without a capacity, two values are comparable only if both have the same kind. */
function isNotAbove(soft: Threshold, hard: Threshold): bool {
  if (soft.valueKind == ValueKind.Percentage && hard.valueKind == ValueKind.Percentage) {
    return soft.percentageBits <= hard.percentageBits;
  }
  const isAbsolute = soft.valueKind == ValueKind.Quantity && hard.valueKind == ValueKind.Quantity;
  if (!isAbsolute && !hasCapacity(soft)) return false;
  const capacity = isAbsolute ? 0 : wholeCapacityOf(soft);
  limitOf(left, soft, capacity);
  limitOf(right, hard, capacity);
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
