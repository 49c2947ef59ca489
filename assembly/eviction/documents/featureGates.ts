/**
 * `featureGates`, some of which decide about evictions. Gates that no kubelet knows stop it; which
 * ones a release knows is not our business, so every other gate is ignored.
 */
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { readBoolean, valuePresent } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { stagedPolicy } from "../model/policy.ts";

/** Names that are looked for, by bit number. */
enum Gate {
  PodLevelResources = 1,
  KubeletSeparateDiskGC = 2,
  /** All alpha or all beta gates that are not named themselves. */
  AllAlpha = 4,
  AllBeta = 8,
  /** Deprecated when it came, so AllAlpha and AllBeta are not about it. */
  AllowOverwriteTerminationGracePeriodSeconds = 16,
  /** A gate until it became a member of the configuration. */
  LocalStorageCapacityIsolation = 32,
  PodLevelResourcesFixKubeletQOSClass = 64,
  InPlacePodVerticalScalingMemoryBackedVolumes = 128,
  HugepageAwareEviction = 256,
}

const NAMES: StaticArray<string> = [
  "PodLevelResources",
  "KubeletSeparateDiskGC",
  "AllAlpha",
  "AllBeta",
  "AllowOverwriteTerminationGracePeriodSeconds",
  "LocalStorageCapacityIsolation",
  "PodLevelResourcesFixKubeletQOSClass",
  "InPlacePodVerticalScalingMemoryBackedVolumes",
  "HugepageAwareEviction",
];

const value: usize = memory.data(8, 8);
/** Gates that are named, and those of them that are on. */
let named: u32 = 0;
let on: u32 = 0;

export function startFeatureGates(): void {
  named = 0;
  on = 0;
}

/** null is false. */
export function decodeFeatureGates(at: usize): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    const gate = gateNamed();
    at = readBoolean(at, value);
    named |= gate;
    on = valuePresent && load<u8>(value) != 0 ? on | gate : on & ~gate;
    at = nextMember(at);
  }
  return closeObject(at);
}

function gateNamed(): u32 {
  for (let index = 0; index < NAMES.length; index++) {
    if (keyIs(unchecked(NAMES[index]))) return 1 << u32(index);
  }
  return 0;
}

/** Alpha gates are off by default, beta gates on. */
function isOn(gate: u32, beta: bool): bool {
  if ((named & gate) != 0) return (on & gate) != 0;
  const all: u32 = beta ? Gate.AllBeta : Gate.AllAlpha;
  return (named & all) != 0 ? (on & all) != 0 : beta;
}

/** Where local storage isolation is a gate: whether it is named and off. */
export function isIsolationGatedOff(): bool {
  return (named & ~on & Gate.LocalStorageCapacityIsolation) != 0;
}

/** Removes behaviors with a gate that is off from the staged policy, or adds them early. */
export function applyFeatureGates(): void {
  let behaviors = stagedPolicy.behaviors;
  if (!isOn(Gate.PodLevelResources, true)) behaviors &= ~Behavior.PodLevelResources;
  if ((behaviors & Behavior.ContainerFs) != 0) {
    const split = isOn(Gate.KubeletSeparateDiskGC, (behaviors & Behavior.SplitImageFs) != 0);
    behaviors = split ? behaviors | Behavior.SplitImageFs : behaviors & ~Behavior.SplitImageFs;
  }
  const overwrites = (named & on & Gate.AllowOverwriteTerminationGracePeriodSeconds) != 0;
  if (overwrites && (behaviors & Behavior.GraceOverwriteLocked) == 0) {
    behaviors &= ~Behavior.SoftGraceBoundByPod;
  }
  if (!isOn(Gate.PodLevelResourcesFixKubeletQOSClass, true)) {
    behaviors &= ~Behavior.EmptyPodResourcesIgnored;
  }
  if (!isOn(Gate.HugepageAwareEviction, true)) behaviors &= ~Behavior.HugePagesUnavailable;
  const limitsTmpfs = isOn(Gate.InPlacePodVerticalScalingMemoryBackedVolumes, false);
  if (limitsTmpfs && (behaviors & Behavior.SidecarLimitsEvict) != 0) {
    behaviors |= Behavior.KernelLimitsTmpfs;
  }
  stagedPolicy.behaviors = behaviors;
}
