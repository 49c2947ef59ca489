/** Generated drains with the answers of Kubernetes' own code, in real.json.gz. */
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import type { DrainCase, OracleDrain } from "./drainCase.ts";
import { drawCase } from "./drawCase.ts";
import { drawGiven } from "./drawGiven.ts";
import { type Difference, difference, drainEngine, drained, type ReleaseEngine } from "./judge.ts";

export interface DrawnDrain {
  readonly seed: number;
  readonly number: number;
  /** Of `drawGiven`, not of `drawCase`. */
  readonly asGiven?: true;
}

export interface RecordedDrain extends DrawnDrain {
  /** Whose code drained. */
  readonly release: string;
  readonly real: OracleDrain;
}

const FILE = new URL("real.json.gz", import.meta.url);

export function writeRecorded(drains: readonly RecordedDrain[]): void {
  writeFileSync(FILE, gzipSync(JSON.stringify(drains), { level: 9 }));
}

export function readRecorded(): readonly RecordedDrain[] {
  return JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as readonly RecordedDrain[];
}

export function caseOf({ seed, number, asGiven }: DrawnDrain): DrainCase {
  return asGiven === true ? drawGiven(seed, number) : drawCase(seed, number);
}

/** What a module does otherwise than Kubernetes' code in each of the drains, or null. */
export function recordedDifferences(module: WebAssembly.Module): (Difference | null)[] {
  const recorded = readRecorded();
  const releases = new Set(recorded.map(({ release }) => release));
  const engines = new Map([...releases].map((each) => [each, drainEngine(module, each)]));
  return recorded.map((one) => {
    const engine = engines.get(one.release) as ReleaseEngine;
    return difference(one.real, drained(engine, caseOf(one), one.real.before), one);
  });
}

export function drainsFailing(module: WebAssembly.Module): number {
  return recordedDifferences(module).filter((found) => found !== null).length;
}
