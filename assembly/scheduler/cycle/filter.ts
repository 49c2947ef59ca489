/**
 * Filter: the first plugin that refuses a node, in the profile's order. A node that other pods are
 * nominated to is tried with them first, then without them, and has to pass both times.
 */
import { Pod, podAt } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { isNominatedTo, nominatedAt, nominationCount } from "../model/nominations.ts";
import { Plugin } from "../model/plugin.ts";
import { priorityOf } from "../model/priority.ts";
import { filterAt, filterOrder, Profile } from "../model/profile.ts";
import {
  filtersByTopology,
  restartTopologyFilters,
  shiftTopology,
  topologyRefusal,
} from "../topology/topology.ts";
import { liftPod, putPod } from "./moves.ts";
import { INVALID_SCORE, refusalOf, Template } from "./template.ts";

let isTopologyEarly: bool = false;

/** Prepares the filters of a cycle; those of the topology are prepared before. */
export function startFilters(profile: Profile): void {
  isTopologyEarly = filtersByTopology() && isEarly(profile);
}

/** Whether a filter that looks at a node alone comes after one that looks at other pods. */
function isEarly(profile: Profile): bool {
  let isSeen = false;
  for (let index: u32 = 0; index < profile.filterCount; index++) {
    const plugin = filterAt(profile, index);
    if (plugin == Plugin.PodTopologySpread || plugin == Plugin.InterPodAffinity) isSeen = true;
    else if (isSeen) return true;
  }
  return false;
}

/** The filter by which a node refuses for itself, or -1. @inline */
export function localRefusal(local: i32): i32 {
  return local < 0 && local != INVALID_SCORE ? -1 - local : -1;
}

/** The first filter that refuses, or -1; `local` is what the node alone scores, or refuses by. */
export function firstRefusal(profile: Profile, local: i32, position: u32): i32 {
  const refusal = localRefusal(local);
  if (!filtersByTopology()) return refusal;
  // Elsewhere than by default spread and affinity may come before the others.
  if (refusal >= 0 && !isTopologyEarly) return refusal;
  const other = topologyRefusal(position);
  if (other < 0 || refusal < 0) return max(other, refusal);
  return filterOrder(profile, other) < filterOrder(profile, refusal) ? other : refusal;
}

/** As `refusalWithoutNominated`, also with the pods that are nominated to the node. */
export function nodeRefusal(
  pod: Pod,
  row: u32,
  template: Template,
  profile: Profile,
  position: u32,
): i32 {
  if (isNominatedTo(position)) {
    const refusal = refusalWithNominated(pod, row, template, profile, position);
    if (refusal >= 0) return refusal;
  }
  return refusalWithoutNominated(template, profile, position);
}

/** The first filter that refuses the node with the pods placed on it, or -1. Nothing is cached. */
export function refusalWithoutNominated(template: Template, profile: Profile, position: u32): i32 {
  return firstRefusal(profile, -1 - refusalOf(template, position), position);
}

function refusalWithNominated(
  pod: Pod,
  row: u32,
  template: Template,
  profile: Profile,
  position: u32,
): i32 {
  if (!addNominated(pod, row, profile, position)) return -1;
  const refusal = refusalWithoutNominated(template, profile, position);
  removeNominated(pod, row, profile, position);
  return refusal;
}

/** Puts the pods on a node that count there for this one; false when there are none. */
function addNominated(pod: Pod, row: u32, profile: Profile, position: u32): bool {
  return moveNominated(pod, row, profile, position, true);
}

function removeNominated(pod: Pod, row: u32, profile: Profile, position: u32): void {
  moveNominated(pod, row, profile, position, false);
}

function moveNominated(pod: Pod, row: u32, profile: Profile, position: u32, puts: bool): bool {
  const priority = priorityOf(pod);
  let isAny = false;
  for (let index: u32 = 0; index < nominationCount; index++) {
    const other = nominatedAt(index, position, priority);
    if (other == NO_ROW || other == row) continue;
    if (puts) putPod(other, position);
    else liftPod(other, position);
    shiftTopology(podAt(other), pod, position, puts ? 1 : -1);
    isAny = true;
  }
  if (isAny) restartTopologyFilters(pod, profile);
  return isAny;
}

/** Whether nominated pods are on the node while reasons of its refusal are written. */
let isShown: bool = false;

/**
 * Call before writing the reasons of a node's refusal: restores the state in which it was
 * refused. Call `endReasons` after.
 */
export function beginReasons(
  pod: Pod,
  row: u32,
  template: Template,
  profile: Profile,
  position: u32,
): void {
  isShown = false;
  if (!isNominatedTo(position) || !addNominated(pod, row, profile, position)) return;
  isShown = refusalWithoutNominated(template, profile, position) >= 0;
  if (!isShown) removeNominated(pod, row, profile, position);
}

export function endReasons(pod: Pod, row: u32, profile: Profile, position: u32): void {
  if (isShown) removeNominated(pod, row, profile, position);
  isShown = false;
}
