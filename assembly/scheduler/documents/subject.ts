/** Which pod to schedule: one of the objects by namespace and name, or a Pod as a document. */
import { Status } from "../../abi.ts";
import { inputStart } from "../../base/input.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { adoptRows, dropRows } from "../../objects/documents/adopt.ts";
import { metadata } from "../../objects/documents/metadata.ts";
import { kindRead } from "../../objects/documents/object.ts";
import { readOne, startTexts } from "../../objects/documents/objects.ts";
import { readTextInto, textRead } from "../../objects/documents/values.ts";
import { Kind } from "../../objects/model/kind.ts";
import { findPod } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { ObjectsReason } from "../../objects/reasons.ts";

let namespace: u32 = 0;
let name: u32 = 0;
let isPod: bool = false;

/** The row of the pod, or NO_ROW after a failure or when there is none. */
export function readSubject(size: i32): u32 {
  namespace = 0;
  name = 0;
  isPod = false;
  startTexts();
  const at = readReference(startDocument(size));
  if (finishDocument(at, size) != Status.Ok) return NO_ROW;
  if (isPod && !readPod(size)) return NO_ROW;
  return findPod(namespace != 0 ? namespace : internLiteral("default"), name);
}

/** A document with a kind or a spec is a Pod. */
function readReference(at: usize): usize {
  if (at == 0) return 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kind") || keyIs("spec") || keyIs("metadata")) isPod = true;
    if (isNull(at)) at += 4;
    else if (keyIs("namespace")) {
      at = readTextInto(at);
      namespace = textRead;
    } else if (keyIs("name")) {
      at = readTextInto(at);
      name = textRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readPod(size: i32): bool {
  if (readOne(size, Kind.Pod) != Status.Ok || failureStatus() != Status.Ok) {
    dropRows();
    return false;
  }
  // A Node, say: it is not taken into the cluster for a pod.
  if (kindRead != Kind.Pod) {
    dropRows();
    fail(Status.WrongDocument, ObjectsReason.Pod, inputStart);
    return false;
  }
  namespace = metadata.namespace;
  name = metadata.name;
  adoptRows();
  return true;
}
