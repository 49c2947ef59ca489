import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { Engine } from "../../hosts/shared/engine.ts";
import { CORE_PATH, core } from "./core.ts";
import type { MeasuredNode } from "./node.ts";
import { median, medianMicros } from "./stopwatch.ts";

const RUNS = 9;

export interface StartMicros {
  readonly instantiate: number;
  /** In a new process: from reading the module's file to the first decision. */
  readonly firstDecision: number;
  /** In a new process: the first decision of the fused implementation. */
  readonly firstDecisionFused: number;
}

/** What the first document costs, before the compiler has seen any. */
export function measureStart({ pods, moments }: MeasuredNode): StartMicros {
  const { instantiate } = medianMicros({ instantiate: () => new Engine(core) });
  const directory = mkdtempSync(join(tmpdir(), "plimsoll-bench-"));
  try {
    const script = join(directory, "first.mjs");
    buildSync({
      entryPoints: [fileURLToPath(new URL("./firstDecision.ts", import.meta.url))],
      bundle: true,
      format: "esm",
      platform: "node",
      outfile: script,
    });
    const summary = join(directory, "summary.json");
    const podList = join(directory, "pods.json");
    writeFileSync(summary, moments[0]?.summary ?? "");
    writeFileSync(podList, pods);
    const firstWith = (implementation: string) => {
      const argv = [script, implementation, CORE_PATH, podList, summary];
      return Number(execFileSync(process.execPath, argv, { encoding: "utf8" }));
    };
    const times = Array.from({ length: RUNS }, () => [firstWith("core"), firstWith("fused")]);
    return {
      instantiate,
      firstDecision: median(times.map(([micros = Number.NaN]) => micros)),
      firstDecisionFused: median(times.map(([, micros = Number.NaN]) => micros)),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
