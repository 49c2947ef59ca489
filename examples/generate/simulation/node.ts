import type { Random } from "../random.ts";
import { type FileSystemReading, imageOf, readFileSystem, total } from "./fileSystem.ts";
import { toPages } from "./level.ts";
import type { NodePlan, PodPlan } from "./plan.ts";
import {
  type FilesAmount,
  type PodTimes,
  SimulatedPod,
  usageBytes,
  workingSetBytes,
} from "./pod.ts";

/** A cgroup's memory against its limit. */
export interface MemoryReading {
  readonly limitBytes: number;
  readonly usageBytes: number;
  readonly workingSetBytes: number;
  readonly anonymousBytes: number;
}

/** What the kernel keeps free, whatever happens. */
const FREE_BYTES_MIN = 66 * 1024 * 1024;

/** A node whose totals follow from what its pods hold. It decides nothing. */
export class SimulatedNode {
  readonly plan: NodePlan;
  /** Milliseconds since the epoch. */
  readonly bootedAt: number;
  readonly #random: Random;
  readonly #pods: SimulatedPod[] = [];
  readonly #images = new Map<string, FilesAmount>();
  #system = { workingSetBytes: 0, inactiveCacheBytes: 0, tasks: 0 };
  #created = 0;

  constructor(plan: NodePlan, bootedAt: number, random: Random) {
    this.plan = plan;
    this.bootedAt = bootedAt;
    this.#random = random;
    for (const image of plan.unusedImages) this.#images.set(image.name, image);
  }

  /** Every pod the kubelet knows, also those that have failed. */
  get pods(): readonly SimulatedPod[] {
    return this.#pods;
  }

  get runningPods(): readonly SimulatedPod[] {
    return this.#pods.filter((pod) => pod.phase === "Running");
  }

  /** Processes of pods, a pause process for each, and the tasks of the system. */
  get tasks(): number {
    return this.runningPods.reduce((sum, pod) => sum + pod.processes + 1, this.#system.tasks);
  }

  /** The cgroup of all pods. */
  get podsMemory(): MemoryReading {
    const pods = this.runningPods.map((pod) => pod.memory);
    return {
      limitBytes: this.plan.podsLimitBytes,
      usageBytes: pods.reduce((sum, memory) => sum + usageBytes(memory), 0),
      workingSetBytes: pods.reduce((sum, memory) => sum + workingSetBytes(memory), 0),
      anonymousBytes: pods.reduce((sum, memory) => sum + memory.anonymousBytes, 0),
    };
  }

  /** The root cgroup. */
  get memory(): MemoryReading {
    const { podsMemory: pods } = this;
    const system = this.#system;
    return {
      limitBytes: this.plan.memoryCapacityBytes,
      usageBytes: pods.usageBytes + system.workingSetBytes + system.inactiveCacheBytes,
      workingSetBytes: pods.workingSetBytes + system.workingSetBytes,
      // A quarter of what the system works with is file cache and the kernel's own.
      anonymousBytes: pods.anonymousBytes + toPages(Math.trunc((system.workingSetBytes * 3) / 4)),
    };
  }

  get nodeFs(): FileSystemReading {
    const local = [
      ...this.runningPods.flatMap((pod) => pod.containers.map(({ logs }) => logs)),
      ...this.runningPods.flatMap((pod) => pod.volumes.filter((volume) => volume !== null)),
    ];
    const images = this.#imagesAndLayers();
    const used = this.plan.imageFs === undefined ? [...local, images] : local;
    return readFileSystem(this.plan.nodeFs, total(used), images);
  }

  get imageFs(): FileSystemReading {
    const images = this.#imagesAndLayers();
    return this.plan.imageFs === undefined
      ? this.nodeFs
      : readFileSystem(this.plan.imageFs, images, images);
  }

  create(plan: PodPlan, times: PodTimes): SimulatedPod {
    this.#created += 1;
    const random = this.#random.fork(`${plan.namespace}/${plan.name}/${this.#created}`);
    const pod = new SimulatedPod(plan, this.plan.name, times, random);
    this.#pods.push(pod);
    for (const { image } of plan.containers) this.#images.set(image, imageOf(image));
    return pod;
  }

  /** The oldest running pod that was made from the plan of this name. */
  running(planName: string): SimulatedPod {
    const found = this.runningPods.find((pod) => pod.plan.name === planName);
    if (found === undefined) throw new Error(`No pod of "${planName}" runs on ${this.plan.name}.`);
    return found;
  }

  /** A controller has deleted the failed pod that it made from the plan of this name. */
  removeFailed(planName: string): void {
    const at = this.#pods.findIndex((pod) => pod.phase === "Failed" && pod.plan.name === planName);
    if (at < 0) throw new Error(`No pod of "${planName}" has failed on ${this.plan.name}.`);
    this.#pods.splice(at, 1);
  }

  /** Deletes every image that no running container uses. */
  collectImages(): void {
    const containers = this.runningPods.flatMap((pod) => pod.plan.containers);
    const used = new Set(containers.map(({ image }) => image));
    for (const name of this.#images.keys()) if (!used.has(name)) this.#images.delete(name);
  }

  advance(now: number): void {
    const elapsed = Math.trunc((now - this.bootedAt) / 1000);
    const { systemMemory, systemInactiveCache, systemTasks } = this.plan;
    this.#system = {
      workingSetBytes: toPages(systemMemory(elapsed, this.#random)),
      inactiveCacheBytes: toPages(systemInactiveCache(elapsed, this.#random)),
      tasks: systemTasks(elapsed, this.#random),
    };
    for (const pod of this.runningPods) pod.advance(now);
    this.#squeezeCaches();
  }

  /** Working sets come first; inactive file cache fills the rest. */
  #squeezeCaches(): void {
    const { limitBytes, workingSetBytes: working, usageBytes: used } = this.memory;
    const room = Math.max(0, limitBytes - FREE_BYTES_MIN - working);
    const kept = Math.trunc((room * 1024) / Math.max(1, used - working));
    if (kept >= 1024) return;
    for (const pod of this.runningPods) pod.squeezeCache(kept);
    const { inactiveCacheBytes } = this.#system;
    this.#system.inactiveCacheBytes = toPages(Math.trunc((inactiveCacheBytes * kept) / 1024));
  }

  #imagesAndLayers(): FilesAmount {
    const layers = this.runningPods.flatMap((pod) => pod.containers.map(({ rootfs }) => rootfs));
    return total([...this.#images.values(), ...layers]);
  }
}
