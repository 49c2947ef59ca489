/** `changes` of a scenario: the changes to the cluster, and when they happen. */
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
import { listRead, readTruth, truthRead } from "../../objects/documents/values.ts";
import { internLiteral, internText } from "../../objects/model/text.ts";
import { appendChange, Change, ChangeKind } from "../model/change.ts";
import { SimulatorReason } from "../reasons.ts";
import { readName } from "./objectName.ts";
import { readCount, readDuration, readText } from "./values.ts";

export function readChanges(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) at = nextElement(readChange(at));
  return closeArray(at);
}

/** One thing that is done, and when. */
function readChange(at: usize): usize {
  const start = at;
  const place = appendChange();
  if (place == 0) return 0;
  const change = changetype<Change>(place);
  let acts = 0;
  let isTimed = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("at")) {
      at = readDuration(at, place + offsetof<Change>("at"));
      isTimed = true;
    } else {
      at = readAct(at, change);
      acts++;
    }
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at != 0 && (acts != 1 || !isTimed)) {
    return fail(Status.WrongDocument, SimulatorReason.Change, start);
  }
  return at;
}

function readAct(at: usize, change: Change): usize {
  if (keyIs("apply")) return readApplied(at, change);
  if (keyIs("create")) return readCreated(at, change);
  if (keyIs("delete")) {
    change.act = ChangeKind.Delete;
    return checkName(readName(at, change), change);
  }
  const isLoss = keyIs("disconnect");
  if (!isLoss && !keyIs("reconnect")) return fail(Status.WrongDocument, SimulatorReason.Member, at);
  change.act = isLoss ? ChangeKind.Disconnect : ChangeKind.Reconnect;
  change.kind = internLiteral("Node");
  at = readText(at, changetype<usize>(change) + offsetof<Change>("name"));
  return checkName(at, change);
}

function checkName(at: usize, change: Change): usize {
  if (at != 0 && change.name == 0) return fail(Status.WrongDocument, SimulatorReason.Name, at);
  return at;
}

/** The object's document is read when its time has come. */
function readCreated(at: usize, change: Change): usize {
  const end = skipValue(at);
  if (end == 0) return 0;
  change.act = ChangeKind.Create;
  change.value = internText(at, i32(end - at));
  return end;
}

/** Members besides kind, namespace and name: unschedulable, taints or replicas. */
function readApplied(at: usize, change: Change): usize {
  const start = at;
  const place = changetype<usize>(change);
  let does: i32 = -1;
  change.namespace = internLiteral("default");
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kind")) at = readText(at, place + offsetof<Change>("kind"));
    else if (keyIs("namespace")) at = readText(at, place + offsetof<Change>("namespace"));
    else if (keyIs("name")) at = readText(at, place + offsetof<Change>("name"));
    else if (keyIs("unschedulable")) {
      at = readTruth(at);
      does = truthRead ? ChangeKind.Cordon : ChangeKind.Uncordon;
    } else if (keyIs("taints")) {
      at = readTaints(at);
      change.value = listRead;
      does = ChangeKind.Taints;
    } else if (keyIs("replicas")) {
      at = readCount(at, place + offsetof<Change>("value"));
      does = ChangeKind.Replicas;
    } else return fail(Status.WrongDocument, SimulatorReason.Member, at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at != 0 && does < 0) return fail(Status.WrongDocument, SimulatorReason.Change, start);
  change.act = does;
  return checkName(at, change);
}
