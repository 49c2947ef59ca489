/**
 * Quantities as 64-bit integers: `Value` and `MilliValue` of the kubelet's release, with the
 * roundings and overflows that differ between the two forms (Spec 7.7).
 */
import { copyInt128, cutDecimalPlaces, Int128 } from "../../arithmetic/int128.ts";
import { lowBitsOfDigits } from "./digits.ts";
import { NANO_PLACES, nanoOf, Quantity, QuantityForm, TextUse } from "./record.ts";
import { powerOfTen, scaleDown, scaleUp } from "./scale.ts";

const MILLI_PLACES = 3;
const REST = changetype<Int128>(memory.data(16, 16));

/** Returns whole units, rounded away from zero where the real code manages it. */
export function quantityValue(quantity: Quantity): i64 {
  return scaledValue(quantity, 0);
}

/** Returns thousandths of a unit. */
export function quantityMilliValue(quantity: Quantity): i64 {
  return scaledValue(quantity, MILLI_PLACES);
}

/** Returns the quantity times 10^`places` in 64 bits. */
function scaledValue(quantity: Quantity, places: i32): i64 {
  if (quantity.form == QuantityForm.Fast) {
    const scale = quantity.scale + places;
    if (scale < 0) return scaleDown(quantity.mantissa, -scale);
    return scaleUp(quantity.mantissa, scale);
  }
  const cut = quantity.scale - places;
  if (cut <= 0) return lowUnscaled(quantity) * wholePowerOfTen(-cut);
  // Numbers below zero take the short way meant for small ones, however large they are.
  if (quantity.high < 0 && cut <= 18) {
    const unscaled = lowUnscaled(quantity);
    const power = powerOfTen(cut);
    return unscaled / power + i64(unscaled % power != 0);
  }
  if (quantity.use == TextUse.Digits) return i64(lowBitsOfDigits(quantity, places));
  copyInt128(REST, nanoOf(quantity));
  const inexact = cutDecimalPlaces(REST, NANO_PLACES - places);
  return i64(REST.low) + i64(inexact && quantity.high >= 0);
}

/** Converts a double 10^`exponent` to an integer: -2^63 from 10^19 on, as on amd64. */
function wholePowerOfTen(exponent: i32): i64 {
  return exponent > 18 ? i64.MIN_VALUE : powerOfTen(exponent);
}

/** The low 64 bits of the integer that the Decimal form holds, the quantity times 10^scale. */
function lowUnscaled(quantity: Quantity): i64 {
  if (quantity.use == TextUse.Digits) {
    const low = i64(lowBitsOfDigits(quantity, NANO_PLACES));
    return quantity.high < 0 ? -low : low;
  }
  if (quantity.scale >= NANO_PLACES) {
    return i64(quantity.low) * powerOfTen(quantity.scale - NANO_PLACES);
  }
  copyInt128(REST, nanoOf(quantity));
  cutDecimalPlaces(REST, NANO_PLACES - quantity.scale);
  return i64(REST.low);
}
