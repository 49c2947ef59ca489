/**
 * One quantity. Its value is kept exactly, in nano-units of 128 bits that saturate, together with
 * the form the real code would have, because texts and overflows depend on that form (Spec 7.4).
 *
 * ```
 *  0        8        16          24      28       32     36    40     44     48
 *  ┌────────┬────────┬───────────┬───────┬────────┬──────┬─────┬──────┬──────┐
 *  │ low    │ high   │ mantissa  │ scale │ format │ form │ use │ text │ size │
 *  └────────┴────────┴───────────┴───────┴────────┴──────┴─────┴──────┴──────┘
 *   nano-units        Fast form           how it    what the   address and size
 *   (Int128)                              prints    text is    of the parsed text
 * ```
 */
import { Int128, multiplyInt128, setInt128, setNano } from "../../arithmetic/int128.ts";

/** How a quantity prints. A format that was never set prints as a decimal exponent. */
export enum QuantityFormat {
  DecimalExponent = 0,
  DecimalSI = 1,
  BinarySI = 2,
}

/** How the real code stores a quantity. */
export enum QuantityForm {
  /** `mantissa` × 10^`scale`: its int64Amount. */
  Fast = 0,
  /** An integer of any length × 10^-`scale`: its inf.Dec. `mantissa` is 0. */
  Decimal = 1,
}

/** What the text of a quantity is good for. */
export enum TextUse {
  /** Nothing; `text` and `size` are 0. */
  None = 0,
  /** The real code kept it and prints it as it is. */
  Printed = 1,
  /** The nano-units saturated: the text still has the digits. */
  Digits = 2,
}

@unmanaged
export class Quantity {
  low: u64;
  high: i64;
  mantissa: i64;
  scale: i32;
  format: QuantityFormat;
  form: QuantityForm;
  use: TextUse;
  text: u32;
  size: i32;
}

export const QUANTITY_SIZE: usize = 48;
/** Decimal places of a nano-unit. */
export const NANO_PLACES = 9;
/** Multiplying by 10^39 saturates everything but zero. */
export const PLACES_MAX = 39;

/** The nano-units of a quantity are its first field. */
export function nanoOf(quantity: Quantity): Int128 {
  return changetype<Int128>(quantity);
}

export function copyQuantity(target: Quantity, from: Quantity): void {
  memory.copy(changetype<usize>(target), changetype<usize>(from), QUANTITY_SIZE);
}

/** Makes a whole number of units, as `resource.NewQuantity` does. */
export function setQuantityInteger(target: Quantity, value: i64, format: QuantityFormat): void {
  target.format = format;
  setFast(target, value, 0);
}

/** Sets the Fast form and the worth; the format stays and the text is dropped. */
export function setFast(target: Quantity, mantissa: i64, scale: i32): void {
  target.mantissa = mantissa;
  target.scale = scale;
  target.form = QuantityForm.Fast;
  dropText(target);
  const nano = nanoOf(target);
  if (scale == 0) return setNano(nano, mantissa);
  setInt128(nano, u64(mantissa), mantissa >> 63);
  for (let place = min(scale + NANO_PLACES, PLACES_MAX); place > 0; place--) {
    multiplyInt128(nano, 10);
  }
}

/** Sets the Decimal form; the worth stays and the text is dropped. */
export function setDecimal(target: Quantity, scale: i32): void {
  target.mantissa = 0;
  target.scale = scale;
  target.form = QuantityForm.Decimal;
  dropText(target);
}

export function dropText(target: Quantity): void {
  target.use = TextUse.None;
  target.text = 0;
  target.size = 0;
}

export function keepText(target: Quantity, use: TextUse, text: usize, size: i32): void {
  target.use = use;
  target.text = u32(text);
  target.size = size;
}
