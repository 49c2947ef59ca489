import { deflateRawSync, inflateRawSync } from "node:zlib";
import { reducePods, reduceSummary } from "../../shared/reduce.ts";

/** The fastest level: a Summary of 110 pods takes about a millisecond. */
const LEVEL = 1;

/** `reduced` keeps what the policy reads: every decision stays the same. */
export type Form = "full" | "reduced";

const REDUCE = { Summary: reduceSummary, PodList: reducePods };

/**
 * A compressed document. It is reduced when a reader first asks for that form: reducing takes eight
 * times as long as compressing, and most documents are dropped before anyone asks.
 */
export class HeldDocument {
  readonly #kind: keyof typeof REDUCE;
  readonly #keepsFull: boolean;
  #packed: Readonly<Partial<Record<Form, Buffer>>>;

  /** `form` is the fullest one that will be asked for. */
  constructor(document: Uint8Array, kind: keyof typeof REDUCE, form: Form) {
    this.#kind = kind;
    this.#keepsFull = form === "full";
    this.#packed = { full: compress(document) };
  }

  /** Bytes of memory. */
  get size(): number {
    const { full, reduced } = this.#packed;
    return (full?.length ?? 0) + (reduced?.length ?? 0);
  }

  in(form: Form): Uint8Array {
    const { [form]: wanted, full } = this.#packed;
    if (wanted !== undefined) return inflateRawSync(wanted);
    if (full === undefined) throw new RangeError("This document was held to be reduced.");
    const document = REDUCE[this.#kind](inflateRawSync(full));
    const kept = this.#keepsFull ? { full } : {};
    this.#packed = { ...kept, reduced: compress(document) };
    return document;
  }
}

export function compress(bytes: Uint8Array): Buffer {
  return deflateRawSync(bytes, { level: LEVEL });
}
