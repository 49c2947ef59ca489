/** Detail 1: observations, every threshold's arithmetic, the ranking, Node Allocatable. */
import { Detail } from "../../abi.ts";
import {
  addLiteral,
  addText,
  beginArray,
  beginObject,
  beginText,
  booleanMember,
  endArray,
  endObject,
  endText,
  integerMember,
  key,
  member,
  textMember,
  word,
} from "../../base/json/write.ts";
import { nanoOf } from "../../base/kubernetes/quantity/record.ts";
import { Quantity } from "../../base/kubernetes/quantity.ts";
import {
  isObserved,
  OBSERVED,
  ObservationFlag,
  observationAt,
} from "../../node/model/observation.ts";
import { SIGNAL_COUNT, SIGNAL_NAMES } from "../../node/model/signalTable.ts";
import { statsHeader } from "../../node/model/stats.ts";
import {
  addAmountText,
  addDuration,
  addQuantityText,
  nanoMember,
  secondsMember,
  timeMember,
} from "../../node/report/values.ts";
import { firstObservedAt, state } from "../model/state.ts";
import { step } from "../model/step.ts";
import {
  allThresholds,
  bit,
  inMask,
  isHard,
  ORIGIN_NAMES,
  Threshold,
  ThresholdFlag,
  ThresholdOrigin,
  thresholdAt,
  ValueKind,
} from "../model/threshold.ts";
import { elapsedNanos } from "../stages/grace.ts";
import { firstThreshold, limitOf, minReclaimOf } from "../stages/thresholds.ts";
import { creditOf } from "../stages/whatIf.ts";
import { allocatableMember } from "./allocatable.ts";
import { limitMember } from "./members.ts";
import { rankingMember, refusedMember } from "./ranking.ts";

const limit: Quantity = changetype<Quantity>(memory.data(64, 16));
const reclaim: Quantity = changetype<Quantity>(memory.data(64, 16));

export function arithmeticMembers(detail: i32): void {
  observationsMember();
  thresholdsMember();
  // A step that reclaims nothing ranks nothing; full detail ranks by memory nevertheless.
  if (step.chosen >= 0 || detail >= Detail.Counterfactuals) rankingMember();
  refusedMember();
  allocatableMember();
  if (statsHeader.unknownPods > 0) integerMember("unknownPods", i64(statsHeader.unknownPods));
  assumptionMember();
}

function observationsMember(): void {
  key("observations");
  beginArray();
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (!isObserved(OBSERVED, signal)) continue;
    const observation = observationAt(OBSERVED, signal);
    beginObject();
    member("signal", unchecked(SIGNAL_NAMES[signal]));
    integerMember("available", observation.available);
    integerMember("capacity", observation.capacity);
    if (observation.flags & ObservationFlag.TimeSet) timeMember("time", observation.time);
    else {
      key("time");
      word("null");
    }
    endObject();
  }
  endArray();
}

/** Writes the thresholds in canonical order, with mirrored and blank ones. */
function thresholdsMember(): void {
  key("thresholds");
  beginArray();
  let rest = allThresholds() | step.evaluated | step.unresolved;
  while (rest != 0) {
    const next = firstThreshold(rest);
    rest &= ~bit(next);
    writeThreshold(next, thresholdAt(next));
  }
  endArray();
}

function writeThreshold(index: i32, threshold: Threshold): void {
  const signal = i32(threshold.signal);
  beginObject();
  member("signal", unchecked(SIGNAL_NAMES[signal]));
  booleanMember("hard", isHard(threshold));
  member("origin", unchecked(ORIGIN_NAMES[threshold.origin]));
  textMember("value", threshold.text, threshold.textSize);
  const observed = isObserved(OBSERVED, signal);
  if (observed && threshold.valueKind != ValueKind.None) {
    const observation = observationAt(OBSERVED, signal);
    limitMember(threshold, observation.capacity);
    integerMember("available", observation.available);
    integerMember("capacity", observation.capacity);
  }
  booleanMember("met", inMask(step.met, index));
  booleanMember("unresolved", inMask(step.unresolved & ~step.met, index));
  booleanMember("gracePeriodSatisfied", inMask(step.gracePeriodSatisfied, index));
  booleanMember("updatedStats", inMask(step.updatedStats, index));
  if (inMask(state.thresholdsObserved, index)) timeMember("since", firstObservedAt(index));
  secondsMember("gracePeriodSeconds", threshold.gracePeriodNanos);
  if (isWaiting(index)) secondsMember("graceRemainingSeconds", remainingNanos(index, threshold));
  if (threshold.minReclaimKind != ValueKind.None) writeMinReclaim(threshold, signal, observed);
  key("sentence");
  beginText();
  addSentence(index, threshold, signal);
  endText();
  endObject();
}

function writeMinReclaim(threshold: Threshold, signal: i32, observed: bool): void {
  textMember("minReclaim", threshold.minReclaimText, threshold.minReclaimTextSize);
  if (!observed) return;
  minReclaimOf(reclaim, threshold, observationAt(OBSERVED, signal).capacity);
  nanoMember("minReclaimAmount", nanoOf(reclaim));
}

/** Observed, but still inside its grace period. */
function isWaiting(index: i32): bool {
  return inMask(state.thresholdsObserved & ~step.gracePeriodSatisfied, index);
}

function remainingNanos(index: i32, threshold: Threshold): i64 {
  return threshold.gracePeriodNanos - elapsedNanos(step.time, firstObservedAt(index));
}

/** One sentence from the numbers above: the comparison, and its result. */
function addSentence(index: i32, threshold: Threshold, signal: i32): void {
  addLiteral(unchecked(SIGNAL_NAMES[signal]));
  if (threshold.flags & ThresholdFlag.Blank) {
    return addLiteral(
      threshold.origin == ThresholdOrigin.ContainerFs
        ? " mirrors a threshold that is not set, so it is never met."
        : " is not evaluated by this release, so it is never met.",
    );
  }
  if (!isObserved(OBSERVED, signal)) {
    return addLiteral(" is not in the Summary, so its threshold cannot be met.");
  }
  const observation = observationAt(OBSERVED, signal);
  addLiteral(" is ");
  addAmountText(observation.available, signal);
  const met = inMask(step.met, index);
  addLiteral(met ? ", below its " : ", not below its ");
  addLiteral(isHard(threshold) ? "hard" : "soft");
  addLiteral(" threshold ");
  addText(threshold.text, threshold.textSize);
  limitOf(limit, threshold, observation.capacity);
  if (threshold.valueKind == ValueKind.Percentage) {
    addLiteral(" of ");
    addAmountText(observation.capacity, signal);
    addLiteral(" = ");
    addQuantityText(limit);
  }
  addConsequence(index, threshold);
}

function addConsequence(index: i32, threshold: Threshold): void {
  if (!inMask(step.evaluated, index)) {
    return addLiteral("; it counts from the next step on, as it was mirrored in this one.");
  }
  if (!inMask(step.unresolved, index)) return addLiteral(".");
  if (!inMask(step.met, index)) {
    addLiteral(", but not yet above it by the minimum reclaim ");
    addText(threshold.minReclaimText, threshold.minReclaimTextSize);
  }
  if (isWaiting(index)) {
    addLiteral("; its grace period has ");
    addDuration(remainingNanos(index, threshold));
    return addLiteral(" to go.");
  }
  if (!inMask(step.updatedStats, index)) {
    return addLiteral("; its stats are no newer than last time, so it drives no eviction now.");
  }
  addLiteral(index == step.chosen ? "; this is the one to reclaim." : ".");
}

/** Results of a closed loop state their assumption. */
function assumptionMember(): void {
  if (step.creditedSignals == 0) return;
  key("assumption");
  beginText();
  addLiteral("Pods evicted earlier in this replay are taken out and what they use is credited: ");
  let count = 0;
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (creditOf(signal) == 0) continue;
    if (count++ > 0) addLiteral(", ");
    addAmountText(creditOf(signal), signal);
    addLiteral(" to ");
    addLiteral(unchecked(SIGNAL_NAMES[signal]));
  }
  addLiteral(".");
  endText();
}
