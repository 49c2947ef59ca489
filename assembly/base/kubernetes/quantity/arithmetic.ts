/**
 * Sums, differences and the order of quantities (Spec 7.5). Which form a result has, and thereby
 * how it prints and overflows, follows the real code step by step; its worth is exact.
 */
import {
  addInt128,
  compareInt128,
  Int128,
  multiplyInt128,
  setInt128,
  signInt128,
  subtractInt128,
} from "../../arithmetic/int128.ts";
import { nanoOf, Quantity, QuantityForm, setDecimal, setFast } from "./record.ts";
import { scaleUp, scaleUpFits } from "./scale.ts";

const LEFT = changetype<Int128>(memory.data(16, 16));
const RIGHT = changetype<Int128>(memory.data(16, 16));

export function quantitySign(quantity: Quantity): i32 {
  return signInt128(nanoOf(quantity));
}

/** Adds in place. A zero takes over the other's format. */
export function addQuantity(target: Quantity, other: Quantity): void {
  combine(target, other, false);
}

/** Subtracts in place. A zero takes over the other's format. */
export function subtractQuantity(target: Quantity, other: Quantity): void {
  combine(target, other, true);
}

function combine(target: Quantity, other: Quantity, subtract: bool): void {
  if (quantitySign(target) == 0) target.format = other.format;
  // Negating -2^63 gives -2^63 again, in the real code as here.
  const mantissa = subtract ? -other.mantissa : other.mantissa;
  if (areFast(target, other) && addFast(target, mantissa, other.scale)) return;
  const scale = max(decimalScale(target), decimalScale(other));
  if (subtract) subtractInt128(nanoOf(target), nanoOf(other));
  else addInt128(nanoOf(target), nanoOf(other));
  setDecimal(target, scale);
}

function areFast(a: Quantity, b: Quantity): bool {
  return a.form == QuantityForm.Fast && b.form == QuantityForm.Fast;
}

/** The number of decimal places of the Decimal form of a quantity. */
function decimalScale(quantity: Quantity): i32 {
  return quantity.form == QuantityForm.Fast ? -quantity.scale : quantity.scale;
}

/** Adds mantissa × 10^scale in 64 bits; false, and nothing done, when that overflows. */
function addFast(target: Quantity, mantissa: i64, scale: i32): bool {
  if (mantissa == 0) {
    setFast(target, target.mantissa, target.scale);
    return true;
  }
  if (target.mantissa == 0) {
    setFast(target, mantissa, scale);
    return true;
  }
  const lowerScale = min(target.scale, scale);
  const left = target.scale - lowerScale;
  const right = scale - lowerScale;
  if (!scaleUpFits(target.mantissa, left) || !scaleUpFits(mantissa, right)) return false;
  const a = scaleUp(target.mantissa, left);
  const b = scaleUp(mantissa, right);
  const sum = a + b;
  if (((a ^ sum) & (b ^ sum)) < 0) return false;
  setFast(target, sum, lowerScale);
  return true;
}

/** Compares exactly: -1, 0 or 1. Beyond 128 bits of nano-units only Fast forms differ. */
export function compareQuantity(a: Quantity, b: Quantity): i32 {
  const order = compareInt128(nanoOf(a), nanoOf(b));
  return order == 0 && areFast(a, b) ? compareFast(a, b) : order;
}

/** Compares mantissas at the lower scale; 19 places put any mantissa above any other. */
function compareFast(a: Quantity, b: Quantity): i32 {
  const lowerScale = min(a.scale, b.scale);
  raise(LEFT, a.mantissa, a.scale - lowerScale);
  raise(RIGHT, b.mantissa, b.scale - lowerScale);
  return compareInt128(LEFT, RIGHT);
}

function raise(target: Int128, mantissa: i64, places: i32): void {
  setInt128(target, u64(mantissa), mantissa >> 63);
  for (let place = min(places, 19); place > 0; place--) multiplyInt128(target, 10);
}
