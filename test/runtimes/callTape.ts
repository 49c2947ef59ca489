/**
 * A tape of the calls of any module, for engines that run no JavaScript; `tape.ts` is that of the
 * eviction module, whose verbs take a time. A player copies documents in, calls, prints answers:
 *
 *     "plimsoll calls 3\n"
 *     u32  cases
 *     u8   verbs, each:  u8   arguments, each:  u8  its bits, 32 or 64
 *                        u8   bytes of the name, and the name
 *     calls, each:  u8   verb
 *                   u8   1 when what it leaves from `outputOffset` on, `outputSize` bytes, is an
 *                        answer
 *                   i64  each argument
 *                   u32  bytes of the document, and the document
 *
 * All numbers are little-endian. A memory that grows moves: after each call it is asked for again.
 * The SHA-256 of all answers, each followed by a newline, is the digest. This engine's is worked
 * out while the tape is written.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { Detail } from "../../assembly/abi.ts";

export const TITLE = "plimsoll calls 3\n";
const HEARD_OFFSET = 1;
const NO_DOCUMENT = new Uint8Array();
const NEWLINE = Uint8Array.of(0x0a);

export type Document = Uint8Array | string | object;
type Argument = number | bigint;
type Verb = (...numbers: Argument[]) => number;

export interface TapedAnswers {
  readonly digest: string;
  readonly cases: number;
  readonly answers: number;
}

/** One instance of a module, and all that it is asked. */
export class CallTape {
  readonly #verbs: Readonly<Record<string, Verb>>;
  readonly #memory: WebAssembly.Memory;
  readonly #names: string[] = [];
  /** Of the arguments of each verb. */
  readonly #bits: (readonly number[])[] = [];
  readonly #parts: Uint8Array[] = [];
  readonly #hash = sha256.create();
  #last: Uint8Array | null = null;
  #answers = 0;
  #cases = 0;

  constructor(module: WebAssembly.Module) {
    const { memory, ...verbs } = new WebAssembly.Instance(module).exports;
    this.#memory = memory as WebAssembly.Memory;
    this.#verbs = verbs as Record<string, Verb>;
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  startCase(): void {
    this.#cases++;
  }

  /** Calls a verb with a document; one that is refused says why. */
  give(verb: string, document: Document, ...more: readonly Argument[]): number {
    const bytes = bytesOf(document);
    new Uint8Array(this.#memory.buffer).set(bytes, this.#verb("inputOffset")());
    return this.#checked(this.#call(verb, bytes, bytes.length, ...more));
  }

  /** Calls a verb without a document. */
  call(verb: string, argument: Argument = 0): number {
    return this.#checked(this.#call(verb, NO_DOCUMENT, argument));
  }

  /** Calls a verb that writes an answer: the size of it, or a status below zero. */
  ask(verb: string, argument: Argument | Document = 0, ...more: readonly Argument[]): number {
    const isNumber = typeof argument === "number" || typeof argument === "bigint";
    const status = isNumber ? this.call(verb, argument) : this.give(verb, argument, ...more);
    if (status >= 0) this.#hear();
    return status;
  }

  /** What the last verb has left, which is JSON. */
  get answer(): unknown {
    return JSON.parse(new TextDecoder().decode(this.#output()));
  }

  bytes(): Uint8Array {
    const encoder = new TextEncoder();
    const names = this.#names.flatMap((name, at) => {
      const bytes = encoder.encode(name);
      const bits = this.#bits[at] ?? [];
      return [Uint8Array.of(bits.length, ...bits, bytes.length), bytes];
    });
    const head = Buffer.from(TITLE + "\0".repeat(4), "latin1");
    head.writeUInt32LE(this.#cases, TITLE.length);
    const count = Uint8Array.of(this.#names.length);
    return Buffer.concat([head, count, ...names, ...this.#parts]);
  }

  played(): TapedAnswers {
    const digest = bytesToHex(this.#hash.clone().digest());
    return { digest, cases: this.#cases, answers: this.#answers };
  }

  #checked(status: number): number {
    if (status >= 0) return status;
    this.#call("report", NO_DOCUMENT, Detail.Decision);
    this.#hear();
    return status;
  }

  #call(verb: string, document: Uint8Array, ...given: readonly Argument[]): number {
    const known = this.#names.indexOf(verb);
    const index = known < 0 ? this.#names.push(verb) - 1 : known;
    const call = this.#verb(verb);
    const numbers = given.slice(0, call.length);
    this.#bits[index] = numbers.map((argument) => (typeof argument === "bigint" ? 64 : 32));
    const head = Uint8Array.of(index, 0);
    const sizes = Buffer.alloc(8 * numbers.length + 4);
    for (const [at, argument] of numbers.entries()) {
      sizes.writeBigInt64LE(BigInt(argument), 8 * at);
    }
    sizes.writeUInt32LE(document.length, 8 * numbers.length);
    this.#parts.push(head, sizes, document.slice());
    this.#last = head;
    return call(...numbers);
  }

  #hear(): void {
    this.#last?.set([1], HEARD_OFFSET);
    this.#hash.update(this.#output()).update(NEWLINE);
    this.#answers++;
  }

  #output(): Uint8Array {
    const start = this.#verb("outputOffset")();
    const end = start + this.#verb("outputSize")();
    return new Uint8Array(this.#memory.buffer).subarray(start, end);
  }

  #verb(name: string): Verb {
    const verb = this.#verbs[name];
    if (verb === undefined) throw new Error(`The module has no verb ${name}.`);
    return verb;
  }
}

function bytesOf(document: Document): Uint8Array {
  if (document instanceof Uint8Array) return document;
  return new TextEncoder().encode(
    typeof document === "string" ? document : JSON.stringify(document),
  );
}
