/** The readers of native/simdjson.cpp, where a compiler and the library are. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("native/simdjson.cpp", import.meta.url));
const ROUNDS = 9;
const CALLS = 30;

/** Median microseconds of a document. */
export interface NativeMicros {
  /** The kernel that the library has chosen for this processor. */
  readonly kernel: string;
  /** What the policy reads, on demand, with that kernel. */
  readonly read: number;
  /** All of the document, checked, with each kernel that this processor has. */
  readonly parsed: Readonly<Record<string, number>>;
}

export class Simdjson {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** The program, or what has to be installed to build it. */
  static build(): Simdjson | string {
    if (spawnSync("g++", ["--version"]).status !== 0) return "install g++ and libsimdjson-dev";
    const directory = mkdtempSync(join(tmpdir(), "plimsoll-bench-"));
    const flags = ["-std=c++17", "-O3", "-march=native", "-o", join(directory, "simdjson")];
    const { status, stderr } = spawnSync("g++", [...flags, SOURCE, "-lsimdjson"], {
      encoding: "utf8",
    });
    if (status === 0) return new Simdjson(directory);
    rmSync(directory, { recursive: true });
    if (stderr.includes("simdjson.h: No such file")) return "install libsimdjson-dev";
    throw new Error(`g++ does not compile ${SOURCE}: ${stderr}`);
  }

  /** Each document in turn. */
  measure(documents: readonly Uint8Array[]): NativeMicros {
    const paths = documents.map((document, i) => {
      const path = join(this.#directory, `${i}.json`);
      writeFileSync(path, document);
      return path;
    });
    const words = [String(ROUNDS), String(CALLS), ...paths];
    const printed = execFileSync(join(this.#directory, "simdjson"), words, { encoding: "utf8" });
    return JSON.parse(printed) as NativeMicros;
  }

  close(): void {
    rmSync(this.#directory, { recursive: true });
  }
}
