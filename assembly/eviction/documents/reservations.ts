/** systemReserved, kubeReserved and the capacity in the options. Spec 2.8. */

import {
  closeObject,
  keyAt,
  keyIs,
  keySize,
  nextMember,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { readQuantityText, valuePresent } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { parseQuantity, quantityErrorText, quantitySign } from "../../base/kubernetes/quantity.ts";
import { equalAscii } from "../../base/text.ts";
import { isCpu, isEphemeralStorage, isMemory } from "../../node/keys.ts";
import { finishFinding, pathKey, Rule, say, sayText, startFinding } from "../model/findings.ts";
import {
  Reserved,
  ReservedGroup,
  reservedQuantity,
  setReservedGiven,
  stagedPolicy,
} from "../model/policy.ts";

const GROUP_MEMBERS: StaticArray<string> = ["systemReserved", "kubeReserved", "plimsoll.capacity"];

const span: usize = memory.data(8, 4);

export function decodeReservations(at: usize, group: ReservedGroup): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    startFinding(unchecked(GROUP_MEMBERS[group]));
    pathKey(keyAt, keySize);
    const resource = reservedNamed();
    const unknown = resource < 0;
    if (unknown) sayUnknown(group);
    const isOther = group == ReservedGroup.Capacity && isOtherResource();
    at = readQuantityText(at, span);
    if (at == 0) return 0;
    if (unknown) refuseUnknown(group, isOther);
    else if (valuePresent) takeReservation(group, resource);
    at = nextMember(at);
  }
  return closeObject(at);
}

function sayUnknown(group: ReservedGroup): void {
  if (group == ReservedGroup.Capacity) {
    return say("is not a resource that nodes have; use cpu, memory, ephemeral-storage or pid");
  }
  say('cannot reserve "');
  sayText(keyAt, keySize);
  say('" resource');
}

/** A node's capacity lists more than can be reserved; the rest is ignored. */
function refuseUnknown(group: ReservedGroup, isOther: bool): void {
  if (isOther) return;
  finishFinding(
    group == ReservedGroup.Capacity ? Rule.InvalidOption : Rule.InvalidReservation,
    true,
  );
}

/** pods, storage, huge pages, attachable volumes, and extended resources, which have a domain. */
function isOtherResource(): bool {
  if (keyIs("pods") || keyIs("storage")) return true;
  if (keyBeginsWith("hugepages-") || keyBeginsWith("attachable-volumes-")) return true;
  for (let index: usize = 0; index < usize(keySize); index++) {
    if (load<u8>(keyAt + index) == 0x2f) return true;
  }
  return false;
}

function keyBeginsWith(prefix: string): bool {
  return keySize > prefix.length && equalAscii(keyAt, prefix.length, prefix);
}

function reservedNamed(): i32 {
  if (isCpu()) return Reserved.Cpu;
  if (isMemory()) return Reserved.Memory;
  if (isEphemeralStorage()) return Reserved.EphemeralStorage;
  return keyIs("pid") ? Reserved.Pid : -1;
}

function takeReservation(group: ReservedGroup, resource: i32): void {
  const target = reservedQuantity(stagedPolicy, group, resource);
  const code = parseQuantity(target, load<u32>(span), load<i32>(span, 4));
  if (code == 0 && quantitySign(target) >= 0) {
    setReservedGiven(stagedPolicy, group, resource);
    return;
  }
  if (code == 0) {
    say('resource quantity for "');
    sayText(keyAt, keySize);
    say('" cannot be negative: ');
    sayText(load<u32>(span), load<i32>(span, 4));
  } else {
    say('failed to parse quantity "');
    sayText(load<u32>(span), load<i32>(span, 4));
    say('" for "');
    sayText(keyAt, keySize);
    say('" resource: ');
    say(quantityErrorText(code));
  }
  finishFinding(Rule.InvalidReservation, true);
}
