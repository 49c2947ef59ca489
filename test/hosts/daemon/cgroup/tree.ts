import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Clock } from "../../../../analysis/engine/clock.ts";
import { Machine, type MachineOptions } from "../../../../hosts/daemon/cgroup/machine.ts";

/** Files by their path; a path that ends with a slash is an empty directory. */
export type Tree = Readonly<Record<string, string>>;

/** 2026-11-20 10:00:00 UTC. */
export const NOW = 1_795_168_800_000_000_000n;
export const CLOCK: Clock = { now: () => NOW, sleep: async () => {} };

/** Lays the files out in a directory for the time of a test. */
export function layOut(tree: Tree): string {
  const directory = mkdtempSync(join(tmpdir(), "plimsoll-machine-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [path, text] of Object.entries(tree)) {
    const place = join(directory, path);
    mkdirSync(path.endsWith("/") ? place : dirname(place), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(place, `${text}\n`);
  }
  return directory;
}

/** A machine of 8 GiB whose first process sits in init.scope. */
export const PROC: Tree = {
  "proc/meminfo": [
    "MemTotal:        8388608 kB",
    "MemFree:         1000000 kB",
    "Buffers:           10000 kB",
    "Cached:           500000 kB",
    "SwapCached:         1000 kB",
    "Inactive(file):   200000 kB",
    "AnonPages:       3000000 kB",
    "HugePages_Total:       0",
  ].join("\n"),
  "proc/loadavg": "0.36 0.49 0.53 2/351 371508",
  "proc/stat": "cpu  1 2 3\nbtime 1795160000",
  "proc/sys/kernel/pid_max": "32768",
  "proc/sys/kernel/threads-max": "192730",
  "proc/sys/kernel/random/boot_id": "fce5aaa6-f27f-4296-a145-56b09a5909d1",
};

export function machineOf(tree: Tree, options: Partial<MachineOptions> = {}): Machine {
  const directory = layOut(tree);
  return new Machine({
    clock: CLOCK,
    cgroupRoot: join(directory, "cgroup"),
    procRoot: join(directory, "proc"),
    nodeName: "machine-1",
    ...options,
  });
}

/** The parts of a Summary and a PodList the tests look at. */
export interface PodObject {
  readonly metadata: {
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
    readonly annotations: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly priority: number;
    readonly priorityClassName?: string;
    readonly terminationGracePeriodSeconds: number;
    readonly containers: readonly { readonly resources: unknown }[];
    readonly volumes?: readonly unknown[];
  };
}

interface MemoryObject {
  readonly time: string;
  readonly availableBytes?: number;
  readonly usageBytes: number;
  readonly workingSetBytes: number;
  readonly rssBytes: number;
}

export interface SummaryObject {
  readonly node: {
    readonly nodeName: string;
    readonly startTime: string;
    readonly memory: MemoryObject;
    readonly systemContainers: readonly { readonly name: string; readonly memory: MemoryObject }[];
    readonly rlimit: { readonly maxpid: number; readonly curproc: number };
    readonly fs: {
      readonly capacityBytes: number;
      readonly inodes: number;
      readonly availableBytes: number;
    };
    readonly runtime?: unknown;
  };
  readonly pods: readonly {
    readonly podRef: { readonly name: string };
    readonly startTime?: string;
    readonly memory: MemoryObject;
    readonly volume: readonly unknown[];
    readonly process_stats: { readonly process_count: number };
  }[];
}

/** Both documents of a machine, as values. */
export async function documentsOf(machine: Machine) {
  const { pods, summary } = await machine.documents();
  return {
    pods: (JSON.parse(Buffer.from(pods).toString()) as { items: PodObject[] }).items,
    summary: JSON.parse(Buffer.from(summary).toString()) as SummaryObject,
  };
}
