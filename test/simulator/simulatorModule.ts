/** The loop's module for tests: documents in, answers out, no host between. */

type Verb = (...numbers: (number | bigint)[]) => number;

export interface SimulatorEvent {
  readonly time: number;
  readonly kind: string;
  readonly node?: string;
  readonly pod?: { readonly namespace: string; readonly name: string };
  readonly owner?: { readonly kind: string; readonly name: string };
  readonly reason?: string;
  readonly message?: string;
}

export interface SimulatorVerdict {
  readonly verdict: "settles" | "thrashes" | "cascades" | "undecided";
  readonly at: number;
  readonly period?: number;
  readonly evictions?: number;
  readonly cycle?: readonly [number, number];
  readonly apartFromPhases?: boolean;
  readonly evictedPods: number;
  readonly nodes: readonly { readonly name: string; readonly pods: number }[];
  readonly pods: readonly { readonly name: string; readonly phase: string }[];
  readonly assumptions: readonly string[];
  readonly digest: string;
}

/** A verb that was refused: what the module says about it. */
export class Refused extends Error {}

export class SimulatorModule {
  readonly #verbs: Readonly<Record<string, Verb>>;
  readonly #memory: WebAssembly.Memory;

  constructor(module: WebAssembly.Module) {
    const { memory, ...verbs } = new WebAssembly.Instance(module).exports;
    this.#memory = memory as WebAssembly.Memory;
    this.#verbs = verbs as Record<string, Verb>;
  }

  /** What the module has taken. */
  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Calls a verb with a document; throws Refused. */
  give(
    verb: "configure" | "objects" | "scenario" | "situation" | "scheduling",
    document: string | Uint8Array,
  ): string {
    const bytes = typeof document === "string" ? new TextEncoder().encode(document) : document;
    this.#bytes().set(bytes, this.call("inputOffset"));
    this.#checked(this.call(verb, bytes.length));
    return this.#answer();
  }

  call(verb: string, ...numbers: (number | bigint)[]): number {
    return (this.#verbs[verb] as Verb)(...numbers);
  }

  /** Runs until a moment in seconds; throws Refused. */
  run(seconds: number): SimulatorEvent[] {
    const until = BigInt(Math.round(seconds * 1e3)) * 1_000_000n;
    const events: SimulatorEvent[] = [];
    for (;;) {
      const course = this.#checked(this.call("run", until));
      for (const line of this.#answer().split("\n")) {
        if (line !== "") events.push(JSON.parse(line) as SimulatorEvent);
      }
      if (course === 0) return events;
    }
  }

  verdict(): SimulatorVerdict {
    this.#checked(this.call("report", 1));
    return JSON.parse(this.#answer()) as SimulatorVerdict;
  }

  #checked(answer: number): number {
    if (answer >= 0) return answer;
    this.call("report", 0);
    throw new Refused(this.#answer());
  }

  #answer(): string {
    const start = this.call("outputOffset");
    return new TextDecoder().decode(this.#bytes().subarray(start, start + this.call("outputSize")));
  }

  /** Memory grows, so each use takes a new view. */
  #bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer);
  }
}
