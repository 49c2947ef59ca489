import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MeasuredNode } from "./node.ts";

/** Medians of the kubelet's own code, compiled by Go. */
export interface KubeletMicros {
  readonly kubernetes: string;
  /** Go's `encoding/json` and one quiet synchronize. */
  readonly decodeAndSynchronizeMicros: number;
  readonly synchronizeMicros: number;
  readonly rankMicros: number;
}

/** The kubelet's code, ready to be measured; null where Go is not installed. */
export class Oracle {
  /** The version that was measured last. */
  kubernetes = "";
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static build(): Oracle | null {
    if (spawnSync("go", ["version"]).status !== 0) return null;
    const directory = mkdtempSync(join(tmpdir(), "plimsoll-bench-"));
    const source = fileURLToPath(new URL("../oracle", import.meta.url));
    execFileSync("go", ["build", "-o", join(directory, "oracle"), "."], { cwd: source });
    return new Oracle(directory);
  }

  measure({ pods, moments }: MeasuredNode, iterations: number): KubeletMicros {
    const summary = join(this.#directory, "summary.json");
    const podList = join(this.#directory, "pods.json");
    writeFileSync(summary, moments[0]?.summary ?? "");
    writeFileSync(podList, pods);
    const flags = ["-bench", "-summary", summary, "-pods", podList, "-iterations", `${iterations}`];
    const printed = execFileSync(join(this.#directory, "oracle"), flags, { encoding: "utf8" });
    const measured = JSON.parse(printed) as KubeletMicros;
    this.kubernetes = measured.kubernetes;
    return measured;
  }

  close(): void {
    rmSync(this.#directory, { recursive: true });
  }
}
