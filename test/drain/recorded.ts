/** Generated drains with the answers of Kubernetes' own code, in real.json.gz. */
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import type { SchedulerEngine } from "../../analysis/engine/schedulerEngine.ts";
import type { OracleDrain } from "./drainCase.ts";
import { drawCase } from "./drawCase.ts";
import { type Difference, difference, drainEngine, drained } from "./judge.ts";

export interface RecordedDrain {
  /** Whose code drained. */
  readonly release: string;
  readonly seed: number;
  readonly number: number;
  readonly real: OracleDrain;
}

const FILE = new URL("real.json.gz", import.meta.url);

export function writeRecorded(drains: readonly RecordedDrain[]): void {
  writeFileSync(FILE, gzipSync(JSON.stringify(drains), { level: 9 }));
}

export function readRecorded(): readonly RecordedDrain[] {
  return JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as readonly RecordedDrain[];
}

/** What a module does otherwise than Kubernetes' code in each of the drains, or null. */
export function recordedDifferences(module: WebAssembly.Module): (Difference | null)[] {
  const recorded = readRecorded();
  const releases = new Set(recorded.map(({ release }) => release));
  const engines = new Map([...releases].map((each) => [each, drainEngine(module, each)]));
  return recorded.map(({ release, seed, number, real }) => {
    const engine = engines.get(release) as SchedulerEngine;
    return difference(real, drained(engine, drawCase(seed, number), real.before));
  });
}

export function drainsFailing(module: WebAssembly.Module): number {
  return recordedDifferences(module).filter((found) => found !== null).length;
}
