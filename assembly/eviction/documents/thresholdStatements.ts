/** Statements → staged thresholds, with the kubelet's error texts. Spec 2.2-2.6. */

import { THRESHOLDS_MAX } from "../../abi.ts";
import { parseDuration, writeDurationError } from "../../base/kubernetes/duration.ts";
import {
  isPercentageAboveHundred,
  isPercentageAboveOne,
  isPercentageNaN,
  isPercentageNegative,
  isPercentagePositive,
  parsePercentage,
  writePercentageError,
} from "../../base/kubernetes/percentage.ts";
import {
  parseQuantity,
  Quantity,
  quantityErrorText,
  quantitySign,
} from "../../base/kubernetes/quantity.ts";
import { equalAscii } from "../../base/text.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { isSignalKnown } from "../../node/model/signal.ts";
import { SIGNAL_COUNT, SIGNAL_NAMES, Signal } from "../../node/model/signalTable.ts";
import { THRESHOLD_SIZE } from "../memory.ts";
import {
  finishFinding,
  pathKey,
  Rule,
  said,
  say,
  sayingAt,
  sayQuantity,
  sayText,
  startFinding,
} from "../model/findings.ts";
import { stagedPolicy } from "../model/policy.ts";
import {
  stagedThresholdAt,
  Threshold,
  ThresholdFlag,
  ThresholdOrigin,
  ValueKind,
} from "../model/threshold.ts";
import { Statement, Statements, statementAt } from "./statements.ts";

const PERCENT: u8 = 0x25;

/** The signal of a name that the release followed has, or -1. */
export function signalNamed(name: usize, size: i32): i32 {
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (!isSignalKnown(signal, stagedPolicy.behaviors)) continue;
    if (equalAscii(name, size, unchecked(SIGNAL_NAMES[signal]))) return signal;
  }
  return -1;
}

function isModern(): bool {
  return (stagedPolicy.behaviors & Behavior.RanksByRequestAndPriority) != 0;
}

export function findStatedSignal(statements: Statements, signal: i32): i32 {
  for (let index: u32 = 0; index < statements.count; index++) {
    const statement = statementAt(statements, index);
    if (signalNamed(statement.key, statement.keySize) == signal) return i32(index);
  }
  return -1;
}

export function isPercentage(statement: Statement): bool {
  const size = statement.valueSize;
  return size > 0 && load<u8>(usize(statement.value) + usize(size) - 1) == PERCENT;
}

/** Exactly `0%` or `100%`: no threshold at all. The 2016 proposal did not know that. */
export function isSwitchedOff(statement: Statement): bool {
  if (!isModern()) return false;
  return (
    equalAscii(statement.value, statement.valueSize, "0%") ||
    equalAscii(statement.value, statement.valueSize, "100%")
  );
}

/** Reports every key that is not a signal. */
export function checkSignals(statements: Statements, member: string): void {
  for (let index: u32 = 0; index < statements.count; index++) {
    const statement = statementAt(statements, index);
    if (signalNamed(statement.key, statement.keySize) >= 0) continue;
    startFinding(member);
    pathKey(statement.key, statement.keySize);
    say("unsupported eviction signal ");
    sayText(statement.key, statement.keySize);
    finishFinding(Rule.UnsupportedSignal, true);
  }
}

/** Adds a threshold for each signal of the map, in canonical order of signals. */
export function addThresholds(
  statements: Statements,
  member: string,
  origin: ThresholdOrigin,
): void {
  checkSignals(statements, member);
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    const index = findStatedSignal(statements, signal);
    if (index < 0) continue;
    const statement = statementAt(statements, u32(index));
    if (isSwitchedOff(statement)) {
      stagedPolicy.switchedOff |= 1 << u32(signal);
      continue;
    }
    if (stagedPolicy.thresholdCount == THRESHOLDS_MAX) return;
    const threshold = stagedThresholdAt(i32(stagedPolicy.thresholdCount));
    memory.fill(changetype<usize>(threshold), 0, THRESHOLD_SIZE);
    threshold.signal = u8(signal);
    threshold.origin = u8(origin);
    threshold.text = statement.value;
    threshold.textSize = statement.valueSize;
    if (!hasOperator(signal)) threshold.flags = u8(ThresholdFlag.Blank);
    startFinding(member);
    pathKey(statement.key, statement.keySize);
    if (parseValue(threshold, statement)) stagedPolicy.thresholdCount++;
    else finishFinding(Rule.InvalidThreshold, true);
  }
}

/** A kubelet before 1.21 gives a threshold of this signal no operator, and so never meets it. */
function hasOperator(signal: i32): bool {
  if (signal != Signal.AllocatableMemoryAvailable) return true;
  return (stagedPolicy.behaviors & Behavior.AllocatableThresholds) != 0;
}

/** The value of a threshold; on an error the message of the finding that is open. */
function parseValue(threshold: Threshold, statement: Statement): bool {
  if (!isPercentage(statement)) {
    threshold.valueKind = u8(ValueKind.Quantity);
    if (!parseStatedQuantity(threshold.value, statement)) return false;
    if (quantitySign(threshold.value) > 0) return true;
    say("eviction threshold ");
    sayText(statement.key, statement.keySize);
    say(" must be positive: ");
    sayQuantity(threshold.value);
    return false;
  }
  threshold.valueKind = u8(ValueKind.Percentage);
  const bits = changetype<usize>(threshold) + offsetof<Threshold>("percentageBits");
  if (!parseStatedPercentage(bits, statement)) return false;
  if (!isModern()) {
    if (isPercentagePositive(threshold.percentageBits)) return true;
    return failPercentage(statement, " must be positive: ");
  }
  if (isPercentageNegative(threshold.percentageBits)) {
    return failPercentage(statement, " must be >= 0%: ");
  }
  if (isTooLarge(threshold.percentageBits)) {
    return failPercentage(statement, " must be <= 100%: ");
  }
  return true;
}

/** Before 1.21 the fraction was compared with the percentage it must not exceed. */
function isTooLarge(bits: u32): bool {
  const atMostOne = (stagedPolicy.behaviors & Behavior.PercentageAtMostOne) != 0;
  return atMostOne ? isPercentageAboveOne(bits) : isPercentageAboveHundred(bits);
}

function failPercentage(statement: Statement, complaint: string): bool {
  say("eviction percentage threshold ");
  sayText(statement.key, statement.keySize);
  say(complaint);
  sayText(statement.value, statement.valueSize);
  return false;
}

function parseStatedQuantity(target: Quantity, statement: Statement): bool {
  const code = parseQuantity(target, statement.value, statement.valueSize);
  if (code == 0) return true;
  say(quantityErrorText(code));
  return false;
}

function parseStatedPercentage(bits: usize, statement: Statement): bool {
  const code = parsePercentage(bits, statement.value, statement.valueSize);
  if (code == 0) return true;
  // The text goes into the sentence twice at most; a very long one is cut by the room.
  const size = min(statement.valueSize, 64);
  said(writePercentageError(sayingAt(), code, statement.value, size));
  return false;
}

/** Reads one grace period; false leaves its message in the open finding. */
export function parseGracePeriod(target: usize, statement: Statement): bool {
  const code = parseDuration(target, statement.value, statement.valueSize);
  if (code != 0) {
    const size = min(statement.valueSize, 64);
    said(writeDurationError(sayingAt(), code, statement.value, size));
    return false;
  }
  if (load<i64>(target) >= 0) return true;
  say("invalid eviction grace period specified: ");
  sayText(statement.value, statement.valueSize);
  say(", must be a positive value");
  return false;
}

/** Reads one minimum reclaim; false leaves its message in the open finding. Spec 2.6. */
export function parseMinimumReclaim(threshold: Threshold, statement: Statement): bool {
  if (isPercentage(statement)) {
    threshold.minReclaimKind = u8(ValueKind.Percentage);
    const bits = changetype<usize>(threshold) + offsetof<Threshold>("minReclaimBits");
    if (!parseStatedPercentage(bits, statement)) return false;
    // NaN is not <= 0, so the kubelet takes it.
    const reclaim = threshold.minReclaimBits;
    if (isPercentagePositive(reclaim) || isPercentageNaN(reclaim)) return true;
    say("eviction percentage minimum reclaim ");
    sayText(statement.key, statement.keySize);
    say(" must be positive: ");
    sayText(statement.value, statement.valueSize);
    return false;
  }
  threshold.minReclaimKind = u8(ValueKind.Quantity);
  if (!parseStatedQuantity(threshold.minReclaim, statement)) return false;
  if (quantitySign(threshold.minReclaim) >= 0) return true;
  say("negative eviction minimum reclaim specified for ");
  sayText(statement.key, statement.keySize);
  return false;
}
