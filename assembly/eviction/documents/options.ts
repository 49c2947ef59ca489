/** The member `plimsoll` of a KubeletConfiguration: settings that a kubelet does not have. */

import {
  atElement,
  closeArray,
  closeObject,
  keyAt,
  keyIs,
  keySize,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { readBoolean, valuePresent } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { minorOf } from "../../base/kubernetes/minor.ts";
import { writeInteger } from "../../base/text.ts";
import { nearestMinor, RELEASE_REFUSAL } from "../../node/model/releaseTable.ts";
import {
  isCapacity,
  isDedicatedImageFs,
  isKubeletVersion,
  isLayout,
  isProfile,
  isSplitContainerFs,
  isWhatIf,
} from "../keys.ts";
import {
  finishFinding,
  pathKey,
  Rule,
  said,
  say,
  sayingAt,
  sayText,
  startFinding,
} from "../model/findings.ts";
import { PolicyFlag, ReservedGroup, setPolicyFlag, stagedPolicy } from "../model/policy.ts";
import { PROFILE_COUNT, PROFILE_NAMES } from "../model/profileTable.ts";
import { decodeReservations } from "./reservations.ts";

const OPTIONS =
  "profile, kubeletVersion, layout, whatIf, keepDefaults, capacity, replacedByFlags or ";
const LAST_OPTION = "experimentalAllocatableIgnoreEviction";
const LAYOUT_OPTIONS = "dedicatedImageFs or ";
const LAST_LAYOUT_OPTION = "splitContainerFs";

/** Members that flags may have replaced. */
const MEMBERS: StaticArray<string> = [
  "evictionHard",
  "evictionSoft",
  "evictionSoftGracePeriod",
  "evictionMinimumReclaim",
  "evictionMaxPodGracePeriod",
  "enforceNodeAllocatable",
  "systemReserved",
  "kubeReserved",
  "systemReservedCgroup",
  "kubeReservedCgroup",
  "cgroupsPerQOS",
  "featureGates",
  "localStorageCapacityIsolation",
  "mergeDefaultEvictionSettings",
];

const flag: usize = memory.data(8, 8);

/** A transition period of 0 given by flag is not defaulted. Spec 2.7, 3.6.3. */
export let transitionByFlag: bool = false;
/** Naming a hard threshold leaves the defaults of the others, as if no threshold was named. */
export let keepsDefaults: bool = false;

export function startOptions(): void {
  transitionByFlag = false;
  keepsDefaults = false;
}

export function decodeOptions(at: usize): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isProfile()) at = decodeProfile(at);
    else if (isKubeletVersion()) at = decodeKubeletVersion(at);
    else if (isLayout()) at = decodeLayout(at);
    else if (isWhatIf()) at = readFlag(at, PolicyFlag.WhatIf);
    else if (isCapacity()) at = decodeReservations(at, ReservedGroup.Capacity);
    else if (keyIs("keepDefaults")) at = decodeKeepDefaults(at);
    else if (keyIs("replacedByFlags")) at = decodeReplaced(at);
    else if (keyIs("experimentalAllocatableIgnoreEviction")) {
      at = readFlag(at, PolicyFlag.AllocatableIgnoresEviction);
    } else {
      refuseUnknown("plimsoll", OPTIONS, LAST_OPTION);
      at = skipValue(at);
    }
    at = nextMember(at);
  }
  return closeObject(at);
}

/** A misspelled option would silently get its default. */
function refuseUnknown(member: string, known: string, last: string): void {
  startFinding(member);
  pathKey(keyAt, keySize);
  say("is not an option; use ");
  say(known);
  say(last);
  finishFinding(Rule.InvalidOption, true);
}

function isMemberRead(): bool {
  for (let index = 0; index < MEMBERS.length; index++) {
    if (wordIs(unchecked(MEMBERS[index]))) return true;
  }
  return false;
}

function warnOfMember(): void {
  startFinding("plimsoll.replacedByFlags");
  pathKey(wordAt(), wordSize());
  say("is not a member that the policy reads, so it has no effect; check its spelling and case");
  finishFinding(Rule.UnknownMember, false);
}

function readFlag(at: usize, policyFlag: PolicyFlag): usize {
  at = readBoolean(at, flag);
  if (at != 0 && valuePresent) setPolicyFlag(stagedPolicy, policyFlag, load<u8>(flag) != 0);
  return at;
}

function decodeKeepDefaults(at: usize): usize {
  at = readBoolean(at, flag);
  if (at != 0 && valuePresent) keepsDefaults = load<u8>(flag) != 0;
  return at;
}

function decodeProfile(at: usize): usize {
  at = readWord(at);
  if (at == 0 || wordSize() == 0) return at;
  for (let profile: u32 = 0; profile < PROFILE_COUNT; profile++) {
    if (!wordIs(unchecked(PROFILE_NAMES[profile]))) continue;
    stagedPolicy.profile = profile;
    return at;
  }
  startFinding("plimsoll.profile");
  say("unknown profile ");
  sayText(wordAt(), wordSize());
  for (let profile: u32 = 0; profile < PROFILE_COUNT; profile++) {
    say(profile == 0 ? "; use " : profile == PROFILE_COUNT - 1 ? " or " : ", ");
    say(unchecked(PROFILE_NAMES[profile]));
  }
  finishFinding(Rule.InvalidOption, true);
  return at;
}

/** `1.X`, `v1.X.4`: the minor decides, and the nearest that is known is followed, which is said. */
function decodeKubeletVersion(at: usize): usize {
  at = readWord(at);
  if (at == 0 || wordSize() == 0) return at;
  const minor = minorOf(wordAt(), wordSize());
  if (minor >= 0) {
    stagedPolicy.kubeletMinor = nearestMinor(minor);
    if (stagedPolicy.kubeletMinor != minor) warnOfNearest(stagedPolicy.kubeletMinor);
    return at;
  }
  startFinding("plimsoll.kubeletVersion");
  say("cannot follow kubelet version ");
  sayText(wordAt(), wordSize());
  say(RELEASE_REFUSAL);
  finishFinding(Rule.InvalidOption, true);
  return at;
}

function warnOfNearest(minor: i32): void {
  startFinding("plimsoll.kubeletVersion");
  say("is ");
  sayText(wordAt(), wordSize());
  say("; the nearest supported release, 1.");
  said(writeInteger(sayingAt(), i64(minor)));
  say(", is followed");
  finishFinding(Rule.NearestRelease, false);
}

function decodeLayout(at: usize): usize {
  if (isNull(at)) return at + 4;
  setPolicyFlag(stagedPolicy, PolicyFlag.LayoutGiven, true);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isDedicatedImageFs()) at = readFlag(at, PolicyFlag.DedicatedImageFs);
    else if (isSplitContainerFs()) at = readFlag(at, PolicyFlag.SplitContainerFs);
    else {
      refuseUnknown("plimsoll.layout", LAYOUT_OPTIONS, LAST_LAYOUT_OPTION);
      at = skipValue(at);
    }
    at = nextMember(at);
  }
  return closeObject(at);
}

function decodeReplaced(at: usize): usize {
  if (isNull(at)) return at + 4;
  at = openArray(at);
  while (atElement(at)) {
    at = readWord(at);
    if (at == 0) return 0;
    if (wordIs("evictionPressureTransitionPeriod")) transitionByFlag = true;
    else if (!isMemberRead()) warnOfMember();
    at = nextElement(at);
  }
  return closeArray(at);
}
