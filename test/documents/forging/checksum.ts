/** The checksums of opaque bytes, by the core's own hash: a forger can compute them as well. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const ENTRY = "checksum.ts";
const SOURCE = `
import { hashWords } from "./assembly/base/arithmetic/hash";
export function hash(size: i32): u64 { return hashWords(0x10000, size); }
`;
const INPUT = 0x10000;
const PAGE_BYTES = 0x10000;
const FROZEN_PART_AND_SIZE = 8;
const FROZEN_CHECKSUM = 16;
const FROZEN_REST = 24;
const STATE_CHECKSUM_BYTES = 8;

let compiled: Promise<Checksum> | undefined;

export class Checksum {
  readonly #memory: WebAssembly.Memory;
  readonly #hash: (size: number) => bigint;

  private constructor({ memory, hash }: WebAssembly.Exports) {
    this.#memory = memory as WebAssembly.Memory;
    this.#hash = hash as (size: number) => bigint;
  }

  /** Compiled once a process: that takes longer than a thousand sequences. */
  static compiled(): Promise<Checksum> {
    compiled ??= Checksum.#compile();
    return compiled;
  }

  static async #compile(): Promise<Checksum> {
    let wasm: Uint8Array | undefined;
    const options = ["--config", "none", "--runtime", "stub", "--use", "abort=", "-O1"];
    const { error, stderr } = await asc.main([ENTRY, ...options, "--outFile", "wasm"], {
      readFile: (name, base) => (name === ENTRY ? SOURCE : readOrNull(resolve(ROOT, base, name))),
      writeFile: (name, contents) => {
        if (name === "wasm" && typeof contents !== "string") wasm = contents;
      },
      listFiles: () => [],
    });
    if (error || wasm === undefined) throw new Error(`The hash does not compile: ${stderr}`);
    return new Checksum(new WebAssembly.Instance(new WebAssembly.Module(wasm.slice())).exports);
  }

  /** Puts the right checksum behind a state, in place. */
  sealState(bytes: Buffer): void {
    const body = bytes.length - STATE_CHECKSUM_BYTES;
    if (body >= 0) bytes.writeBigUInt64LE(this.#of(bytes.subarray(0, body)), body);
  }

  /** Puts the right checksum into the header of frozen bytes, in place. */
  sealFrozen(bytes: Buffer): void {
    if (bytes.length < FROZEN_REST) return;
    const fields = bytes.readBigUInt64LE(FROZEN_PART_AND_SIZE);
    const rest = this.#of(bytes.subarray(FROZEN_REST));
    bytes.writeBigUInt64LE(fields ^ rest, FROZEN_CHECKSUM);
  }

  #of(bytes: Buffer): bigint {
    const missing = INPUT + bytes.length - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    new Uint8Array(this.#memory.buffer).set(bytes, INPUT);
    return BigInt.asUintN(64, this.#hash(bytes.length));
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null; // asc looks in several places; not finding a file in one is not an error.
  }
}
