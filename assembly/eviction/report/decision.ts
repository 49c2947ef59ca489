/** The decision of the last step. The digest covers detail 0 up to its warnings. */
import { Action, Detail } from "../../abi.ts";
import { HASH_START, hashOnward } from "../../base/arithmetic/hash.ts";
import {
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
  outputEnd,
} from "../../base/json/write.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import { OBSERVED, observationAt } from "../../node/model/observation.ts";
import { Pod, podAt } from "../../node/model/pod.ts";
import { SIGNAL_NAMES } from "../../node/model/signalTable.ts";
import {
  addPodName,
  nodeConditionsMember,
  podNameMembers,
  timeMember,
} from "../../node/report/values.ts";
import {
  Eviction,
  EvictionCause,
  evictionAt,
  ReclaimState,
  StepFailure,
  step,
} from "../model/step.ts";
import { thresholdAt } from "../model/threshold.ts";
import { isImmediate } from "../stages/choose.ts";
import { gracePeriodSeconds, immediateGracePeriodSeconds } from "../stages/evict.ts";
import { podWithUnmeasuredVolume } from "../stages/localStorage.ts";
import { alternativesMember, probabilityMember } from "./alternatives.ts";
import { arithmeticMembers } from "./arithmetic.ts";
import { counterfactualsMembers } from "./counterfactuals.ts";
import { ACTION_NAMES, digestMember, limitMember, reclaimMember } from "./members.ts";
import { annotationsMember, messageMember, resourceName } from "./message.ts";
import { warningsMember } from "./warnings/step.ts";

export const CAUSE_NAMES: StaticArray<string> = [
  "",
  "emptyDirLimit",
  "podEphemeralStorageLimit",
  "containerEphemeralStorageLimit",
];

/**
 * `subject` is the row of the pod that counterfactuals are about, or -1 for the evicted one.
 * Answers the digest.
 */
export function writeDecision(detail: i32, subject: i32): u64 {
  beginObject();
  member("plimsoll", "decision/1");
  timeMember("time", step.time);
  integerMember("step", i64(step.index));
  member("action", unchecked(ACTION_NAMES[step.action]));
  if (step.chosen >= 0) chosenMembers(step.chosen);
  failedMember();
  crashMember();
  nodeConditionsMember(step.nodeConditions);
  reclaimMember(step.reclaimFunctions);
  const decided = step.reclaimState >= u32(ReclaimState.Sufficient);
  if (decided) booleanMember("reclaimSufficient", step.reclaimState == ReclaimState.Sufficient);
  evictionsMember();
  alternativesMember();
  const digest = hashOnward(HASH_START, OUTPUT_OFFSET, i32(outputEnd() - OUTPUT_OFFSET));
  warningsMember();
  if (detail >= Detail.Arithmetic) arithmeticMembers(detail);
  if (detail >= Detail.Counterfactuals) counterfactualsMembers(subject);
  digestMember(digest);
  endObject();
  return digest;
}

/** Why a step ended before it looked at anything. */
function failedMember(): void {
  if (step.failed == u32(StepFailure.None)) return;
  key("failed");
  beginText();
  if (step.failed == u32(StepFailure.LayoutUnknown)) {
    addLiteral(
      "the layout of the file systems is not known, and without it a kubelet's step fails",
    );
    addLiteral(": the Summary does not tell what node.fs and node.runtime.imageFs have available");
    addLiteral(" and their capacity; give the layout, or a Summary that does");
  } else {
    addLiteral("the containers have a file system of their own, and the feature gate");
    addLiteral(" KubeletSeparateDiskGC is off");
  }
  endText();
}

/** Where a kubelet ends in a panic, which this engine does not. Spec 10.47. */
function crashMember(): void {
  const index = podWithUnmeasuredVolume();
  if (index < 0) return;
  key("crash");
  beginText();
  addLiteral("a kubelet crashes in this step, because a volume of ");
  addPodName(podAt(u32(index)));
  addLiteral(" has no usedBytes in the Summary; the decision is made without that volume");
  endText();
}

function chosenMembers(chosen: i32): void {
  const threshold = thresholdAt(chosen);
  const signal = i32(threshold.signal);
  const observation = observationAt(OBSERVED, signal);
  member("signal", unchecked(SIGNAL_NAMES[signal]));
  booleanMember("hard", isImmediate(chosen, step.updatedStats));
  probabilityMember(chosen);
  member("resource", resourceName(signal));
  limitMember(threshold, observation.capacity);
  integerMember("available", observation.available);
  integerMember("capacity", observation.capacity);
}

function evictionsMember(): void {
  key("evictions");
  beginArray();
  for (let index: u32 = 0; index < step.evictionCount; index++) writeEviction(evictionAt(index));
  endArray();
}

function writeEviction(eviction: Eviction): void {
  const pod = podAt(eviction.pod);
  beginObject();
  podNameMembers(pod);
  integerMember("gracePeriodSeconds", graceOf(eviction, pod));
  member("reason", "Evicted");
  messageMember(eviction, step.chosen);
  annotationsMember(eviction, step.chosen);
  const cause = i32(eviction.cause);
  if (cause != EvictionCause.NodePressure) member("cause", unchecked(CAUSE_NAMES[cause]));
  endObject();
}

function graceOf(eviction: Eviction, pod: Pod): i64 {
  const byLimit = eviction.cause != u32(EvictionCause.NodePressure);
  return byLimit ? immediateGracePeriodSeconds() : gracePeriodSeconds(pod, step.chosen);
}

/** Whether the last step asked for something. */
export function isQuiet(): bool {
  return step.action == Action.None;
}
