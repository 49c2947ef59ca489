/** Only the verbs: all numbers, no managed object. asc wants exports apart from imports. */
import {
  abiVersion,
  assume,
  clear,
  configure,
  drain,
  inputCapacity,
  inputOffset,
  objects,
  outputOffset,
  outputSize,
  report,
  schedule,
  summary,
} from "./verbs.ts";

export {
  abiVersion,
  assume,
  clear,
  configure,
  drain,
  inputCapacity,
  inputOffset,
  objects,
  outputOffset,
  outputSize,
  report,
  schedule,
  summary,
};
