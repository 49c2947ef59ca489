/** The node to drain, the flags of `kubectl drain`, and the changes made before. */
import { Status } from "../../abi.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
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
import { startTexts } from "../../objects/documents/objects.ts";
import { nameRead, namespaceRead, readReference } from "../../objects/documents/reference.ts";
import {
  listRead,
  readTextInto,
  readTruth,
  setListRead,
  textRead,
  truthRead,
} from "../../objects/documents/values.ts";
import { Kind } from "../../objects/model/kind.ts";
import { beginList, endList, push } from "../../objects/model/list.ts";
import { findNode } from "../../objects/model/node.ts";
import { findObject } from "../../objects/model/objectRow.ts";
import { findPod } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { SchedulerReason } from "../../scheduler/reasons.ts";
import { DrainFlag } from "../stages/drainFilter.ts";

/** `DrainFlag` flags. */
export let drainFlags: u32 = 0;

/** Lists of rows: budgets with a changed spec, and pods added when an owner was scaled up. */
export let changedBudgets: u32 = 0;
export let scaledPods: u32 = 0;

let name: u32 = 0;

/** The row of the node, or NO_ROW after a failure or when there is none. */
export function readDrainRequest(size: i32): u32 {
  drainFlags = 0;
  changedBudgets = 0;
  scaledPods = 0;
  name = 0;
  startTexts();
  const at = readMembers(startDocument(size));
  if (finishDocument(at, size) != Status.Ok || failureStatus() != Status.Ok) return NO_ROW;
  return findNode(name);
}

function readMembers(at: usize): usize {
  if (at == 0) return 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readMember(at));
  }
  return closeObject(at);
}

function readMember(at: usize): usize {
  if (keyIs("node")) {
    at = readTextInto(at);
    name = textRead;
    return at;
  }
  if (keyIs("ignoreDaemonSets")) return readFlag(at, DrainFlag.IgnoreDaemonSets);
  if (keyIs("deleteEmptyDir")) return readFlag(at, DrainFlag.DeleteEmptyDir);
  if (keyIs("force")) return readFlag(at, DrainFlag.Force);
  if (keyIs("changedBudgets")) {
    at = readRows(at, Kind.PodDisruptionBudget);
    changedBudgets = listRead;
    return at;
  }
  if (keyIs("scaledPods")) {
    at = readRows(at, Kind.Pod);
    scaledPods = listRead;
    return at;
  }
  return fail(Status.WrongDocument, SchedulerReason.DrainMember, at);
}

/** Objects by namespace and name; one that is not there is a failure. */
function readRows(at: usize, kind: Kind): usize {
  const isPod = kind == Kind.Pod;
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    const start = at;
    at = readReference(at);
    if (at == 0) return 0;
    const row = isPod
      ? findPod(namespaceRead, nameRead)
      : findObject(kind, namespaceRead, nameRead);
    if (row == NO_ROW) {
      const reason = isPod ? SchedulerReason.NotFound : SchedulerReason.Budget;
      return fail(Status.NotFound, reason, start);
    }
    push(row);
    at = nextElement(at);
  }
  setListRead(endList(list));
  return closeArray(at);
}

function readFlag(at: usize, flag: DrainFlag): usize {
  at = readTruth(at);
  if (truthRead) drainFlags |= flag;
  return at;
}
