/**
 * What the kubelet accepts without a word and a person should know: warnings about the staged
 * policy. Each rule is one function; all of them run. Spec 2, 10.
 */
import { Behavior } from "../../../node/model/releaseTable.ts";
import { SIGNAL_COUNT, SIGNAL_NAMES } from "../../../node/model/signalTable.ts";
import { hasDefault } from "../../model/defaults.ts";
import { pathLiteralKey, Rule, say, startFinding } from "../../model/findings.ts";
import { stagedPolicy } from "../../model/policy.ts";
import { stagedThresholdAt, ThresholdOrigin } from "../../model/threshold.ts";
import { checkNodeAllocatable, checkReservation } from "./reservations.ts";
import { findThreshold, warn } from "./staged.ts";
import { checkThreshold } from "./thresholds.ts";

export function checkPolicy(): void {
  checkDefaults();
  checkSwitchedOff();
  for (let index = 0; index < i32(stagedPolicy.thresholdCount); index++) {
    const threshold = stagedThresholdAt(index);
    if (threshold.origin != ThresholdOrigin.EnforceNodeAllocatable) checkThreshold(threshold);
  }
  checkReservation();
  checkNodeAllocatable();
  checkTransition();
}

/** One key in evictionHard drops every default it does not repeat. */
function checkDefaults(): void {
  if (stagedPolicy.hardGiven == 0) return;
  let missing = 0;
  startFinding("evictionHard");
  say("replaces all defaults, so these signals have no hard threshold: ");
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (!hasDefault(signal, stagedPolicy.behaviors) || isSwitchedOff(signal)) continue;
    if (findThreshold(signal, true) != null) continue;
    if (missing++ > 0) say(", ");
    say(unchecked(SIGNAL_NAMES[signal]));
  }
  const merges = (stagedPolicy.behaviors & Behavior.MergeDefaults) != 0;
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

function isSwitchedOff(signal: i32): bool {
  return (stagedPolicy.switchedOff & (1 << u32(signal))) != 0;
}

/** With no transition period no condition is ever published. Spec 3.6.3. */
function checkTransition(): void {
  if (stagedPolicy.pressureTransitionPeriodNanos > 0) return;
  startFinding("evictionPressureTransitionPeriod");
  say("is not above zero, so the node never reports a pressure condition, even under pressure");
  warn(Rule.NoCondition);
}
