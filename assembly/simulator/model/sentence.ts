/** Sentences of events: written into the output, and kept as JSON has them between quotes. */
import { beginText, endText, outputEnd, startOutput } from "../../base/json/write.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import { internText } from "../../objects/model/text.ts";

export function beginSentence(): void {
  startOutput();
  beginText();
}

export function endSentence(): u32 {
  endText();
  return internText(OUTPUT_OFFSET + 1, i32(outputEnd() - OUTPUT_OFFSET) - 2);
}
