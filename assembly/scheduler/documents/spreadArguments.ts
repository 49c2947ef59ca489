/** Arguments of PodTopologySpread: the default constraints of pods that have none. */
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
import { skipValue } from "../../base/json/skip.ts";
import { equalAscii } from "../../base/text.ts";
import { readSpreadConstraints } from "../../objects/documents/podSpec.ts";
import {
  integerRead,
  listRead,
  readInteger32,
  readTextInto,
  textRead,
} from "../../objects/documents/values.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { Plugin } from "../model/plugin.ts";
import { Profile, systemConstraints } from "../model/profile.ts";
import { endRefusal, refusalCount, say, sayText } from "../model/refusals.ts";
import {
  endForbidden,
  endInvalidNumber,
  endRequired,
  endUnsupported,
  refuse,
  refuseElement,
  refuseLabelName,
} from "./argumentRefusals.ts";
import { readType } from "./argumentsType.ts";

const LIST = "defaultConstraints";
const CONSTRAINTS_MAX: u32 = 32;
/** Key and action of the constraints that were read: the pair must not come twice. */
const SEEN: usize = memory.data(8 * 32, 4);

let constraintCount: u32 = 0;
let topologyKey: u32 = 0;
let action: u32 = 0;
let maxSkew: i32 = 0;
let hasSelector: bool = false;

export function readSpreadArguments(at: usize, profile: Profile): usize {
  let constraintsAt: usize = 0;
  let type: u32 = 0;
  const before = refusalCount;
  constraintCount = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs(LIST) && !isNull(at)) {
      constraintsAt = at;
      at = validateConstraints(at);
    } else if (keyIs("defaultingType") && !isNull(at)) {
      at = readTextInto(at);
      type = textRead;
    } else at = readType(at, Plugin.PodTopologySpread, "");
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at == 0) return 0;
  const isList = isText(type, "List");
  validateType(type, isList);
  if (refusalCount != before) return at;
  profile.isSystemDefaulted = u32(!isList);
  profile.defaultConstraints = isList ? 0 : systemConstraints();
  if (constraintsAt == 0 || !isList) return at;
  if (readSpreadConstraints(constraintsAt) == 0) return 0;
  profile.defaultConstraints = listRead;
  return at;
}

function isText(text: u32, literal: string): bool {
  return equalAscii(textAt(text), textSize(text), literal);
}

function validateType(type: u32, isList: bool): void {
  if (isList) return;
  const isSystem = type == 0 || isText(type, "System");
  if (!isSystem) {
    refuse("defaultingType", 0);
    endUnsupported(type, '"System", "List"');
  } else if (constraintCount != 0) {
    refuse("defaultingType", 0);
    say(': Invalid value: "System": when .defaultConstraints are not empty');
    endRefusal();
  }
}

function validateConstraints(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    topologyKey = 0;
    action = 0;
    maxSkew = 0;
    hasSelector = false;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      at = nextMember(isNull(at) ? at + 4 : readConstraintMember(at));
    }
    if (at != 0) validateConstraint(constraintCount++);
    at = nextElement(closeObject(at));
  }
  return closeArray(at);
}

function readConstraintMember(at: usize): usize {
  if (keyIs("maxSkew")) {
    at = readInteger32(at);
    maxSkew = i32(integerRead);
  } else if (keyIs("topologyKey")) {
    at = readTextInto(at);
    topologyKey = textRead;
  } else if (keyIs("whenUnsatisfiable")) {
    at = readTextInto(at);
    action = textRead;
  } else {
    if (keyIs("labelSelector")) hasSelector = true;
    return skipValue(at);
  }
  return at;
}

function validateConstraint(index: u32): void {
  if (maxSkew <= 0) {
    refuseElement(LIST, index, ".maxSkew", 1);
    endInvalidNumber(maxSkew, "not in valid range (0, inf)");
  }
  if (topologyKey == 0) {
    refuseElement(LIST, index, ".topologyKey", 1);
    endRequired("can not be empty");
  } else refuseLabelName(LIST, index, ".topologyKey", 1, topologyKey);
  if (action == 0) {
    refuseElement(LIST, index, ".whenUnsatisfiable", 1);
    endRequired("can not be empty");
  } else if (!isText(action, "DoNotSchedule") && !isText(action, "ScheduleAnyway")) {
    refuseElement(LIST, index, ".whenUnsatisfiable", 1);
    endUnsupported(action, '"DoNotSchedule", "ScheduleAnyway"');
  }
  if (hasSelector) {
    refuseElement(LIST, index, ".labelSelector", 1);
    endForbidden("constraint must not define a selector, as they deduced for each pod");
  }
  if (isSeen(index)) {
    refuseElement(LIST, index, ': Duplicate value: "{', 1);
    sayText(topologyKey);
    say(", ");
    sayText(action);
    say('}"');
    endRefusal();
  }
}

/** Whether an earlier constraint has the same key and action; notes this one. */
function isSeen(index: u32): bool {
  for (let other: u32 = 0; other < min(index, CONSTRAINTS_MAX); other++) {
    const at = SEEN + (usize(other) << 3);
    if (load<u32>(at) == topologyKey && load<u32>(at, 4) == action) return true;
  }
  if (index < CONSTRAINTS_MAX) {
    const at = SEEN + (usize(index) << 3);
    store<u32>(at, topologyKey);
    store<u32>(at, action, 4);
  }
  return false;
}
