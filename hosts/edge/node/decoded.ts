/** What a document says: read again only when the document is another one. */
export class Decoded<T> {
  readonly #read: (document: Uint8Array) => T;
  #last: { readonly document: Uint8Array; readonly value: T } | null = null;

  constructor(read: (document: Uint8Array) => T) {
    this.#read = read;
  }

  of(document: Uint8Array | null): T | null {
    if (document === null) return null;
    if (this.#last?.document !== document) this.know(document, this.#read(document));
    return this.#last?.value ?? null;
  }

  /** Remembers the value of a document that was just written. */
  know(document: Uint8Array, value: T): void {
    this.#last = { document, value };
  }
}
