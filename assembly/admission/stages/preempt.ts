/**
 * Which pods a kubelet preempts for a critical pod: as few as it finds of the best classes. Of the
 * Guaranteed pods it takes what all others together would not free, of the Burstable pods what
 * those and all BestEffort pods would not free, and of the BestEffort pods the rest. Within a class
 * it repeatedly takes the pod nearest to the amount still required.
 *
 * The distance is a sum of squares in float64, as in the real code: products, quotients and sums
 * are IEEE-exact, and squaring by multiplication gives what math.Pow gives.
 */
import { allocate } from "../../objects/allocation.ts";
import { podAt } from "../../objects/model/pod.ts";
import { QosClass } from "../../objects/requests/qosClass.ts";
import { addChosen, chosenCount, chosenResident, startChosen } from "../model/chosen.ts";
import {
  amountAt,
  copyAmounts,
  MISSING,
  requirementCount,
  requirementKind,
  requirementName,
  setAmount,
  unmetCount,
} from "../model/requirement.ts";
import {
  hasPriority,
  priorityOf,
  Resident,
  ResidentFlag,
  residentAt,
  residentCount,
  residentHas,
} from "../model/resident.ts";
import { freedOf, measureFreed } from "./residents.ts";

/** What is required while it is being reckoned with, and what stays required in the end. */
const REQUIRED: usize = memory.data(8 * 68, 8);
export const UNMET: usize = memory.data(8 * 68, 8);
const CLASSES: u32 = 3;

/** Indexes of residents by class; three parts, each with room for all of them. */
let members: usize = 0;
let capacity: u32 = 0;
const COUNTS: usize = memory.data(4 * 3, 4);
/** Where the pods of a class begin among those chosen, and how many they are. */
const CHOSEN_FROM: usize = memory.data(4 * 3, 4);
const CHOSEN_COUNT: usize = memory.data(4 * 3, 4);

/** Whether the order of the kubelet's pod list, which is chance, may have decided. */
export let orderDecided: bool = false;

/** Before the memory of objects is given back. */
export function forgetMembers(): void {
  members = 0;
  capacity = 0;
}

/**
 * Chooses for a pod that is critical or of a stated priority. Answers 1, or 0 when the missing
 * amounts cannot be freed; UNMET holds the rest. Negative when memory is short.
 */
export function choosePods(isCritical: bool, isStated: bool, priority: i32): i32 {
  orderDecided = false;
  memory.fill(CHOSEN_COUNT, 0, usize(4 * CLASSES));
  if (!makeRoom() || !startChosen(residentCount)) return -1;
  splitByClass(isCritical, isStated, priority);

  subtract(UNMET, BEST_EFFORT | BURSTABLE | GUARANTEED, 0);
  if (unmetCount(UNMET) > 0) return 0;
  subtract(REQUIRED, BEST_EFFORT | BURSTABLE, 0);
  if (!takeNearest(QosClass.Guaranteed)) return 0;
  subtract(REQUIRED, BEST_EFFORT, GUARANTEED);
  if (!takeNearest(QosClass.Burstable)) return 0;
  subtract(REQUIRED, 0, BURSTABLE | GUARANTEED);
  return takeNearest(QosClass.BestEffort) ? 1 : 0;
}

/** Sets of classes, by bit. */
const BEST_EFFORT: u32 = 1 << QosClass.BestEffort;
const BURSTABLE: u32 = 1 << QosClass.Burstable;
const GUARANTEED: u32 = 1 << QosClass.Guaranteed;

function makeRoom(): bool {
  if (residentCount <= capacity) return true;
  const at = allocate(usize(residentCount) * usize(CLASSES) * 4);
  if (at == 0) return false;
  members = at;
  capacity = residentCount;
  return true;
}

function splitByClass(isCritical: bool, isStated: bool, priority: i32): void {
  memory.fill(COUNTS, 0, usize(4 * CLASSES));
  for (let index: u32 = 0; index < residentCount; index++) {
    const resident = residentAt(index);
    if (resident.qosClass >= CLASSES) continue;
    if (!isPreemptable(resident, isCritical, isStated, priority)) continue;
    measureFreed(resident);
    const count = countOf(resident.qosClass);
    setMember(resident.qosClass, count, index);
    setCount(resident.qosClass, count + 1);
  }
}

function isPreemptable(resident: Resident, isCritical: bool, isStated: bool, priority: i32): bool {
  if (isCritical && !residentHas(resident, ResidentFlag.Critical)) return true;
  const pod = podAt(resident.pod);
  return isStated && hasPriority(pod) && priority > priorityOf(pod);
}

function memberPlace(qos: u32, place: u32): usize {
  return members + ((usize(qos) * usize(capacity) + usize(place)) << 2);
}

function memberAt(qos: u32, place: u32): u32 {
  return load<u32>(memberPlace(qos, place));
}

function setMember(qos: u32, place: u32, resident: u32): void {
  store<u32>(memberPlace(qos, place), resident);
}

function countOf(qos: u32): u32 {
  return load<u32>(COUNTS + (usize(qos) << 2));
}

function setCount(qos: u32, count: u32): void {
  store<u32>(COUNTS + (usize(qos) << 2), count);
}

/** What is missing less all pods of some classes and those chosen of others; 0 where it is met. */
function subtract(row: usize, all: u32, chosen: u32): void {
  for (let index: u32 = 0; index < requirementCount; index++) {
    setAmount(row, index, max(0, amountLeft(index, all, chosen)));
  }
}

/** Subtracting ends as soon as nothing is left, as in the real code: sums may overflow. */
function amountLeft(index: u32, all: u32, chosen: u32): i64 {
  let left = amountAt(MISSING, index);
  // Sums that overflow end at another pod in another order.
  if (left <= 0) orderDecided = true;
  for (let qos: u32 = 0; qos < CLASSES; qos++) {
    if (((all >> qos) & 1) == 0) continue;
    for (let place: u32 = 0; place < countOf(qos); place++) {
      left -= freed(memberAt(qos, place), index);
      if (left <= 0) return left;
    }
  }
  for (let qos: u32 = 0; qos < CLASSES; qos++) {
    if (((chosen >> qos) & 1) == 0) continue;
    for (let place: u32 = 0; place < chosenCountOf(qos); place++) {
      left -= freed(chosenOf(qos, place), index);
      if (left <= 0) return left;
    }
  }
  return left;
}

function freed(resident: u32, index: u32): i64 {
  const amount = freedOf(residentAt(resident), requirementName(index), requirementKind(index));
  if (amount < 0) orderDecided = true;
  return amount;
}

/** How many pods of a class are chosen. */
export function chosenCountOf(qos: u32): u32 {
  return load<u32>(CHOSEN_COUNT + (usize(qos) << 2));
}

/** The row of the chosen table for a pod of a class. */
export function chosenRow(qos: u32, place: u32): u32 {
  return load<u32>(CHOSEN_FROM + (usize(qos) << 2)) + place;
}

function chosenOf(qos: u32, place: u32): u32 {
  return chosenResident(chosenRow(qos, place));
}

/**
 * Takes pods of a class until nothing is required any more: the nearest, and of several that are
 * as near the one that requests less memory, then less cpu. Of equals the last in the list goes.
 */
function takeNearest(qos: u32): bool {
  store<u32>(CHOSEN_FROM + (usize(qos) << 2), chosenCount);
  let count = countOf(qos);
  for (let unmet = unmetCount(REQUIRED); unmet > 0; unmet = unmetCount(REQUIRED)) {
    if (count == 0) {
      copyAmounts(UNMET, REQUIRED);
      return false;
    }
    let best = f64(unmet + 1);
    let bestPlace: u32 = 0;
    let hasEquals = count > 1;
    for (let place: u32 = 0; place < count; place++) {
      const distance = distanceOf(memberAt(qos, place));
      if (distance > best) continue;
      const order =
        distance < best ? -1 : compareRequests(memberAt(qos, place), memberAt(qos, bestPlace));
      if (order > 0) continue;
      hasEquals = order == 0 && place != bestPlace;
      best = distance;
      bestPlace = place;
    }
    if (hasEquals) orderDecided = true;
    const chosen = memberAt(qos, bestPlace);
    addChosen(chosen, hasEquals, best, REQUIRED);
    store<u32>(CHOSEN_COUNT + (usize(qos) << 2), chosenCountOf(qos) + 1);
    subtractOne(chosen);
    setMember(qos, bestPlace, memberAt(qos, --count));
  }
  return true;
}

function subtractOne(resident: u32): void {
  for (let index: u32 = 0; index < requirementCount; index++) {
    const required = amountAt(REQUIRED, index);
    if (required > 0) setAmount(REQUIRED, index, max(0, required - freed(resident, index)));
  }
}

/** The sum of the squares of the shares that a pod leaves over of each amount still required. */
function distanceOf(resident: u32): f64 {
  let distance: f64 = 0;
  for (let index: u32 = 0; index < requirementCount; index++) {
    const required = amountAt(REQUIRED, index);
    if (required <= 0) continue;
    const remaining = f64(required - freed(resident, index));
    if (remaining <= 0) continue;
    const share = remaining / f64(required);
    distance += share * share;
  }
  return distance;
}

/** By memory, then by cpu. */
function compareRequests(a: u32, b: u32): i32 {
  const left = residentAt(a);
  const right = residentAt(b);
  if (left.memory != right.memory) return left.memory < right.memory ? -1 : 1;
  if (left.milliCPU != right.milliCPU) return left.milliCPU < right.milliCPU ? -1 : 1;
  return 0;
}
