/** The module as a host in another language has it: numbers and memory, nothing in between. */
import { readFileSync } from "node:fs";
import type { ModuleExports } from "../../../analysis/engine/moduleExports.ts";

const MODULE = new URL("../../../dist/plimsoll-eviction.wasm", import.meta.url);

export type CoreMaker = () => Core;

export function coreMaker(): CoreMaker {
  const module = new WebAssembly.Module(readFileSync(MODULE));
  return () => new Core(module);
}

export class Core {
  readonly exports: ModuleExports;
  readonly #memory: Buffer;
  #input: number;
  readonly #output: number;

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module).exports as unknown as ModuleExports;
    this.#memory = Buffer.from(this.exports.memory.buffer);
    this.#input = this.exports.inputOffset();
    this.#output = this.exports.outputOffset();
  }

  /** Puts a document where the verbs read it; answers its size. */
  write(document: Uint8Array): number {
    this.#memory.set(document, this.#input);
    return document.length;
  }

  /** Documents are written to another place from now on, if the module says so. */
  keep(): void {
    this.#input = this.exports.keep();
  }

  /** The last answer, where it is: it changes with the next call. */
  output(): Buffer {
    return this.#memory.subarray(this.#output, this.#output + this.exports.outputSize());
  }

  /** A copy of the last answer. */
  answer(): Buffer {
    return Buffer.from(this.output());
  }
}
