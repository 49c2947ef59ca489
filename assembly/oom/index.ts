/** Only the verbs: all numbers, no managed object. asc wants exports apart from imports. */
import {
  abiVersion,
  clear,
  inputCapacity,
  inputOffset,
  outputOffset,
  outputSize,
  race,
  report,
  select,
} from "./verbs.ts";

export {
  abiVersion,
  clear,
  inputCapacity,
  inputOffset,
  outputOffset,
  outputSize,
  race,
  report,
  select,
};
