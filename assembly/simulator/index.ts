/** Only the verbs: all numbers, no managed object. asc wants exports apart from imports. */
import {
  abiVersion,
  clear,
  configure,
  inputCapacity,
  inputOffset,
  objects,
  outputOffset,
  outputSize,
  report,
  run,
  scheduling,
  situation,
  story,
} from "./verbs.ts";

export {
  abiVersion,
  clear,
  configure,
  inputCapacity,
  inputOffset,
  objects,
  outputOffset,
  outputSize,
  report,
  run,
  scheduling,
  situation,
  story,
};
