/** The table of nodes, in the order in which they were tried: scores, or what refused them. */

import { SchedulerAction } from "../../abi.ts";
import {
  beginArray,
  beginObject,
  beginValue,
  endArray,
  endObject,
  endValue,
  key,
  largeItemPlace,
  textMember,
  wrote,
} from "../../base/json/write.ts";
import { writeAscii } from "../../base/text.ts";
import { requestsAt } from "../../filters/nodeRequests.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { SpecFlag, specHas } from "../../objects/model/podSpec.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { affinityScore, normalizes, taintScore } from "../cycle/cycle.ts";
import {
  balancedScoreAt,
  fitScoreAt,
  imageScoreAt,
  intolerableAt,
  preferenceAt,
  Template,
  templateAt,
} from "../cycle/template.ts";
import { decision } from "../model/decision.ts";
import { Plugin } from "../model/plugin.ts";
import { Profile, profileAt, scorerAt, weightOf } from "../model/profile.ts";
import { feasibleAt, nodeRow, refusalAt, totalAt } from "../model/snapshot.ts";
import {
  affinityScoreAt,
  isAffinityScored,
  isSpreadScored,
  rawAffinityAt,
  rawSpreadAt,
  spreadScoreAt,
} from "../topology/topology.ts";
import { causeMember } from "./cause.ts";
import { beginFilterMember } from "./filterMember.ts";
import { writePlain } from "./plainText.ts";
import {
  addScoreText,
  copyScoreText,
  endScoreTexts,
  NODE_TEXT,
  NORMALIZED_TEXT,
  PLUGIN_TEXT,
  startScoreTexts,
  writeScore,
} from "./scoreTexts.ts";
import { walkedPosition } from "./walk.ts";

/** Plugins that score the pod, in their order; and more bytes than their scores take. */
const SCORERS: usize = memory.data(Plugin.End);
const SCORES_BYTES: usize = 192 * Plugin.End;
let scorerCount: u32 = 0;
let withCauses: bool = false;
let totalText: u32 = 0;

/** `hasCauses`: with what lacks on a node that refuses, and which of its taints. */
export function nodesMember(hasCauses: bool): void {
  withCauses = hasCauses;
  prepareScores();
  key("nodes");
  beginArray();
  if (decision.nominatedPassed) writeNode(feasibleAt(0), -1);
  else writeWalked();
  endArray();
}

function writeWalked(): void {
  // The nominated node was tried first, unless the walk came by it again.
  let passed: i32 = 0;
  const nominated = decision.nominated;
  if (nominated != 0 && !wasWalked(nominated - 1)) writeNode(nominated - 1, -1);
  for (let index: u32 = 0; index < decision.walked; index++) {
    const position = walkedPosition(index);
    if (refusalAt(position) != 0) writeNode(position, -1);
    // A cycle that failed reports no node that passed.
    else if (decision.action != SchedulerAction.Error) writeNode(position, passed++);
  }
}

function wasWalked(position: u32): bool {
  for (let index: u32 = 0; index < decision.walked; index++) {
    if (walkedPosition(index) == position) return true;
  }
  return false;
}

/** `passed`: the place among the nodes that passed. */
function writeNode(position: u32, passed: i32): void {
  const plugin = refusalAt(position) - 1;
  if (plugin < 0 && decision.isScored && passed >= 0) {
    writeScored(position, u32(passed));
    return;
  }
  const name = nodeAt(nodeRow(position)).name;
  beginObject();
  textMember("name", textAt(name), textSize(name));
  if (plugin >= 0) filterMember(templateAt(decision.template), position, plugin);
  endObject();
}

function filterMember(template: Template, position: u32, plugin: i32): void {
  beginFilterMember(template, position, plugin);
  if (withCauses) causeMember(template, position, plugin);
  endObject();
}

/** Which plugins score the pod, and the parts that are the same for all scored nodes. */
function prepareScores(): void {
  scorerCount = 0;
  lastRow = 0;
  if (!decision.isScored) return;
  const template = templateAt(decision.template);
  const profile = profileAt(template.profile);
  startScoreTexts();
  for (let index: u32 = 0; index < profile.scoreCount; index++) {
    const plugin = scorerAt(profile, index);
    if (isSkipped(template, profile, plugin)) continue;
    store<u8>(SCORERS + usize(scorerCount++), u8(plugin));
    addScoreText(plugin, weightOf(profile, plugin));
  }
  totalText = endScoreTexts();
}

/** A node with its scores and their total. */
function writeScored(position: u32, passed: u32): void {
  const name = nodeAt(nodeRow(position)).name;
  const template = templateAt(decision.template);
  beginValue();
  const place = largeItemPlace(SCORES_BYTES + 6 * usize(textSize(name)));
  if (place == 0) return;
  let at = copyScoreText(place, NODE_TEXT);
  at = writePlain(at, textAt(name), textSize(name));
  compareWithLast(nodeRow(position));
  for (let index: u32 = 0; index < scorerCount; index++) {
    const plugin = load<u8>(SCORERS + usize(index));
    const raw = rawScore(template, position, passed, plugin);
    const normalized = normalizedScore(template, position, passed, plugin, raw);
    at = writeScore(copyScoreText(at, PLUGIN_TEXT + index), raw);
    at = writeScore(copyScoreText(at, NORMALIZED_TEXT), normalized);
  }
  at = writeScore(copyScoreText(at, totalText), totalOf(passed, template));
  wrote(writeAscii(at, "}"));
  endValue();
}

/** The node before in the table, plus 1, and its scores by resources. */
let lastRow: u32 = 0;
let lastFit: i64 = 0;
let lastBalance: i64 = 0;
let isLikeLast: bool = false;

/** Nodes of a pool that are as full have the same scores by resources. */
function compareWithLast(row: u32): void {
  isLikeLast = lastRow != 0 && areAlike(row, lastRow - 1);
  lastRow = row + 1;
}

function areAlike(a: u32, b: u32): bool {
  const node = nodeAt(a);
  const other = nodeAt(b);
  // Scalar resources are counted elsewhere.
  if ((node.scalars | other.scalars) != 0) return false;
  const offers =
    (node.milliCPU ^ other.milliCPU) |
    (node.memory ^ other.memory) |
    (node.ephemeralStorage ^ other.ephemeralStorage);
  const requests = requestsAt(a);
  const others = requestsAt(b);
  const takes =
    (requests.milliCPU ^ others.milliCPU) |
    (requests.memory ^ others.memory) |
    (requests.ephemeralStorage ^ others.ephemeralStorage) |
    (requests.assumedMilliCPU ^ others.assumedMilliCPU) |
    (requests.assumedMemory ^ others.assumedMemory);
  return (offers | takes) == 0;
}

/** Plugins that have nothing to say about the pod. */
function isSkipped(template: Template, profile: Profile, plugin: i32): bool {
  switch (plugin) {
    case Plugin.NodeAffinity:
      return (
        isPrepared(profile, plugin) &&
        !specHas(template.spec, SpecFlag.HasPreferredNodeAffinity) &&
        profile.hasAddedPreferredTerms == 0
      );
    case Plugin.NodeResourcesBalancedAllocation:
      return isPrepared(profile, plugin) && !template.isBalanced;
    case Plugin.PodTopologySpread:
      return !isSpreadScored;
    case Plugin.InterPodAffinity:
      return !isAffinityScored;
    case Plugin.TaintToleration:
    case Plugin.NodeResourcesFit:
    case Plugin.ImageLocality:
      return false;
    default:
      return true;
  }
}

/** Only at PreScore does a plugin say that it has nothing to say. */
function isPrepared(profile: Profile, plugin: i32): bool {
  return ((profile.preScores >> plugin) & 1) != 0;
}

function rawScore(template: Template, position: u32, passed: u32, plugin: i32): i64 {
  switch (plugin) {
    case Plugin.PodTopologySpread:
      return rawSpreadAt(passed);
    case Plugin.InterPodAffinity:
      return rawAffinityAt(passed);
    case Plugin.TaintToleration:
      return intolerableAt(template, position);
    case Plugin.NodeAffinity:
      return preferenceAt(template, position);
    case Plugin.NodeResourcesFit:
      if (!isLikeLast) lastFit = fitScoreAt(template, position);
      return lastFit;
    case Plugin.NodeResourcesBalancedAllocation:
      if (!isLikeLast) lastBalance = template.isBalanced ? balancedScoreAt(template, position) : 0;
      return lastBalance;
    default:
      return imageScoreAt(template, position);
  }
}

function normalizedScore(
  template: Template,
  position: u32,
  passed: u32,
  plugin: i32,
  raw: i64,
): i64 {
  switch (plugin) {
    case Plugin.PodTopologySpread:
      return spreadScoreAt(passed);
    case Plugin.InterPodAffinity:
      return affinityScoreAt(passed);
    case Plugin.TaintToleration:
      return taintScore(template, position);
    case Plugin.NodeAffinity:
      return affinityScore(template, position);
    default:
      return raw;
  }
}

/** Adds the scores that the cycle skips because they are the same for every node. */
function totalOf(passed: u32, template: Template): i64 {
  const profile = profileAt(template.profile);
  const same = normalizes(template, profile)
    ? 0
    : 100 * i64(weightOf(profile, Plugin.TaintToleration));
  return totalAt(passed) + same;
}
