/**
 * Kubernetes resource quantities as the kubelet's release has them (Spec 7). The whole surface in
 * one place; its parts are in a folder. Imported first because asc takes no file extension in an
 * `export … from`.
 */
import {
  addQuantity,
  compareQuantity,
  quantitySign,
  subtractQuantity,
} from "./quantity/arithmetic.ts";
import { parseQuantity, QuantityError, quantityErrorText } from "./quantity/parse.ts";
import {
  copyQuantity,
  nanoOf,
  QUANTITY_SIZE,
  Quantity,
  QuantityForm,
  QuantityFormat,
  setQuantityInteger,
} from "./quantity/record.ts";
import { quantityMilliValue, quantityValue } from "./quantity/value.ts";
import { writeQuantity } from "./quantity/write.ts";

export {
  addQuantity,
  compareQuantity,
  copyQuantity,
  nanoOf,
  parseQuantity,
  QUANTITY_SIZE,
  Quantity,
  QuantityError,
  QuantityForm,
  QuantityFormat,
  quantityErrorText,
  quantityMilliValue,
  quantitySign,
  quantityValue,
  setQuantityInteger,
  subtractQuantity,
  writeQuantity,
};
