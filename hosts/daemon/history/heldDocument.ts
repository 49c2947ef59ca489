import { deflateRawSync, inflateRawSync } from "node:zlib";

/** The fastest level: a Summary of 110 pods takes about a millisecond. */
const LEVEL = 1;

/** `reduced` keeps what the policy reads: every decision stays the same. */
export type Form = "full" | "reduced";

export type Reduce = (document: Uint8Array) => Uint8Array;

/** A compressed document. A full one is reduced when a reader first asks for that form. */
export class HeldDocument {
  readonly #reduce: Reduce;
  #packed: Readonly<Partial<Record<Form, Uint8Array>>>;

  /** `form` is the fullest one that will be asked for. */
  constructor(document: Uint8Array, reduce: Reduce, form: Form) {
    this.#reduce = reduce;
    this.#packed = { [form]: compress(form === "full" ? document : reduce(document)) };
  }

  /** Bytes of memory. */
  get size(): number {
    const { full, reduced } = this.#packed;
    return (full?.length ?? 0) + (reduced?.length ?? 0);
  }

  in(form: Form): Uint8Array {
    const { [form]: wanted, full } = this.#packed;
    if (wanted !== undefined) return inflateRawSync(wanted);
    if (full === undefined) throw new RangeError("This document was reduced when it was held.");
    const document = this.#reduce(inflateRawSync(full));
    this.#packed = { full, reduced: compress(document) };
    return document;
  }
}

/** A copy of its own length: zlib answers with a view of a buffer of 16 KiB, and keeps it all. */
export function compress(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(deflateRawSync(bytes, { level: LEVEL }));
}
