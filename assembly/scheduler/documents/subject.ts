/** Which pod to schedule: one of the objects by namespace and name, or a Pod as a document. */
import { Status } from "../../abi.ts";
import { inputStart } from "../../base/input.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
import { adoptRows, dropRows } from "../../objects/documents/adopt.ts";
import { metadata } from "../../objects/documents/metadata.ts";
import { kindRead } from "../../objects/documents/object.ts";
import { readOne, startTexts } from "../../objects/documents/objects.ts";
import {
  isObjectRead,
  nameRead,
  namespaceRead,
  readReference,
} from "../../objects/documents/reference.ts";
import { Kind } from "../../objects/model/kind.ts";
import { findPod } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { ObjectsReason } from "../../objects/reasons.ts";

/** The row of the pod, or NO_ROW after a failure or when there is none. */
export function readSubject(size: i32): u32 {
  startTexts();
  const at = readReference(startDocument(size));
  if (finishDocument(at, size) != Status.Ok) return NO_ROW;
  if (!isObjectRead) return findPod(namespaceRead, nameRead);
  return readPod(size) ? findPod(metadata.namespace, metadata.name) : NO_ROW;
}

/** A document with a kind or a spec is a Pod. */
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
  adoptRows();
  return true;
}
