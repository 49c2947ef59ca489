/** The processes of this machine as the kernel weighs them, from /proc and its cgroups. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TaskDocument, TasksDocument } from "../../../analysis/engine/oomSelection.ts";
import { inputFailure } from "../exitCode.ts";

/** In addition to the scored amounts: what the kernel shows of the task, and where it runs. */
export interface MachineTask {
  readonly task: TaskDocument;
  /** /proc/PID/oom_score. */
  readonly shownScore: number;
  readonly cgroup: string;
}

export interface MachineTasks {
  readonly tasks: readonly MachineTask[];
  readonly document: TasksDocument;
  /** Processes without their oom_score_adj, or that ended while they were read. */
  readonly unread: number;
}

const KIB = 1024;
const INIT = 1;

/** `root`: where the machine's `proc` and `sys` are. Threads of the kernel are left out. */
export function machineTasks(root = "/"): MachineTasks {
  const proc = join(root, "proc");
  const [memory, release] = [read(proc, "meminfo"), read(proc, "sys/kernel/osrelease")];
  const pids = pidsIn(proc);
  if (memory === null || pids.length === 0) {
    throw inputFailure(`${proc}: it has no processes; the source cgroup is for Linux machines.`);
  }
  const pageBytes = pageBytesOf(proc);
  const groups = new OomGroups(join(root, "sys/fs/cgroup"));
  const tasks: MachineTask[] = [];
  let unread = 0;
  for (const pid of pids) {
    const status = read(proc, `${pid}/status`);
    // A kernel thread has no memory.
    if (status !== null && !/^VmRSS:/m.test(status)) continue;
    const found = status === null ? null : taskOf(proc, pid, status, groups);
    if (found === null) unread += 1;
    else tasks.push(found);
  }
  if (tasks.length === 0) {
    throw inputFailure(
      `${proc}: no process has its oom_score_adj and its pages, so no ranking is possible.`,
    );
  }
  return {
    tasks,
    unread,
    document: {
      ...(release === null ? {} : { kernel: release.trim() }),
      scope: "global",
      pageBytes,
      ramBytes: kib(memory, "MemTotal") * KIB,
      swapBytes: kib(memory, "SwapTotal") * KIB,
      tasks: tasks.map(({ task }) => task),
    },
  };
}

function taskOf(proc: string, pid: number, status: string, groups: OomGroups): MachineTask | null {
  const part = (name: string) => read(proc, `${pid}/${name}`);
  const [statm, adjustment, shown] = [part("statm"), part("oom_score_adj"), part("oom_score")];
  const rssPages = Number(statm?.split(" ")[1]);
  if (adjustment === null || shown === null || !Number.isSafeInteger(rssPages)) return null;
  const cgroup = /^0::(.*)$/m.exec(part("cgroup") ?? "")?.[1] ?? memoryCgroup(part("cgroup"));
  const group = groups.of(cgroup);
  return {
    shownScore: Number(shown),
    cgroup,
    task: {
      pid,
      name: /^Name:\s*(.*)$/m.exec(status)?.[1] ?? "",
      oomScoreAdj: Number(adjustment),
      rssPages,
      swapBytes: kib(status, "VmSwap") * KIB,
      pgtablesBytes: kib(status, "VmPTE") * KIB,
      ...(pid === INIT ? { unkillable: true } : {}),
      ...(group === null ? {} : { group }),
    },
  };
}

/** Reads the cgroup of cgroup v1. */
function memoryCgroup(text: string | null): string {
  return /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(text ?? "")?.[1] ?? "/";
}

/** Finds the topmost cgroup above a process that has memory.oom.group set. */
class OomGroups {
  readonly #root: string;
  readonly #known = new Map<string, string | null>();

  constructor(root: string) {
    this.#root = root;
  }

  of(cgroup: string): string | null {
    const known = this.#known.get(cgroup);
    if (known !== undefined) return known;
    const parts = cgroup.split("/").filter((part) => part !== "");
    let found: string | null = null;
    for (let depth = 1; depth <= parts.length && found === null; depth++) {
      const path = parts.slice(0, depth).join("/");
      if (read(this.#root, `${path}/memory.oom.group`)?.trim() === "1") found = `/${path}`;
    }
    this.#known.set(cgroup, found);
    return found;
  }
}

/** Null if the file is absent: a process may have exited in the meantime. */
function read(folder: string, path: string): string | null {
  try {
    return readFileSync(join(folder, path), "utf8");
  } catch {
    return null;
  }
}

function pidsIn(proc: string): readonly number[] {
  try {
    const names = readdirSync(proc).filter((name) => /^\d+$/.test(name));
    return names.map(Number).sort((a, b) => a - b);
  } catch {
    return [];
  }
}

function pageBytesOf(proc: string): number {
  return kib(read(proc, "self/smaps") ?? "", "KernelPageSize") * KIB || 4 * KIB;
}

function kib(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0);
}
