/** A part below this is copied: as a view it would keep the whole buffer that it came in. */
const SMALL_BYTES = 1_024;
const BLOCK_BYTES = 4 * SMALL_BYTES;

/**
 * Bytes that come in parts, of which there may be millions of one byte each: a sender chooses how
 * it cuts a body. What is kept is at most five times the bytes, and nothing is copied of a whole
 * that came in one part.
 */
export class ByteParts {
  #parts: Uint8Array[] = [];
  #size = 0;
  #block = new Uint8Array(0);
  #used = 0;
  readonly #onCopied: ((part: Uint8Array) => void) | undefined;

  /** `onCopied` is called with each part of a whole that was joined: it is not needed any more. */
  constructor(onCopied?: (part: Uint8Array) => void) {
    this.#onCopied = onCopied;
  }

  get size(): number {
    return this.#size;
  }

  add(part: Uint8Array): void {
    this.#size += part.length;
    const isFirst = this.#parts.length === 0 && this.#used === 0;
    if (part.length >= SMALL_BYTES || isFirst) {
      this.#closeBlock();
      if (part.length > 0) this.#parts.push(part);
      return;
    }
    if (this.#used + part.length > this.#block.length) {
      this.#closeBlock();
      this.#block = new Uint8Array(BLOCK_BYTES);
    }
    this.#block.set(part, this.#used);
    this.#used += part.length;
  }

  /** All of them in a row; afterwards there are none. */
  take(): Uint8Array {
    this.#closeBlock();
    const [first, second] = this.#parts;
    const whole = first !== undefined && second === undefined ? first : this.#joined();
    this.clear();
    return whole;
  }

  clear(): void {
    this.#parts = [];
    this.#size = 0;
    this.#block = new Uint8Array(0);
    this.#used = 0;
  }

  #closeBlock(): void {
    if (this.#used > 0) this.#parts.push(this.#block.subarray(0, this.#used));
    this.#block = new Uint8Array(0);
    this.#used = 0;
  }

  #joined(): Uint8Array {
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    for (const part of this.#parts) this.#onCopied?.(part);
    return bytes;
  }
}
