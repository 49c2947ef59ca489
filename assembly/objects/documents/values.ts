/**
 * Values that many objects have. A reader answers the address after the value, 0 after a failure,
 * and leaves what it read in `textRead`, `listRead` or `integerRead`. Members that are null are
 * skipped by the caller, as Go leaves them out.
 */
import { Status } from "../../abi.ts";
import { arenaPosition, rewindArena } from "../../base/arena.ts";
import { fail } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyAt,
  keySize,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { readBoolean, readInteger, readQuantityText } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import {
  parseQuantity,
  Quantity,
  QuantityError,
  quantitySign,
} from "../../base/kubernetes/quantity.ts";
import { parseTime, TimeResult } from "../../base/kubernetes/time.ts";
import { beginList, endList, endPairs, endSet, push } from "../model/list.ts";
import { isLabelKey, isLabelValue } from "../model/qualifiedName.ts";
import { internLiteral, internText } from "../model/text.ts";
import { ObjectsReason } from "../reasons.ts";

export let textRead: u32 = 0;
export let listRead: u32 = 0;
export let integerRead: i64 = 0;
export let labelRead: u32 = 0;
export let truthRead: bool = false;

const number: usize = memory.data(8, 8);
const span: usize = memory.data(8, 4);
const QUANTITY = changetype<Quantity>(memory.data(48, 8));

export function setTextRead(text: u32): void {
  textRead = text;
}

export function setListRead(list: u32): void {
  listRead = list;
}

export function readTextInto(at: usize): usize {
  at = readWord(at);
  textRead = at == 0 ? 0 : internText(wordAt(), wordSize());
  return at;
}

/** Whether the value at `at` is anything but null: for members that only have to be present. */
export function readTruth(at: usize): usize {
  store<u8>(number, 0);
  at = readBoolean(at, number);
  truthRead = load<u8>(number) != 0;
  return at;
}

export function readInteger64(at: usize): usize {
  store<i64>(number, 0);
  at = readInteger(at, number);
  integerRead = load<i64>(number);
  return at;
}

export function readInteger32(at: usize): usize {
  const start = at;
  at = readInteger64(at);
  if (at == 0 || integerRead == i64(i32(integerRead))) return at;
  return fail(Status.WrongType, ObjectsReason.Int32, start);
}

/** Nanoseconds since the epoch; the zero time is 0, as no time. */
export function readTimeInto(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  integerRead = 0;
  if (wordSize() == 0) return at;
  const result = parseTime(number, wordAt(), wordSize());
  if (result == TimeResult.Invalid) return fail(Status.WrongType, ObjectsReason.Time, start);
  integerRead = load<i64>(number);
  return at;
}

/** A label: its key, which was scanned, in `labelRead`, and its value. */
export function readLabel(at: usize): usize {
  const start = at;
  labelRead = internText(keyAt, keySize);
  at = readTextInto(at);
  if (at == 0) return 0;
  if (!isLabelKey(labelRead)) return fail(Status.WrongType, ObjectsReason.LabelKey, start);
  return isLabelValue(textRead) ? at : fail(Status.WrongType, ObjectsReason.LabelValue, start);
}

/** An object of labels: pairs by key. */
export function readLabels(at: usize): usize {
  const list = beginList();
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = readLabel(at);
    push(labelRead);
    push(textRead);
    at = nextMember(at);
  }
  listRead = endPairs(list);
  return closeObject(at);
}

/** An array of texts in its order. */
export function readTexts(at: usize): usize {
  const list = beginList();
  at = pushTexts(at);
  listRead = endList(list);
  return at;
}

/** An array of texts as a set. */
export function readTextSet(at: usize): usize {
  const list = beginList();
  at = pushTexts(at);
  listRead = endSet(list);
  return at;
}

function pushTexts(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    at = readTextInto(at);
    push(textRead);
    at = nextElement(at);
  }
  return closeArray(at);
}

/**
 * An object of resource quantities: pairs of name and the quantity's text. An API server takes
 * negative ones nowhere but in the status of a pod.
 */
export function readResourceList(at: usize, mayBeNegative: bool): usize {
  const list = beginList();
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    push(internText(keyAt, keySize));
    at = readQuantity(at, mayBeNegative);
    push(textRead);
    at = nextMember(at);
  }
  listRead = endPairs(list);
  return closeObject(at);
}

function readQuantity(at: usize, mayBeNegative: bool): usize {
  if (isNull(at)) {
    textRead = internLiteral("0");
    return at + 4;
  }
  const start = at;
  const position = arenaPosition();
  at = readQuantityText(at, span);
  rewindArena(position);
  if (at == 0) return 0;
  const text = load<u32>(span);
  const size = load<i32>(span, 4);
  if (parseQuantity(QUANTITY, text, size) != QuantityError.None) {
    return fail(Status.InvalidQuantity, ObjectsReason.Quantity, start);
  }
  if (!mayBeNegative && quantitySign(QUANTITY) < 0) {
    return fail(Status.InvalidQuantity, ObjectsReason.NegativeQuantity, start);
  }
  textRead = internText(text, size);
  return at;
}
