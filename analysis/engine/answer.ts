/** What the module writes is UTF-8, whatever it quotes; anything else is a defect to be seen. */
const decoder = new TextDecoder("utf-8", { fatal: true });

/** A document the module wrote, copied out of its memory: it stays the same in later steps. */
export class Answer<T> {
  readonly bytes: Uint8Array;
  /** What the host knows about it and the module does not; not in the text. */
  readonly known: Partial<T>;
  #text: string | null = null;

  constructor(bytes: Uint8Array, known: Partial<T> = {}) {
    this.bytes = bytes;
    this.known = known;
  }

  /** The JSON text, on one line. */
  get text(): string {
    this.#text ??= decoder.decode(this.bytes);
    return this.#text;
  }

  /** Integers above 2^53 lose their last digits here; read `text` where they matter. */
  parse(): T {
    return JSON.parse(this.text) as T;
  }
}
