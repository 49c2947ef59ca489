import { instantiateSync } from "@assemblyscript/loader";
import { ABI_VERSION, Detail } from "../../assembly/abi.ts";
import { Answer } from "./answer.ts";
import type { ErrorAnswer } from "./decision.ts";
import { EngineDiscarded, EngineError } from "./engineError.ts";

const encoder = new TextEncoder();

/** A document as it came (bytes), as text, or as a value that is written as JSON here. */
export type DocumentInput = Uint8Array | string | object;

/** What every module exports, whatever its policy: integers only, no managed object crosses. */
export interface ModuleSurface {
  readonly memory: WebAssembly.Memory;
  abiVersion(): number;
  inputOffset(): number;
  inputCapacity(): number;
  outputOffset(): number;
  outputSize(): number;
  /** Writes the last answer, or why the last verb was refused. */
  report(detail: number): number;
  /** Forgets everything and wipes it from memory. */
  clear(): number;
}

/** The exports that take part in a verb: everything but the memory and the fixed numbers. */
export type VerbOf<Exports extends ModuleSurface> = Exclude<
  keyof Exports & string,
  "memory" | "abiVersion" | "inputOffset" | "inputCapacity" | "outputOffset" | "outputSize"
>;

/**
 * One instance of a module, whatever its policy: documents are written into it, verbs called, and
 * answers and refusals read. The only code that touches a module's memory.
 */
export class ModuleInstance<Exports extends ModuleSurface> {
  /** Bytes; a longer document is answered with `InputTooLarge`. */
  readonly inputCapacity: number;
  readonly #exports: Exports;
  #inputOffset: number;
  /**
   * A memory that is reserved when it is built (initial = maximum) never grows, and its view lasts
   * as long as the instance. One that grows detaches the view, which then has a length of 0: asking
   * for that is cheaper than asking the instance for its buffer.
   */
  #memory: Uint8Array;
  #discarded: EngineDiscarded | null = null;

  /** Throws when the module was built for another boundary than this host. */
  constructor(module: WebAssembly.Module) {
    // The loader wraps each export in a closure; the instance's own are half the cost of a call.
    this.#exports = instanceOf(module).exports as unknown as Exports;
    const version = this.#exports.abiVersion?.();
    if (version !== ABI_VERSION) {
      throw new Error(
        `The module speaks version ${version ?? "none"} of the module boundary and this host ` +
          `speaks ${ABI_VERSION}; use the module that was published with the host.`,
      );
    }
    this.#memory = new Uint8Array(this.#exports.memory.buffer);
    this.#inputOffset = this.#exports.inputOffset() >>> 0;
    this.inputCapacity = this.#exports.inputCapacity() >>> 0;
  }

  get isDiscarded(): boolean {
    return this.#discarded !== null;
  }

  /** Calls a verb with a document, or with a number that means a missing one. */
  call(
    verb: VerbOf<Exports>,
    document: DocumentInput | number | bigint,
    ...more: readonly (bigint | number)[]
  ): number {
    const isNumber = typeof document === "number" || typeof document === "bigint";
    const argument = isNumber ? document : this.#write(document);
    return this.#check(verb, this.#invoke(verb, argument, ...more));
  }

  /** Calls a verb that takes no document, and copies what it wrote. */
  answer(verb: VerbOf<Exports>, argument?: number): Uint8Array {
    this.#check(verb, this.#invoke(verb, argument));
    return this.output();
  }

  /** Calls a verb that returns the offset for the next documents. */
  turn(verb: VerbOf<Exports>): void {
    this.#inputOffset = this.#invoke(verb) >>> 0;
  }

  /** A copy: the next verb writes over the output region. */
  output(): Uint8Array {
    const start = this.#exports.outputOffset() >>> 0;
    return this.#view().slice(start, start + this.#exports.outputSize());
  }

  /** A copy of the document as a verb rewrote it: the next document overwrites it. */
  left(size: number): Uint8Array {
    return this.place().slice(0, size);
  }

  /** What it has taken so far; a memory never shrinks. */
  get memoryBytes(): number {
    return this.#view().length;
  }

  #view(): Uint8Array {
    if (this.#memory.length === 0) this.#memory = new Uint8Array(this.#exports.memory.buffer);
    return this.#memory;
  }

  /** Where the next document is taken from. */
  place(): Uint8Array {
    return this.#view().subarray(this.#inputOffset, this.#inputOffset + this.inputCapacity);
  }

  /** Whether a document is already in the input. */
  isInPlace({ buffer, byteOffset }: Uint8Array): boolean {
    return buffer === this.#view().buffer && byteOffset === this.#inputOffset;
  }

  /** Copies a document into the module's memory; returns its size in bytes. */
  #write(document: DocumentInput): number {
    const bytes = bytesOf(document);
    // A document that does not fit is not copied: the verb answers its size with InputTooLarge.
    const isCopied = bytes.length <= this.inputCapacity && !this.isInPlace(bytes);
    if (isCopied) this.#view().set(bytes, this.#inputOffset);
    return bytes.length;
  }

  #invoke(verb: VerbOf<Exports>, ...numbers: readonly (bigint | number | undefined)[]): number {
    if (this.#discarded !== null) throw this.#discarded;
    const call = this.#exports[verb] as unknown as Call;
    try {
      return call(...numbers);
    } catch (cause) {
      // A wrong argument is the caller's mistake; a trap or an exhausted stack is ours.
      if (cause instanceof TypeError) throw cause;
      this.#discarded = new EngineDiscarded(verb, cause);
      throw this.#discarded;
    }
  }

  #check(verb: VerbOf<Exports>, status: number): number {
    if (status >= 0) return status;
    // Read once: asking takes the refusal out of the way of later reports.
    const described = this.#invoke("report" as VerbOf<Exports>, Detail.Decision) >= 0;
    throw new EngineError(
      described
        ? new Answer<ErrorAnswer>(this.output()).parse()
        : { plimsoll: "error/1", status, document: "none", reason: `${verb} was refused` },
    );
  }
}

type Call = (...numbers: readonly (bigint | number | undefined)[]) => number;

/**
 * A platform that runs scripts in a realm of their own may have compiled the module outside; the
 * loader would take that one for bytes.
 */
function instanceOf(module: WebAssembly.Module): WebAssembly.Instance {
  const isOfThisRealm = module instanceof WebAssembly.Module;
  return isOfThisRealm ? instantiateSync(module, {}).instance : new WebAssembly.Instance(module);
}

function bytesOf(document: DocumentInput): Uint8Array {
  if (document instanceof Uint8Array) return document;
  return encoder.encode(typeof document === "string" ? document : JSON.stringify(document));
}
