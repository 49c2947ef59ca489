import { Detail } from "../../../../assembly/abi.ts";
import type { Decision } from "../../../engine/decision.ts";
import { sameBytes } from "../../../engine/sameBytes.ts";
import type { Run } from "./run.ts";

const encoder = new TextEncoder();
/** The time and the step's number precede `action`; the digest follows the last comma. */
const ACTION = encoder.encode('"action"');
const DIGEST_BYTES = ',"digest":"0123456789abcdef"}'.length;

/**
 * What a run decides, step by step. A day has thousands of steps and few different outcomes: a
 * decision is parsed only when its bytes differ from the step's before, else it is the same object,
 * with the time and the number of the step that first read so.
 */
export class Decisions {
  readonly #run: Run;
  #bytes: Uint8Array = new Uint8Array(0);
  #decision: Decision | null = null;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Takes the next step; null when nothing was observed in it. */
  next(): Decision | null {
    if (this.#run.step() === null) return null;
    const answer = this.#run.decision(Detail.Decision);
    if (answer === null) return null;
    const written = withoutTime(answer.bytes);
    if (this.#decision === null || !sameBytes(written, this.#bytes)) {
      this.#bytes = written;
      this.#decision = answer.parse();
    }
    return this.#decision;
  }
}

/** The part of a decision that two steps of the same outcome have in common. */
function withoutTime(decision: Uint8Array): Uint8Array {
  let start = decision.indexOf(ACTION[0] ?? 0);
  while (start >= 0 && !ACTION.every((byte, at) => decision[start + at] === byte)) {
    start = decision.indexOf(ACTION[0] ?? 0, start + 1);
  }
  return decision.subarray(Math.max(start, 0), decision.length - DIGEST_BYTES);
}
