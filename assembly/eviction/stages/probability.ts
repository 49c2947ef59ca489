/**
 * How probable it is that the kubelet takes one of the thresholds that may come first, as exact
 * eighths. Its list of thresholds becomes a Go map; one of up to 8 entries has 8 slots, filled in
 * order, and is walked through from a random slot on:
 *
 * ```
 *  list, and slots     A  B  C  .  .  .  .  .        each of the 8 starts is as probable
 *  walk from slot 1    B  C  A                       1/8
 *  walk from slot 2    C  A  B                       1/8
 *  any other walk      A  B  C                       6/8
 * ```
 *
 * Of memory thresholds the last one that a walk meets is taken, of others the first one: see
 * `likeliest.ts`. The place of a threshold is unknown when the order of its part of the list is
 * random as well; larger maps keep their entries in other places. Spec 3.9, 0.4.
 */
import { behavesAs } from "../../node/model/behavior.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { isMemorySignal } from "../../node/model/signal.ts";
import { step } from "../model/step.ts";
import { thresholdAt } from "../model/threshold.ts";
import { isShuffled, Place, placeOf, possibleChoices, withoutRepeats } from "./choose.ts";

export const SLOTS: i32 = 8;
/** Before Go 1.19, more than these were sorted in two passes. */
const SORTED_AT_ONCE_MAX: i32 = 6;

/** In eighths; 0 when it is not known. `choice` is one of the possible choices of the step. */
export function eighthsOf(choice: i32): i32 {
  if (!behavesAs(Behavior.RanksByRequestAndPriority)) return 0;
  const entries = withoutRepeats(step.unresolved);
  const choices = possibleChoices(step.updatedStats);
  if (!isWalkKnown(entries) || !isOrdered(choices, entries)) return 0;
  return distanceToRival(choice, choices, entries);
}

/** Whether a walk through the map of these entries, and the sort after it, go as said above. */
export function isWalkKnown(entries: u64): bool {
  const sorted = i32(popcnt(step.updatedStats));
  if (sorted > SORTED_AT_ONCE_MAX && !behavesAs(Behavior.SortsAtOnce)) return false;
  return i32(popcnt(entries)) <= SLOTS;
}

/** Whether the place of each choice in the list is certain. */
function isOrdered(choices: u64, entries: u64): bool {
  let rest = choices;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    const place = placeOf(index);
    if (!isShuffled(place)) continue;
    if (countAt(place, entries) > 1) return false;
  }
  return true;
}

export function countAt(place: Place, entries: u64): i32 {
  let count = 0;
  let rest = entries;
  while (rest != 0) {
    if (placeOf(i32(ctz(rest))) == place) count++;
    rest &= rest - 1;
  }
  return count;
}

/** How many entries come before one with a certain place. */
export function slotOf(index: i32, entries: u64): i32 {
  const place = placeOf(index);
  let before = 0;
  let rest = entries;
  while (rest != 0) {
    const other = i32(ctz(rest));
    rest &= rest - 1;
    const its = placeOf(other);
    if (its < place || (its == place && other < index)) before++;
  }
  return before;
}

/**
 * The starts that lead to a choice: of memory, from the slot behind it up to the next choice; of
 * others, from behind the choice before it up to itself. Slots go round.
 */
function distanceToRival(choice: i32, choices: u64, entries: u64): i32 {
  const memory = isMemorySignal(i32(thresholdAt(choice).signal));
  const own = slotOf(choice, entries);
  let nearest = SLOTS;
  let rest = choices;
  while (rest != 0) {
    const other = i32(ctz(rest));
    rest &= rest - 1;
    if (other == choice) continue;
    const theirs = slotOf(other, entries);
    const distance = memory ? theirs - own : own - theirs;
    nearest = min(nearest, distance > 0 ? distance : distance + SLOTS);
  }
  return nearest;
}
