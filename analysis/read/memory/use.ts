/** What the memory of a node or a container consists of, in bytes. */
export interface MemoryUse {
  /** Absent for a container, and where the Summary does not have it. */
  readonly availableBytes?: number;
  /** All of it, the page cache included. */
  readonly usageBytes: number;
  /** What the kubelet counts. */
  readonly workingSetBytes: number;
  /** Memory of the processes themselves. */
  readonly rssBytes: number;
  /** Page cache that was not used lately: usage without the working set. */
  readonly inactiveFileBytes: number;
}

export interface NamedMemoryUse extends MemoryUse {
  readonly name: string;
}

/** The memory of a node in one step. */
export interface NodeMemory {
  readonly node: MemoryUse;
  /** The node's own: `kubelet`, `runtime`, `pods`. */
  readonly systemContainers: readonly NamedMemoryUse[];
}

/** The cgroup of all pods, as the Summary names it. */
export const PODS = "pods";

/** The node's working set without that of all pods; null where the Summary lacks theirs. */
export function outsidePods({ node, systemContainers }: NodeMemory): number | null {
  const pods = systemContainers.find(({ name }) => name === PODS);
  return pods === undefined ? null : Math.max(0, node.workingSetBytes - pods.workingSetBytes);
}

/** What `explain` says of the memory in a step. */
export interface MemoryReport extends NodeMemory {
  /** The containers of the explained pod. */
  readonly containers: readonly NamedMemoryUse[];
  /** Why `free` shows other numbers than the kubelet. */
  readonly sentences: readonly string[];
}
