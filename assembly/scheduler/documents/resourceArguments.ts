/** Arguments of the plugins that go by resources: NodeResourcesFit and balanced allocation. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyIs,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { equalAscii } from "../../base/text.ts";
import {
  integerRead,
  listRead,
  readInteger32,
  readTextInto,
  readTexts,
  textRead,
} from "../../objects/documents/values.ts";
import { beginList, endList, listCount, push, wordOf } from "../../objects/model/list.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { Plugin } from "../model/plugin.ts";
import { firstPair } from "../model/pluginSets.ts";
import { defaultResources, Profile, Strategy } from "../model/profile.ts";
import { endRefusal, say, sayNumber, sayText } from "../model/refusals.ts";
import { Behavior } from "../model/releaseTable.ts";
import { SchedulerReason } from "../reasons.ts";
import {
  endDuplicate,
  endForbidden,
  endInvalidNumber,
  endInvalidText,
  endRequired,
  endUnsupported,
  refuse,
  refuseElement,
  refuseLabelName,
} from "./argumentRefusals.ts";
import { readType } from "./argumentsType.ts";

/** Resources that a plugin weighs, as scores/resources.ts has room for. */
const RESOURCES_MAX: u32 = 16;
const STRATEGIES = '"LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"';

let resources: u32 = 0;
let strategy: u32 = 0;
let hasShape: bool = false;
let shape: u32 = 0;
let ignored: u32 = 0;
let groups: u32 = 0;

export function readFitArguments(at: usize, profile: Profile, behaviors: u32): usize {
  let hasStrategy = false;
  resources = 0;
  strategy = 0;
  hasShape = false;
  shape = 0;
  ignored = 0;
  groups = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("ignoredResources") && !isNull(at)) {
      at = readTexts(at);
      ignored = listRead;
    } else if (keyIs("ignoredResourceGroups") && !isNull(at)) {
      at = readTexts(at);
      groups = listRead;
    } else if (keyIs("scoringStrategy") && !isNull(at)) {
      hasStrategy = true;
      at = readStrategy(at);
    } else at = readType(at, Plugin.NodeResourcesFit, "");
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at == 0) return 0;
  validateIgnored();
  profile.ignoredResources = ignored;
  profile.ignoredGroups = groups;
  if (!hasStrategy) return at;
  profile.strategy = validateStrategy(behaviors);
  profile.fitResources = resources != 0 ? resources : defaultResources();
  profile.shape = shape;
  return at;
}

function readStrategy(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("type")) {
      at = readTextInto(at);
      strategy = textRead;
    } else if (keyIs("resources")) at = readResources(at, "scoringStrategy.resources.");
    else if (keyIs("requestedToCapacityRatio")) {
      hasShape = true;
      at = readRatio(at);
    } else at = readType(at, Plugin.NodeResourcesFit, "scoringStrategy.");
    at = nextMember(at);
  }
  return closeObject(at);
}

function readRatio(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("shape") && !isNull(at)) at = readShape(at);
    else at = readType(at, Plugin.NodeResourcesFit, "scoringStrategy.requestedToCapacityRatio.");
    at = nextMember(at);
  }
  return closeObject(at);
}

function readShape(at: usize): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    let utilization: u32 = 0;
    let score: u32 = 0;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (keyIs("utilization") && !isNull(at)) {
        at = readInteger32(at);
        utilization = u32(integerRead);
      } else if (keyIs("score") && !isNull(at)) {
        at = readInteger32(at);
        score = u32(integerRead);
      } else {
        at = readType(
          at,
          Plugin.NodeResourcesFit,
          "scoringStrategy.requestedToCapacityRatio.shape.",
        );
      }
      at = nextMember(at);
    }
    push(utilization);
    push(score);
    at = nextElement(closeObject(at));
  }
  shape = endList(list);
  return closeArray(at);
}

/** Pairs of name and weight; a weight that is 0 or not there is 1. */
function readResources(at: usize, within: string): usize {
  const start = at;
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    let name: u32 = 0;
    let weight: u32 = 0;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (keyIs("name") && !isNull(at)) {
        at = readTextInto(at);
        name = textRead;
      } else if (keyIs("weight") && !isNull(at)) {
        at = readInteger32(at);
        weight = u32(integerRead);
      } else at = readType(at, Plugin.NodeResourcesFit, within);
      at = nextMember(at);
    }
    push(name);
    push(weight == 0 ? 1 : weight);
    at = nextElement(closeObject(at));
  }
  resources = endList(list);
  if (listCount(resources) > 2 * RESOURCES_MAX) {
    return fail(Status.TableFull, SchedulerReason.Resources, start);
  }
  return closeArray(at);
}

function validateIgnored(): void {
  for (let index: u32 = 0; index < listCount(ignored); index++) {
    refuseLabelName("ignoredResources", index, "", 0, wordOf(ignored, index));
  }
  for (let index: u32 = 0; index < listCount(groups); index++) {
    const group = wordOf(groups, index);
    if (hasSlash(group)) {
      refuseElement("ignoredResourceGroups", index, "", 0);
      endInvalidText(group, "resource group name can't contain '/'");
    }
    refuseLabelName("ignoredResourceGroups", index, "", 0, group);
  }
}

function hasSlash(text: u32): bool {
  for (let index = 0; index < textSize(text); index++) {
    if (load<u8>(textAt(text) + usize(index)) == 0x2f) return true;
  }
  return false;
}

function isStrategy(name: string): bool {
  return equalAscii(textAt(strategy), textSize(strategy), name);
}

function validateStrategy(behaviors: u32): Strategy {
  const isRatio = isStrategy("RequestedToCapacityRatio");
  const isKnown = isRatio || isStrategy("LeastAllocated") || isStrategy("MostAllocated");
  if (!isKnown) {
    refuse("scoringStrategy.type", 0);
    endUnsupported(strategy, STRATEGIES);
  }
  for (let pair: u32 = 0; pair < listCount(resources); pair += 2) {
    const weight = i32(wordOf(resources, pair + 1));
    if (weight > 0 && weight <= 100) continue;
    refuseElement("scoringStrategy.resources", pair >> 1, ".weight", 0);
    say(": Invalid value: ");
    sayNumber(weight);
    say(": resource weight of ");
    sayText(wordOf(resources, pair));
    say(" not in valid range (0, 100]");
    endRefusal();
  }
  const isOwnMember = (behaviors & Behavior.ShapeOfStrategy) != 0;
  if (isRatio && !hasShape) {
    // Before, the scheduler ends with a panic.
    refuse("scoringStrategy.requestedToCapacityRatio", 0);
    endRequired("must be specified when type is RequestedToCapacityRatio");
  } else if (isOwnMember && !isRatio && hasShape) {
    refuse("scoringStrategy.requestedToCapacityRatio", 0);
    endForbidden("must be nil when type is not RequestedToCapacityRatio");
  } else if (hasShape) validateShape(behaviors);
  if (isRatio) return Strategy.RequestedToCapacityRatio;
  return isStrategy("MostAllocated") ? Strategy.MostAllocated : Strategy.LeastAllocated;
}

function refusePoint(index: u32, member: string, behaviors: u32): void {
  const list =
    (behaviors & Behavior.ShapeOfStrategy) != 0
      ? "scoringStrategy.requestedToCapacityRatio.shape"
      : "scoringStrategy.shape";
  refuseElement(list, index, member, 0);
}

function validateShape(behaviors: u32): void {
  if (shape == 0) {
    const isOwnMember = (behaviors & Behavior.ShapeOfStrategy) != 0;
    if (isOwnMember) refuse("scoringStrategy.requestedToCapacityRatio.shape", 0);
    else refuse("scoringStrategy.shape", 0);
    return endRequired("at least one point must be specified");
  }
  for (let point: u32 = 2; point < listCount(shape); point += 2) {
    const to = i32(wordOf(shape, point));
    if (i32(wordOf(shape, point - 2)) < to) continue;
    refusePoint(point >> 1, ".utilization", behaviors);
    const isShort = (behaviors & Behavior.ShapeInShort) != 0;
    if (isShort) endInvalidNumber(to, "values must be sorted in increasing order");
    else endInvalidNumber(to, "utilization values must be sorted in increasing order");
    break;
  }
  for (let point: u32 = 0; point < listCount(shape); point += 2) {
    const utilization = i32(wordOf(shape, point));
    const score = i32(wordOf(shape, point + 1));
    if (utilization < 0 || utilization > 100) {
      refusePoint(point >> 1, ".utilization", behaviors);
      endInvalidNumber(utilization, "not in valid range [0, 100]");
    }
    if (score < 0 || score > 10) {
      refusePoint(point >> 1, ".score", behaviors);
      endInvalidNumber(score, "not in valid range [0, 10]");
    }
  }
}

export function readBalancedArguments(at: usize, profile: Profile): usize {
  resources = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("resources") && !isNull(at)) at = readResources(at, "resources.");
    else at = readType(at, Plugin.NodeResourcesBalancedAllocation, "");
    at = nextMember(at);
  }
  for (let pair: u32 = 0; pair < listCount(resources); pair += 2) {
    if (firstPair(resources, wordOf(resources, pair)) < i32(pair)) {
      refuseElement("resources", pair >> 1, ".name", 0);
      endDuplicate(wordOf(resources, pair));
    }
    if (wordOf(resources, pair + 1) == 1) continue;
    refuseElement("resources", pair >> 1, ".weight", 0);
    endInvalidNumber(i32(wordOf(resources, pair + 1)), "must be 1");
  }
  if (resources != 0) profile.balancedResources = resources;
  return closeObject(at);
}
