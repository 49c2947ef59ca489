/**
 * Which threshold to reclaim, and which others the kubelet could have taken: it keeps them in a
 * random order and only guarantees that memory goes first. Spec 3.9, 0.4.
 */
import { Behaviour } from "../model/behaviour.ts";
import { behavesAs } from "../model/policy.ts";
import { isMemorySignal, resourceOf } from "../model/signal.ts";
import { bit, isHard, thresholdAt } from "../model/threshold.ts";
import { firstThreshold } from "./thresholds.ts";

/** The canonical choice, or -1. */
export function firstToReclaim(updated: u64): i32 {
  return firstThreshold(updated);
}

/** All thresholds that may stand first: the memory ones if there are any, else all. */
export function possibleChoices(updated: u64): u64 {
  let memorySignals: u64 = 0;
  let rest = updated;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    if (isMemorySignal(i32(thresholdAt(index).signal))) memorySignals |= bit(index);
  }
  const possible = memorySignals != 0 ? memorySignals : updated;
  return behavesAs(Behaviour.RanksByRequestAndPriority) ? possible : onePerSignal(possible);
}

/** The unit of choice of the 2016 proposal is the resource: one threshold stands for it. */
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
  if (behavesAs(Behaviour.RanksByRequestAndPriority)) return false;
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
