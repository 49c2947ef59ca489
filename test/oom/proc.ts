/**
 * `/proc/PID/oom_score` of this machine's processes against ours, while some of them grow and
 * shrink: `npm run oracle -- badness [SAMPLES]`. Since 5.9 the kernel shows (1000 + badness x 1000
 * / all pages) x 2 / 3, and 0 for a task that it never kills (fs/proc/base.c, proc_oom_score).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { release } from "node:os";
import { engine } from "./module.ts";

const SAMPLES = Number(process.argv[2] ?? 2000);
/** oom_score_adj of processes that use more and less memory meanwhile. */
const ADJUSTMENTS = [-1000, -998, -500, 0, 3, 500, 999, 1000];
const PAGE_KIB = 4;
/**
 * Counters of a process are kept for each processor, and two readers may see one page apart. On a
 * busy machine a process may also use more between two equal scores.
 */
const EQUAL_SHARE_MIN = 0.99;

const GROWING = `
require("node:fs").writeFileSync("/proc/self/oom_score_adj", process.argv[1]);
let held = [];
setInterval(() => {
  held.push(Buffer.alloc(2 ** 22, 1));
  if (held.length > 40) held = [];
}, 20);
`;

interface Sample {
  readonly pid: number;
  readonly shown: number;
  readonly ours: number;
}

const oom = engine();

/** Null for a process that has ended, changed meanwhile, or is a thread of the kernel. */
function sampleOf(pid: number): Sample | null {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, "utf8");
  try {
    const before = Number(read("oom_score"));
    const rssPages = Number(read("statm").split(" ")[1]);
    const status = read("status");
    const oomScoreAdj = Number(read("oom_score_adj"));
    if (Number(read("oom_score")) !== before || !/^VmRSS:/m.test(status)) return null;
    const memory = readFileSync("/proc/meminfo", "utf8");
    oom.select({
      kernel: release(),
      scope: "global",
      ramPages: kib(memory, "MemTotal") / PAGE_KIB,
      swapPages: kib(memory, "SwapTotal") / PAGE_KIB,
      tasks: [
        {
          pid,
          name: "task",
          oomScoreAdj,
          rssPages,
          swapPages: kib(status, "VmSwap") / PAGE_KIB,
          pgtablesBytes: kib(status, "VmPTE") * 1024,
          unkillable: pid === 1,
        },
      ],
    });
    return { pid, shown: before, ours: scoreOf() };
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

function kib(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0);
}

function scoreOf(): number {
  return oom.report().ranking?.[0]?.oomScore ?? -1;
}

function processes(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

async function samples(): Promise<Sample[]> {
  const taken: Sample[] = [];
  while (taken.length < SAMPLES) {
    taken.push(...processes().flatMap((pid) => sampleOf(pid) ?? []));
    // The growing processes run meanwhile, also where there is one processor.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return taken;
}

const growing: ChildProcess[] = ADJUSTMENTS.map((adjustment) =>
  spawn(process.execPath, ["-e", GROWING, String(adjustment)], { stdio: "ignore" }),
);
try {
  const taken = await samples();
  const others = taken.filter(({ shown, ours }) => shown !== ours);
  const far = others.filter(({ shown, ours }) => Math.abs(shown - ours) > 1);
  const pids = new Set(taken.map(({ pid }) => pid)).size;
  console.log(
    `${taken.length} samples of ${pids} processes, kernel ${release()}: ` +
      `${taken.length - others.length} equal, ${others.length - far.length} one beside, ` +
      `${far.length} further off.`,
  );
  for (const { pid, shown, ours } of far.slice(0, 10)) {
    console.log(`pid ${pid}: the kernel shows ${shown}, the rules give ${ours}`);
  }
  if (others.length > taken.length * (1 - EQUAL_SHARE_MIN)) process.exitCode = 1;
} finally {
  for (const child of growing) child.kill();
}
