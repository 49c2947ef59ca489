/** This machine as killers in user space read it, one step after the other: what changed since. */
import { join } from "node:path";
import type { Members } from "../../../analysis/read/json/untyped.ts";
import {
  directoriesIn,
  exists,
  ownerOf,
  readKilobytes,
  readLine,
  readLines,
  readTable,
} from "./files.ts";

export interface SampledMachine {
  /** The tree of cgroup v2; null for a machine without one. */
  readonly cgroupRoot: string | null;
  readonly procRoot: string;
}

/** What one step reads at most; what is beyond is counted. */
const CGROUPS_MAX = 16_384;
const PROCESSES_MAX = 16_384;
const PATH_LENGTH_MAX = 1024;
const KIBIBYTE = 1024n;
/** Processes are listed while less than this part of memory is available; earlyoom acts later. */
const AVAILABLE_PART = 4;
const MEMINFO = ["MemTotal", "MemFree", "MemAvailable", "AnonPages", "SwapTotal", "SwapFree"];

export class MachineSamples {
  readonly #machine: SampledMachine;
  readonly #listed: "low" | "always";
  #step: Members = {};
  /** As the last step found it. */
  #isLow = false;
  #cgroups: ReadonlyMap<string, Members> = new Map();
  /** Cgroups and processes that the last step left out because there are too many. */
  leftOut = 0;

  /** `listed`: processes only while memory is low, which is when earlyoom may act. */
  constructor(machine: SampledMachine, listed: "low" | "always" = "low") {
    this.#machine = machine;
    this.#listed = listed;
  }

  /** What changed since the last step; `at` in seconds since the first one. */
  next(at: number): Members {
    this.leftOut = 0;
    const { procRoot } = this.#machine;
    // Before what makes a killer act: a victim may be gone a moment after memory is low.
    const listed = this.#listed === "always" || this.#isLow ? this.#processes() : null;
    const meminfo = meminfoIn(procRoot);
    this.#isLow = meminfo !== null && isLow(meminfo);
    const processes = listed ?? (this.#isLow ? this.#processes() : null);
    const step = {
      ...(meminfo === null ? {} : { meminfo }),
      ...rootPressureIn(procRoot),
      swaps: swapsIn(procRoot),
      ...(processes === null ? {} : { processes }),
    };
    const changed = changesTo(this.#step, step);
    this.#step = { ...this.#step, ...step };
    return { at, ...changed, ...this.#cgroupChanges() };
  }

  #cgroupChanges(): Members {
    const { cgroupRoot } = this.#machine;
    const now = cgroupRoot === null ? this.#cgroups : this.#cgroupsNow(cgroupRoot);
    const changed: Record<string, Members | null> = {};
    for (const path of this.#cgroups.keys()) if (!now.has(path)) changed[path] = null;
    for (const [path, members] of now) {
      const before = this.#cgroups.get(path);
      const changes = changesTo(before ?? {}, members);
      if (before === undefined || Object.keys(changes).length > 0) changed[path] = changes;
    }
    this.#cgroups = now;
    return Object.keys(changed).length === 0 ? {} : { cgroups: changed };
  }

  /** Cgroups above come before those below them. */
  #cgroupsNow(cgroupRoot: string): ReadonlyMap<string, Members> {
    const found = new Map<string, Members>();
    const waiting = ["/"];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (found.size === CGROUPS_MAX || path.length > PATH_LENGTH_MAX) {
        this.leftOut += 1;
        continue;
      }
      const directory = join(cgroupRoot, path);
      if (exists(directory)) found.set(path, cgroupIn(directory));
      const above = path === "/" ? "" : path;
      const below = directoriesIn(directory).map((name) => `${above}/${name}`);
      for (const child of below.reverse()) waiting.push(child);
    }
    return found;
  }

  #processes(): readonly Members[] {
    const { procRoot } = this.#machine;
    const pids = directoriesIn(procRoot)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
    this.leftOut += Math.max(0, pids.length - PROCESSES_MAX);
    return pids.slice(0, PROCESSES_MAX).flatMap((pid) => processIn(join(procRoot, `${pid}`), pid));
  }
}

/** How long the machine runs, in seconds; null where /proc does not say. */
export function uptimeIn(procRoot: string): number | null {
  const [, seconds] = /^(\d+\.\d+) /.exec(readLine(join(procRoot, "uptime")) ?? "") ?? [];
  return seconds === undefined ? null : Number(seconds);
}

/** The members that differ from what they were. */
function changesTo(before: Members, now: Members): Members {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}

/** In kB, as the file has them. */
function meminfoIn(procRoot: string): Readonly<Record<string, number>> | null {
  const bytes = readKilobytes(join(procRoot, "meminfo"));
  if (bytes === null) return null;
  return Object.fromEntries(
    MEMINFO.map((name) => [name, Number((bytes.get(name) ?? 0n) / KIBIBYTE)]),
  );
}

function isLow({ MemTotal = 0, MemAvailable = 0 }: Readonly<Record<string, number>>): boolean {
  return MemAvailable < MemTotal / AVAILABLE_PART;
}

/** Size and use of each device in kB. */
function swapsIn(procRoot: string): readonly (readonly number[])[] {
  return readLines(join(procRoot, "swaps")).flatMap((line) => {
    const [, size, used] = /\s(\d+)\s+(\d+)\s+-?\d+\s*$/.exec(line) ?? [];
    return size === undefined ? [] : [[Number(size), Number(used)]];
  });
}

function rootPressureIn(procRoot: string): Members {
  const full = pressureIn(readLine(join(procRoot, "pressure/memory")));
  return full === null ? {} : { rootPressure: { full } };
}

/** avg10, avg60, avg300 and the total of the line `full`. */
function pressureIn(text: string | null): readonly number[] | null {
  const line = /^full avg10=([\d.]+) avg60=([\d.]+) avg300=([\d.]+) total=(\d+)$/m.exec(text ?? "");
  return line === null ? null : line.slice(1).map(Number);
}

/** Files that are absent, or cannot be read, are named. */
function cgroupIn(directory: string): Members {
  const missing: string[] = [];
  const present = <T>(name: string, value: T | null): T | null => {
    if (value === null) missing.push(name);
    return value;
  };
  const line = (name: string) => present(name, readLine(join(directory, name)));
  const table = (name: string) => present(name, readTable(join(directory, name)));
  const stat = table("memory.stat");
  const members: Readonly<Record<string, unknown>> = {
    full: pressureIn(line("memory.pressure")),
    io: pressureIn(line("io.pressure")),
    ioStat: devicesIn(line("io.stat")),
    current: amountIn(line("memory.current")),
    min: amountIn(line("memory.min")),
    low: amountIn(line("memory.low")),
    swap: amountIn(line("memory.swap.current")),
    oomGroup: amountIn(line("memory.oom.group")),
    pgscan: numberOf(stat?.get("pgscan")),
    anon: numberOf(stat?.get("anon")),
    dying: numberOf(table("cgroup.stat")?.get("nr_dying_descendants")),
    uid: ownerOf(directory),
    processes: (line("cgroup.procs") ?? "").split("\n").filter((pid) => pid !== "").length,
    populated: populatedIn(readTable(join(directory, "cgroup.events"))?.get("populated")),
  };
  if (!exists(join(directory, "cgroup.controllers"))) missing.push("cgroup.controllers");
  const read = Object.entries(members).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(read), missing };
}

/** What each device did ever; what controllers add to a line (`cost.usage`) is left out. */
function devicesIn(text: string | null): Members | null {
  if (text === null) return null;
  const devices = text.split("\n").flatMap((line) => {
    const [device = "", ...counters] = line.split(" ");
    const own = counters.flatMap((counter) => {
      const [, name = "", value] = /^([rwd](?:bytes|ios))=(\d{1,16})$/.exec(counter) ?? [];
      return value === undefined ? [] : [[name, Number(value)] as const];
    });
    return /^\d+:\d+$/.test(device) && own.length > 0 ? [[device, Object.fromEntries(own)]] : [];
  });
  return Object.fromEntries(devices);
}

/** A whole number, or `max`. */
function amountIn(text: string | null): number | "max" | null {
  if (text === "max") return text;
  return text !== null && /^\d{1,19}$/.test(text) ? Number(text) : null;
}

function numberOf(amount: bigint | undefined): number | null {
  return amount === undefined ? null : Number(amount);
}

function populatedIn(amount: bigint | undefined): boolean | null {
  return amount === undefined ? null : amount !== 0n;
}

/** None for a process that has ended. */
function processIn(directory: string, pid: number): readonly Members[] {
  const stat = readLine(join(directory, "stat")) ?? "";
  const [open, close] = [stat.indexOf("("), stat.lastIndexOf(")")];
  const [, rssPages] = (readLine(join(directory, "statm")) ?? "").split(" ").map(Number);
  const oomScore = Number(readLine(join(directory, "oom_score")) ?? Number.NaN);
  const [, ppid] = stat.slice(close + 2).split(" ");
  const name = stat.slice(open + 1, close);
  if (close <= open + 1 || rssPages === undefined || Number.isNaN(rssPages + oomScore)) return [];
  const oomScoreAdj = Number(readLine(join(directory, "oom_score_adj")) ?? 0);
  const uid = ownerOf(directory) ?? 0;
  return [{ pid, name, rssPages, oomScore, oomScoreAdj, uid, ppid: Number(ppid) }];
}
