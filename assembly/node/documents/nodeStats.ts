/** The `node` member of a Summary → observations. Spec 1.2. */

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
import { readInteger, readUnsigned, valuePresent } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import {
  isAvailableBytes,
  isCapacityBytes,
  isContainerFs,
  isCurproc,
  isFs,
  isImageFs,
  isInodes,
  isInodesFree,
  isMaxpid,
  isMemory,
  isName,
  isRlimit,
  isRuntime,
  isSystemContainers,
  isTime,
  isWorkingSetBytes,
} from "../keys.ts";
import { ObservationFlag, observationAt } from "../model/observation.ts";
import { Signal } from "../model/signalTable.ts";
import { readTime, timePresent } from "./readTime.ts";

/** Two amounts that make one observation, and which of them are there. */
@unmanaged
class Amounts {
  first: u64;
  second: u64;
  third: u64;
  fourth: u64;
  time: i64;
  present: u32;
  timed: u32;
}

const AMOUNTS_BYTES: usize = 48;
const FIRST: u32 = 1;
const SECOND: u32 = 2;
const THIRD: u32 = 4;
const FOURTH: u32 = 8;

const nodeAmounts: Amounts = changetype<Amounts>(memory.data(48, 8));
const containerAmounts: Amounts = changetype<Amounts>(memory.data(48, 8));

function clearAmounts(amounts: Amounts): void {
  memory.fill(changetype<usize>(amounts), 0, AMOUNTS_BYTES);
}

/** Reads an unsigned member into one of the four places and notes that it is there. */
function readAmount(at: usize, amounts: Amounts, place: usize): usize {
  at = readUnsigned(at, changetype<usize>(amounts) + 8 * place);
  if (valuePresent) amounts.present |= 1 << u32(place);
  return at;
}

function readAmountsTime(at: usize, amounts: Amounts): usize {
  at = readTime(at, changetype<usize>(amounts) + offsetof<Amounts>("time"));
  amounts.timed = u32(timePresent);
  return at;
}

function observe(
  table: usize,
  signal: Signal,
  available: i64,
  capacity: i64,
  amounts: Amounts,
): void {
  const observation = observationAt(table, signal);
  observation.available = available;
  observation.capacity = capacity;
  observation.time = amounts.time;
  observation.flags =
    u32(ObservationFlag.Present) | (amounts.timed != 0 ? u32(ObservationFlag.TimeSet) : 0);
}

function has(amounts: Amounts, places: u32): bool {
  return (amounts.present & places) == places;
}

/** `node` → all observations it supports. Unsigned amounts become int64 by reinterpretation. */
export function decodeNode(at: usize, table: usize): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isMemory()) at = decodeNodeMemory(at, table);
    else if (isFs()) {
      at = decodeFs(at, table, Signal.NodeFsAvailable, Signal.NodeFsInodesFree);
    } else if (isRuntime()) at = decodeRuntime(at, table);
    else if (isRlimit()) at = decodeRlimit(at, table);
    else if (isSystemContainers()) at = decodeSystemContainers(at, table);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function decodeNodeMemory(at: usize, table: usize): usize {
  at = decodeMemory(at, nodeAmounts);
  if (has(nodeAmounts, FIRST | SECOND)) observeMemory(table, Signal.MemoryAvailable, nodeAmounts);
  return at;
}

/** Capacity is available + working set, added as uint64: it wraps as the kubelet's does. */
function observeMemory(table: usize, signal: Signal, amounts: Amounts): void {
  const capacity = amounts.first + amounts.second;
  observe(table, signal, i64(amounts.first), i64(capacity), amounts);
}

/** First place available bytes, second working set. */
function decodeMemory(at: usize, amounts: Amounts): usize {
  clearAmounts(amounts);
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isAvailableBytes()) at = readAmount(at, amounts, 0);
    else if (isWorkingSetBytes()) at = readAmount(at, amounts, 1);
    else if (isTime()) at = readAmountsTime(at, amounts);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** A file system makes two observations that do not depend on each other. */
function decodeFs(at: usize, table: usize, bytes: Signal, inodes: Signal): usize {
  const amounts = nodeAmounts;
  clearAmounts(amounts);
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isAvailableBytes()) at = readAmount(at, amounts, 0);
    else if (isCapacityBytes()) at = readAmount(at, amounts, 1);
    else if (isInodesFree()) at = readAmount(at, amounts, 2);
    else if (isInodes()) at = readAmount(at, amounts, 3);
    else if (isTime()) at = readAmountsTime(at, amounts);
    else at = skipValue(at);
    at = nextMember(at);
  }
  if (has(amounts, FIRST | SECOND)) {
    observe(table, bytes, i64(amounts.first), i64(amounts.second), amounts);
  }
  if (has(amounts, THIRD | FOURTH)) {
    observe(table, inodes, i64(amounts.third), i64(amounts.fourth), amounts);
  }
  return closeObject(at);
}

function decodeRuntime(at: usize, table: usize): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isImageFs()) {
      at = decodeFs(at, table, Signal.ImageFsAvailable, Signal.ImageFsInodesFree);
    } else if (isContainerFs()) {
      at = decodeFs(at, table, Signal.ContainerFsAvailable, Signal.ContainerFsInodesFree);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** int64 members; what is available may be negative. */
function decodeRlimit(at: usize, table: usize): usize {
  const amounts = nodeAmounts;
  clearAmounts(amounts);
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isMaxpid()) at = readCount(at, amounts, 0);
    else if (isCurproc()) at = readCount(at, amounts, 1);
    else if (isTime()) at = readAmountsTime(at, amounts);
    else at = skipValue(at);
    at = nextMember(at);
  }
  if (has(amounts, FIRST | SECOND)) {
    const capacity = i64(amounts.first);
    observe(table, Signal.PIDAvailable, capacity - i64(amounts.second), capacity, amounts);
  }
  return closeObject(at);
}

function readCount(at: usize, amounts: Amounts, place: usize): usize {
  at = readInteger(at, changetype<usize>(amounts) + 8 * place);
  if (valuePresent) amounts.present |= 1 << u32(place);
  return at;
}

/** The first system container named `pods` makes allocatableMemory.available. */
function decodeSystemContainers(at: usize, table: usize): usize {
  if (isNull(at)) return at + 4;
  let found = false;
  at = openArray(at);
  while (atElement(at)) {
    let isPods: bool = false;
    clearAmounts(containerAmounts);
    if (isNull(at)) {
      at += 4;
    } else {
      at = openObject(at);
      while (load<u8>(at) == QUOTE) {
        at = scanMember(at);
        if (isName()) {
          at = readWord(at);
          isPods = wordIs("pods");
        } else if (isMemory()) at = decodeMemory(at, containerAmounts);
        else at = skipValue(at);
        at = nextMember(at);
      }
      at = closeObject(at);
    }
    if (isPods && !found) {
      found = true;
      if (has(containerAmounts, FIRST | SECOND)) {
        observeMemory(table, Signal.AllocatableMemoryAvailable, containerAmounts);
      }
    }
    at = nextElement(at);
  }
  return closeArray(at);
}
