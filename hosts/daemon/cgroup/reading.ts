import { join } from "node:path";
import type { CgroupMemory } from "./cgroupMemory.ts";
import type { StoredAmount } from "./directories.ts";
import { readLine, readLines } from "./files.ts";
import type { PodRule } from "./podsFile.ts";
import type { Unit } from "./units.ts";

/** A unit with what was measured of it. */
export interface MeasuredUnit extends Unit {
  readonly memory: CgroupMemory;
  /** RFC 3339; absent when its first process has gone. */
  readonly startTime: string | undefined;
  readonly rule: PodRule | undefined;
  /** What its directories hold, by path. */
  readonly stored: ReadonlyMap<string, StoredAmount>;
}

/** Process ids of the whole machine: the most that can exist, and those in use. Spec 1.4. */
export interface TaskCounts {
  readonly maxpid: bigint | undefined;
  readonly curproc: bigint | undefined;
}

export function taskCounts(procRoot: string): TaskCounts {
  const bounds = ["sys/kernel/pid_max", "sys/kernel/threads-max"]
    .map((path) => readLine(join(procRoot, path)))
    .filter((text) => text !== null && /^\d+$/.test(text))
    .map((text) => BigInt(text ?? ""));
  const [maxpid] = bounds.sort((a, b) => (a < b ? -1 : 1));
  const curproc = /^(?:\S+ ){3}\d+\/(\d+) /.exec(readLine(join(procRoot, "loadavg")) ?? "")?.[1];
  return { maxpid, curproc: curproc === undefined ? undefined : BigInt(curproc) };
}

/** When the machine was started, in seconds since the epoch; 0 when it does not say. */
export function bootTime(procRoot: string): bigint {
  const line = readLines(join(procRoot, "stat")).find((each) => each.startsWith("btime "));
  return BigInt(line?.split(" ")[1] ?? 0);
}

/** RFC 3339 in whole seconds, as the documents of Kubernetes have it. */
export function secondsText(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z");
}
