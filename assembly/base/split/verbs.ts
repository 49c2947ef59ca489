/** The verbs that split a text, which every module has that takes lists. */
import { Document } from "../../abi.ts";
import { finishAnswer, forgetAnswer } from "../answer.ts";
import { takeInput } from "../json/document.ts";
import { clearFailure, failureStatus } from "../json/failure.ts";
import { splitPart } from "./split.ts";
import { openText } from "./text.ts";

/** The size that ends a text. */
const END = -1;

/**
 * Begins a text, and forgets one that was not read to its end. Of a list that lies in `level`
 * others, `start` is where in their text it is. Documents are handed on from `partBytes` on; 0 is
 * 1 MiB.
 */
export function splitFrom(start: i64, level: i32, partBytes: i32): i32 {
  forgetAnswer();
  clearFailure(Document.None);
  openText(start, level, partBytes);
  return 0;
}

/** Reads the next part of the text, or ends it (size -1); writes where it is cut. */
export function split(size: i32): i32 {
  forgetAnswer();
  clearFailure(Document.None);
  if (size != END && !takeInput(size)) return failureStatus();
  splitPart(size);
  return finishAnswer();
}
