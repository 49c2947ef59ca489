/** `changes` of a story: what is done to the cluster, and when. */
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
import { readTaints } from "../../objects/documents/taints.ts";
import {
  listRead,
  readTextInto,
  readTruth,
  textRead,
  truthRead,
} from "../../objects/documents/values.ts";
import { internLiteral, internText } from "../../objects/model/text.ts";
import { appendChange, ChangeKind, changeAt, changes } from "../model/change.ts";
import { LoopReason } from "../reasons.ts";
import { countRead, nanosRead, readCountInto, readDurationInto } from "./values.ts";
import { ownerKind, ownerName, ownerNamespace, readName } from "./workloads.ts";

let row: u32 = 0;
/** How many things the change does, and whether it says when. */
let acts: u32 = 0;
let isTimed: bool = false;

export function readChanges(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) at = nextElement(readChange(at));
  return closeArray(at);
}

function readChange(at: usize): usize {
  const start = at;
  if (appendChange() == 0) return 0;
  row = changes.count - 1;
  acts = 0;
  isTimed = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readMember(at));
  }
  at = closeObject(at);
  if (at != 0 && (acts != 1 || !isTimed)) {
    return fail(Status.WrongDocument, LoopReason.Change, start);
  }
  return at;
}

function readMember(at: usize): usize {
  if (keyIs("at")) {
    at = readDurationInto(at);
    changeAt(row).at = nanosRead;
    isTimed = true;
    return at;
  }
  acts++;
  if (keyIs("apply")) return readApplied(at);
  if (keyIs("create")) return readCreated(at);
  if (keyIs("delete")) {
    at = readName(at);
    return named(at, ChangeKind.Delete, ownerKind, ownerNamespace, ownerName);
  }
  const isLoss = keyIs("disconnect");
  if (!isLoss && !keyIs("reconnect")) return fail(Status.WrongDocument, LoopReason.Member, at);
  at = readTextInto(at);
  const kind = isLoss ? ChangeKind.Disconnect : ChangeKind.Reconnect;
  return named(at, kind, internLiteral("Node"), 0, textRead);
}

function named(at: usize, kind: ChangeKind, objectKind: u32, namespace: u32, name: u32): usize {
  const change = changeAt(row);
  change.kind = kind;
  change.objectKind = objectKind;
  change.namespace = namespace;
  change.name = name;
  if (at != 0 && name == 0) return fail(Status.WrongDocument, LoopReason.Name, at);
  return at;
}

/** The object's document is read when its time has come. */
function readCreated(at: usize): usize {
  const end = skipValue(at);
  if (end == 0) return 0;
  const change = changeAt(row);
  change.kind = ChangeKind.Create;
  change.value = internText(at, i32(end - at));
  return end;
}

/** Members beside kind, namespace and name: unschedulable, taints or replicas. */
function readApplied(at: usize): usize {
  let objectKind: u32 = 0;
  let namespace = internLiteral("default");
  let name: u32 = 0;
  let does: i32 = -1;
  const start = at;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kind")) {
      at = readTextInto(at);
      objectKind = textRead;
    } else if (keyIs("namespace")) {
      at = readTextInto(at);
      namespace = textRead;
    } else if (keyIs("name")) {
      at = readTextInto(at);
      name = textRead;
    } else if (keyIs("unschedulable")) {
      at = readTruth(at);
      does = truthRead ? ChangeKind.Cordon : ChangeKind.Uncordon;
    } else if (keyIs("taints")) {
      at = readTaints(at);
      changeAt(row).value = listRead;
      does = ChangeKind.Taints;
    } else if (keyIs("replicas")) {
      at = readCountInto(at);
      changeAt(row).value = u32(countRead);
      does = ChangeKind.Replicas;
    } else return fail(Status.WrongDocument, LoopReason.Member, at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at != 0 && does < 0) return fail(Status.WrongDocument, LoopReason.Change, start);
  return named(at, does, objectKind, namespace, name);
}
