/** A profile's member `plugins`: the enabled and disabled plugins at each point. */
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
import { skipValue } from "../../base/json/skip.ts";
import { equalAscii } from "../../base/text.ts";
import {
  integerRead,
  readInteger32,
  readTextInto,
  textRead,
} from "../../objects/documents/values.ts";
import { beginList, endList, listCount, push, wordOf } from "../../objects/model/list.ts";
import { internLiteral, textAt, textSize } from "../../objects/model/text.ts";
import { Point, pointName } from "../model/plugin.ts";
import { enabledOf, setDisabled, setEnabled } from "../model/pluginSets.ts";
import { beginRefusal, endRefusal, Step, say, sayNumber, sayQuoted } from "../model/refusals.ts";
import { Behavior } from "../model/releaseTable.ts";
import { SchedulerReason } from "../reasons.ts";

/** Weights of three plugins times 100 have to fit in 32 bits with room to spare. */
const WEIGHT_MAX: i64 = 1000000;

export function readPlugins(at: usize, draft: u32, behaviors: u32): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readPoint(at, draft, behaviors));
  }
  return closeObject(at);
}

function readPoint(at: usize, draft: u32, behaviors: u32): usize {
  for (let point = 0; point < Point.End; point++) {
    if (keyIs(pointName(point))) return readSet(at, draft, point);
  }
  const isPlacement = keyIs("placementGenerate") || keyIs("placementScore");
  if (isPlacement && (behaviors & Behavior.Placements) != 0) return skipValue(at);
  const isGroup = keyIs("podGroupPostFilter");
  if (isGroup && (behaviors & Behavior.PodGroupPostFilter) != 0) return skipValue(at);
  return fail(Status.InvalidConfiguration, SchedulerReason.Member, at);
}

function readSet(at: usize, draft: u32, point: i32): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("enabled")) {
      at = readEntries(at, true);
      setEnabled(draft, point, entries);
    } else if (keyIs("disabled")) {
      at = readEntries(at, false);
      setDisabled(draft, point, entries);
    } else at = fail(Status.InvalidConfiguration, SchedulerReason.Member, at);
    at = nextMember(at);
  }
  return closeObject(at);
}

let entries: u32 = 0;

/** Pairs of name and weight, or names. */
function readEntries(at: usize, isWeighted: bool): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    let name: u32 = 0;
    let weight: i64 = 0;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (isNull(at)) at += 4;
      else if (keyIs("name")) {
        at = readTextInto(at);
        name = textRead;
      } else if (keyIs("weight")) {
        const start = at;
        at = readInteger32(at);
        weight = integerRead;
        if (at != 0 && weight > WEIGHT_MAX) {
          at = fail(Status.InvalidConfiguration, SchedulerReason.Weight, start);
        }
      } else at = fail(Status.InvalidConfiguration, SchedulerReason.Member, at);
      at = nextMember(at);
    }
    push(name);
    if (isWeighted) push(u32(weight));
    at = nextElement(closeObject(at));
  }
  entries = endList(list);
  return closeArray(at);
}

const REMOVED: StaticArray<string> = [
  "AzureDiskLimits",
  "CinderLimits",
  "EBSLimits",
  "GCEPDLimits",
];

/** Plugins that the version of the configuration no longer has. */
export function validatePlugins(draft: u32, order: u32): void {
  for (let point = 0; point < Point.MultiPoint; point++) {
    const pairs = enabledOf(draft, point);
    for (let pair: u32 = 0; pair < listCount(pairs); pair += 2) {
      const name = wordOf(pairs, pair);
      if (!isRemoved(name)) continue;
      beginRefusal(Step.Validate, order);
      say("profiles[");
      sayNumber(draft);
      say("].plugins.");
      say(pointName(point));
      say(".enabled[");
      sayNumber(pair >> 1);
      say("]");
      sayRemoved(name);
    }
  }
}

/** Ends the sentence about a plugin that was removed. */
export function sayRemoved(name: u32): void {
  say(": Invalid value: ");
  sayQuoted(name);
  say(": was invalid in version ");
  sayQuoted(internLiteral("v1"));
  say(" (KubeSchedulerConfiguration is version ");
  sayQuoted(internLiteral("kubescheduler.config.k8s.io/v1"));
  say(")");
  endRefusal();
}

export function isRemoved(name: u32): bool {
  for (let index = 0; index < REMOVED.length; index++) {
    if (equalAscii(textAt(name), textSize(name), unchecked(REMOVED[index]))) return true;
  }
  return false;
}
