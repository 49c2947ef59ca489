/**
 * What frozen rows refer to: a text is UTF-8 inside the frozen text, a quantity is one that the
 * parser makes. Texts of one table never overlap, so all sizes together are no more than there
 * is: a few bytes cannot stand for gigabytes of names.
 */
import { TEXT_CAPACITY_BYTES } from "../../abi.ts";
import { isSaturated, setNano } from "../../base/arithmetic/int128.ts";
import { endOfCodePoint, HIGHS } from "../../base/json/scan.ts";
import { EXPONENT_MAX } from "../../base/kubernetes/quantity/parse.ts";
import {
  NANO_PLACES,
  nanoOf,
  QUANTITY_SIZE,
  setFast,
  TextUse,
} from "../../base/kubernetes/quantity/record.ts";
import {
  parseQuantity,
  Quantity,
  QuantityForm,
  QuantityFormat,
  quantitySign,
} from "../../base/kubernetes/quantity.ts";
import { equalText } from "../../base/text.ts";

/** What the parser makes of the same text, or the same numbers. */
const expected: Quantity = changetype<Quantity>(memory.data(64, 16));

let text: usize = 0;
let textBytes: u32 = 0;
let bytesReferred: u32 = 0;

/** Whether the text that the rows verified from now on refer to is UTF-8; NUL must follow it. */
export function isTextSound(at: usize, size: u32): bool {
  text = at;
  textBytes = size;
  bytesReferred = 0;
  const end = at + usize(size);
  while (at < end) {
    if (at + 8 <= end && (load<u64>(at) & HIGHS) == 0) at += 8;
    else if (load<u8>(at) < 0x80) at++;
    else {
      at = endOfCodePoint(at);
      if (at == 0) return false;
    }
  }
  return at == end;
}

/** Whether the address and size at `reference` are of whole characters of the text. */
export function isReferenceSound(reference: usize): bool {
  const offset = load<u32>(reference);
  const size = load<u32>(reference, 4);
  if (size == 0) return offset == 0;
  if (offset > textBytes || size > textBytes - offset) return false;
  if (size > textBytes - bytesReferred) return false;
  bytesReferred += size;
  const start = text + usize(offset);
  return !isContinuation(start) && !isContinuation(start + usize(size));
}

function isContinuation(at: usize): bool {
  return (load<u8>(at) & 0xc0) == 0x80;
}

/** Whether all of a slot of 64 bytes is what reading a document leaves there. */
/** A quantity in a slot of 64 bytes. */
export function isQuantitySound(quantity: Quantity): bool {
  const rest = changetype<usize>(quantity) + QUANTITY_SIZE;
  return isZero(rest, 64 - QUANTITY_SIZE) && isBareQuantitySound(quantity);
}

/** One that other members follow at once. */
export function isBareQuantitySound(quantity: Quantity): bool {
  const at = changetype<usize>(quantity);
  if (isZero(at, QUANTITY_SIZE)) return true;
  if (u32(quantity.format) > u32(QuantityFormat.BinarySI)) return false;
  if (quantity.use == TextUse.None) {
    if (quantity.text != 0 || quantity.size != 0) return false;
    return quantity.form == QuantityForm.Fast ? isFastSound(quantity) : isDecimalSound(quantity);
  }
  if (!isReferenceSound(at + offsetof<Quantity>("text"))) return false;
  const code = parseQuantity(expected, text + usize(quantity.text), quantity.size);
  expected.text = quantity.text;
  return code == 0 && isExpected(quantity);
}

function isExpected(quantity: Quantity): bool {
  const size = i32(QUANTITY_SIZE);
  return equalText(changetype<usize>(quantity), size, changetype<usize>(expected), size);
}

/** The worth follows from mantissa and scale. */
function isFastSound(quantity: Quantity): bool {
  if (quantity.scale < -NANO_PLACES || quantity.scale > EXPONENT_MAX) return false;
  expected.format = quantity.format;
  setFast(expected, quantity.mantissa, quantity.scale);
  return isExpected(quantity);
}

/** What has a worth is in nano-units, or capped at 2^63-1; zero keeps its decimal places. */
function isDecimalSound(quantity: Quantity): bool {
  if (quantity.form != QuantityForm.Decimal || quantity.mantissa != 0) return false;
  const nano = nanoOf(quantity);
  const sign = quantitySign(quantity);
  if (sign == 0) return quantity.scale >= -EXPONENT_MAX && quantity.scale <= TEXT_CAPACITY_BYTES;
  if (quantity.scale == NANO_PLACES) return !isSaturated(nano);
  setNano(nanoOf(expected), sign < 0 ? -i64.MAX_VALUE : i64.MAX_VALUE);
  const capped = nano.low == expected.low && nano.high == expected.high;
  return capped && quantity.scale == 0 && quantity.format == QuantityFormat.BinarySI;
}

/** Whether `size` bytes, a multiple of eight, are zero. */
export function isZero(at: usize, size: usize): bool {
  let bits: u64 = 0;
  for (const end = at + size; at < end; at += 8) bits |= load<u64>(at);
  return bits == 0;
}
