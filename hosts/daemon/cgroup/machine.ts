import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../../analysis/engine/clock.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import { type CgroupMemory, cgroupMemory, rootMemory } from "./cgroupMemory.ts";
import { DirectoryAmounts } from "./directories.ts";
import type { Plain } from "./document.ts";
import { documentOf } from "./document.ts";
import { exists } from "./files.ts";
import { type Hierarchies, hierarchiesOf } from "./hierarchies.ts";
import { podListOf } from "./podList.ts";
import { type PodRule, ruleFor } from "./podsFile.ts";
import { memoryOfProcesses, startedAt } from "./processes.ts";
import { bootTime, type MeasuredUnit, secondsText, taskCounts } from "./reading.ts";
import { summaryOf } from "./summary.ts";
import { type Unit, unitsOf } from "./units.ts";
import type { MemoryReaders } from "./usageSensor.ts";

export interface MachineOptions {
  readonly clock: Clock;
  /** Where the cgroup file systems are mounted; default /sys/fs/cgroup. */
  readonly cgroupRoot?: string;
  /** Default /proc. */
  readonly procRoot?: string;
  /** The cgroup whose children count as pods; default all that systemd knows, or the root's. */
  readonly cgroupParent?: string;
  readonly nodeName?: string;
  /** A path on the file system that counts as nodefs; default `/`. */
  readonly nodefsPath?: string;
  /** A path on the file system that holds container images; none when absent. */
  readonly imagefsPath?: string;
  readonly rules?: readonly PodRule[];
  /** Called with what a person should know, one sentence each, each only once. */
  readonly say?: (sentence: string) => void;
}

/** The documents a kubelet would serve of this machine at one moment. */
export interface MachineDocuments {
  /** Nanoseconds since the epoch. */
  readonly time: bigint;
  readonly pods: Uint8Array;
  readonly summary: Uint8Array;
}

/** This machine as a node: its units count as pods. Needs no Kubernetes. */
export class Machine {
  readonly hierarchies: Hierarchies;
  readonly nodeName: string;
  readonly parent: string;
  readonly procRoot: string;
  readonly #options: MachineOptions;
  readonly #bootedAt: bigint;
  readonly #directories = new DirectoryAmounts();
  /** When a unit started never changes, and is asked once. */
  readonly #startTimes = new Map<string, string | undefined>();
  #saidNoController = false;
  #leavesOutHugePages = false;

  /** Throws an InputError when there are no cgroups where the options say. */
  constructor(options: MachineOptions) {
    this.#options = options;
    this.parent = options.cgroupParent ?? "/";
    this.procRoot = options.procRoot ?? "/proc";
    this.hierarchies = hierarchiesOf(options.cgroupRoot ?? "/sys/fs/cgroup", this.parent);
    this.nodeName = options.nodeName ?? hostname();
    this.#bootedAt = bootTime(this.procRoot);
  }

  /** Whether huge pages are left out of the node's memory, as the kubelet that is followed does. */
  leaveOutHugePages(leavesOut: boolean): void {
    this.#leavesOutHugePages = leavesOut;
  }

  units(): readonly Unit[] {
    return unitsOf(this.hierarchies, this.parent, this.procRoot);
  }

  /** Whether a pod is the unit this program runs in, or the one of the first process. */
  isSelf({ uid }: { readonly uid: string }): boolean {
    return this.units().some((unit) => unit.isOwn && unit.uid === uid);
  }

  ruleOf(unit: Unit): PodRule | undefined {
    return ruleFor(this.#options.rules ?? [], unit);
  }

  /** Reads what the signals of memory are measured on, and nothing else. */
  memoryReaders(): MemoryReaders {
    const node = () => this.#nodeMemory();
    return { "memory.available": node, "allocatableMemory.available": () => this.#parentMemory() };
  }

  /** Measures everything. Rejects when the machine does not say how much memory it has. */
  async documents(): Promise<MachineDocuments> {
    const { clock, nodefsPath = "/", imagefsPath } = this.#options;
    const { procRoot, nodeName } = this;
    const now = clock.now();
    const time = formatTime(now);
    const memory = this.#nodeMemory();
    if (memory === null) {
      const path = join(procRoot, "meminfo");
      throw new Error(`${path}: it does not say how much memory there is; check --proc-root.`);
    }
    const units = this.#measured(this.units(), now);
    const reading = {
      time,
      nodeName,
      startTime: secondsText(this.#bootedAt),
      memory,
      parent: this.#parentMemory(),
      nodefs: await fileSystemStats(nodefsPath, time),
      imagefs: imagefsPath === undefined ? null : await fileSystemStats(imagefsPath, time),
      tasks: taskCounts(procRoot),
      units,
    };
    return {
      time: now,
      pods: documentOf(podListOf(units, nodeName)),
      summary: documentOf(summaryOf(reading)),
    };
  }

  /** Resolves when the sizes of the rules' directories are known. */
  directoriesMeasured(): Promise<void> {
    return this.#directories.settled();
  }

  #nodeMemory(): CgroupMemory | null {
    return rootMemory(this.hierarchies.memory, this.procRoot, this.#leavesOutHugePages);
  }

  #parentMemory(): CgroupMemory | null {
    const { memory } = this.hierarchies;
    return memory === null || this.parent === "/" ? null : cgroupMemory(memory, this.parent);
  }

  #measured(units: readonly Unit[], now: bigint): MeasuredUnit[] {
    const { memory: tree } = this.hierarchies;
    const without: Unit[] = [];
    const measured = units.flatMap((unit) => {
      const own = tree === null ? null : cgroupMemory(tree, unit.path);
      if (own === null && !exists(join(this.hierarchies.units.root, unit.path))) return [];
      if (own === null) without.push(unit);
      const rule = this.ruleOf(unit);
      const stored = this.#directories.of(rule?.directories ?? [], now);
      const memory = own ?? this.#memoryOfProcesses(unit);
      return [{ ...unit, memory, rule, stored, startTime: this.#startTime(unit) }];
    });
    this.#forget(units);
    if (without.length > 0) this.#sayNoController(without);
    return measured;
  }

  #memoryOfProcesses({ processes }: Unit): CgroupMemory {
    const bytes = memoryOfProcesses(this.procRoot, processes);
    const sums = { usageBytes: bytes, workingSetBytes: bytes, rssBytes: bytes };
    return { ...sums, limitBytes: null, requestBytes: 0n };
  }

  #startTime({ uid, processes: [first = 0] }: Unit): string | undefined {
    if (!this.#startTimes.has(uid)) {
      const seconds = startedAt(this.procRoot, first, this.#bootedAt);
      this.#startTimes.set(uid, seconds === null ? undefined : secondsText(seconds));
    }
    return this.#startTimes.get(uid);
  }

  #forget(units: readonly Unit[]): void {
    const alive = new Set(units.map(({ uid }) => uid));
    for (const uid of this.#startTimes.keys()) {
      if (!alive.has(uid)) this.#startTimes.delete(uid);
    }
  }

  #sayNoController(units: readonly Unit[]): void {
    if (this.#saidNoController) return;
    this.#saidNoController = true;
    const [first] = units;
    const others = units.length === 1 ? "" : ` and ${units.length - 1} more`;
    this.#options.say?.(
      `${first?.path}${others}: no memory controller, so the memory of the processes is ` +
        "summed up, without page cache and limits.",
    );
  }
}

/**
 * The stats of the file system a path is on, as the kubelet serves those of nodefs: available is
 * what those who are not root may still write, as in the column of `df`. Null when the path cannot
 * be asked. Sizes are in blocks of `bsize`, which Node gives instead of `frsize`: the two are equal
 * on the file systems of disks, and may differ on some in user space.
 */
async function fileSystemStats(path: string, time: string): Promise<Plain> {
  try {
    const { bsize, blocks, bfree, bavail, files, ffree } = await statfs(path, { bigint: true });
    return {
      time,
      availableBytes: bavail * bsize,
      capacityBytes: blocks * bsize,
      usedBytes: (blocks - bfree) * bsize,
      inodesFree: ffree,
      inodes: files,
      inodesUsed: files - ffree,
    };
  } catch {
    return null;
  }
}
