interface Closable {
  close(): Promise<void>;
}

/** Resources opened so far, so an error in the middle of a start closes all of them. */
export class CloseStack {
  readonly #opened: Closable[] = [];

  add<T extends Closable>(part: T): T {
    this.#opened.push(part);
    return part;
  }

  /** Closes everything, the last first; rejects with the first error when all has been tried. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const part of this.#opened.splice(0).reverse()) {
      await part.close().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }
}
