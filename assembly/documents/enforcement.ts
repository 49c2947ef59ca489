/** `enforceNodeAllocatable` and what it needs beside it: the kubelet's validation. Spec 2.7.7. */
import { atElement, closeArray, nextElement, openArray } from "../json/member.ts";
import { isNull } from "../json/scan.ts";
import { Behaviour } from "../model/behaviour.ts";
import { finishFinding, Rule, say, sayText, startFinding } from "../model/findings.ts";
import { PolicyFlag, setPolicyFlag, stagedPolicy } from "../model/policy.ts";
import { readWord, wordAt, wordIs, wordSize } from "./words.ts";

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

/** What releases before 1.32 know of them. */
const OLD_NAMES: StaticArray<i32> = [0, 1, 3, 5];

/** Where the names stand in the document; 0 when they are defaulted. */
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

/** Which names there are depends on the release, which may stand behind them in the document. */
function takeNames(): void {
  enforced = 0;
  count = 0;
  let at = openArray(names);
  while (atElement(at)) {
    at = nextElement(readWord(at));
    takeName();
  }
}

function takeName(): void {
  count++;
  for (let index = 0; index < NAMES.length; index++) {
    if (!wordIs(unchecked(NAMES[index])) || !isKnown(index)) continue;
    const bit = u32(1) << u32(index);
    if ((enforced & bit) != 0 && behavesSo(Behaviour.EnforcementsOneByOne)) refuseDuplicate();
    enforced |= bit;
    return;
  }
  start();
  say('option "');
  sayText(wordAt(), wordSize());
  say('" specified for enforceNodeAllocatable (--enforce-node-allocatable). Valid options are ');
  sayNames();
  finishFinding(Rule.InvalidEnforcement, true);
}

function behavesSo(behaviour: Behaviour): bool {
  return (stagedPolicy.behaviours & u32(behaviour)) != 0;
}

function isKnown(index: i32): bool {
  return behavesSo(Behaviour.CompressibleEnforcement) || OLD_NAMES.includes(index);
}

function sayNames(): void {
  const all = behavesSo(Behaviour.CompressibleEnforcement);
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
  say('duplicated enforcements "');
  sayText(wordAt(), wordSize());
  say('"');
  say(SUFFIX);
  finishFinding(Rule.InvalidEnforcement, true);
}

function start(): void {
  startFinding("enforceNodeAllocatable");
  say("invalid configuration: ");
}

/**
 * Checks the names and what depends on other members; tells the policy of enforced pods. A flag can
 * keep evictions out of Node Allocatable whatever is enforced.
 */
export function finishEnforcement(): void {
  if (names != 0) takeNames();
  const ignores = (stagedPolicy.flags & PolicyFlag.AllocatableIgnoresEviction) != 0;
  const pods = (enforced & Enforcement.Pods) != 0 && !ignores;
  setPolicyFlag(stagedPolicy, PolicyFlag.EnforceNodeAllocatablePods, pods);
  checkBoth(SYSTEM, "system-reserved");
  checkBoth(KUBE, "kube-reserved");
  if ((enforced & SYSTEM) != 0 && !systemReservedCgroup) {
    refuseWithoutCgroup("systemReservedCgroup (--system-reserved-cgroup)", "system-reserved");
  }
  if ((enforced & KUBE) != 0 && !kubeReservedCgroup) {
    refuseWithoutCgroup("kubeReservedCgroup (--kube-reserved-cgroup)", "kube-reserved");
  }
  if ((enforced & Enforcement.None) != 0 && count > 1) {
    start();
    say("enforceNodeAllocatable (--enforce-node-allocatable) may not contain additional");
    say(" enforcements when ");
    sayQuoted("none", behavesSo(Behaviour.DoubleQuotedEnforcement));
    say(" is specified");
    finishFinding(Rule.InvalidEnforcement, true);
  }
  if (!cgroupsPerQos) checkQosCgroups();
}

function checkQosCgroups(): void {
  if (!behavesSo(Behaviour.EnforcementsOneByOne)) {
    if (count == 0) return;
    start();
    say("enforceNodeAllocatable (--enforce-node-allocatable) is not supported unless");
    say(" cgroupsPerQOS (--cgroups-per-qos) is set to true");
    return finishFinding(Rule.InvalidEnforcement, true);
  }
  for (let index = 0; index < NAMES.length - 1; index++) {
    if ((enforced & (1 << u32(index))) != 0) refuseWithoutQosCgroups(unchecked(NAMES[index]));
  }
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
  sayQuoted(name, behavesSo(Behaviour.DoubleQuotedEnforcement));
  if (behavesSo(Behaviour.CompressibleEnforcement)) {
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
