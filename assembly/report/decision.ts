/** The decision of the last step. The digest covers detail 0 up to its warnings. */
import { Action, Detail } from "../abi.ts";
import { HASH_START, hashOnward } from "../arithmetic/hash.ts";
import { isImmediate } from "../eviction/choose.ts";
import { gracePeriodSeconds, immediateGracePeriodSeconds } from "../eviction/evict.ts";
import { podWithUnmeasuredVolume } from "../eviction/localStorage.ts";
import { limitOf } from "../eviction/thresholds.ts";
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
  itemPlace,
  key,
  literal,
  member,
  outputEnd,
  wrote,
} from "../json/write.ts";
import { nanoOf } from "../kubernetes/quantity/record.ts";
import { Quantity } from "../kubernetes/quantity.ts";
import { OUTPUT_OFFSET } from "../memory.ts";
import { OBSERVED, observationAt } from "../model/observation.ts";
import { Pod, podAt } from "../model/pod.ts";
import { SIGNAL_NAMES } from "../model/signal.ts";
import {
  Eviction,
  EvictionCause,
  evictionAt,
  RECLAIM_FUNCTION_NAMES,
  ReclaimState,
  StepFailure,
  step,
} from "../model/step.ts";
import { Threshold, thresholdAt } from "../model/threshold.ts";
import { writeHexadecimal } from "../text.ts";
import { alternativesMember, probabilityMember } from "./alternatives.ts";
import { arithmeticMembers } from "./arithmetic.ts";
import { counterfactualsMembers } from "./counterfactuals.ts";
import { annotationsMember, messageMember, resourceName } from "./message.ts";
import {
  addPodName,
  nanoMember,
  nodeConditionsMember,
  podNameMembers,
  timeMember,
} from "./values.ts";
import { warningsMember } from "./warnings.ts";

export const ACTION_NAMES: StaticArray<string> = [
  "None",
  "ReclaimNodeLevelResources",
  "EvictPod",
  "EvictPods",
];

const CAUSE_NAMES: StaticArray<string> = [
  "",
  "emptyDirLimit",
  "podEphemeralStorageLimit",
  "containerEphemeralStorageLimit",
];

const limit: Quantity = changetype<Quantity>(memory.data(64, 16));

/** `subject` is the row of the pod that counterfactuals are about, or -1 for the evicted one. */
export function writeDecision(detail: i32, subject: i32): void {
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

export function limitMember(threshold: Threshold, capacity: i64): void {
  limitOf(limit, threshold, capacity);
  nanoMember("limit", nanoOf(limit));
}

export function reclaimMember(functions: u32): void {
  key("reclaim");
  beginArray();
  for (let index = 0; index < RECLAIM_FUNCTION_NAMES.length; index++) {
    if ((functions & (1 << u32(index))) == 0) continue;
    literal(unchecked(RECLAIM_FUNCTION_NAMES[index]));
  }
  endArray();
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

export function digestMember(digest: u64): void {
  key("digest");
  beginText();
  const place = itemPlace();
  if (place != 0) wrote(writeHexadecimal(place, digest, 16));
  endText();
}

/** Whether the last step asked for something. */
export function isQuiet(): bool {
  return step.action == Action.None;
}
