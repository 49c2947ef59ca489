/**
 * Which pods of a node would have to go: all of a lower priority are taken away, and as many as
 * can stay are put back, those against a budget first, then the more important ones first.
 */
import { requestsAt } from "../../../filters/nodeRequests.ts";
import { Pod, podAt } from "../../../objects/model/pod.ts";
import { priorityOf } from "../../model/priority.ts";
import { Profile } from "../../model/profile.ts";
import { nodeRow } from "../../model/snapshot.ts";
import { forgetShifts } from "../../topology/spread.ts";
import { restartTopologyFilters, shiftTopology } from "../../topology/topology.ts";
import { nodeRefusal } from "../filter.ts";
import { liftPod, putPod } from "../moves.ts";
import { Template } from "../template.ts";
import { resetBudgets, violatesBudget } from "./budgets.ts";
import { Fate, sortVictims, VICTIM_BYTES, Victim, victimAt } from "./order.ts";

/** The result of removing pods. */
export enum Trial {
  /** No pod has a lower priority. */
  NoLowerPriority = 0,
  /** The pod does not fit even without them. */
  Refused,
  Fits,
}

let pod: Pod = changetype<Pod>(0);
let row: u32 = 0;
let template: Template = changetype<Template>(0);
let profile: Profile = changetype<Profile>(0);
let position: u32 = 0;
let list: usize = 0;
let count: u32 = 0;

/** The pod that might preempt, and where the pods of a node are collected. */
export function startTrials(subject: u32, shared: Template, under: Profile, at: usize): void {
  row = subject;
  pod = podAt(subject);
  template = shared;
  profile = under;
  list = at;
  count = 0;
}

/** Takes the lower pods of a node away, in their order on the node; how many they are. */
function takeAway(): u32 {
  const priority = priorityOf(pod);
  const requests = requestsAt(nodeRow(position));
  count = 0;
  // Pods that wait are tried again and again, while full nodes do not change.
  if (requests.hasFloor != 0 && requests.floor >= priority) return 0;
  let floor = i32.MAX_VALUE;
  for (let link = requests.first; link != 0; link = podAt(link - 1).next) {
    const other = podAt(link - 1);
    const lower = priorityOf(other);
    floor = min(floor, lower);
    if (lower >= priority) continue;
    const victim = victimAt(list, count++);
    victim.pod = link - 1;
    victim.priority = lower;
    victim.started = other.started;
    victim.place = other.place;
    victim.fate = Fate.Away;
  }
  requests.floor = floor;
  requests.hasFloor = 1;
  if (count == 0) return 0;
  sortByPlace();
  for (let index: u32 = 0; index < count; index++) lift(victimAt(list, index));
  restartTopologyFilters(pod, profile);
  return count;
}

/** A node's pods are linked from the last one that came, so they are nearly in reverse. */
function sortByPlace(): void {
  for (let low: u32 = 0; low < count >> 1; low++) exchange(low, count - 1 - low);
  for (let index: u32 = 1; index < count; index++) {
    for (let at = index; at > 0; at--) {
      if (victimAt(list, at - 1).place < victimAt(list, at).place) break;
      exchange(at - 1, at);
    }
  }
}

const SPARE: usize = memory.data(24, 8);

function exchange(index: u32, other: u32): void {
  const a = changetype<usize>(victimAt(list, index));
  const b = changetype<usize>(victimAt(list, other));
  memory.copy(SPARE, a, VICTIM_BYTES);
  memory.copy(a, b, VICTIM_BYTES);
  memory.copy(b, SPARE, VICTIM_BYTES);
}

function lift(victim: Victim): void {
  liftPod(victim.pod, position);
  shiftTopology(podAt(victim.pod), pod, position, -1);
}

function putBack(victim: Victim): void {
  const other = podAt(victim.pod);
  putPod(victim.pod, position);
  other.place = victim.place;
  shiftTopology(other, pod, position, 1);
}

function fits(): bool {
  return nodeRefusal(pod, row, template, profile, position) < 0;
}

/**
 * Tries a node without its lower pods. The node is left without the victims, so
 * that reasons can be written; `endTrial` puts all of them back.
 */
export function tryNode(at: u32): Trial {
  position = at;
  forgetShifts();
  if (takeAway() == 0) return Trial.NoLowerPriority;
  if (!fits()) return Trial.Refused;
  sortVictims(list, count);
  const violating = markViolating();
  spare(Fate.GoesAgainstBudget);
  spare(Fate.Goes);
  keepVictims(violating);
  return Trial.Fits;
}

/** Marks what becomes of each pod if it cannot stay; how many are against a budget. */
function markViolating(): u32 {
  let violating: u32 = 0;
  resetBudgets();
  for (let index: u32 = 0; index < count; index++) {
    const victim = victimAt(list, index);
    const violates = violatesBudget(podAt(victim.pod));
    victim.fate = violates ? Fate.GoesAgainstBudget : Fate.Goes;
    if (violates) violating++;
  }
  return violating;
}

/** Reprieves the victims of one kind next to which the pod still fits. */
function spare(fate: Fate): void {
  for (let index: u32 = 0; index < count; index++) {
    const victim = victimAt(list, index);
    if (victim.fate != u32(fate)) continue;
    putBack(victim);
    restartTopologyFilters(pod, profile);
    if (fits()) {
      victim.fate = Fate.Spared;
      continue;
    }
    lift(victim);
    restartTopologyFilters(pod, profile);
  }
}

/** Those that go, first: against budgets, then the others; sorted again where both were tried. */
function keepVictims(violating: u32): void {
  const wasMixed = violating != 0 && violating != count;
  const going = gather(Fate.GoesAgainstBudget, 0);
  const gone = gather(Fate.Goes, going);
  if (wasMixed) sortVictims(list, gone);
}

/** Moves the pods of one fate to `place`, the others behind them; each in their order. */
function gather(fate: Fate, place: u32): u32 {
  for (let index = place; index < count; index++) {
    if (victimAt(list, index).fate != u32(fate)) continue;
    for (let at = index; at > place; at--) exchange(at - 1, at);
    place++;
  }
  return place;
}

/** The pods that go, in their order, from the beginning of the list; how many. */
export function victimCount(): u32 {
  let going: u32 = 0;
  while (going < count && victimAt(list, going).fate >= u32(Fate.Goes)) going++;
  return going;
}

/** The node is again as it was. */
export function endTrial(): void {
  if (count == 0) return;
  for (let index: u32 = 0; index < count; index++) {
    const victim = victimAt(list, index);
    if (victim.fate != u32(Fate.Spared)) putBack(victim);
  }
  count = 0;
  forgetShifts();
  restartTopologyFilters(pod, profile);
}
