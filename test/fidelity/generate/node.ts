/** The node of a scenario: how large each thing is, and where a threshold lies on it. */
import { SIGNALS, type Signal } from "../../../analysis/engine/decision.ts";
import type { Source, Wildness } from "./source.ts";

export { SIGNALS };
export type SignalName = Signal;

export interface NodeScale {
  readonly capacity: Readonly<Record<SignalName, bigint>>;
  /** Amounts available where something happens: limits, with and without minimum reclaim. */
  readonly lines: Record<SignalName, bigint[]>;
}

const USUAL: Readonly<Record<SignalName, readonly bigint[]>> = {
  "memory.available": [8n * 2n ** 30n, 8323596288n, 1000n],
  "allocatableMemory.available": [7n * 2n ** 30n, 8n * 2n ** 30n, 999n],
  "nodefs.available": [100n * 2n ** 30n, 1000n, 107374182401n],
  "nodefs.inodesFree": [6553600n, 1000n, 999n],
  "imagefs.available": [100n * 2n ** 30n, 200n * 10n ** 9n, 1000n],
  "imagefs.inodesFree": [6553600n, 1000n],
  "containerfs.available": [100n * 2n ** 30n, 50n * 2n ** 30n],
  "containerfs.inodesFree": [6553600n, 10000n],
  "pid.available": [32768n, 4194304n, 100n],
};

export function drawScale(source: Source, wild: Wildness): NodeScale {
  const capacity = {} as Record<SignalName, bigint>;
  const lines = {} as Record<SignalName, bigint[]>;
  for (const signal of SIGNALS) {
    const anything = wild.numbers && source.chance(50);
    capacity[signal] = anything ? source.uint64() : source.pick(USUAL[signal]);
    lines[signal] = [];
  }
  return { capacity, lines };
}
