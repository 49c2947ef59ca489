/** The member `profiles` of a configuration, into drafts. */
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
import {
  integerRead,
  readInteger32,
  readTextInto,
  textRead,
} from "../../objects/documents/values.ts";
import { beginList, endList, listCount, push, wordOf } from "../../objects/model/list.ts";
import { internLiteral, textAt, textSize } from "../../objects/model/text.ts";
import { Plugin, Point, pluginNamed } from "../model/plugin.ts";
import { disabledOf, enabledOf } from "../model/pluginSets.ts";
import { draftAt, draftCount, PROFILES_MAX, Profile, startDraft } from "../model/profile.ts";
import { beginRefusal, endRefusal, Step, say, sayNumber, sayQuoted } from "../model/refusals.ts";
import { Behavior } from "../model/releaseTable.ts";
import { SchedulerReason } from "../reasons.ts";
import { endDuplicate, endRequired, orderOf, startArguments } from "./argumentRefusals.ts";
import { readArguments } from "./pluginArguments.ts";
import { isRemoved, readPlugins, sayRemoved, validatePlugins } from "./plugins.ts";

/** The place of a sentence about a member of a profile; arguments are from 3 on. */
enum Member {
  Name = 0,
  Percentage,
  Plugins,
  SameName = 255,
}

/** Behaviors of the release that profiles are read for. */
let behaviors: u32 = 0;
let configuredCount: u32 = 0;
/** Whether the profile that is read has a name, which may be empty. */
let isNamed: bool = false;

export function readProfiles(at: usize, ofRelease: u32): usize {
  behaviors = ofRelease;
  at = openArray(at);
  while (atElement(at)) {
    if (draftCount == PROFILES_MAX) {
      return fail(Status.TableFull, SchedulerReason.Profiles, at);
    }
    at = nextElement(readProfile(at, startDraft(), draftCount - 1));
  }
  at = closeArray(at);
  // One profile without a name is the default scheduler's.
  if (at != 0 && draftCount == 1 && !isNamed) {
    draftAt(0).schedulerName = internLiteral("default-scheduler");
  }
  for (let draft: u32 = 0; draft < draftCount; draft++) validateProfile(draft);
  return at;
}

function readProfile(at: usize, profile: Profile, draft: u32): usize {
  isNamed = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("schedulerName")) {
      at = readTextInto(at);
      profile.schedulerName = textRead;
      isNamed = true;
    } else if (keyIs("percentageOfNodesToScore")) {
      at = readInteger32(at);
      profile.percentageOfNodesToScore = i32(integerRead);
      if (integerRead < 0 || integerRead > 100) refusePercentage(draft, i32(integerRead));
    } else if (keyIs("plugins")) at = readPlugins(at, draft, behaviors);
    else if (keyIs("pluginConfig")) at = readPluginConfig(at, profile, draft);
    else at = fail(Status.InvalidConfiguration, SchedulerReason.Member, at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function beginMember(draft: u32, member: u32, name: string): void {
  beginRefusal(Step.Validate, orderOf(draft, member));
  say("profiles[");
  sayNumber(draft);
  say(name);
}

function refusePercentage(draft: u32, percentage: i32): void {
  beginMember(draft, Member.Percentage, "].percentageOfNodesToScore: Invalid value: ");
  sayNumber(percentage);
  say(": not in valid range [0-100]");
  endRefusal();
}

/** Arguments may come before the name of their plugin, so they are read after it. */
function readPluginConfig(at: usize, profile: Profile, draft: u32): usize {
  configuredCount = 0;
  const names = beginList();
  at = openArray(at);
  while (atElement(at)) {
    let name: u32 = 0;
    let argumentsAt: usize = 0;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (isNull(at)) at += 4;
      else if (keyIs("name")) {
        at = readTextInto(at);
        name = textRead;
      } else if (keyIs("args")) {
        argumentsAt = at;
        at = skipValue(at);
      } else at = fail(Status.InvalidConfiguration, SchedulerReason.Member, at);
      at = nextMember(at);
    }
    at = closeObject(at);
    if (at != 0 && !readArgumentsOf(name, argumentsAt, profile, draft)) return 0;
    if (at != 0) push(name);
    at = nextElement(at);
  }
  const list = endList(names);
  for (let index: u32 = 0; index < listCount(list); index++) refuseConfigured(list, index, draft);
  return closeArray(at);
}

function readArgumentsOf(name: u32, at: usize, profile: Profile, draft: u32): bool {
  const index = configuredCount++;
  if (at == 0) return true;
  const plugin = pluginNamed(textAt(name), textSize(name), behaviors);
  startArguments(draft, index, plugin, plugin == Plugin.NodeResourcesFit);
  return readArguments(at, profile, plugin, behaviors) != 0;
}

/** A plugin that is configured twice, or that was removed. */
function refuseConfigured(names: u32, index: u32, draft: u32): void {
  const name = wordOf(names, index);
  let isRepeated = false;
  for (let other: u32 = 0; other < index; other++) {
    if (wordOf(names, other) == name) isRepeated = true;
  }
  if (isRepeated) {
    beginConfigured(index, draft);
    endDuplicate(name);
  }
  if (isRemoved(name)) {
    beginConfigured(index, draft);
    sayRemoved(name);
  }
}

function beginConfigured(index: u32, draft: u32): void {
  beginMember(draft, 3 + index, "].pluginConfig[");
  sayNumber(index);
  say("]");
}

function validateProfile(draft: u32): void {
  const name = draftAt(draft).schedulerName;
  if (name == 0) {
    beginMember(draft, Member.Name, "].schedulerName");
    endRequired("");
  }
  validatePlugins(draft, orderOf(draft, Member.Plugins));
  for (let other: u32 = 0; other < draft; other++) {
    if (draftAt(other).schedulerName != name) continue;
    beginMember(draft, Member.SameName, "].schedulerName: Duplicate value: {}");
    endRefusal();
    break;
  }
  validateQueueSort(draft);
}

/** There is one queue for all profiles. */
function validateQueueSort(draft: u32): void {
  const enabled = enabledOf(draft, Point.QueueSort);
  const disabled = disabledOf(draft, Point.QueueSort);
  if (draft == 0) {
    if (listCount(enabled) > 2) {
      beginRefusal(Step.Validate, 0x2000000);
      say("profiles[0].plugins.queueSort.Enabled: Invalid value: ");
      sayNumber(listCount(enabled) >> 1);
      say(": only one queue sort plugin can be enabled");
      endRefusal();
    }
    return;
  }
  const isSame =
    enabled == enabledOf(0, Point.QueueSort) && disabled == disabledOf(0, Point.QueueSort);
  if (isSame) return;
  beginRefusal(Step.Validate, 0x2000000);
  say("profiles[");
  sayNumber(draft);
  say('].plugins.queueSort: Invalid value: {"Enabled":');
  sayPlugins(enabled, 2);
  say(',"Disabled":');
  sayPlugins(disabled, 1);
  say("}: ");
  if ((behaviors & Behavior.NamesQueueSort) != 0) say("queueSort ");
  say("must be the same for all profiles");
  endRefusal();
}

/** `words`: 2 for pairs of name and weight, 1 for names. */
function sayPlugins(list: u32, words: u32): void {
  if (list == 0) return say("null");
  for (let at: u32 = 0; at < listCount(list); at += words) {
    say(at == 0 ? '[{"Name":' : ',{"Name":');
    sayQuoted(wordOf(list, at));
    say(',"Weight":');
    sayNumber(words == 2 ? i32(wordOf(list, at + 1)) : 0);
    say("}");
  }
  say("]");
}
