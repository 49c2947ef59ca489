/**
 * What `explain` is asked about: a pod, `{"namespace","name"}` or `{"uid"}`; a signal to rank by,
 * `{"signal"}`; or both.
 */

import { Document, Status } from "../../abi.ts";
import { useArena } from "../../base/arena.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, failureStatus } from "../../base/json/failure.ts";
import { closeObject, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { readText } from "../../base/json/read.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { SCRATCH_OFFSET } from "../../base/memory.ts";
import { equalAscii, equalText } from "../../base/text.ts";
import { isName, isNamespace, isUid } from "../../node/keys.ts";
import { podAt } from "../../node/model/pod.ts";
import { SIGNAL_COUNT, SIGNAL_NAMES } from "../../node/model/signalTable.ts";
import { tables } from "../../node/model/tables.ts";
import { isSignal } from "../keys.ts";
import { EvictionReason } from "../reasons.ts";

const uid: usize = memory.data(8, 4);
const name: usize = memory.data(8, 4);
const namespace: usize = memory.data(8, 4);
const signal: usize = memory.data(8, 4);

/** No row, and no status: statuses begin below it. */
export const NO_POD: i32 = i32.MAX_VALUE;

/** The signal that the last subject names, or -1. */
export let subjectSignal: i32 = -1;

/** Answers the row of the pod, `NO_POD` when only a signal is named, or a status. */
export function decodeSubject(size: i32): i32 {
  clearFailure(Document.Pod);
  store<u64>(uid, 0);
  store<u64>(name, 0);
  store<u64>(namespace, 0);
  store<u64>(signal, 0);
  subjectSignal = -1;
  useArena(SCRATCH_OFFSET + 0x10000, SCRATCH_OFFSET + 0x20000, 0);
  let at = openObject(startDocument(size));
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isUid()) at = readText(at, uid);
    else if (isName()) at = readText(at, name);
    else if (isNamespace()) at = readText(at, namespace);
    else if (isSignal()) at = readText(at, signal);
    else at = skipValue(at);
    at = nextMember(at);
  }
  const status = finishDocument(closeObject(at), size);
  if (status != Status.Ok) return status;
  if (load<u32>(signal, 4) != 0) {
    const named = signalNamed(load<u32>(signal), load<i32>(signal, 4));
    if (named < 0) {
      fail(Status.NotFound, EvictionReason.NoSuchSignal, 0);
      return failureStatus();
    }
    subjectSignal = named;
    if (load<u32>(uid, 4) == 0 && load<u32>(name, 4) == 0) return NO_POD;
  }
  for (let index: u32 = 0; index < tables.podCount; index++) {
    if (isSubject(index)) return i32(index);
  }
  fail(Status.NotFound, EvictionReason.NoSuchPod, 0);
  return failureStatus();
}

function signalNamed(at: usize, size: i32): i32 {
  for (let index = 0; index < SIGNAL_COUNT; index++) {
    if (equalAscii(at, size, unchecked(SIGNAL_NAMES[index]))) return index;
  }
  return -1;
}

function isSubject(index: u32): bool {
  const pod = podAt(index);
  if (load<u32>(uid, 4) != 0) {
    return equalText(pod.uid, pod.uidSize, load<u32>(uid), load<i32>(uid, 4));
  }
  return (
    equalText(pod.name, pod.nameSize, load<u32>(name), load<i32>(name, 4)) &&
    equalText(pod.namespace, pod.namespaceSize, load<u32>(namespace), load<i32>(namespace, 4))
  );
}
