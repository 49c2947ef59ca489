/** Rulesets of oomd in the order in which they run; the host has read its JSON and drop-ins. */
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
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { GROUPS_MAX, RULESETS_MAX } from "../memory.ts";
import { groupAt, oomd, Ruleset, rulesetAt } from "../model/oomd.ts";
import { OomdReason } from "../reasons.ts";
import { keepSetting } from "./keep.ts";
import { readPlugin } from "./plugin.ts";
import { readDecimal } from "./values.ts";

const DELAY_MS: i64 = 15_000;

export function readRulesets(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    if (oomd.rulesetCount == RULESETS_MAX) {
      return fail(Status.TableFull, OomdReason.Rulesets, at);
    }
    at = nextElement(readRuleset(at, rulesetAt(oomd.rulesetCount++)));
  }
  return closeArray(at);
}

/** Groups of one ruleset, and plugins of one group, follow each other in their tables. */
function readRuleset(at: usize, ruleset: Ruleset): usize {
  ruleset.delayMs = DELAY_MS;
  ruleset.waiting = -1;
  let actions: usize = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    const row = changetype<usize>(ruleset);
    if (keyIs("name")) at = keepSetting(at, row + offsetof<Ruleset>("name"));
    else if (keyIs("delay")) at = readDecimal(at, 3, row + offsetof<Ruleset>("delayMs"));
    else if (keyIs("detectors")) at = readGroups(at, ruleset);
    else if (keyIs("actions")) {
      actions = at;
      at = skipValue(at);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at == 0) return 0;
  ruleset.actionStart = oomd.pluginCount;
  if (actions != 0 && readPlugins(actions, true) == 0) return 0;
  ruleset.actionCount = oomd.pluginCount - ruleset.actionStart;
  return at;
}

function readGroups(at: usize, ruleset: Ruleset): usize {
  ruleset.groupStart = oomd.groupCount;
  at = openArray(at);
  while (atElement(at)) {
    if (oomd.groupCount == GROUPS_MAX) return fail(Status.TableFull, OomdReason.Rulesets, at);
    at = nextElement(readGroup(at, oomd.groupCount++));
  }
  ruleset.groupCount = oomd.groupCount - ruleset.groupStart;
  return closeArray(at);
}

function readGroup(at: usize, index: u32): usize {
  const group = groupAt(index);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("name")) at = keepSetting(at, changetype<usize>(group));
    else if (keyIs("plugins")) {
      group.pluginStart = oomd.pluginCount;
      at = readPlugins(at, false);
      group.pluginCount = oomd.pluginCount - group.pluginStart;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readPlugins(at: usize, areActions: bool): usize {
  at = openArray(at);
  while (atElement(at)) {
    at = nextElement(readPlugin(at, areActions));
  }
  return closeArray(at);
}
