/** The bytes of an extended regular expression, taken one after the other. */

/** It does not compile; or it does, and has what is not supported. */
export class ExpressionError extends Error {
  override readonly name: string = "ExpressionError";
  readonly unsupported: string | null;

  constructor(unsupported: string | null = null) {
    super(unsupported ?? "the expression does not compile");
    this.unsupported = unsupported;
  }
}

export class Bytes {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(text: string) {
    this.#bytes = new TextEncoder().encode(text);
  }

  peek(onward = 0): number | undefined {
    return this.#bytes[this.#at + onward];
  }

  /** What ends too early does not compile. */
  next(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new ExpressionError();
    this.#at += 1;
    return byte;
  }

  take(byte: number): boolean {
    const isNext = this.peek() === byte;
    if (isNext) this.#at += 1;
    return isNext;
  }
}
