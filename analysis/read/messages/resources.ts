import type { NodeCondition } from "../../engine/decision.ts";
import { type Minors, NEWEST_MINOR } from "./releases.ts";

/** A signal whose threshold starves a resource, in the releases in which it does. */
interface StarvingSignal extends Minors {
  readonly signal: string;
}

interface Resource {
  readonly name: string;
  readonly condition: NodeCondition;
  readonly signals: readonly StarvingSignal[];
  /** The first release that names it for a pod above a limit of its own, where no node is low. */
  readonly limitsFrom?: number;
}

const since = (signal: string, from: number): StarvingSignal => ({
  signal,
  from,
  to: NEWEST_MINOR,
});
const early = (signal: string): StarvingSignal => ({ signal, from: 4, to: 10 });

/**
 * Resources as messages name them, and every signal that may be meant. Until 1.10 each file system
 * had resources of its own; since 1.11 its bytes are ephemeral storage.
 */
export const RESOURCES: readonly Resource[] = [
  {
    name: "memory",
    condition: "MemoryPressure",
    signals: [since("memory.available", 3), since("allocatableMemory.available", 6)],
  },
  {
    name: "ephemeral-storage",
    condition: "DiskPressure",
    limitsFrom: 8,
    signals: [
      since("nodefs.available", 11),
      since("imagefs.available", 11),
      since("containerfs.available", 29),
    ],
  },
  {
    name: "inodes",
    condition: "DiskPressure",
    signals: [
      since("nodefs.inodesFree", 11),
      since("imagefs.inodesFree", 11),
      since("containerfs.inodesFree", 29),
    ],
  },
  { name: "pids", condition: "PIDPressure", signals: [since("pid.available", 14)] },
  { name: "nodefs", condition: "DiskPressure", signals: [early("nodefs.available")] },
  { name: "nodefsInodes", condition: "DiskPressure", signals: [early("nodefs.inodesFree")] },
  { name: "imagefs", condition: "DiskPressure", signals: [early("imagefs.available")] },
  { name: "imagefsInodes", condition: "DiskPressure", signals: [early("imagefs.inodesFree")] },
];

export const CONDITIONS: readonly NodeCondition[] = [
  "MemoryPressure",
  "DiskPressure",
  "PIDPressure",
];

/**
 * The releases whose messages name a resource, for a limit or a threshold; undefined for one that
 * none names.
 */
export function minorsOfResource(
  resource: string,
  about: "any" | "threshold" = "any",
): Minors | undefined {
  const found = RESOURCES.find(({ name }) => name === resource);
  if (found === undefined) return undefined;
  const { signals } = found;
  const limitsFrom = about === "any" ? (found.limitsFrom ?? NEWEST_MINOR) : NEWEST_MINOR;
  return {
    from: Math.min(limitsFrom, ...signals.map(({ from }) => from)),
    to: Math.max(...signals.map(({ to }) => to)),
  };
}

/** Every signal that a resource may mean in one of these releases. */
export function signalsOfResource(resource: string, minors: Minors): readonly string[] {
  return signalsWhere(({ name }) => name === resource, minors);
}

/** Every signal that may have set one of these node conditions. */
export function signalsOfConditions(
  conditions: readonly NodeCondition[],
  minors: Minors,
): readonly string[] {
  return signalsWhere(({ condition }) => conditions.includes(condition), minors);
}

function signalsWhere(isMeant: (resource: Resource) => boolean, { from, to }: Minors): string[] {
  const signals = RESOURCES.filter(isMeant).flatMap((resource) => resource.signals);
  const inTime = signals.filter((each) => each.from <= to && each.to >= from);
  return [...new Set(inTime.map(({ signal }) => signal))];
}
