/**
 * Which thresholds the kubelet may reclaim first, and their places in its list: it walks
 * through a map and only guarantees that memory goes first. Spec 3.9, 0.4.
 */
import { behavesAs } from "../../node/model/behavior.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { isMemorySignal, resourceOf } from "../../node/model/signal.ts";
import { step } from "../model/step.ts";
import {
  bit,
  configuredOriginOf,
  inMask,
  isHard,
  Threshold,
  ThresholdOrigin,
  thresholdAt,
  ValueKind,
} from "../model/threshold.ts";
import { firstThreshold } from "./thresholds.ts";

/**
 * The parts of the kubelet's list, in its order. In `EvictionHard`, `EvictionSoft` and `Unresolved`
 * the order is random too: it comes from maps as well.
 */
export enum Place {
  EvictionHard = 0,
  EvictionSoft = 1,
  /** Copies of memory.available, in the order of their originals. */
  Allocatable = 2,
  /** What mirroring appended, in the order in which it does. Spec 1.6. */
  ContainerFs = 3,
  /** Not met any more, only short of their minimum reclaim. */
  Unresolved = 4,
}

/** Whether that part of the list is in random order itself. */
export function isShuffled(place: Place): bool {
  return place != Place.Allocatable && place != Place.ContainerFs;
}

export function placeOf(index: i32): Place {
  return inMask(step.met, index) ? configuredPlaceOf(index) : Place.Unresolved;
}

export function configuredPlaceOf(index: i32): Place {
  const origin = configuredOriginOf(index);
  if (origin == ThresholdOrigin.EvictionSoft) return Place.EvictionSoft;
  if (origin == ThresholdOrigin.EnforceNodeAllocatable) return Place.Allocatable;
  return origin == ThresholdOrigin.ContainerFs ? Place.ContainerFs : Place.EvictionHard;
}

/** All thresholds that may come first: the memory ones if there are any, else all. */
export function possibleChoices(updated: u64): u64 {
  let memorySignals: u64 = 0;
  let rest = updated;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    if (isMemorySignal(i32(thresholdAt(index).signal))) memorySignals |= bit(index);
  }
  const possible = memorySignals != 0 ? memorySignals : updated;
  return behavesAs(Behavior.RanksByRequestAndPriority)
    ? withoutRepeats(possible)
    : onePerSignal(possible);
}

/** Equal thresholds are one entry of the kubelet's map, at the place of the first. */
export function withoutRepeats(thresholds: u64): u64 {
  let kept: u64 = 0;
  let rest = thresholds;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    if (!repeatsOneOf(kept, index)) kept |= bit(index);
  }
  return kept;
}

function repeatsOneOf(thresholds: u64, index: i32): bool {
  let rest = thresholds;
  while (rest != 0) {
    const other = i32(ctz(rest));
    rest &= rest - 1;
    if (isSameEntry(thresholdAt(other), thresholdAt(index))) return true;
  }
  return false;
}

/** Quantities and minimum reclaims are pointers there, which are never equal. */
function isSameEntry(a: Threshold, b: Threshold): bool {
  if (a.signal != b.signal || a.gracePeriodNanos != b.gracePeriodNanos) return false;
  if (a.valueKind != ValueKind.Percentage || b.valueKind != ValueKind.Percentage) return false;
  if (a.minReclaimKind != ValueKind.None || b.minReclaimKind != ValueKind.None) return false;
  return a.percentageBits == b.percentageBits;
}

/** The unit of choice of the 2016 proposal is the resource: one threshold represents it. */
function onePerSignal(thresholds: u64): u64 {
  let kept: u64 = 0;
  let rest = thresholds;
  let seen: u32 = 0;
  while (rest != 0) {
    const index = firstThreshold(rest);
    rest &= ~bit(index);
    const mask = u32(1) << u32(thresholdAt(index).signal);
    if ((seen & mask) == 0) kept |= bit(index);
    seen |= mask;
  }
  return kept;
}

/**
 * Whether eviction for a chosen threshold is immediate. The 2016 proposal: soft only if every
 * driving threshold of that resource is soft; since then the chosen threshold alone says it.
 */
export function isImmediate(chosen: i32, updated: u64): bool {
  if (isHard(thresholdAt(chosen))) return true;
  if (behavesAs(Behavior.RanksByRequestAndPriority)) return false;
  let rest = updated;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    const threshold = thresholdAt(index);
    const same = resourceOf(i32(threshold.signal)) == resourceOf(i32(thresholdAt(chosen).signal));
    if (same && isHard(threshold)) return true;
  }
  return false;
}
