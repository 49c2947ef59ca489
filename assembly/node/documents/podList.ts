/**
 * A v1 PodList → the pod tables. Decoded next to the tables in force, which it then replaces, in
 * bytewise order of uid, only when all of it is valid.
 */

import { Document, PODS_MAX, Status } from "../../abi.ts";
import { arenaPosition } from "../../base/arena.ts";
import { hashBytes } from "../../base/arithmetic/hash.ts";
import { inputStart } from "../../base/input.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { isWordEmpty, readWord, wordIs } from "../../base/json/words.ts";
import { compareText } from "../../base/text.ts";
import { isItems, isKind } from "../keys.ts";
import {
  CONTAINER_SIZE,
  CONTAINERS_OFFSET,
  POD_SIZE,
  STAGE_DISTANCE,
  UID_ORDER_OFFSET,
  VOLUME_SIZE,
  VOLUMES_OFFSET,
} from "../memory.ts";
import { podAt, stagedPodAt } from "../model/pod.ts";
import { forgetStats } from "../model/stats.ts";
import { stagedTables, Tables, tables, textStart } from "../model/tables.ts";
import { NodeReason } from "../reasons.ts";
import { notePods, usePodTexts } from "../used.ts";
import { decodePod, podSpecSeen } from "./pod.ts";

/** Decodes and puts in force; answers a status. */
export function decodePodList(size: i32): i32 {
  clearFailure(Document.PodList);
  startStage();
  const status = finishDocument(passList(startDocument(size), true), size);
  noteStage();
  if (status == Status.Ok) commit(hashBytes(inputStart, size));
  return status;
}

/** Where the items of the list begin that `passList` has gone through last; 0 when it has none. */
export let itemsAt: usize = 0;

/** From a list's first byte to its end; the items are decoded, or left for later. */
export function passList(at: usize, isDecoded: bool): usize {
  itemsAt = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isItems()) {
      itemsAt = at;
      at = isDecoded ? decodeItems(at) : skipValue(at);
    } else if (isKind()) at = decodeKind(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  if (at == 0 || itemsAt != 0) return closeObject(at);
  return fail(Status.WrongDocument, NodeReason.NotPodList, inputStart);
}

/** Every list of the API has items; `kubectl get` answers pods as a List. */
function decodeKind(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || isWordEmpty() || wordIs("PodList") || wordIs("List")) return at;
  return fail(Status.WrongDocument, NodeReason.OtherKindThanPodList, start);
}

/** Decodes one Pod into the first staged row, where nothing else refers to it. */
export function decodeSinglePod(size: i32): i32 {
  clearFailure(Document.Pod);
  startStage();
  const start = startDocument(size);
  let at = decodePod(start, stagedPodAt(0));
  if (at != 0 && !podSpecSeen) at = fail(Status.WrongDocument, NodeReason.NotPod, start);
  const status = finishDocument(at, size);
  noteStage();
  return status;
}

/** One row more than there are pods: the last one may have been refused, or replaced another. */
function noteStage(): void {
  const pods = min(stagedTables.podCount + 1, u32(PODS_MAX));
  notePods(pods, stagedTables.containerCount, stagedTables.volumeCount);
}

/** The half of the text region that is not in force takes the new names. */
export function startStage(): void {
  memory.fill(changetype<usize>(stagedTables), 0, offsetof<Tables>());
  stagedTables.textHalf = 1 - tables.textHalf;
  const start = textStart(stagedTables.textHalf);
  usePodTexts(start);
}

function decodeItems(at: usize): usize {
  if (isNull(at)) return at + 4;
  noteStage();
  stagedTables.podCount = 0;
  at = openArray(at);
  while (atElement(at)) {
    if (stagedTables.podCount == PODS_MAX) return fail(Status.TableFull, NodeReason.Pods, at);
    const pod = stagedPodAt(stagedTables.podCount);
    if (isNull(at)) {
      at += 4;
    } else {
      at = decodePod(at, pod);
      if (at == 0) return 0;
      if (insertInUidOrder(stagedTables.podCount)) stagedTables.podCount++;
    }
    at = nextElement(at);
  }
  return closeArray(at);
}

function orderAt(position: u32): usize {
  return UID_ORDER_OFFSET + 4 * usize(position);
}

/** Binary insertion. A uid seen before takes its earlier row's place: the last one counts. */
function insertInUidOrder(index: u32): bool {
  const pod = stagedPodAt(index);
  let low: u32 = 0;
  let high = index;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = stagedPodAt(load<u32>(orderAt(middle)));
    const order = compareText(other.uid, other.uidSize, pod.uid, pod.uidSize);
    if (order == 0 && pod.uidSize != 0) {
      memory.copy(changetype<usize>(other), changetype<usize>(pod), POD_SIZE);
      return false;
    }
    if (order <= 0) low = middle + 1;
    else high = middle;
  }
  memory.copy(orderAt(low + 1), orderAt(low), 4 * usize(index - low));
  store<u32>(orderAt(low), index);
  return true;
}

function commit(fingerprint: u64): void {
  stagedTables.textBytes = u32(arenaPosition() - textStart(stagedTables.textHalf));
  stagedTables.fingerprint = fingerprint;
  memory.copy(changetype<usize>(tables), changetype<usize>(stagedTables), offsetof<Tables>());
  for (let position: u32 = 0; position < tables.podCount; position++) {
    const source = changetype<usize>(stagedPodAt(load<u32>(orderAt(position))));
    memory.copy(changetype<usize>(podAt(position)), source, POD_SIZE);
  }
  const containerBytes = CONTAINER_SIZE * usize(tables.containerCount);
  memory.copy(CONTAINERS_OFFSET, CONTAINERS_OFFSET + STAGE_DISTANCE, containerBytes);
  const volumeBytes = VOLUME_SIZE * usize(tables.volumeCount);
  memory.copy(VOLUMES_OFFSET, VOLUMES_OFFSET + STAGE_DISTANCE, volumeBytes);
  forgetStats();
}
