/**
 * Values of a scenario: durations, amounts, rates. A reader answers the address after the value, 0
 * after a failure, and writes what it read to `target`.
 */
import { Status } from "../../abi.ts";
import { arenaPosition, rewindArena } from "../../base/arena.ts";
import { fail } from "../../base/json/failure.ts";
import { readQuantityText } from "../../base/json/read.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { parseDuration } from "../../base/kubernetes/duration.ts";
import {
  compareQuantity,
  parseQuantity,
  QUANTITY_SIZE,
  Quantity,
  QuantityError,
  QuantityFormat,
  quantitySign,
  quantityValue,
  setQuantityInteger,
} from "../../base/kubernetes/quantity.ts";
import {
  integerRead,
  readInteger32,
  readTextInto,
  textRead,
} from "../../objects/documents/values.ts";
import { QUANTITIES_OFFSET, SPAN_OFFSET } from "../memory.ts";
import { SimulatorReason } from "../reasons.ts";

const TEXT: usize = SPAN_OFFSET;
const QUANTITY = changetype<Quantity>(QUANTITIES_OFFSET);
const MOST = changetype<Quantity>(QUANTITIES_OFFSET + QUANTITY_SIZE);
/** 2^44, 16 TiB: sums of 65,536 containers stay in 64 bits. */
const BYTES_MAX: i64 = 1 << 44;
const SLASH: u8 = 0x2f;

/** An interned text. */
export function readText(at: usize, target: usize): usize {
  at = readTextInto(at);
  store<u32>(target, textRead);
  return at;
}

/** A number of pods, or of seconds: an i32 from 0 on. */
export function readCount(at: usize, target: usize): usize {
  const start = at;
  at = readInteger32(at);
  if (at != 0 && integerRead < 0) return fail(Status.WrongType, SimulatorReason.Count, start);
  store<i32>(target, i32(integerRead));
  return at;
}

/** Nanoseconds. */
export function readDuration(at: usize, target: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  if (parseDuration(target, wordAt(), wordSize()) != 0 || load<i64>(target) < 0) {
    return fail(Status.WrongType, SimulatorReason.Duration, start);
  }
  return at;
}

/** A text or a number, as quantities of Kubernetes are. */
export function readBytes(at: usize, target: usize): usize {
  const start = at;
  const position = arenaPosition();
  store<u64>(TEXT, 0);
  at = readQuantityText(at, TEXT);
  rewindArena(position);
  if (at == 0) return 0;
  if (!parseBytes(load<u32>(TEXT), load<i32>(TEXT, 4), target))
    return fail(Status.WrongType, SimulatorReason.Bytes, start);
  return at;
}

function parseBytes(text: usize, size: i32, target: usize): bool {
  if (parseQuantity(QUANTITY, text, size) != QuantityError.None) return false;
  if (quantitySign(QUANTITY) < 0) return false;
  // In 64 bits 1e19 would be less.
  setQuantityInteger(MOST, BYTES_MAX, QuantityFormat.BinarySI);
  if (compareQuantity(QUANTITY, MOST) > 0) return false;
  store<i64>(target, quantityValue(QUANTITY));
  return true;
}

/** `3Mi/s`, `200Mi/m` or `1Gi/h`: rounded down to whole bytes a second, but for a rate of some. */
export function readRate(at: usize, target: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  const size = wordSize() - 2;
  const seconds = size > 0 ? secondsOf(wordAt() + usize(size)) : 0;
  if (seconds == 0 || !parseBytes(wordAt(), size, target)) {
    return fail(Status.WrongType, SimulatorReason.Rate, start);
  }
  const bytes = load<i64>(target);
  store<i64>(target, bytes / seconds);
  if (bytes > 0 && bytes < seconds) return fail(Status.WrongType, SimulatorReason.Rate, start);
  return at;
}

function secondsOf(unit: usize): i64 {
  if (load<u8>(unit) != SLASH) return 0;
  const letter = load<u8>(unit, 1);
  if (letter == 0x73) return 1;
  if (letter == 0x6d) return 60;
  return letter == 0x68 ? 3600 : 0;
}
