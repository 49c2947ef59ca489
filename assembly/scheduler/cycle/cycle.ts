/**
 * One scheduling cycle, from the gates to the chosen node, in the order of the framework:
 * PreEnqueue, PreFilter, Filter on as many nodes as are needed, Score, NormalizeScore, weights,
 * selection.
 */

import { SchedulerAction } from "../../abi.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { findNode } from "../../objects/model/node.ts";
import { Pod, PodFlag, podAt } from "../../objects/model/pod.ts";
import {
  SpecWord,
  specWord,
  UNEVALUATED_SHIFT,
  UnevaluatedBit,
} from "../../objects/model/podSpec.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { clearDecision, decision } from "../model/decision.ts";
import { extenders } from "../model/extenders.ts";
import { isNominatedTo, nominationCount } from "../model/nominations.ts";
import { Plugin } from "../model/plugin.ts";
import {
  NO_PERCENTAGE,
  Profile,
  percentageOfNodesToScore,
  profileAt,
  profileNamed,
  weightOf,
} from "../model/profile.ts";
import {
  feasibleAt,
  namedAt,
  nodeCount,
  positionOf,
  setFeasible,
  setRefusal,
  setTotal,
  totalAt,
} from "../model/snapshot.ts";
import { UNEVALUATED_BITS, unevaluatedPlugin } from "../model/unevaluated.ts";
import {
  addTopologyScores,
  filtersByTopology,
  startTopologyFilters,
} from "../topology/topology.ts";
import { namedNodes, namesAll } from "./affinityNames.ts";
import { chooseIndex } from "./choose.ts";
import { firstRefusal, localRefusal, nodeRefusal, startFilters } from "./filter.ts";
import { preempt } from "./preemption/preempt.ts";
import { isGated } from "./queue.ts";
import {
  arraysOf,
  INVALID_SCORE,
  intolerableAt,
  localScore,
  preferenceAt,
  Template,
  templateAt,
  templateOf,
} from "./template.ts";

const SCORE_MAX: i64 = 100;
/** Below this many nodes all are tried, and never fewer are looked for. */
const FEASIBLE_MIN: u32 = 100;
const PERCENTAGE_MIN: i32 = 5;

/** Where the next walk begins. */
let nextStart: u32 = 0;
/** The first position that passed the filters and scores out of range, plus 1. */
let invalid: u32 = 0;

export function startWalks(start: u32): void {
  nextStart = start;
}

/** What the next decision depends on in addition to the cluster. */
export function nextWalk(): u32 {
  return nextStart;
}

/** Decides about a pod; answers a `SchedulerAction`, or a failure as NO_ROW in `template`. */
export function schedulePod(row: u32): SchedulerAction {
  const pod = podAt(row);
  clearDecision();
  decision.step++;
  decision.pod = row;
  decision.start = nodeCount == 0 ? 0 : nextStart % nodeCount;
  decision.profile = profileNamed(specWord(pod.spec, SpecWord.SchedulerName));
  pod.flags |= PodFlag.Tried;
  decision.action = decide(pod);
  return decision.action;
}

function decide(pod: Pod): SchedulerAction {
  const profile = profileAt(u32(max(decision.profile, 0)));
  if (isGated(pod)) return SchedulerAction.Gated;
  decision.unevaluated = unevaluatedOf(pod, profile);
  if (nodeCount == 0) return SchedulerAction.Unschedulable;
  decision.template = templateOf(pod.spec, u32(max(decision.profile, 0)));
  if (decision.template == NO_ROW) return SchedulerAction.None;
  const template = templateAt(decision.template);
  if (!startTopologyFilters(pod, profile)) return SchedulerAction.None;
  if (!preFilter(pod, profile)) return refuse(pod, template, profile);
  filterNodes(pod, template, profile);
  // Preferred terms are parsed only where nodes are scored.
  if (decision.feasible < 2) decision.unevaluated &= ~u32(UnevaluatedBit.NodeAffinity);
  if (decision.unevaluated != 0 || isForeign(profile)) return SchedulerAction.NotEvaluated;
  if (decision.feasible == 0) return refuse(pod, template, profile);
  if (!score(pod, template, profile)) return SchedulerAction.None;
  return decision.invalid != 0 ? SchedulerAction.Error : SchedulerAction.Scheduled;
}

/** What the pod needs of plugins that are not run, unless the profile does without them. */
function unevaluatedOf(pod: Pod, profile: Profile): u32 {
  let bits = specWord(pod.spec, SpecWord.Flags) >> UNEVALUATED_SHIFT;
  for (let bit = 0; bit < UNEVALUATED_BITS; bit++) {
    const plugin = unevaluatedPlugin(bit);
    // The others exist only on request.
    const isUsual = plugin < Plugin.DynamicResources || plugin == Plugin.NodeDeclaredFeatures;
    if (isUsual && ((profile.absent >> plugin) & 1) != 0) bits &= ~(1 << bit);
  }
  return bits;
}

/** Whether an extender also decides, or a plugin fails each pod. */
function isForeign(profile: Profile): bool {
  return (profile.failing | profile.foreign | extenders) != 0;
}

/** PostFilter, for a pod that fits nowhere. */
function refuse(pod: Pod, template: Template, profile: Profile): SchedulerAction {
  if (profile.hasPreemption != 0) preempt(pod, template, profile);
  return SchedulerAction.Unschedulable;
}

/** False when every node is refused before any is tried. */
function preFilter(pod: Pod, profile: Profile): bool {
  if ((profile.preFilters & (1 << Plugin.NodeAffinity)) == 0) return true;
  const names = namedNodes(pod.spec);
  if (namesAll) return true;
  decision.named = names;
  decision.conflicts = names == 0;
  return names != 0;
}

function filterNodes(pod: Pod, template: Template, profile: Profile): void {
  startFilters(profile);
  invalid = 0;
  if (pod.nominatedNodeName != 0 && tryNominated(pod, template, profile)) return;
  if (decision.named != 0) walkNamed(pod, template, profile);
  else walkAll(pod, template, profile);
  const processed = decision.feasible + decision.refused;
  nextStart = (decision.start + processed) % nodeCount;
}

/** A node that the pod was nominated to is tried first, and taken alone when it passes. */
function tryNominated(pod: Pod, template: Template, profile: Profile): bool {
  const row = findNode(pod.nominatedNodeName);
  if (row == NO_ROW) return false;
  const position = positionOf(row);
  const refusal = nodeRefusal(pod, decision.pod, template, profile, position);
  if (refusal >= 0) {
    setRefusal(position, refusal + 1);
    decision.nominated = position + 1;
    decision.refused = 1;
    return false;
  }
  setFeasible(0, position);
  setRefusal(position, 0);
  decision.feasible = 1;
  decision.nominatedPassed = true;
  return true;
}

/** As many nodes as are looked for, or all. */
function wantedOf(profile: Profile, all: u32): u32 {
  if (profile.hasScores == 0) return 1;
  if (all < FEASIBLE_MIN) return all;
  let percentage = profile.percentageOfNodesToScore;
  if (percentage == NO_PERCENTAGE) percentage = percentageOfNodesToScore;
  if (percentage == 0) percentage = max(50 - i32(all / 125), PERCENTAGE_MIN);
  return max((all * u32(percentage)) / 100, FEASIBLE_MIN);
}

/** Keeps a node that passed, and the first with a score out of range. @inline */
function pass(index: u32, position: u32, local: i32): void {
  if (local == INVALID_SCORE && invalid == 0) invalid = position + 1;
  setFeasible(index, position);
  setTotal(index, local);
}

/** From the start on, until one more passed than is wanted: that one does not count. */
function walkAll(pod: Pod, template: Template, profile: Profile): void {
  const wanted = wantedOf(profile, nodeCount);
  const arrays = arraysOf(template);
  // What holds for the whole walk is asked once: a walk by 500 nodes is most of a decision.
  const isAlone = nominationCount == 0 && !filtersByTopology();
  let position = decision.start;
  let found: u32 = 0;
  let walked: u32 = 0;
  for (; walked < nodeCount; walked++) {
    let refusal: i32;
    let local: i32 = 0;
    if (!isAlone && isNominatedTo(position)) {
      refusal = nodeRefusal(pod, decision.pod, template, profile, position);
      local = localScore(template, arrays, position);
    } else {
      local = localScore(template, arrays, position);
      refusal = isAlone ? localRefusal(local) : firstRefusal(profile, local, position);
    }
    if (refusal < 0) {
      if (found == wanted) break;
      pass(found++, position, local);
    } else if (position + 1 != decision.nominated) decision.refused++;
    setRefusal(position, refusal + 1);
    if (++position == nodeCount) position = 0;
  }
  decision.feasible = found;
  decision.walked = walked;
}

/** The nodes that are named, in the order of the snapshot: the real order is that of a Go map. */
function walkNamed(pod: Pod, template: Template, profile: Profile): void {
  // Their positions are collected behind those that passed.
  let count: u32 = 0;
  const names = decision.named;
  for (let index: u32 = 0; index < listCount(names); index++) {
    const row = findNode(wordOf(names, index));
    if (row != NO_ROW) insertPosition(count++, positionOf(row));
  }
  decision.namedCount = count;
  const wanted = wantedOf(profile, count);
  const first = count == 0 ? 0 : decision.start % count;
  let found: u32 = 0;
  let walked: u32 = 0;
  for (; walked < count; walked++) {
    const position = namedAt((first + walked) % count);
    const refusal = nodeRefusal(pod, decision.pod, template, profile, position);
    if (refusal < 0 && found == wanted) break;
    setRefusal(position, refusal + 1);
    if (refusal >= 0) {
      if (position + 1 != decision.nominated) decision.refused++;
    } else {
      pass(found++, position, localScore(template, arraysOf(template), position));
    }
  }
  decision.feasible = found;
  decision.walked = walked;
}

/** Named positions are in the upper half of the positions that passed, ascending. */
function insertPosition(count: u32, position: u32): void {
  let place = count;
  while (place > 0 && namedAt(place - 1) > position) {
    setFeasible(nodeCount + place, namedAt(place - 1));
    place--;
  }
  setFeasible(nodeCount + place, position);
}

/** With one node left nothing is scored; false after a failure. */
function score(pod: Pod, template: Template, profile: Profile): bool {
  decision.isScored = decision.feasible > 1;
  decision.chosen = feasibleAt(0);
  if (!decision.isScored) return true;
  if (invalid != 0) {
    decision.invalid = invalid;
    decision.isScored = false;
    return true;
  }
  normalize(template, profile);
  if (!addTopologyScores(pod, profile)) return false;
  decision.chosen = feasibleAt(chooseIndex(decision.feasible));
  return true;
}

/** Adds the scores that are relative to the highest among the nodes that passed. */
function normalize(template: Template, profile: Profile): void {
  if (!normalizes(template, profile)) return;
  for (let index: u32 = 0; index < decision.feasible; index++) {
    const position = feasibleAt(index);
    decision.intolerableMax = max(decision.intolerableMax, intolerableAt(template, position));
    decision.preferenceMax = max(decision.preferenceMax, preferenceAt(template, position));
  }
  for (let index: u32 = 0; index < decision.feasible; index++) {
    const position = feasibleAt(index);
    let total = totalAt(index);
    total += i64(weightOf(profile, Plugin.TaintToleration)) * taintScore(template, position);
    total += i64(weightOf(profile, Plugin.NodeAffinity)) * affinityScore(template, position);
    setTotal(index, total);
  }
}

/** Whether any node scores otherwise than the others by its taints or labels. */
export function normalizes(template: Template, profile: Profile): bool {
  const byTaint = weightOf(profile, Plugin.TaintToleration) != 0 && template.hasIntolerable;
  return byTaint || (weightOf(profile, Plugin.NodeAffinity) != 0 && template.hasPreference);
}

/** 100 for none of the most taints that any node has. */
export function taintScore(template: Template, position: u32): i64 {
  const most = decision.intolerableMax;
  if (most == 0) return SCORE_MAX;
  return SCORE_MAX - (SCORE_MAX * intolerableAt(template, position)) / most;
}

export function affinityScore(template: Template, position: u32): i64 {
  const most = decision.preferenceMax;
  const preference = preferenceAt(template, position);
  return most == 0 ? preference : (SCORE_MAX * preference) / most;
}
