/**
 * The parsers and writers of the core as a module of their own, over numbers alone: the entry that
 * the comparison with Go compiles. Imported first because asc takes no file extension in an
 * `export … from`.
 */
import {
  parseDuration,
  writeDuration,
  writeDurationError,
} from "../../assembly/kubernetes/duration.ts";
import {
  isPercentageAboveOne,
  isPercentageNegative,
  isPercentagePositive,
  parsePercentage,
  percentageOf,
  writePercentageError,
} from "../../assembly/kubernetes/percentage.ts";
import {
  addQuantity,
  compareQuantity,
  copyQuantity,
  parseQuantity,
  quantityErrorText,
  quantityMilliValue,
  quantitySign,
  quantityValue,
  setQuantityInteger,
  subtractQuantity,
  writeQuantity,
} from "../../assembly/kubernetes/quantity.ts";
import { writeQuoted } from "../../assembly/kubernetes/quoted.ts";
import { parseTime, writeTime } from "../../assembly/kubernetes/time.ts";
import { writeAscii } from "../../assembly/text.ts";

export function writeQuantityError(at: usize, code: i32): usize {
  return writeAscii(at, quantityErrorText(code));
}

export {
  addQuantity,
  compareQuantity,
  copyQuantity,
  isPercentageAboveOne,
  isPercentageNegative,
  isPercentagePositive,
  parseDuration,
  parsePercentage,
  parseQuantity,
  parseTime,
  percentageOf,
  quantityMilliValue,
  quantitySign,
  quantityValue,
  setQuantityInteger,
  subtractQuantity,
  writeDuration,
  writeDurationError,
  writePercentageError,
  writeQuantity,
  writeQuoted,
  writeTime,
};
