/** Quantities in memory, and everything the kubelet can see of one. */
import {
  parseQuantity,
  Quantity,
  quantityErrorText,
  quantityMilliValue,
  quantityValue,
  writeQuantity,
} from "../quantity.ts";
import { FIRST, OUTPUT, put, SECOND, TEXT, written } from "./bytes.ts";

const FORMATS: string[] = ["DecimalExponent", "DecimalSI", "BinarySI"];

export const first = changetype<Quantity>(FIRST);
export const second = changetype<Quantity>(SECOND);

/** Its text, Value, MilliValue and format. */
export function seen(quantity: Quantity): string {
  const text = written(writeQuantity(OUTPUT, quantity));
  const value = quantityValue(quantity).toString();
  const milli = quantityMilliValue(quantity).toString();
  return `${text} ${value} ${milli} ${FORMATS[quantity.format]}`;
}

/** What is seen of the quantity in a text, or why it is none. */
export function parsed(text: string): string {
  const code = parseQuantity(first, TEXT, put(TEXT, text));
  return code == 0 ? seen(first) : quantityErrorText(code);
}
