/** Reads settings of this machine's kernel from /proc/sys, /proc/meminfo and cgroup v1. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  CgroupV1Settings,
  KernelSettings,
  Overcommit,
} from "../../../analysis/questions/oom/kernelSettings.ts";

const KIB = 1024;
/** A machine of some thousand containers has less; the rest is left alone. */
const CGROUPS_MAX = 20_000;

/** `root`: where the machine's `proc` and `sys` are. */
export function kernelSettings(root = "/"): KernelSettings {
  const proc = join(root, "proc");
  const number = (name: string) => numberIn(join(proc, "sys/vm", name));
  const [panicOnOom, allocating, dumpTasks] = [
    number("panic_on_oom"),
    number("oom_kill_allocating_task"),
    number("oom_dump_tasks"),
  ];
  const overcommit = overcommitOf(proc, number);
  const cgroupV1 = cgroupV1Settings(join(root, "sys/fs/cgroup/memory"));
  return {
    ...(overcommit === null ? {} : { overcommit }),
    ...(panicOnOom === null ? {} : { panicOnOom }),
    ...(allocating === null ? {} : { killAllocatingTask: allocating !== 0 }),
    ...(dumpTasks === null ? {} : { dumpTasks: dumpTasks !== 0 }),
    ...(cgroupV1 === null ? {} : { cgroupV1 }),
  };
}

function overcommitOf(proc: string, number: (name: string) => number | null): Overcommit | null {
  const [mode, meminfo] = [number("overcommit_memory"), textOf(join(proc, "meminfo"))];
  const amount = (name: string) => {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(meminfo ?? "");
    return found === null ? null : Number(found[1]) * KIB;
  };
  const [limit, committed] = [amount("CommitLimit"), amount("Committed_AS")];
  if (mode === null || limit === null || committed === null) return null;
  const [kilobytes, ratio] = [number("overcommit_kbytes"), number("overcommit_ratio")];
  const ofKilobytes = kilobytes === null || kilobytes === 0 ? {} : { kilobytes };
  return {
    mode,
    commitLimitBytes: limit,
    committedBytes: committed,
    ...ofKilobytes,
    ...(ratio === null || "kilobytes" in ofKilobytes ? {} : { ratio }),
    ramBytes: amount("MemTotal") ?? 0,
    swapBytes: amount("SwapTotal") ?? 0,
    availableBytes: amount("MemAvailable") ?? amount("MemFree") ?? 0,
    freeSwapBytes: amount("SwapFree") ?? 0,
  };
}

/** Null where no memory controller of cgroup v1 is mounted. */
function cgroupV1Settings(root: string): CgroupV1Settings | null {
  if (textOf(join(root, "memory.oom_control")) === null) return null;
  const waitAtLimit: string[] = [];
  const underOom: string[] = [];
  const waiting = [""];
  for (let at = 0; at < waiting.length && at < CGROUPS_MAX; at++) {
    const path = waiting[at] as string;
    const control = textOf(join(root, path, "memory.oom_control")) ?? "";
    if (/^oom_kill_disable 1$/m.test(control)) waitAtLimit.push(`/${path}`);
    if (/^under_oom 1$/m.test(control)) underOom.push(`/${path}`);
    for (const name of foldersIn(join(root, path)))
      waiting.push(path === "" ? name : `${path}/${name}`);
  }
  const isFlat = numberIn(join(root, "memory.use_hierarchy")) === 0 && waiting.length > 1;
  return { waitAtLimit, underOom, isFlat };
}

function foldersIn(path: string): readonly string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Null if the file is absent or cannot be read. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function numberIn(path: string): number | null {
  const text = textOf(path)?.trim() ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
