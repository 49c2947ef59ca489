/** The reader of native/onDemand.cpp, where a compiler and the library are. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MeasuredNode } from "./node.ts";

const SOURCE = fileURLToPath(new URL("native/onDemand.cpp", import.meta.url));
const ROUNDS = 9;
const CALLS = 30;

interface Printed {
  readonly implementation: string;
  readonly micros: number;
}

export class OnDemand {
  /** The kernel that the library has chosen for this processor. */
  implementation = "";
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** The program, or what has to be installed to build it. */
  static build(): OnDemand | string {
    if (spawnSync("g++", ["--version"]).status !== 0) return "install g++ and libsimdjson-dev";
    const directory = mkdtempSync(join(tmpdir(), "plimsoll-bench-"));
    const flags = ["-std=c++17", "-O3", "-march=native", "-o", join(directory, "onDemand")];
    const { status, stderr } = spawnSync("g++", [...flags, SOURCE, "-lsimdjson"], {
      encoding: "utf8",
    });
    if (status === 0) return new OnDemand(directory);
    rmSync(directory, { recursive: true });
    if (stderr.includes("simdjson.h: No such file")) return "install libsimdjson-dev";
    throw new Error(`g++ does not compile ${SOURCE}: ${stderr}`);
  }

  /** The median microseconds of a document, all of them in turn. */
  measure({ moments }: MeasuredNode): number {
    const paths = moments.map(({ summary }, i) => {
      const path = join(this.#directory, `${i}.json`);
      writeFileSync(path, summary);
      return path;
    });
    const words = [String(ROUNDS), String(CALLS), ...paths];
    const printed = execFileSync(join(this.#directory, "onDemand"), words, { encoding: "utf8" });
    const { implementation, micros } = JSON.parse(printed) as Printed;
    this.implementation = implementation;
    return micros;
  }

  close(): void {
    rmSync(this.#directory, { recursive: true });
  }
}
