import { join } from "node:path";
import { directoriesIn, readKilobytes, readLine, readLines } from "./files.ts";

/** The processes in a cgroup and in those below it, in order; none when it has gone. */
export function processesIn(directory: string): readonly number[] {
  const found = new Set<number>();
  const waiting = [directory];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // A process of another namespace is listed as 0: nothing can be done with it.
    for (const line of readLines(join(next, "cgroup.procs"))) {
      if (Number(line) > 0) found.add(Number(line));
    }
    for (const name of directoriesIn(next)) waiting.push(join(next, name));
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * What the processes hold, for a cgroup without memory controller: each one's proportional share
 * of every page, or, where that may not be read, its anonymous memory. Bytes.
 */
export function memoryOfProcesses(procRoot: string, processes: readonly number[]): bigint {
  return processes.reduce((sum, pid) => sum + memoryOfProcess(join(procRoot, String(pid))), 0n);
}

function memoryOfProcess(directory: string): bigint {
  const share = readKilobytes(join(directory, "smaps_rollup"))?.get("Pss");
  return share ?? readKilobytes(join(directory, "status"))?.get("RssAnon") ?? 0n;
}

/** The process itself and those it descends from, the nearest first. */
export function lineageOf(procRoot: string, pid: number): readonly number[] {
  const lineage: number[] = [];
  for (let next = pid; next > 0 && !lineage.includes(next); next = parentOf(procRoot, next)) {
    lineage.push(next);
  }
  return lineage;
}

function parentOf(procRoot: string, pid: number): number {
  return Number(fieldsOf(procRoot, pid)?.[1] ?? 0);
}

/** /proc counts the start of a process in hundredths of a second since boot, on every machine. */
const TICKS_PER_SECOND = 100n;

/** When a process started, in seconds since the epoch; null when it has gone. */
export function startedAt(procRoot: string, pid: number, bootedAt: bigint): bigint | null {
  const ticks = fieldsOf(procRoot, pid)?.[19];
  return ticks === undefined ? null : bootedAt + BigInt(ticks) / TICKS_PER_SECOND;
}

/** The fields of /proc/PID/stat from the third on: a name may hold spaces and parentheses. */
function fieldsOf(procRoot: string, pid: number): readonly string[] | undefined {
  const text = readLine(join(procRoot, String(pid), "stat"));
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}
