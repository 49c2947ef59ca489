import type { Random } from "../random.ts";
import { toPages } from "./level.ts";
import type { ContainerPlan, FilesPlan, PodPlan } from "./plan.ts";

export interface MemoryAmount {
  readonly anonymousBytes: number;
  readonly activeCacheBytes: number;
  readonly inactiveCacheBytes: number;
}

export interface FilesAmount {
  readonly bytes: number;
  readonly inodes: number;
}

/** What a container holds at one moment. */
export interface ContainerAmounts {
  readonly startedAt: number;
  readonly memory: MemoryAmount;
  readonly rootfs: FilesAmount;
  readonly logs: FilesAmount;
  readonly processes: number;
  readonly cpuNanoCores: number;
  readonly cpuNanoSeconds: number;
}

/** What the pause process and the kernel's own structures take in a pod's cgroup. */
export const SANDBOX_BYTES = 416 * 1024;
const STEP_SECONDS = 10;

export function workingSetBytes(memory: MemoryAmount): number {
  return memory.anonymousBytes + memory.activeCacheBytes;
}

export function usageBytes(memory: MemoryAmount): number {
  return workingSetBytes(memory) + memory.inactiveCacheBytes;
}

/** Milliseconds since the epoch, as all times of the simulation. */
export interface PodTimes {
  readonly createdAt: number;
  readonly loadedSince: number;
}

/** A pod on the node: the same plan under a new uid is another pod. */
export class SimulatedPod {
  readonly plan: PodPlan;
  readonly name: string;
  readonly uid: string;
  readonly createdAt: number;
  /** Seconds by which this pod's stats are older than the node's: each cgroup has its own beat. */
  readonly statsAgeSeconds: number;
  /** The volume with the pod's credentials, in memory; a static pod has none. */
  readonly tokenVolume: string | null;
  phase: "Running" | "Failed" = "Running";
  containers: readonly ContainerAmounts[] = [];
  volumes: readonly (FilesAmount | null)[] = [];
  readonly #random: Random;
  readonly #startedAt: number[];
  /** Levels count from here: the scenario's beginning for a pod that is older than it. */
  #loadedSince: number;

  constructor(plan: PodPlan, nodeName: string, times: PodTimes, random: Random) {
    this.plan = plan;
    this.#random = random;
    this.name = nameOf(plan, nodeName, random);
    this.uid = plan.owner === "Node" ? random.hex(32) : random.uid();
    this.createdAt = times.createdAt;
    this.statsAgeSeconds = random.integer(2, 8);
    this.tokenVolume = plan.owner === "Node" ? null : `kube-api-access-${random.nameSuffix(5)}`;
    this.#startedAt = plan.containers.map(() => times.createdAt + 1000 * random.integer(1, 3));
    this.#loadedSince = times.loadedSince;
  }

  get processes(): number {
    return this.containers.reduce((sum, container) => sum + container.processes, 0);
  }

  /** The pod's cgroup: its containers and the sandbox. */
  get memory(): MemoryAmount {
    return this.containers.reduce<MemoryAmount>(
      (sum, { memory }) => ({
        anonymousBytes: sum.anonymousBytes + memory.anonymousBytes,
        activeCacheBytes: sum.activeCacheBytes + memory.activeCacheBytes,
        inactiveCacheBytes: sum.inactiveCacheBytes + memory.inactiveCacheBytes,
      }),
      { anonymousBytes: SANDBOX_BYTES, activeCacheBytes: 0, inactiveCacheBytes: 0 },
    );
  }

  /** Its containers start afresh, with empty writable layers. */
  restartContainers(now: number): void {
    this.#startedAt.fill(now);
    this.#loadedSince = now;
  }

  advance(now: number): void {
    const elapsed = Math.max(0, Math.trunc((now - this.#loadedSince) / 1000));
    this.containers = this.plan.containers.map((container, i) =>
      this.#amounts(container, elapsed, this.#startedAt[i] ?? now, this.containers[i]),
    );
    this.volumes = (this.plan.volumes ?? []).map((volume) =>
      volume.files === undefined ? null : filesAt(volume.files, elapsed, this.#random),
    );
  }

  /** The kernel takes back file cache that is not active: `kept` of each 1024 bytes stay. */
  squeezeCache(kept: number): void {
    this.containers = this.containers.map(({ memory, ...others }) => ({
      ...others,
      memory: {
        ...memory,
        inactiveCacheBytes: toPages(Math.trunc((memory.inactiveCacheBytes * kept) / 1024)),
      },
    }));
  }

  #amounts(
    plan: ContainerPlan,
    elapsed: number,
    startedAt: number,
    before: ContainerAmounts | undefined,
  ): ContainerAmounts {
    const random = this.#random;
    const cpuNanoCores = random.integer(2_000_000, 60_000_000);
    return {
      startedAt,
      memory: {
        anonymousBytes: toPages(plan.memory(elapsed, random)),
        activeCacheBytes: toPages(plan.activeCache?.(elapsed, random) ?? 0),
        inactiveCacheBytes: toPages(plan.inactiveCache?.(elapsed, random) ?? 0),
      },
      rootfs: plan.rootfs ? filesAt(plan.rootfs, elapsed, random) : { bytes: 28672, inodes: 8 },
      logs: { bytes: toPages(plan.logs?.(elapsed, random) ?? 4096), inodes: 1 },
      processes: plan.processes?.(elapsed, random) ?? 1,
      cpuNanoCores,
      cpuNanoSeconds: (before?.cpuNanoSeconds ?? 0) + cpuNanoCores * STEP_SECONDS,
    };
  }
}

function filesAt(plan: FilesPlan, elapsed: number, random: Random): FilesAmount {
  return { bytes: toPages(plan.bytes(elapsed, random)), inodes: plan.inodes(elapsed, random) };
}

function nameOf({ name, owner }: PodPlan, nodeName: string, random: Random): string {
  switch (owner) {
    case "ReplicaSet":
      return `${name}-${random.nameSuffix(10)}-${random.nameSuffix(5)}`;
    case "StatefulSet":
      return `${name}-0`;
    case "Node":
      return `${name}-${nodeName}`;
    default:
      return `${name}-${random.nameSuffix(5)}`;
  }
}
