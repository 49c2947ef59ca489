/** Runs `test/bench/firstDecision.ts` and `test/bench/instantiate.ts` in processes of their own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { CORE_PATH } from "./core.ts";
import type { MeasuredNode } from "./node.ts";
import { median } from "./stopwatch.ts";

const RUNS = 9;

export interface StartMicros {
  /** An engine of a module that is compiled already. */
  readonly instantiate: number;
  /** In a new process: from reading the module's file to the first decision. */
  readonly firstDecision: number;
  /** In a new process: the first decision of the fused implementation. */
  readonly firstDecisionFused: number;
}

/** What the first document costs, before the compiler has seen any. */
export function measureStart({ pods, moments }: MeasuredNode): StartMicros {
  const directory = mkdtempSync(join(tmpdir(), "plimsoll-bench-"));
  try {
    const summary = join(directory, "summary.json");
    const podList = join(directory, "pods.json");
    writeFileSync(summary, moments[0]?.summary ?? "");
    writeFileSync(podList, pods);
    const instantiate = bundled("./instantiate.ts", directory);
    const firstDecision = bundled("./firstDecision.ts", directory);
    const firstOf = (implementation: string) =>
      printedBy([firstDecision, implementation, CORE_PATH, podList, summary]);
    const turns = Array.from({ length: RUNS }, () => ({
      engine: printedBy(["--expose-gc", instantiate, CORE_PATH]),
      core: firstOf("core"),
      fused: firstOf("fused"),
    }));
    return {
      instantiate: median(turns.map(({ engine }) => engine)),
      firstDecision: median(turns.map(({ core }) => core)),
      firstDecisionFused: median(turns.map(({ fused }) => fused)),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A script as one file, so that no loader takes part → its path. */
function bundled(source: string, directory: string): string {
  const outfile = join(directory, source.replace(/\.ts$/, ".mjs"));
  const entry = fileURLToPath(new URL(source, import.meta.url));
  buildSync({ entryPoints: [entry], bundle: true, format: "esm", platform: "node", outfile });
  return outfile;
}

/** The number that a new process prints. */
function printedBy(argv: readonly string[]): number {
  return Number(execFileSync(process.execPath, argv, { encoding: "utf8" }));
}
