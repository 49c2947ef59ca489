/** Which node is drained, with which flags of `kubectl drain`. */
import { Status } from "../../abi.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { startTexts } from "../../objects/documents/objects.ts";
import { readTextInto, readTruth, textRead, truthRead } from "../../objects/documents/values.ts";
import { findNode } from "../../objects/model/node.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { SchedulerReason } from "../../scheduler/reasons.ts";
import { DrainFlag } from "../stages/drainFilter.ts";

/** Of `DrainFlag`. */
export let drainFlags: u32 = 0;

let name: u32 = 0;

/** The row of the node, or NO_ROW after a failure or when there is none. */
export function readDrainRequest(size: i32): u32 {
  drainFlags = 0;
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
  return fail(Status.WrongDocument, SchedulerReason.DrainMember, at);
}

function readFlag(at: usize, flag: DrainFlag): usize {
  at = readTruth(at);
  if (truthRead) drainFlags |= flag;
  return at;
}
