import type { FsStats, MemoryStats, Summary } from "./documents.ts";

export type Signal =
  | "memory.available"
  | "allocatableMemory.available"
  | "nodefs.available"
  | "nodefs.inodesFree"
  | "imagefs.available"
  | "imagefs.inodesFree"
  | "containerfs.available"
  | "containerfs.inodesFree"
  | "pid.available";

export interface Observation {
  readonly available: number;
  readonly capacity: number;
  readonly time: string;
}

export type Observations = Map<Signal, Observation>;

export function observe({ node }: Summary): Observations {
  const found: Observations = new Map();
  observeMemory(found, "memory.available", node.memory);
  const pods = node.systemContainers?.find(({ name }) => name === "pods");
  observeMemory(found, "allocatableMemory.available", pods?.memory);
  observeFs(found, "nodefs", node.fs);
  observeFs(found, "imagefs", node.runtime?.imageFs);
  observeFs(found, "containerfs", node.runtime?.containerFs);
  const { maxpid, curproc, time = "" } = node.rlimit ?? {};
  if (maxpid !== undefined && curproc !== undefined) {
    found.set("pid.available", { available: maxpid - curproc, capacity: maxpid, time });
  }
  return found;
}

function observeMemory(found: Observations, signal: Signal, memory: MemoryStats | undefined) {
  const { availableBytes, workingSetBytes, time = "" } = memory ?? {};
  if (availableBytes === undefined || workingSetBytes === undefined) return;
  found.set(signal, {
    available: availableBytes,
    capacity: availableBytes + workingSetBytes,
    time,
  });
}

function observeFs(
  found: Observations,
  name: "nodefs" | "imagefs" | "containerfs",
  fs: FsStats | undefined,
) {
  const { availableBytes, capacityBytes, inodesFree, inodes, time = "" } = fs ?? {};
  if (availableBytes !== undefined && capacityBytes !== undefined) {
    found.set(`${name}.available`, { available: availableBytes, capacity: capacityBytes, time });
  }
  if (inodesFree !== undefined && inodes !== undefined) {
    found.set(`${name}.inodesFree`, { available: inodesFree, capacity: inodes, time });
  }
}
