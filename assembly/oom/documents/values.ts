/**
 * Values of more than one member. Each reader stores the value where the caller says, sets
 * the caller's flag, and leaves both alone for `null`.
 */
import { Status } from "../../abi.ts";
import { arenaPosition, rewindArena } from "../../base/arena.ts";
import { fail } from "../../base/json/failure.ts";
import { readBoolean, readQuantityText, readUnsigned, valuePresent } from "../../base/json/read.ts";
import { parseQuantity, Quantity, quantityValue } from "../../base/kubernetes/quantity.ts";
import { OomReason } from "../reasons.ts";

/** Sums of counts below it, times a thousand, stay within 64 bits. */
const COUNT_END: u64 = 1 << 52;

const number: usize = memory.data(8, 8);
const span: usize = memory.data(8, 4);
const quantity: Quantity = changetype<Quantity>(memory.data(64, 16));

/** A whole number below a bound. */
export function readBelow(at: usize, bound: u64, target: usize): usize {
  store<u64>(number, 0);
  const end = readUnsigned(at, number);
  if (end == 0 || !valuePresent) return end;
  if (load<u64>(number) >= bound) return fail(Status.WrongType, OomReason.Count, at);
  store<u64>(target, load<u64>(number));
  return end;
}

/** A number of pages or bytes. */
export function readCount(at: usize, target: usize, flags: usize, flag: u32): usize {
  at = readBelow(at, COUNT_END, target);
  if (valuePresent) setFlag(flags, flag, true);
  return at;
}

/** A boolean, which is a flag and nothing else. */
export function readTruth(at: usize, flags: usize, flag: u32): usize {
  at = readBoolean(at, number);
  if (valuePresent) setFlag(flags, flag, load<u8>(number) != 0);
  return at;
}

/** A quantity as a container of a pod has it, in bytes; one that is not above 0 is none. */
export function readQuantity(at: usize, target: usize, flags: usize, flag: u32): usize {
  const start = at;
  const position = arenaPosition();
  at = readQuantityText(at, span);
  if (at == 0 || !valuePresent) return at;
  const code = parseQuantity(quantity, load<u32>(span), load<i32>(span, 4));
  rewindArena(position);
  if (code != 0) return fail(Status.InvalidQuantity, OomReason.Quantity, start);
  const bytes = quantityValue(quantity);
  if (bytes <= 0) return at;
  store<u64>(target, u64(bytes));
  setFlag(flags, flag, true);
  return at;
}

/** 1 or 2, into one byte. */
export function readCgroupVersion(at: usize, target: usize): usize {
  const start = at;
  at = readUnsigned(at, number);
  if (at == 0 || !valuePresent) return at;
  const version = load<u64>(number);
  if (version != 1 && version != 2) return fail(Status.WrongType, OomReason.CgroupVersion, start);
  store<u8>(target, u8(version));
  return at;
}

function setFlag(flags: usize, flag: u32, value: bool): void {
  store<u32>(flags, value ? load<u32>(flags) | flag : load<u32>(flags) & ~flag);
}
