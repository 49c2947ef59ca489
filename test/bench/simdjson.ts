/** The readers of native/simdjson.cpp, where a compiler and the library are. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("native/simdjson.cpp", import.meta.url));
const ROUNDS = 9;
const CALLS = 30;
const PRINTED_ONLY: ("ignore" | "pipe")[] = ["ignore", "pipe", "ignore"];

/** Median microseconds of a document, by the kernel of the library. */
export type KernelMicros = Readonly<Record<string, number>>;

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

  /**
   * Each document in turn: what the policy reads, with the kernel that the library chooses for this
   * processor, or all of it, with each kernel that the processor has.
   */
  measure(what: "read" | "parse", documents: readonly Uint8Array[]): KernelMicros {
    const paths = documents.map((document, i) => {
      const path = join(this.#directory, `${i}.json`);
      writeFileSync(path, document);
      return path;
    });
    const words = [what, String(ROUNDS), String(CALLS), ...paths];
    const program = join(this.#directory, "simdjson");
    const printed = execFileSync(program, words, { encoding: "utf8", stdio: PRINTED_ONLY });
    return JSON.parse(printed) as KernelMicros;
  }

  close(): void {
    rmSync(this.#directory, { recursive: true });
  }
}
