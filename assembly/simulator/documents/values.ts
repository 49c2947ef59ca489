/** Values of a story: durations, amounts, rates. Each leaves what it read in a variable. */
import { Status } from "../../abi.ts";
import { arenaPosition, rewindArena } from "../../base/arena.ts";
import { fail } from "../../base/json/failure.ts";
import { readQuantityText } from "../../base/json/read.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { parseDuration } from "../../base/kubernetes/duration.ts";
import {
  compareQuantity,
  parseQuantity,
  Quantity,
  QuantityError,
  QuantityFormat,
  quantitySign,
  quantityValue,
  setQuantityInteger,
} from "../../base/kubernetes/quantity.ts";
import { integerRead, readInteger32 } from "../../objects/documents/values.ts";
import { LoopReason } from "../reasons.ts";

export let nanosRead: i64 = 0;
export let bytesRead: i64 = 0;
/** Bytes in a second. */
export let rateRead: i64 = 0;

const NANOS: usize = memory.data(8, 8);
const TEXT: usize = memory.data(8, 4);
const QUANTITY = changetype<Quantity>(memory.data(64, 8));
const MOST = changetype<Quantity>(memory.data(64, 8));
/** 2^44, 16 TiB: sums of 65,536 containers stay in 64 bits. */
const BYTES_MAX: i64 = 1 << 44;
const SLASH: u8 = 0x2f;

/** A number of pods. */
export let countRead: i32 = 0;

export function readCountInto(at: usize): usize {
  const start = at;
  at = readInteger32(at);
  if (at != 0 && integerRead < 0) return fail(Status.WrongType, LoopReason.Count, start);
  countRead = i32(integerRead);
  return at;
}

export function readDurationInto(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  if (parseDuration(NANOS, wordAt(), wordSize()) != 0 || load<i64>(NANOS) < 0) {
    return fail(Status.WrongType, LoopReason.Duration, start);
  }
  nanosRead = load<i64>(NANOS);
  return at;
}

/** A text or a number, as quantities of Kubernetes are. */
export function readBytesInto(at: usize): usize {
  const start = at;
  const position = arenaPosition();
  store<u64>(TEXT, 0);
  at = readQuantityText(at, TEXT);
  rewindArena(position);
  if (at == 0) return 0;
  if (!parseBytes(load<u32>(TEXT), load<i32>(TEXT, 4)))
    return fail(Status.WrongType, LoopReason.Bytes, start);
  return at;
}

function parseBytes(text: usize, size: i32): bool {
  if (parseQuantity(QUANTITY, text, size) != QuantityError.None) return false;
  if (quantitySign(QUANTITY) < 0) return false;
  // In 64 bits 1e19 would be less.
  setQuantityInteger(MOST, BYTES_MAX, QuantityFormat.BinarySI);
  if (compareQuantity(QUANTITY, MOST) > 0) return false;
  bytesRead = quantityValue(QUANTITY);
  return true;
}

/** `3Mi/s`, `200Mi/m` or `1Gi/h`: rounded down to whole bytes a second, but for a rate of some. */
export function readRateInto(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  const size = wordSize() - 2;
  const seconds = size > 0 ? secondsOf(wordAt() + usize(size)) : 0;
  if (seconds == 0 || !parseBytes(wordAt(), size)) {
    return fail(Status.WrongType, LoopReason.Rate, start);
  }
  rateRead = bytesRead / seconds;
  if (rateRead == 0 && bytesRead > 0) return fail(Status.WrongType, LoopReason.Rate, start);
  return at;
}

function secondsOf(unit: usize): i64 {
  if (load<u8>(unit) != SLASH) return 0;
  const letter = load<u8>(unit, 1);
  if (letter == 0x73) return 1;
  if (letter == 0x6d) return 60;
  return letter == 0x68 ? 3600 : 0;
}
