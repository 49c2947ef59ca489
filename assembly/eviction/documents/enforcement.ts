/** `enforceNodeAllocatable` and the settings it requires: the kubelet's validation. Spec 2.7.7. */
import { atElement, closeArray, nextElement, openArray } from "../../base/json/member.ts";
import { isNull } from "../../base/json/scan.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { writeQuoted } from "../../base/kubernetes/quoted.ts";
import { equalText } from "../../base/text.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { finishFinding, Rule, said, say, sayingAt, startFinding } from "../model/findings.ts";
import { PolicyFlag, setPolicyFlag, stagedPolicy } from "../model/policy.ts";

enum Enforcement {
  Pods = 1,
  SystemReserved = 2,
  SystemReservedCompressible = 4,
  KubeReserved = 8,
  KubeReservedCompressible = 16,
  None = 32,
}

const NAMES: StaticArray<string> = [
  "pods",
  "system-reserved",
  "system-reserved-compressible",
  "kube-reserved",
  "kube-reserved-compressible",
  "none",
];

const SYSTEM: u32 = Enforcement.SystemReserved | Enforcement.SystemReservedCompressible;
const KUBE: u32 = Enforcement.KubeReserved | Enforcement.KubeReservedCompressible;
const SUFFIX = " in enforceNodeAllocatable (--enforce-node-allocatable)";

/** What is enforced when nothing is said. */
const PODS: i32 = 0;

/** Names that no release knows are compared by their bytes: an offset and a size for each. */
const STRANGERS_MAX: i32 = 16;
const strangersSeen: usize = memory.data(128, 8);
let strangers: i32 = 0;

/** What releases before 1.32 know. */
const OLD_NAMES: u32 =
  Enforcement.Pods | Enforcement.SystemReserved | Enforcement.KubeReserved | Enforcement.None;

/** Where the names are in the document; 0 when they are defaulted. */
let names: usize = 0;
let enforced: u32 = 0;
let count: i32 = 0;
export let cgroupsPerQos: bool = true;
let systemReservedCgroup: bool = false;
let kubeReservedCgroup: bool = false;

export function startEnforcement(): void {
  names = 0;
  enforced = Enforcement.Pods;
  count = 1;
  cgroupsPerQos = true;
  systemReservedCgroup = false;
  kubeReservedCgroup = false;
}

export function setCgroupsPerQos(on: bool): void {
  cgroupsPerQos = on;
}

export function noteReservedCgroup(system: bool): void {
  if (system) systemReservedCgroup = true;
  else kubeReservedCgroup = true;
}

/** null is the default, `pods`. */
export function decodeEnforcement(at: usize): usize {
  names = 0;
  if (isNull(at)) return at + 4;
  names = at;
  at = openArray(at);
  while (atElement(at)) at = nextElement(readWord(at));
  return closeArray(at);
}

/** Which names there are depends on the release, which may come after them in the document. */
function countNames(): void {
  enforced = 0;
  count = 0;
  let at = openArray(names);
  while (atElement(at)) {
    at = nextElement(readWord(at));
    count++;
    const index = indexOfName();
    if (index >= 0) enforced |= 1 << u32(index);
  }
}

/** The index of the name that was read last; -1 if the release does not know it. */
function indexOfName(): i32 {
  for (let index = 0; index < NAMES.length; index++) {
    if (wordIs(unchecked(NAMES[index])) && isKnown(index)) return index;
  }
  return -1;
}

/** The kubelet goes through them in the order in which they are written. */
function checkNames(): void {
  let seen: u32 = 0;
  strangers = 0;
  let at = openArray(names);
  while (atElement(at)) {
    const start = at;
    const end = readWord(at);
    at = nextElement(end);
    const index = indexOfName();
    if (index < 0) {
      if (isNewStranger(start, i32(end - start))) refuseUnknown();
      else refuseDuplicate();
      continue;
    }
    const bit = u32(1) << u32(index);
    if ((seen & bit) != 0 && behavesSo(Behavior.EnforcementsOneByOne)) refuseDuplicate();
    else checkName(index);
    seen |= bit;
  }
}

/** Notes a name that the release does not know, by its place in the document. */
function isNewStranger(at: usize, size: i32): bool {
  if (!behavesSo(Behavior.EnforcementsOneByOne)) return true;
  for (let index = 0; index < strangers; index++) {
    const row = strangersSeen + usize(index) * 8;
    if (equalText(load<u32>(row), load<i32>(row, 4), at, size)) return false;
  }
  if (strangers == STRANGERS_MAX) return true;
  const row = strangersSeen + usize(strangers++) * 8;
  store<u32>(row, u32(at));
  store<u32>(row, u32(size), 4);
  return true;
}

function checkName(index: i32): void {
  const bit = u32(1) << u32(index);
  if ((bit & SYSTEM) != 0 && !systemReservedCgroup) {
    refuseWithoutCgroup("systemReservedCgroup (--system-reserved-cgroup)", "system-reserved");
  }
  if ((bit & KUBE) != 0 && !kubeReservedCgroup) {
    refuseWithoutCgroup("kubeReservedCgroup (--kube-reserved-cgroup)", "kube-reserved");
  }
  if (bit == Enforcement.None) {
    if (count > 1) refuseNoneWithOthers();
  } else if (!cgroupsPerQos && behavesSo(Behavior.EnforcementsOneByOne)) {
    refuseWithoutQosCgroups(unchecked(NAMES[index]));
  }
}

function refuseUnknown(): void {
  start();
  say("option ");
  sayWordQuoted();
  say(" specified for enforceNodeAllocatable (--enforce-node-allocatable). Valid options are ");
  sayNames();
  finishFinding(Rule.InvalidEnforcement, true);
}

/** A longer name is cut: there is room for this many bytes, each of which may take ten. */
const WORD_SHOWN_MAX: i32 = 48;

function sayWordQuoted(): void {
  said(writeQuoted(sayingAt(), wordAt(), min(wordSize(), WORD_SHOWN_MAX)));
}

function behavesSo(behavior: Behavior): bool {
  return (stagedPolicy.behaviors & u32(behavior)) != 0;
}

function isKnown(index: i32): bool {
  return behavesSo(Behavior.CompressibleEnforcement) || ((OLD_NAMES >> u32(index)) & 1) != 0;
}

function sayNames(): void {
  const all = behavesSo(Behavior.CompressibleEnforcement);
  const last = NAMES.length - 1;
  for (let index = 0; index <= last; index++) {
    if (!isKnown(index)) continue;
    if (index > 0) say(index < last ? ", " : all ? " or " : ", or ");
    sayQuoted(unchecked(NAMES[index]), true);
  }
}

function sayQuoted(name: string, twice: bool): void {
  const quote = twice ? '"' : "'";
  say(quote);
  say(name);
  say(quote);
}

function refuseDuplicate(): void {
  start();
  say("duplicated enforcements ");
  sayWordQuoted();
  say(SUFFIX);
  finishFinding(Rule.InvalidEnforcement, true);
}

function start(): void {
  startFinding("enforceNodeAllocatable");
  say("invalid configuration: ");
}

/**
 * Checks the names and their dependencies; notes whether pods are enforced. A flag can
 * keep evictions out of Node Allocatable whatever is enforced.
 */
export function finishEnforcement(): void {
  if (names != 0) countNames();
  const ignores = (stagedPolicy.flags & PolicyFlag.AllocatableIgnoresEviction) != 0;
  const pods = (enforced & Enforcement.Pods) != 0 && !ignores;
  setPolicyFlag(stagedPolicy, PolicyFlag.EnforceNodeAllocatablePods, pods);
  const oneByOne = behavesSo(Behavior.EnforcementsOneByOne);
  if (!cgroupsPerQos && !oneByOne && count > 0) refuseWithoutAnyQosCgroups();
  checkBoth(SYSTEM, "system-reserved");
  checkBoth(KUBE, "kube-reserved");
  if (names != 0) checkNames();
  else checkName(PODS);
}

function refuseNoneWithOthers(): void {
  start();
  say("enforceNodeAllocatable (--enforce-node-allocatable) may not contain additional");
  say(" enforcements when ");
  sayQuoted("none", behavesSo(Behavior.DoubleQuotedEnforcement));
  say(" is specified");
  finishFinding(Rule.InvalidEnforcement, true);
}

function refuseWithoutAnyQosCgroups(): void {
  start();
  say("enforceNodeAllocatable (--enforce-node-allocatable) is not supported unless");
  say(" cgroupsPerQOS (--cgroups-per-qos) is set to true");
  finishFinding(Rule.InvalidEnforcement, true);
}

function checkBoth(pair: u32, name: string): void {
  if ((enforced & pair) != pair) return;
  start();
  say('both "');
  say(name);
  say('" and "');
  say(name);
  say('-compressible" cannot be specified together');
  say(SUFFIX);
  finishFinding(Rule.InvalidEnforcement, true);
}

function refuseWithoutCgroup(member: string, name: string): void {
  start();
  say(member);
  say(" must be specified when ");
  sayQuoted(name, behavesSo(Behavior.DoubleQuotedEnforcement));
  if (behavesSo(Behavior.CompressibleEnforcement)) {
    say(' or "');
    say(name);
    say('-compressible" included');
  } else say(" contained");
  say(SUFFIX);
  finishFinding(Rule.InvalidEnforcement, true);
}

function refuseWithoutQosCgroups(name: string): void {
  start();
  say("cgroupsPerQOS (--cgroups-per-qos) must be set to true when ");
  sayQuoted(name, true);
  say(" contained");
  say(SUFFIX);
  finishFinding(Rule.InvalidEnforcement, true);
}
