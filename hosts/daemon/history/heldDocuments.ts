import { deflateRawSync, inflateRawSync } from "node:zlib";
import { free } from "../../system/freeing.ts";

/** The fastest level: a Summary of 110 pods takes about a millisecond. */
const LEVEL = 1;
/** What zlib hands over at once: a step that is reduced comes out in one piece. */
const CHUNK_BYTES = 0x8000;

/** `reduced` keeps what the policy reads: every decision stays the same. */
export type Form = "full" | "reduced";

/** Documents that are stored and read together; null for a missing one. */
export type Documents = readonly (Uint8Array | null)[];

/** Answers the same documents, those that can be reduced in that form. */
export type Reduce = (documents: Documents) => Documents;

interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lengths: readonly (number | null)[];
}

/** Documents, compressed as one. Full ones are reduced for each reader who asks for that form. */
export class HeldDocuments {
  readonly #reduce: Reduce;
  readonly #form: Form;
  /** Null when the memory was freed. */
  #packed: Packed | null;

  /** `form` is the fullest one that will be asked for. */
  constructor(documents: Documents, reduce: Reduce, form: Form) {
    this.#reduce = reduce;
    this.#form = form;
    this.#packed = pack(form === "full" ? documents : reduce(documents));
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#packed?.bytes.length ?? 0;
  }

  in(form: Form): Documents {
    if (this.#packed === null) throw new RangeError("These documents are not held any more.");
    if (form === this.#form) return unpack(this.#packed);
    if (form === "full") throw new RangeError("This document was reduced when it was held.");
    return this.#reduce(unpack(this.#packed));
  }

  /**
   * Frees the memory; nothing can be read from then on. What was held for long would otherwise stay
   * until all of the heap is collected, which an idle daemon does only after hours.
   */
  free(): void {
    if (this.#packed !== null) free(this.#packed.bytes.buffer);
    this.#packed = null;
  }
}

/** In a buffer of its exact size: zlib answers with a view of a larger one, and keeps it all. */
function pack(documents: Documents): Packed {
  const whole = Buffer.concat(documents.map((document) => document ?? Buffer.of()));
  return {
    bytes: new Uint8Array(deflateRawSync(whole, { level: LEVEL, chunkSize: CHUNK_BYTES })),
    lengths: documents.map((document) => document?.length ?? null),
  };
}

function unpack({ bytes, lengths }: Packed): Documents {
  const whole = inflateRawSync(bytes);
  let end = 0;
  return lengths.map((length) => {
    if (length === null) return null;
    end += length;
    return whole.subarray(end - length, end);
  });
}
