/** Plays a tape of calls where JavaScript runs; `callTape.ts` says what it looks like. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type TapedAnswers, TITLE } from "./callTape.ts";

interface TapedVerb {
  readonly name: string;
  /** Of each of its arguments. */
  readonly bits: readonly number[];
}

const NEWLINE = Uint8Array.of(0x0a);
const WIDE_BITS = 64;

/** What one instance of the module answers. */
export function playCalls(module: WebAssembly.Module, tape: Uint8Array): TapedAnswers {
  const { memory, ...exports } = new WebAssembly.Instance(module).exports;
  const verbs = exports as Record<string, (...numbers: (number | bigint)[]) => number>;
  // A memory that grows moves.
  const bytes = () => new Uint8Array((memory as WebAssembly.Memory).buffer);
  const call = (name: string, ...numbers: (number | bigint)[]): number => {
    const verb = verbs[name];
    if (verb === undefined) throw new Error(`The module has no verb ${name}.`);
    return verb(...numbers);
  };
  const reader = new TapeReader(tape);
  const { cases, names } = reader.start();
  const hash = sha256.create();
  let answers = 0;
  while (!reader.isAtEnd) {
    const { name, isHeard, numbers, document } = reader.next(names);
    bytes().set(document, call("inputOffset"));
    call(name, ...numbers);
    if (!isHeard) continue;
    const start = call("outputOffset");
    hash.update(bytes().slice(start, start + call("outputSize"))).update(NEWLINE);
    answers++;
  }
  return { digest: bytesToHex(hash.digest()), cases, answers };
}

class TapeReader {
  readonly #tape: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(tape: Uint8Array) {
    this.#tape = tape;
    this.#view = new DataView(tape.buffer, tape.byteOffset, tape.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tape.length;
  }

  /** The header before the calls. */
  start() {
    if (this.#text(TITLE.length) !== TITLE) {
      throw new Error("This is not a tape of calls of this version.");
    }
    const cases = this.#view.getUint32(this.#skip(4), true);
    const count = this.#view.getUint8(this.#skip(1));
    const names: TapedVerb[] = [];
    while (names.length < count) {
      const bits = [...this.#bytes(this.#view.getUint8(this.#skip(1)))];
      names.push({ bits, name: this.#text(this.#view.getUint8(this.#skip(1))) });
    }
    return { cases, names };
  }

  next(names: readonly TapedVerb[]) {
    const index = this.#view.getUint8(this.#skip(1));
    const verb = names[index];
    if (verb === undefined) throw new Error(`The tape has a verb ${index}.`);
    const isHeard = this.#view.getUint8(this.#skip(1)) === 1;
    const numbers = verb.bits.map((bits) => {
      const argument = this.#view.getBigInt64(this.#skip(8), true);
      return bits === WIDE_BITS ? argument : Number(argument);
    });
    const document = this.#bytes(this.#view.getUint32(this.#skip(4), true));
    return { name: verb.name, isHeard, numbers, document };
  }

  #skip(size: number): number {
    const at = this.#at;
    this.#at += size;
    return at;
  }

  #bytes(size: number): Uint8Array {
    const at = this.#skip(size);
    return this.#tape.subarray(at, at + size);
  }

  #text(size: number): string {
    return new TextDecoder().decode(this.#bytes(size));
  }
}
