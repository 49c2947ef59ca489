/** `workloads` of a story: what the containers of an owner's pods use. */
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
import { readWord, wordIs } from "../../base/json/words.ts";
import { readTextInto, textRead } from "../../objects/documents/values.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { appendWorkload, workloadAt, workloads } from "../model/workload.ts";
import { LoopReason } from "../reasons.ts";
import { amountRead, readAmount } from "./amounts.ts";

/** Row of the workload that is being read. */
let row: u32 = 0;

export function readWorkloads(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) at = nextElement(readWorkload(at));
  return closeArray(at);
}

function readWorkload(at: usize): usize {
  const start = at;
  if (appendWorkload() == 0) return 0;
  row = workloads.count - 1;
  workloadAt(row).place = u32(start);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readMember(at));
  }
  at = closeObject(at);
  if (at != 0 && (workloadAt(row).name == 0 || workloadAt(row).kind == 0)) {
    return fail(Status.WrongDocument, LoopReason.Owner, start);
  }
  return at;
}

function readMember(at: usize): usize {
  if (keyIs("owner")) return readOwner(at);
  if (keyIs("memory")) {
    at = readAmount(at, "growth");
    workloadAt(row).memory = amountRead;
    return at;
  }
  if (keyIs("disk")) {
    at = readAmount(at, "write");
    workloadAt(row).disk = amountRead;
    return at;
  }
  if (keyIs("inodes")) {
    at = readAmount(at, "write");
    workloadAt(row).inodes = amountRead;
    return at;
  }
  if (keyIs("container")) {
    at = readTextInto(at);
    workloadAt(row).container = textRead;
    return at;
  }
  if (keyIs("restart")) {
    const start = at;
    at = readWord(at);
    if (wordIs("keeps")) workloadAt(row).keeps = 1;
    else if (!wordIs("resets")) return fail(Status.WrongType, LoopReason.Restart, start);
    return at;
  }
  return fail(Status.WrongDocument, LoopReason.Member, at);
}

export let ownerKind: u32 = 0;
export let ownerNamespace: u32 = 0;
export let ownerName: u32 = 0;

/** Kind, namespace and name of an object; without a namespace it is in `default`. */
export function readName(at: usize): usize {
  ownerKind = 0;
  ownerNamespace = internLiteral("default");
  ownerName = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kind")) {
      at = readTextInto(at);
      ownerKind = textRead;
    } else if (keyIs("namespace")) {
      at = readTextInto(at);
      ownerNamespace = textRead;
    } else if (keyIs("name")) {
      at = readTextInto(at);
      ownerName = textRead;
    } else return fail(Status.WrongDocument, LoopReason.Member, at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readOwner(at: usize): usize {
  at = readName(at);
  const workload = workloadAt(row);
  workload.kind = ownerKind;
  workload.namespace = ownerNamespace;
  workload.name = ownerName;
  return at;
}
