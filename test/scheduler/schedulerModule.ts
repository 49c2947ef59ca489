/** The cluster module for tests: documents in, answers out, no host between. */

type Verb = (...numbers: number[]) => number;

export class ClusterModule {
  readonly #verbs: Readonly<Record<string, Verb>>;
  readonly #memory: WebAssembly.Memory;

  constructor(module: WebAssembly.Module) {
    const { memory, ...verbs } = new WebAssembly.Instance(module).exports;
    this.#memory = memory as WebAssembly.Memory;
    this.#verbs = verbs as Record<string, Verb>;
  }

  get inputCapacity(): number {
    return this.call("inputCapacity");
  }

  call(verb: string, ...numbers: number[]): number {
    return (this.#verbs[verb] as Verb)(...numbers);
  }

  /** Calls a verb with a document of at most `inputCapacity` bytes. */
  give(verb: string, document: Uint8Array): number {
    this.#bytes().set(document, this.call("inputOffset"));
    return this.call(verb, document.length);
  }

  /** What `report` or `summary` wrote. */
  answer(): string {
    return new TextDecoder().decode(this.answerBytes());
  }

  /** The bytes of `answer`, until the next call. */
  answerBytes(): Uint8Array {
    const start = this.call("outputOffset");
    return this.#bytes().subarray(start, start + this.call("outputSize"));
  }

  /** Memory grows, so each use takes a new view. */
  #bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer);
  }
}
