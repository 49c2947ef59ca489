/** The node's part of a Summary as series. */

import type { Labels } from "./answer.ts";

/** Writes a sample of one target. */
export type Write = (target: string) => (metric: string, labels: Labels, value: number) => void;

export interface NodeStats {
  readonly memory?: MemoryStats;
  readonly systemContainers?: readonly { readonly name?: string; readonly memory?: MemoryStats }[];
  readonly fs?: FsStats;
  readonly runtime?: { readonly imageFs?: FsStats };
  readonly rlimit?: { readonly maxpid?: number; readonly curproc?: number };
}

export interface MemoryStats {
  readonly availableBytes?: number;
  readonly workingSetBytes?: number;
  readonly usageBytes?: number;
  readonly rssBytes?: number;
}

export interface FsStats {
  readonly availableBytes?: number;
  readonly capacityBytes?: number;
  readonly inodesFree?: number;
  readonly inodes?: number;
}

const WORKING_SET = "container_memory_working_set_bytes";
const PODS_CGROUP = { id: "/kubepods.slice" };

export interface ExposedFacts {
  readonly isImageFsDedicated: boolean;
  /** What the kubelet has left out of the memory that is available. */
  readonly hugePages: number;
}

export function exposeNode(node: NodeStats, facts: ExposedFacts, write: Write): void {
  const { memory, systemContainers = [], fs, runtime, rlimit } = node;
  if (isMeasured(memory)) {
    const { workingSetBytes, availableBytes } = memory;
    write("cadvisor")(WORKING_SET, { id: "/" }, workingSetBytes);
    exposeUse(memory, { id: "/" }, write);
    write("resource")("node_memory_working_set_bytes", {}, workingSetBytes);
    const counted = whole(workingSetBytes, availableBytes);
    write("cadvisor")("machine_memory_bytes", {}, counted + facts.hugePages);
  }
  const pods = systemContainers.find(({ name }) => name === "pods")?.memory;
  if (isMeasured(pods)) {
    write("cadvisor")(WORKING_SET, PODS_CGROUP, pods.workingSetBytes);
    exposeUse(pods, PODS_CGROUP, write);
    const limit = whole(pods.workingSetBytes, pods.availableBytes);
    write("cadvisor")("container_spec_memory_limit_bytes", PODS_CGROUP, limit);
  }
  exposeFs(fs, "/", "/dev/vda1", write);
  if (facts.isImageFsDedicated)
    exposeFs(runtime?.imageFs, "/var/lib/containerd", "/dev/vdb1", write);
  const { maxpid, curproc } = rlimit ?? {};
  if (maxpid !== undefined && curproc !== undefined) {
    write("nodeExporter")("node_processes_threads", {}, curproc);
    write("nodeExporter")("node_processes_max_threads", {}, maxpid);
    write("nodeExporter")("node_processes_max_processes", {}, maxpid);
  }
}

type MeasuredMemory = MemoryStats &
  Required<Pick<MemoryStats, "availableBytes" | "workingSetBytes">>;

function isMeasured(memory: MemoryStats | undefined): memory is MeasuredMemory {
  return memory?.workingSetBytes !== undefined && memory.availableBytes !== undefined;
}

function exposeUse({ usageBytes, rssBytes }: MemoryStats, cgroup: Labels, write: Write): void {
  if (usageBytes !== undefined) {
    write("cadvisor")("container_memory_usage_bytes", cgroup, usageBytes);
  }
  if (rssBytes !== undefined) write("cadvisor")("container_memory_rss", cgroup, rssBytes);
}

/** Below zero, what is available is written as a huge unsigned number. Spec 1.2.2. */
function whole(workingSet: number, available: number): number {
  return available >= 2 ** 63 ? workingSet + (available - 2 ** 64) : workingSet + available;
}

function exposeFs(fs: FsStats | undefined, mountpoint: string, device: string, write: Write): void {
  const labels = { mountpoint, device, fstype: "ext4" };
  const figures: [string, number | undefined][] = [
    ["node_filesystem_size_bytes", fs?.capacityBytes],
    ["node_filesystem_avail_bytes", fs?.availableBytes],
    ["node_filesystem_files", fs?.inodes],
    ["node_filesystem_files_free", fs?.inodesFree],
  ];
  for (const [metric, value] of figures) {
    if (value !== undefined) write("nodeExporter")(metric, labels, value);
  }
}
