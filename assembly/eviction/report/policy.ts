/** What `configure` answers: the effective policy and its warnings. */

import {
  addInteger,
  addLiteral,
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
import { SIGNAL_NAMES } from "../../node/model/signalTable.ts";
import { secondsMember } from "../../node/report/values.ts";
import { findingAt, RULE_NAMES } from "../model/findings.ts";
import { PolicyFlag, policy, policyHas, stagedPolicy } from "../model/policy.ts";
import { PROFILE_NAMES } from "../model/profileTable.ts";
import {
  allThresholds,
  bit,
  isHard,
  ORIGIN_NAMES,
  Threshold,
  thresholdAt,
  ValueKind,
} from "../model/threshold.ts";
import { firstThreshold } from "../stages/thresholds.ts";

export function writePolicy(): void {
  beginObject();
  member("plimsoll", "policy/1");
  member("profile", unchecked(PROFILE_NAMES[policy.profile]));
  key("kubeletVersion");
  beginText();
  addLiteral("1.");
  addInteger(i64(policy.kubeletMinor));
  endText();
  layoutMember();
  thresholdsMember();
  secondsMember("pressureTransitionPeriodSeconds", policy.pressureTransitionPeriodNanos);
  integerMember("maxPodGracePeriodSeconds", policy.maxPodGracePeriodSeconds);
  const isolation = policyHas(PolicyFlag.LocalStorageCapacityIsolation);
  booleanMember("localStorageCapacityIsolation", isolation);
  findingsMember("warnings", false, false);
  endObject();
}

function layoutMember(): void {
  key("layout");
  if (!policyHas(PolicyFlag.LayoutGiven)) return word("null");
  beginObject();
  booleanMember("dedicatedImageFs", policyHas(PolicyFlag.DedicatedImageFs));
  booleanMember("splitContainerFs", policyHas(PolicyFlag.SplitContainerFs));
  endObject();
}

function thresholdsMember(): void {
  key("thresholds");
  beginArray();
  let rest = allThresholds();
  while (rest != 0) {
    const next = firstThreshold(rest);
    rest &= ~bit(next);
    writeThreshold(thresholdAt(next));
  }
  endArray();
}

function writeThreshold(threshold: Threshold): void {
  beginObject();
  member("signal", unchecked(SIGNAL_NAMES[threshold.signal]));
  booleanMember("hard", isHard(threshold));
  member("origin", unchecked(ORIGIN_NAMES[threshold.origin]));
  textMember("value", threshold.text, threshold.textSize);
  secondsMember("gracePeriodSeconds", threshold.gracePeriodNanos);
  if (threshold.minReclaimKind != ValueKind.None) {
    textMember("minReclaim", threshold.minReclaimText, threshold.minReclaimTextSize);
  }
  endObject();
}

/** Findings of the policy in force, or of the one that was refused. */
export function findingsMember(name: string, errors: bool, staged: bool): void {
  const source = staged ? stagedPolicy : policy;
  const count = source.errorCount + source.warningCount;
  key(name);
  beginArray();
  for (let index: u32 = 0; index < count; index++) {
    const finding = findingAt(index, staged);
    if ((finding.isError != 0) != errors) continue;
    beginObject();
    member("rule", unchecked(RULE_NAMES[finding.rule]));
    textMember("path", finding.path, finding.pathSize);
    textMember("message", finding.message, finding.messageSize);
    endObject();
  }
  endArray();
}
