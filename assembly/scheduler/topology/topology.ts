/** Rules that depend on where other pods are: spread and affinity, as filters and as scores. */
import { Pod, podAt, pods } from "../../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { decision } from "../model/decision.ts";
import { Plugin } from "../model/plugin.ts";
import { filterOrder, Profile, weightOf } from "../model/profile.ts";
import { feasibleAt, nodeCount, positionOf, setTotal, totalAt } from "../model/snapshot.ts";
import {
  AffinityRefusal,
  affinityRefusal,
  filtersByAffinity,
  forgetAffinity,
  rawAffinity,
  restartAffinity,
  scoresAffinity,
  startAffinity,
  startAffinityScore,
} from "./affinity.ts";
import { forgetColumns, startColumns } from "./columns.ts";
import { forgetOwned, startOwned } from "./constraints.ts";
import { forgetCounters, startCounters } from "./counters.ts";
import { forgetGroups, groupOf, joinGroup, startGroups } from "./groups.ts";
import { notePod } from "./meanings.ts";
import { noteOwner } from "./owners.ts";
import { forgetPairs, startPairs } from "./pairs.ts";
import {
  filtersBySpread,
  forgetSpread,
  isLeftOut,
  rawSpread,
  SpreadRefusal,
  scoresSpread,
  shiftSpread,
  spreadRefusal,
  startSpread,
  startSpreadScore,
  startStamps,
} from "./spread.ts";

const SCORE_MAX: i64 = 100;
const SCORES = changetype<Region>(memory.data(8, 4));

/** Raw scores by the place among the nodes that passed. */
let spreads: usize = 0;
let affinities: usize = 0;

let group: u32 = NO_ROW;
let spreadFilters: bool = false;
let affinityFilters: bool = false;
/** Which of the two refuses first. */
let isSpreadFirst: bool = true;
export let isSpreadScored: bool = false;
export let isAffinityScored: bool = false;

let spreadMin: i64 = 0;
let spreadMax: i64 = 0;
let affinityMin: i64 = 0;
let affinityMax: i64 = 0;

export function forgetTopology(): void {
  forgetColumns();
  forgetOwned();
  forgetCounters();
  forgetGroups();
  forgetPairs();
  forgetAffinity();
  forgetSpread();
  forgetRegion(SCORES);
}

/** Begins again for a new snapshot; false after a failure. */
export function startTopology(): bool {
  startColumns();
  startOwned();
  startCounters();
  startGroups();
  startPairs();
  spreads = takeRegion(SCORES, usize(nodeCount) * 16 + 16);
  affinities = spreads + usize(nodeCount) * 8;
  if (spreads == 0 || !startStamps()) return false;
  for (let row: u32 = 0; row < pods.count; row++) {
    const pod = podAt(row);
    pod.isOfGroup = false;
    if (pod.node == 0) continue;
    if (!joinGroup(row) || !noteOwner(pod, positionOf(pod.node - 1), 1)) return false;
  }
  return true;
}

/** Adds a pod that was placed on a node; false after a failure. */
export function notePlacement(row: u32, position: u32): bool {
  const pod = podAt(row);
  const own = groupOf(pod);
  if (own == NO_ROW || !joinGroup(row)) return false;
  return notePod(own, position, 1) && noteOwner(pod, position, 1);
}

/** A pod left a node. */
export function noteDeparture(pod: Pod, position: u32): void {
  const own = groupOf(pod);
  if (own != NO_ROW) notePod(own, position, -1);
  noteOwner(pod, position, -1);
}

/** Prepares the filters for a pod; false after a failure. */
export function startTopologyFilters(pod: Pod, profile: Profile): bool {
  group = groupOf(pod);
  if (group == NO_ROW) return false;
  const spreadOrder = filterOrder(profile, Plugin.PodTopologySpread);
  const affinityOrder = filterOrder(profile, Plugin.InterPodAffinity);
  isSpreadFirst = spreadOrder < affinityOrder;
  if (spreadOrder >= 0 && !startSpread(pod, group, profile)) return false;
  if (!startAffinity(pod, group)) return false;
  spreadFilters = spreadOrder >= 0 && filtersBySpread();
  affinityFilters = affinityOrder >= 0 && filtersByAffinity();
  return true;
}

/**
 * Prepares them again within a cycle, after pods came or left. A plugin that had nothing to say
 * when the cycle began is skipped until it ends.
 */
export function restartTopologyFilters(pod: Pod, profile: Profile): void {
  // Every counter that they need is there since the cycle began, so nothing can fail.
  if (spreadFilters) {
    startSpread(pod, group, profile);
    spreadFilters = filtersBySpread();
  }
  if (affinityFilters) restartAffinity(pod, group);
}

/** As `shiftSpread`, for a pod that is added to the node or removed within the cycle of another. */
export function shiftTopology(other: Pod, pod: Pod, position: u32, sign: i32): void {
  if (spreadFilters) shiftSpread(other, pod.namespace, position, sign);
}

/** Whether either has anything to say about the pod. @inline */
export function filtersByTopology(): bool {
  return spreadFilters || affinityFilters;
}

/** Which of the two refuses a node, or -1. @inline */
export function topologyRefusal(position: u32): i32 {
  const bySpread = spreadFilters && spreadRefusal(position) != SpreadRefusal.None;
  if (bySpread && (isSpreadFirst || !affinityFilters)) return Plugin.PodTopologySpread;
  if (affinityFilters && affinityRefusal(position) != AffinityRefusal.None) {
    return Plugin.InterPodAffinity;
  }
  return bySpread ? Plugin.PodTopologySpread : -1;
}

/** Scores the nodes that passed and adds what they weigh; false after a failure. */
export function addTopologyScores(pod: Pod, profile: Profile): bool {
  isSpreadScored = false;
  isAffinityScored = false;
  if (weightOf(profile, Plugin.PodTopologySpread) != 0) {
    if (!startSpreadScore(pod, group, profile)) return false;
    isSpreadScored = scoresSpread();
  }
  if (weightOf(profile, Plugin.InterPodAffinity) != 0) {
    if (!startAffinityScore(pod, group, profile)) return false;
    isAffinityScored = scoresAffinity;
  }
  if (isSpreadScored) collectSpread();
  if (isAffinityScored) collectAffinity();
  if (isSpreadScored || isAffinityScored) addWeighted(profile);
  return true;
}

function collectSpread(): void {
  spreadMin = i64.MAX_VALUE;
  spreadMax = 0;
  for (let index: u32 = 0; index < decision.feasible; index++) {
    const position = feasibleAt(index);
    const raw = rawSpread(position);
    store<i64>(spreads + (usize(index) << 3), raw);
    if (isLeftOut(position)) continue;
    spreadMin = min(spreadMin, raw);
    spreadMax = max(spreadMax, raw);
  }
}

function collectAffinity(): void {
  affinityMin = i64.MAX_VALUE;
  affinityMax = i64.MIN_VALUE;
  for (let index: u32 = 0; index < decision.feasible; index++) {
    const raw = rawAffinity(feasibleAt(index));
    store<i64>(affinities + (usize(index) << 3), raw);
    affinityMin = min(affinityMin, raw);
    affinityMax = max(affinityMax, raw);
  }
}

function addWeighted(profile: Profile): void {
  const spreadWeight = i64(weightOf(profile, Plugin.PodTopologySpread));
  const affinityWeight = i64(weightOf(profile, Plugin.InterPodAffinity));
  // Neighbors often have the same raw score: a division less for each that does.
  let spread: i64 = -1;
  let affinity: i64 = i64.MIN_VALUE;
  let spreadScore: i64 = 0;
  let affinityScore: i64 = 0;
  for (let index: u32 = 0; index < decision.feasible; index++) {
    let total = totalAt(index);
    if (isSpreadScored && !isLeftOut(feasibleAt(index))) {
      if (rawSpreadAt(index) != spread) spreadScore = normalizedSpread(index);
      spread = rawSpreadAt(index);
      total += spreadWeight * spreadScore;
    }
    if (isAffinityScored) {
      if (rawAffinityAt(index) != affinity) affinityScore = affinityScoreAt(index);
      affinity = rawAffinityAt(index);
      total += affinityWeight * affinityScore;
    }
    setTotal(index, total);
  }
}

export function rawSpreadAt(index: u32): i64 {
  return load<i64>(spreads + (usize(index) << 3));
}

export function rawAffinityAt(index: u32): i64 {
  return load<i64>(affinities + (usize(index) << 3));
}

/** The fewer pods, the more: 100 when there are none anywhere, 0 for nodes that are left out. */
export function spreadScoreAt(index: u32): i64 {
  return isLeftOut(feasibleAt(index)) ? 0 : normalizedSpread(index);
}

function normalizedSpread(index: u32): i64 {
  if (spreadMax == 0) return SCORE_MAX;
  return (SCORE_MAX * (spreadMax + spreadMin - rawSpreadAt(index))) / spreadMax;
}

/** From 0 for the least to 100 for the most. */
export function affinityScoreAt(index: u32): i64 {
  const span = affinityMax - affinityMin;
  if (span <= 0) return 0;
  const share = f64(rawAffinityAt(index) - affinityMin) / f64(span);
  return i64(f64(SCORE_MAX) * share);
}
