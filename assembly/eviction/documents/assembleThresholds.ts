/** The list of thresholds in force, from the four maps. Spec 2.2, 2.7. */
import { THRESHOLDS_MAX } from "../../abi.ts";
import { reserveText } from "../../base/arena.ts";
import { parsePercentage } from "../../base/kubernetes/percentage.ts";
import { parseQuantity } from "../../base/kubernetes/quantity.ts";
import { writeAscii } from "../../base/text.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { SIGNAL_COUNT, SIGNAL_NAMES, Signal } from "../../node/model/signalTable.ts";
import { THRESHOLD_SIZE } from "../memory.ts";
import { hardDefaultOf } from "../model/defaults.ts";
import {
  finishFinding,
  pathKey,
  pathLiteralKey,
  Rule,
  say,
  startFinding,
} from "../model/findings.ts";
import { PolicyFlag, stagedPolicy } from "../model/policy.ts";
import { stagedThresholdAt, Threshold, ThresholdOrigin, ValueKind } from "../model/threshold.ts";
import {
  graceStatements,
  hardStatements,
  reclaimStatements,
  Statements,
  softStatements,
  statementAt,
} from "./statements.ts";
import {
  addThresholds,
  checkSignals,
  findStatedSignal,
  parseGracePeriod,
  parseMinimumReclaim,
} from "./thresholdStatements.ts";

const nanos: usize = memory.data(8, 8);
const unusedThreshold: Threshold = changetype<Threshold>(memory.data(256, 16));

/** Fills the staged thresholds in the kubelet's order; errors become findings. */
export function assembleThresholds(mergeDefaults: bool): void {
  addThresholds(hardStatements, "evictionHard", ThresholdOrigin.EvictionHard);
  stagedPolicy.hardGiven = hardStatements.present;
  if (hardStatements.present == 0 || mergeDefaults) addDefaults();
  const firstSoft = stagedPolicy.thresholdCount;
  addThresholds(softStatements, "evictionSoft", ThresholdOrigin.EvictionSoft);
  takeGracePeriods(firstSoft);
  takeMinimumReclaims();
  const enforced = (stagedPolicy.flags & PolicyFlag.EnforceNodeAllocatablePods) != 0;
  if (enforced && hasAllocatable()) addAllocatableCopies();
  stagedPolicy.configuredCount = stagedPolicy.thresholdCount;
  warnUnused(graceStatements, "evictionSoftGracePeriod", Rule.UnusedGracePeriod);
  warnUnused(reclaimStatements, "evictionMinimumReclaim", Rule.UnusedMinimumReclaim);
}

/** Settings of signals that have no threshold to go with are checked and ignored. Spec 2.2.7. */
function warnUnused(statements: Statements, member: string, rule: Rule): void {
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    const found = findStatedSignal(statements, signal);
    if (found < 0 || isUsed(signal, rule == Rule.UnusedGracePeriod)) continue;
    const statement = statementAt(statements, u32(found));
    startFinding(member);
    pathKey(statement.key, statement.keySize);
    say("has no effect, because the signal has no ");
    say(rule == Rule.UnusedGracePeriod ? "soft threshold" : "threshold");
    say("; add one or remove this");
    finishFinding(rule, false);
  }
}

function isUsed(signal: i32, softOnly: bool): bool {
  for (let index = 0; index < i32(stagedPolicy.thresholdCount); index++) {
    const threshold = stagedThresholdAt(index);
    if (i32(threshold.signal) != signal) continue;
    if (!softOnly || threshold.origin == ThresholdOrigin.EvictionSoft) return true;
  }
  return false;
}

/** Defaults for the signals that evictionHard does not name; `0%` keeps one switched off. */
function addDefaults(): void {
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    const text = hardDefaultOf(signal, stagedPolicy.behaviors);
    if (text.length == 0) continue;
    if (findStatedSignal(hardStatements, signal) >= 0) continue;
    addDefault(signal, text);
  }
}

function addDefault(signal: i32, value: string): void {
  const text = reserveText(value.length);
  if (text == 0 || stagedPolicy.thresholdCount == THRESHOLDS_MAX) return;
  writeAscii(text, value);
  const threshold = stagedThresholdAt(i32(stagedPolicy.thresholdCount++));
  memory.fill(changetype<usize>(threshold), 0, THRESHOLD_SIZE);
  threshold.signal = u8(signal);
  threshold.origin = u8(ThresholdOrigin.Default);
  threshold.text = u32(text);
  threshold.textSize = value.length;
  if (parseQuantity(threshold.value, text, value.length) == 0) {
    threshold.valueKind = u8(ValueKind.Quantity);
    return;
  }
  threshold.valueKind = u8(ValueKind.Percentage);
  const bits = changetype<usize>(threshold) + offsetof<Threshold>("percentageBits");
  parsePercentage(bits, text, value.length);
}

/** Every soft threshold takes its signal's grace period; zero makes it hard. */
function takeGracePeriods(firstSoft: u32): void {
  checkSignals(graceStatements, "evictionSoftGracePeriod");
  checkGracePeriods();
  for (let index = firstSoft; index < stagedPolicy.thresholdCount; index++) {
    const threshold = stagedThresholdAt(i32(index));
    const signal = i32(threshold.signal);
    const found = findStatedSignal(graceStatements, signal);
    if (found < 0) {
      startFinding("evictionSoft");
      pathLiteralKey(unchecked(SIGNAL_NAMES[signal]));
      say("grace period must be specified for the soft eviction threshold ");
      say(unchecked(SIGNAL_NAMES[signal]));
      finishFinding(Rule.MissingGracePeriod, true);
    } else if (parseGracePeriod(nanos, statementAt(graceStatements, u32(found)))) {
      threshold.gracePeriodNanos = load<i64>(nanos);
    }
  }
}

function checkGracePeriods(): void {
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    const found = findStatedSignal(graceStatements, signal);
    if (found < 0) continue;
    const statement = statementAt(graceStatements, u32(found));
    startFinding("evictionSoftGracePeriod");
    pathKey(statement.key, statement.keySize);
    if (!parseGracePeriod(nanos, statement)) finishFinding(Rule.InvalidGracePeriod, true);
  }
}

/** Each threshold, hard or soft, takes its signal's minimum reclaim. */
function takeMinimumReclaims(): void {
  checkSignals(reclaimStatements, "evictionMinimumReclaim");
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    const found = findStatedSignal(reclaimStatements, signal);
    if (found < 0) continue;
    const statement = statementAt(reclaimStatements, u32(found));
    startFinding("evictionMinimumReclaim");
    pathKey(statement.key, statement.keySize);
    if (!parseMinimumReclaim(unusedThreshold, statement)) {
      finishFinding(Rule.InvalidMinimumReclaim, true);
      continue;
    }
    for (let index = 0; index < i32(stagedPolicy.thresholdCount); index++) {
      const threshold = stagedThresholdAt(index);
      if (i32(threshold.signal) != signal) continue;
      parseMinimumReclaim(threshold, statement);
      threshold.minReclaimText = statement.value;
      threshold.minReclaimTextSize = statement.valueSize;
    }
  }
}

/** allocatableMemory.available came after the 2016 proposal. Spec 9. */
function hasAllocatable(): bool {
  return (stagedPolicy.behaviors & Behavior.RanksByRequestAndPriority) != 0;
}

/** One copy for each memory.available threshold without grace, soft `0s` ones too. Spec 2.2.8. */
function addAllocatableCopies(): void {
  const count = i32(stagedPolicy.thresholdCount);
  for (let index = 0; index < count; index++) {
    const threshold = stagedThresholdAt(index);
    if (threshold.signal != Signal.MemoryAvailable || threshold.gracePeriodNanos != 0) continue;
    if (stagedPolicy.thresholdCount == THRESHOLDS_MAX) return;
    const copy = stagedThresholdAt(i32(stagedPolicy.thresholdCount++));
    memory.copy(changetype<usize>(copy), changetype<usize>(threshold), THRESHOLD_SIZE);
    copy.signal = u8(Signal.AllocatableMemoryAvailable);
    copy.origin = u8(ThresholdOrigin.EnforceNodeAllocatable);
  }
}
