/** Only the verbs: all numbers, no managed object. asc wants exports apart from imports. */
import {
  abiVersion,
  admit,
  clear,
  configure,
  inputCapacity,
  inputOffset,
  objects,
  outputOffset,
  outputSize,
  report,
} from "./verbs.ts";

export {
  abiVersion,
  admit,
  clear,
  configure,
  inputCapacity,
  inputOffset,
  objects,
  outputOffset,
  outputSize,
  report,
};
