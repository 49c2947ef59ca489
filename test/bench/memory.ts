import { brotliCompressSync } from "node:zlib";
import { coreBytes, engineWith, QUIET } from "./core.ts";
import type { MeasuredNode } from "./node.ts";

export interface ModuleSize {
  readonly bytes: number;
  readonly brotliBytes: number;
}

export function measureModule(): ModuleSize {
  return { bytes: coreBytes.length, brotliBytes: brotliCompressSync(coreBytes).length };
}

export interface Growth {
  readonly steps: number;
  /** Resident set of this process after the steps, less before them. */
  readonly grownBytes: number;
}

/** Steps after steps: the module cannot grow its memory, and its host should not either. */
export function measureGrowth({ pods, moments }: MeasuredNode, steps: number): Growth {
  const engine = engineWith(QUIET, pods);
  const { summary, time = 0n } = moments[0] ?? {};
  if (summary === undefined) throw new RangeError("A node has at least one moment.");
  engine.observe(summary, time);
  const run = (count: number) => {
    for (let i = 0; i < count; i += 1) engine.observe(null, time + BigInt(i) * 10_000_000_000n);
  };
  // The first steps fill the host's own heap up to the size at which it is collected.
  run(Math.trunc(steps / 10));
  const before = process.memoryUsage.rss();
  run(steps);
  return { steps, grownBytes: process.memoryUsage.rss() - before };
}
