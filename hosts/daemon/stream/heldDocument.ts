import { deflateRawSync, inflateRawSync } from "node:zlib";

/** The fastest level: a Summary of 110 pods takes about a millisecond. */
const LEVEL = 1;

type Reduce = (document: Uint8Array) => Uint8Array;

/**
 * A document held small. It is reduced when somebody asks for it: that takes eight times as long as
 * compressing it, and most are let go before anybody asks.
 */
export class HeldDocument {
  /** Of memory, at most. */
  readonly size: number;
  #packed: Buffer;
  #reduce: Reduce | null;

  /** Without `reduce` it is held as it is. */
  constructor(document: Uint8Array, reduce: Reduce | null) {
    this.#packed = deflateRawSync(document, { level: LEVEL });
    this.#reduce = reduce;
    this.size = this.#packed.length;
  }

  reduced(): Uint8Array {
    const document = inflateRawSync(this.#packed);
    if (this.#reduce === null) return document;
    const reduced = this.#reduce(document);
    this.#packed = deflateRawSync(reduced, { level: LEVEL });
    this.#reduce = null;
    return reduced;
  }
}
