/**
 * What pods of one spec share under one profile: what they ask for, which nodes refuse them
 * regardless of the pods there, and the results for a node until something on it changed.
 *
 * Arrays by position, behind each other:
 *
 * ```
 *  worked out: 8 bytes         preference: 4   intolerable: 2   static: 1   image: 1
 *  ┌──────────┬─────────────┐
 *  │ changes  │ score, or   │   a refusal is -1 - the plugin that refuses first
 *  │ seen     │ refusal     │
 *  └──────────┴─────────────┘
 * ```
 */
import { matchesAnyTerm, matchesNodeAffinity, preferenceOf } from "../../filters/nodeAffinity.ts";
import { requestsAt } from "../../filters/nodeRequests.ts";
import { hasFreePorts } from "../../filters/ports.ts";
import { countInsufficient, fits } from "../../filters/resourcesFit.ts";
import {
  countUnpreferred,
  NO_SCHEDULE_EFFECTS,
  toleratesUnschedulable,
  untoleratedTaint,
} from "../../filters/taints.ts";
import { hasHostPorts, useAt, useOf } from "../../filters/uses.ts";
import { Node, nodeAt } from "../../objects/model/node.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { findRow, forgetIndex, indexRow, RowIndex } from "../../objects/model/rowIndex.ts";
import {
  appendRow,
  cutTable,
  forgetTable,
  NO_ROW,
  rowAt,
  Table,
} from "../../objects/model/table.ts";
import { podRequests, RequestRule } from "../../objects/requests/podRequests.ts";
import { Plugin } from "../model/plugin.ts";
import { filterAt, filterOrder, Profile, profileAt, weightOf } from "../model/profile.ts";
import { behavesAs, release } from "../model/release.ts";
import { Behavior } from "../model/releaseTable.ts";
import { changesOf, nodeCount, nodeRow, noteChange } from "../model/snapshot.ts";
import { scoreImages } from "../scores/images.ts";
import {
  balancedScore,
  DEMAND_BYTES,
  fillDemand,
  fitScore,
  isDemandless,
} from "../scores/resources.ts";
import { countsTaints } from "../topology/spread.ts";

@unmanaged
export class Template {
  spec: u32;
  profile: u32;
  /** Requests as the filter compares them. */
  use: u32;
  /** Where its arrays lie: a place of `PLACES`, plus 1; 0 while it has none. */
  place: u32;
  hasPorts: bool;
  isBalanced: bool;
  /** Whether NodeResourcesFit filters. */
  filtersFit: bool;
  /** Whether any node may be preferred less for a taint, or more for its labels. */
  hasIntolerable: bool;
  hasPreference: bool;
  hasImages: bool;
}

enum StaticBit {
  Unschedulable = 1,
  Taint = 2,
  Affinity = 4,
  AddedAffinity = 8,
  /** The others are worked out for the node. */
  Known = 128,
}

const HEAD_BYTES: usize = 24;
const TEMPLATE_BYTES: usize = HEAD_BYTES + 2 * DEMAND_BYTES;
const templates = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));
const ARRAYS = changetype<Region>(memory.data(8, 4));
/** Bytes of a place for each node, and how many places there may be. */
const NODE_BYTES: usize = 16;
const ARRAYS_BYTES_MAX: usize = 0x4000000;
const PLACES_MIN: u32 = 16;
const PLACES_MAX: u32 = 1024;
/** Which template each place belongs to, plus 1. */
const OWNERS: usize = memory.data(4 * 1024, 4);
const SUMS = changetype<Region>(memory.data(8, 4));

/** Whether some node has a taint that only asks to prefer others. */
let areNodesUnpreferred: bool = false;
let placeCount: u32 = 0;
let nextPlace: u32 = 0;
let arrays: usize = 0;
let sums: usize = 0;
let placeBytes: usize = 0;

export function forgetTemplates(): void {
  forgetTable(templates);
  forgetIndex(INDEX);
  forgetRegion(ARRAYS);
  forgetRegion(SUMS);
}

/** Room for the arrays of as many templates as there are specs, within bounds. */
export function startTemplates(specCount: u32): bool {
  cutTable(templates, 0);
  forgetIndex(INDEX);
  memory.fill(OWNERS, 0, 4 * usize(PLACES_MAX));
  placeBytes = (usize(nodeCount) * NODE_BYTES + 15) & ~15;
  const affordable = u32(ARRAYS_BYTES_MAX / max(placeBytes, 1));
  placeCount = min(min(max(affordable, PLACES_MIN), PLACES_MAX), max(specCount, 1));
  nextPlace = 0;
  arrays = takeRegion(ARRAYS, usize(placeCount) * placeBytes);
  sums = takeRegion(SUMS, usize(nodeCount) * 8 + 8);
  areNodesUnpreferred = false;
  for (let row: u32 = 0; row < nodeCount && !areNodesUnpreferred; row++) {
    areNodesUnpreferred = countUnpreferred(nodeAt(row).taints, 0, false) != 0;
  }
  return arrays != 0 && sums != 0;
}

export function templateAt(row: u32): Template {
  return changetype<Template>(rowAt(templates, row));
}

function demandAt(template: Template, balanced: bool): usize {
  return changetype<usize>(template) + HEAD_BYTES + (balanced ? DEMAND_BYTES : 0);
}

/** The template of a spec under a profile, with its arrays; NO_ROW after a failure. */
export function templateOf(spec: u32, profile: u32): u32 {
  let row = findRow(INDEX, templates, spec, profile);
  if (row == NO_ROW) row = makeTemplate(spec, profile);
  if (row != NO_ROW && templateAt(row).place == 0) givePlace(row);
  return row;
}

function makeTemplate(spec: u32, profileIndex: u32): u32 {
  const use = useOf(spec, 0);
  if (use == NO_ROW) return NO_ROW;
  const at = appendRow(templates, TEMPLATE_BYTES);
  if (at == 0) return NO_ROW;
  const template = changetype<Template>(at);
  const profile = profileAt(profileIndex);
  template.spec = spec;
  template.profile = profileIndex;
  template.use = use;
  template.hasPorts = hasHostPorts(spec);
  template.filtersFit = filterOrder(profile, Plugin.NodeResourcesFit) >= 0;
  template.hasIntolerable = areNodesUnpreferred;
  template.hasPreference =
    specWord(spec, SpecWord.PreferredNodeTerms) != 0 || profile.addedPreferredTerms != 0;
  // The score heeds neither pod-level resources nor what a status says; balancing does.
  const assumed = RequestRule.AssumeCPU | RequestRule.AssumeMemory;
  fillDemand(demandAt(template, false), profile.fitResources, podRequests(spec, 0, assumed));
  const plain = podRequests(spec, 0, release.requestRules);
  fillDemand(demandAt(template, true), profile.balancedResources, plain);
  const isEmpty = isDemandless(demandAt(template, true));
  template.isBalanced = !(behavesAs(Behavior.SkipsBestEffort) && isEmpty);
  return indexRow(INDEX, templates, templates.count - 1) ? templates.count - 1 : NO_ROW;
}

function givePlace(row: u32): void {
  const place = nextPlace;
  nextPlace = (nextPlace + 1) % placeCount;
  const owner = OWNERS + (usize(place) << 2);
  if (load<u32>(owner) != 0) templateAt(load<u32>(owner) - 1).place = 0;
  store<u32>(owner, row + 1);
  const template = templateAt(row);
  template.place = place + 1;
  const at = arraysOf(template);
  memory.fill(at, 0, placeBytes);
  template.hasImages =
    weightOf(profileAt(template.profile), Plugin.ImageLocality) != 0 &&
    scoreImages(template.spec, sums, imagesOf(template));
}

/** @inline */
export function arraysOf(template: Template): usize {
  return arrays + usize(template.place - 1) * placeBytes;
}

function preferencesOf(template: Template): usize {
  return arraysOf(template) + usize(nodeCount) * 8;
}

function intolerablesOf(template: Template): usize {
  return preferencesOf(template) + usize(nodeCount) * 4;
}

function staticsOf(template: Template): usize {
  return intolerablesOf(template) + usize(nodeCount) * 2;
}

function imagesOf(template: Template): usize {
  return staticsOf(template) + usize(nodeCount);
}

export function preferenceAt(template: Template, position: u32): i64 {
  return i64(load<i32>(preferencesOf(template) + (usize(position) << 2)));
}

export function intolerableAt(template: Template, position: u32): i64 {
  return i64(load<u16>(intolerablesOf(template) + (usize(position) << 1)));
}

export function imageScoreAt(template: Template, position: u32): i64 {
  return template.hasImages ? i64(load<u8>(imagesOf(template) + usize(position))) : 0;
}

/**
 * A node has other taints, or takes pods where it did not: it is worked out again. False where more
 * than templates went by its taints.
 */
export function forgetStatic(position: u32): bool {
  if (countsTaints) return false;
  const unpreferred = countUnpreferred(nodeAt(nodeRow(position)).taints, 0, false) != 0;
  if (unpreferred && !areNodesUnpreferred) return false;
  for (let place: u32 = 0; place < placeCount; place++) {
    const owner = load<u32>(OWNERS + (usize(place) << 2));
    if (owner == 0) continue;
    store<u8>(staticsOf(templateAt(owner - 1)) + usize(position), 0);
  }
  noteChange(position);
  return true;
}

/** Results that do not depend on the pods of a node: computed when a walk first reaches it. */
function bitsAt(template: Template, position: u32): u32 {
  const bits = u32(load<u8>(staticsOf(template) + usize(position)));
  return bits != 0 ? bits : workOutStatic(template, position);
}

function workOutStatic(template: Template, position: u32): u32 {
  const spec = template.spec;
  const profile = profileAt(template.profile);
  const node = nodeAt(nodeRow(position));
  if (template.hasIntolerable) {
    const tolerations = specWord(spec, SpecWord.Tolerations);
    const intolerable = countUnpreferred(node.taints, tolerations, false);
    store<u16>(intolerablesOf(template) + (usize(position) << 1), u16(intolerable));
  }
  if (template.hasPreference) {
    const preferred = specWord(spec, SpecWord.PreferredNodeTerms);
    const preference =
      preferenceOf(preferred, node) + preferenceOf(profile.addedPreferredTerms, node);
    store<i32>(preferencesOf(template) + (usize(position) << 2), i32(preference));
  }
  const bits = staticBits(spec, profile, node) | StaticBit.Known;
  store<u8>(staticsOf(template) + usize(position), u8(bits));
  return bits;
}

function staticBits(spec: u32, profile: Profile, node: Node): u32 {
  const tolerations = specWord(spec, SpecWord.Tolerations);
  let bits: u32 = 0;
  if (!toleratesUnschedulable(node, tolerations, false)) bits |= StaticBit.Unschedulable;
  if (untoleratedTaint(node.taints, tolerations, NO_SCHEDULE_EFFECTS, false) >= 0) {
    bits |= StaticBit.Taint;
  }
  if (!matchesNodeAffinity(spec, node)) bits |= StaticBit.Affinity;
  if (profile.hasAddedAffinity != 0 && !matchesAnyTerm(profile.addedTerms, node)) {
    bits |= StaticBit.AddedAffinity;
  }
  return bits;
}

/** Whether it is the configuration's affinity that a node does not match. */
export function isRefusedByAdded(template: Template, position: u32): bool {
  return (bitsAt(template, position) & StaticBit.AddedAffinity) != 0;
}

/** The score of a node that some plugin scores out of its range: the cycle fails if it counts. */
export const INVALID_SCORE: i32 = i32.MIN_VALUE;

/** The weighted score of what only this node decides, or -1 - the plugin that refuses. @inline */
export function localScore(template: Template, at: usize, position: u32): i32 {
  const entry = at + (usize(position) << 3);
  if (load<u32>(entry) == changesOf(position)) return load<i32>(entry, 4);
  return workOut(template, entry, position);
}

function workOut(template: Template, entry: usize, position: u32): i32 {
  const refusal = refusalOf(template, position);
  const score = refusal >= 0 ? -1 - refusal : weighted(template, position);
  store<u32>(entry, changesOf(position));
  store<i32>(entry, score, 4);
  return score;
}

/** The first filter that refuses a node for itself or for the pods on it, or -1. */
export function refusalOf(template: Template, position: u32): i32 {
  const profile = profileAt(template.profile);
  const bits = bitsAt(template, position);
  if (bits == StaticBit.Known && !template.hasPorts) {
    // Of the filters that depend on the node itself, only its resources are left.
    const isFull = template.filtersFit && !hasRoom(template, profile, nodeRow(position));
    return isFull ? Plugin.NodeResourcesFit : -1;
  }
  for (let index: u32 = 0; index < profile.filterCount; index++) {
    const plugin = filterAt(profile, index);
    if (refuses(template, profile, plugin, position, bits)) return plugin;
  }
  return -1;
}

function refuses(
  template: Template,
  profile: Profile,
  plugin: i32,
  position: u32,
  bits: u32,
): bool {
  const row = nodeRow(position);
  switch (plugin) {
    case Plugin.NodeUnschedulable:
      return (bits & StaticBit.Unschedulable) != 0;
    case Plugin.TaintToleration:
      return (bits & StaticBit.Taint) != 0;
    case Plugin.NodeAffinity:
      return (bits & (StaticBit.Affinity | StaticBit.AddedAffinity)) != 0;
    case Plugin.NodePorts:
      return template.hasPorts && !hasFreePorts(template.spec, requestsAt(row));
    case Plugin.NodeResourcesFit:
      return !hasRoom(template, profile, row);
    default:
      return false;
  }
}

function hasRoom(template: Template, profile: Profile, row: u32): bool {
  const use = useAt(template.use);
  if ((profile.ignoredResources | profile.ignoredGroups) == 0) {
    return fits(use, row, nodeAt(row), requestsAt(row));
  }
  return insufficientOn(template, row) == 0;
}

/** How many resources do not suffice; filters/resourcesFit.ts has them. */
export function insufficientOn(template: Template, row: u32): u32 {
  const profile = profileAt(template.profile);
  const use = useAt(template.use);
  const ignored = profile.ignoredResources;
  return countInsufficient(use, row, requestsAt(row), ignored, profile.ignoredGroups);
}

export function fitScoreAt(template: Template, position: u32): i64 {
  const row = nodeRow(position);
  const profile = profileAt(template.profile);
  const demand = demandAt(template, false);
  const node = nodeAt(row);
  return fitScore(demand, row, node, requestsAt(row), profile.strategy, profile.shape);
}

export function balancedScoreAt(template: Template, position: u32): i64 {
  const row = nodeRow(position);
  const demand = demandAt(template, true);
  return balancedScore(
    demand,
    row,
    nodeAt(row),
    requestsAt(row),
    behavesAs(Behavior.ComparesBalance),
  );
}

/** Sums of requests that overflow make such scores. */
export function isInvalid(score: i64): bool {
  return u64(score) > 100;
}

function weighted(template: Template, position: u32): i32 {
  const profile = profileAt(template.profile);
  let sum: i64 = 0;
  const fit = weightOf(profile, Plugin.NodeResourcesFit);
  if (fit != 0) {
    const score = fitScoreAt(template, position);
    if (isInvalid(score)) return INVALID_SCORE;
    sum += i64(fit) * score;
  }
  const balanced = weightOf(profile, Plugin.NodeResourcesBalancedAllocation);
  if (balanced != 0 && template.isBalanced) {
    const score = balancedScoreAt(template, position);
    if (isInvalid(score)) return INVALID_SCORE;
    sum += i64(balanced) * score;
  }
  const image = weightOf(profile, Plugin.ImageLocality);
  return i32(sum + i64(image) * imageScoreAt(template, position));
}
