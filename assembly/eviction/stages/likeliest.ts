/**
 * Which threshold is reclaimed: of those that the kubelet may choose the likeliest. Spec 3.9.
 *
 * The kubelet fills a map in the order of a list, walks through it from a random slot on, and sorts
 * what it met so that memory comes first. The sort reverses memory thresholds, because to its
 * comparator each of them is less than any other threshold. So a walk takes the last memory
 * threshold that it meets, or the first threshold when none is about memory. How many of the walks
 * do so depends on how far the choice is from the next one, round the slots:
 *
 * ```
 *  slots           A  b  b  b  b  C  .  .     A and C may be chosen, b wait for their grace period
 *  walks to A      x                 x  x     3 of 8 starts
 *  walks to C         x  x  x  x  x           5 of 8 starts
 * ```
 *
 * A part of the list with a random order counts as the mean over its orders.
 */
import { behavesAs } from "../../node/model/behavior.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { isMemorySignal } from "../../node/model/signal.ts";
import { step } from "../model/step.ts";
import { thresholdAt } from "../model/threshold.ts";
import {
  configuredPlaceOf,
  isShuffled,
  Place,
  placeOf,
  possibleChoices,
  withoutRepeats,
} from "./choose.ts";
import { countAt, isWalkKnown, SLOTS, slotOf } from "./probability.ts";
import { firstThreshold } from "./thresholds.ts";

/** A multiple of every number of choices that a part of the list can have: 1 to 8. */
const MULTIPLE: u32 = 840;

/** The canonical choice, or -1. */
export function firstToReclaim(updated: u64): i32 {
  return likeliest(possibleChoices(updated));
}

/** The likeliest of some of the step's possible choices, or -1. */
export function likeliest(choices: u64): i32 {
  if (!behavesAs(Behavior.RanksByRequestAndPriority)) return firstThreshold(choices);
  let found = -1;
  let rest = choices;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    if (found < 0 || isLikelier(index, found)) found = index;
  }
  return found;
}

/**
 * Of choices that as many walks lead to, and of all in a map that is walked by no known rule: of
 * memory thresholds the one further back in the list, of others the one further in front. Where
 * the order of the list is random, the one with the first signal.
 */
function isLikelier(a: i32, b: i32): bool {
  const walksToA = walksTo(a);
  const walksToB = walksTo(b);
  if (walksToA != walksToB) return walksToA > walksToB;
  const memory = isMemorySignal(i32(thresholdAt(a).signal));
  if (placeOf(a) != placeOf(b)) return placeOf(a) > placeOf(b) == memory;
  const left = configuredPlaceOf(a);
  const right = configuredPlaceOf(b);
  if (left != right) return left > right == memory;
  if (!isShuffled(left)) return a > b == memory;
  return thresholdAt(a).signal < thresholdAt(b).signal;
}

/** MULTIPLE times the walks that lead to a choice in all orders of the list; 0 without a rule. */
function walksTo(choice: i32): u32 {
  const entries = withoutRepeats(step.unresolved);
  const choices = possibleChoices(step.updatedStats);
  if (!isWalkKnown(entries)) return 0;
  const place = placeOf(choice);
  const own = isShuffled(place) ? slotsOf(place, entries) : u32(1) << slotOf(choice, entries);
  const memory = isMemorySignal(i32(thresholdAt(choice).signal));
  const end = u32(1) << u32(popcnt(entries));
  let walks: u32 = 0;
  for (let taken: u32 = 0; taken < end; taken++) {
    // As many slots as choices, whatever the order: most are skipped without looking at it.
    if (popcnt(u64(taken)) != popcnt(choices)) continue;
    if (canFill(taken, choices, entries)) walks += walksToSlots(taken & own, taken, memory);
  }
  // Choices of one random part are as likely as each other.
  const sharers = isShuffled(place) ? countAt(place, choices) : 1;
  return sharers == 0 ? 0 : (walks * MULTIPLE) / u32(sharers);
}

/** The slots of one part of the list, as a mask. */
function slotsOf(place: Place, entries: u64): u32 {
  let before: u32 = 0;
  let own: u32 = 0;
  for (let rest = entries; rest != 0; rest &= rest - 1) {
    const its = placeOf(i32(ctz(rest)));
    before += u32(its < place);
    own += u32(its == place);
  }
  return ((u32(1) << own) - 1) << before;
}

/** Whether some order of the list puts its choices into just these slots. */
function canFill(taken: u32, choices: u64, entries: u64): bool {
  for (let place: Place = 0; place <= Place.Unresolved; place++) {
    const there = taken & slotsOf(place, entries);
    if (popcnt(there) != u32(countAt(place, choices))) return false;
  }
  let rest = choices;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    if (isShuffled(placeOf(index))) continue;
    if ((taken & (u32(1) << slotOf(index, entries))) == 0) return false;
  }
  return true;
}

/** How many of the 8 walks take one of the choices in `slots`, when they are in `taken`. */
function walksToSlots(slots: u32, taken: u32, memory: bool): u32 {
  let walks: u32 = 0;
  for (let slot: u32 = 0; slot < u32(SLOTS); slot++) {
    if ((slots & (u32(1) << slot)) == 0) continue;
    let distance: u32 = 1;
    while ((taken & (u32(1) << rivalSlot(slot, distance, memory))) == 0) distance++;
    walks += distance;
  }
  return walks;
}

/** The next choice wins memory from here on, the one before wins all else up to here. */
function rivalSlot(slot: u32, distance: u32, memory: bool): u32 {
  return (memory ? slot + distance : slot + u32(SLOTS) - distance) % u32(SLOTS);
}
