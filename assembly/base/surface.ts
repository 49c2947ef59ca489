/** What every module exports apart from its verbs: where documents go, and where answers are. */
import { ABI_VERSION, INPUT_CAPACITY_BYTES } from "../abi.ts";
import { answerSize } from "./answer.ts";
import { inputStart } from "./input.ts";
import { OUTPUT_OFFSET } from "./memory.ts";

export function abiVersion(): i32 {
  return ABI_VERSION;
}

/** Where the host writes a document; a verb may move it. */
export function inputOffset(): i32 {
  return i32(inputStart);
}

export function inputCapacity(): i32 {
  return INPUT_CAPACITY_BYTES;
}

/** Where the last answer is. */
export function outputOffset(): i32 {
  return i32(OUTPUT_OFFSET);
}

/** The size of the last answer; 0 once another verb was called. */
export function outputSize(): i32 {
  return answerSize;
}
