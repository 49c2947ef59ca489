/** How a verb ends: with an answer in the output region, or with a refusal. */
import { Document, Status } from "../abi.ts";
import { clearFailure, fail, Reason } from "./json/failure.ts";
import { isOutputFull, outputEnd } from "./json/write.ts";
import { OUTPUT_OFFSET } from "./memory.ts";
import { noteOutput } from "./used.ts";

export let answerSize: i32 = 0;

/** Every verb begins with it: its host must not take an earlier answer for its own. */
export function forgetAnswer(): void {
  answerSize = 0;
}

/** Ends an answer that was written as JSON; answers its size. */
export function finishAnswer(): i32 {
  const size = keepAnswer(i32(outputEnd() - OUTPUT_OFFSET));
  if (!isOutputFull()) return size;
  forgetAnswer();
  return refuse(Status.OutputTooLarge, Reason.Output);
}

/** Ends an answer of this size, of any bytes. */
export function keepAnswer(size: i32): i32 {
  noteOutput(size);
  answerSize = size;
  return size;
}

/** A failure that is about the order of calls, not about a document. */
export function refuse(status: i32, reason: i32): i32 {
  clearFailure(Document.None);
  fail(status, reason, 0);
  return status;
}
