/** What a node is short of when it has a condition: which amounts a change may be about. */
import type { Signal } from "../../../engine/decision.ts";
import type { Resource } from "./draft.ts";

export interface Shortage {
  readonly signals: readonly Signal[];
  readonly resource: Resource;
}

const SHORTAGES: Readonly<Record<string, Shortage>> = {
  MemoryPressure: { signals: ["memory.available"], resource: "memory" },
  DiskPressure: {
    signals: ["nodefs.available", "nodefs.inodesFree", "imagefs.available", "imagefs.inodesFree"],
    resource: "ephemeral-storage",
  },
};

/** The kubelet's reasons of a pod that does not fit. */
const UNFIT: Readonly<Record<string, Resource>> = {
  OutOfcpu: "cpu",
  OutOfmemory: "memory",
  "OutOfephemeral-storage": "ephemeral-storage",
};

export function shortagesOf(conditions: ReadonlySet<string>): readonly Shortage[] {
  return [...conditions].flatMap((condition) => SHORTAGES[condition] ?? []);
}

export function unfitResources(reasons: ReadonlySet<string>): readonly Resource[] {
  return [...reasons].flatMap((reason) => UNFIT[reason] ?? []);
}
