/** `enforceNodeAllocatable` and what it needs beside it: the kubelet's validation. Spec 2.7.7. */
import { atElement, closeArray, nextElement, openArray } from "../json/member.ts";
import { isNull } from "../json/scan.ts";
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

let enforced: u32 = 0;
let count: i32 = 0;
export let cgroupsPerQos: bool = true;
let systemReservedCgroup: bool = false;
let kubeReservedCgroup: bool = false;

export function startEnforcement(): void {
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
  if (isNull(at)) return at + 4;
  enforced = 0;
  count = 0;
  at = openArray(at);
  while (atElement(at)) {
    at = readWord(at);
    if (at == 0) return 0;
    takeName();
    at = nextElement(at);
  }
  return closeArray(at);
}

function takeName(): void {
  count++;
  for (let index = 0; index < NAMES.length; index++) {
    if (!wordIs(unchecked(NAMES[index]))) continue;
    const bit = u32(1) << u32(index);
    if (enforced & bit) refuseDuplicate();
    enforced |= bit;
    return;
  }
  start();
  say('option "');
  sayText(wordAt(), wordSize());
  say('" specified for enforceNodeAllocatable (--enforce-node-allocatable). Valid options are ');
  for (let index = 0; index < NAMES.length; index++) {
    if (index > 0) say(index == NAMES.length - 1 ? " or " : ", ");
    say('"');
    say(unchecked(NAMES[index]));
    say('"');
  }
  finishFinding(Rule.InvalidEnforcement, true);
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

/** Checks what depends on other members, and tells the policy whether pods are enforced. */
export function finishEnforcement(): void {
  const pods = (enforced & Enforcement.Pods) != 0;
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
    say(' enforcements when "none" is specified');
    finishFinding(Rule.InvalidEnforcement, true);
  }
  if (cgroupsPerQos || (enforced & ~u32(Enforcement.None)) == 0) return;
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
  say(' must be specified when "');
  say(name);
  say('" or "');
  say(name);
  say('-compressible" included');
  say(SUFFIX);
  finishFinding(Rule.InvalidEnforcement, true);
}

function refuseWithoutQosCgroups(name: string): void {
  start();
  say('cgroupsPerQOS (--cgroups-per-qos) must be set to true when "');
  say(name);
  say('" contained');
  say(SUFFIX);
  finishFinding(Rule.InvalidEnforcement, true);
}
