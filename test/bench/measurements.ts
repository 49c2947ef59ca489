import { arch, cpus, platform } from "node:os";
import { type DecideMicros, measureDeciding } from "./decide.ts";
import { type FrozenMicros, measureFrozen } from "./frozen.ts";
import { type Growth, type ModuleSize, measureGrowth, measureModule } from "./memory.ts";
import { nodeOf } from "./node.ts";
import { measureNodeDay, type NodeDay } from "./nodeDay.ts";
import { type KubeletMicros, Oracle } from "./oracle.ts";
import { measureStart, type StartMicros } from "./start.ts";
import type { Effort } from "./stopwatch.ts";

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly system: string;
  readonly node: string;
}

export interface Deciding {
  readonly pods: number;
  readonly summaryBytes: number;
  readonly micros: DecideMicros;
  /** Null where Go is not installed. */
  readonly kubelet: KubeletMicros | null;
}

/** Everything one run finds out. */
export interface Measurements {
  readonly machine: Machine;
  readonly deciding: readonly Deciding[];
  readonly frozen: FrozenMicros;
  readonly start: StartMicros;
  readonly module: ModuleSize;
  readonly growth: Growth;
  /** Null when it was left out. */
  readonly nodeDay: NodeDay | null;
}

export interface MeasureOptions {
  /** Steps of the memory measurement. */
  readonly steps: number;
  readonly nodeDay: boolean;
  /** Hears what comes next. */
  readonly onProgress: (what: string) => void;
}

/** A few large documents tell as much as many, and large ones take long. */
const SIZES: readonly { pods: number; moments: number; iterations: number; effort: Effort }[] = [
  { pods: 10, moments: 16, iterations: 400, effort: {} },
  { pods: 110, moments: 16, iterations: 200, effort: {} },
  { pods: 500, moments: 8, iterations: 60, effort: { rounds: 15 } },
  { pods: 2000, moments: 3, iterations: 20, effort: { rounds: 9, warmUpMicros: 400_000 } },
];

export function measure({ steps, nodeDay, onProgress }: MeasureOptions): Measurements {
  onProgress("building the oracle");
  const oracle = Oracle.build();
  const deciding = SIZES.map(({ pods, moments, iterations, effort }) => {
    onProgress(`deciding on ${pods} pods`);
    const node = nodeOf(pods, moments);
    return {
      pods,
      summaryBytes: node.moments[0]?.summary.length ?? 0,
      micros: measureDeciding(node, effort),
      kubelet: oracle?.measure(node, iterations) ?? null,
    };
  });
  oracle?.close();
  const node = nodeOf(110, 16);
  onProgress("frozen snapshots");
  const frozen = measureFrozen(node);
  onProgress("the first decision");
  const start = measureStart(node);
  onProgress(`${steps} steps`);
  const growth = measureGrowth(node, steps);
  if (nodeDay) onProgress("a node-day");
  return {
    machine: thisMachine(),
    deciding,
    frozen,
    start,
    module: measureModule(),
    growth,
    nodeDay: nodeDay ? measureNodeDay() : null,
  };
}

function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    system: `${platform()} ${arch()}`,
    node: process.version,
  };
}
