/** The process that `plimsoll-oom.wasm` would kill, from what /proc and the cgroups show. */
import { readFileSync } from "node:fs";
import { OomEngine } from "../../../analysis/engine/oomEngine.ts";
import type {
  Selection,
  TaskDocument,
  TasksDocument,
} from "../../../analysis/engine/oomSelection.ts";
import { machineTasks } from "../../../hosts/cli/input/machineTasks.ts";
import type { Cgroups, Limits } from "./cgroups.ts";
import type { KillFinding } from "./findings.ts";

const PAGE_BYTES = 4096;
/**
 * Since 6.2 what a process uses is counted for each processor, and up to 32 pages of each are not
 * in the sum that the kernel weighs: of two processors and four counters, in either of two tasks.
 */
const APPROXIMATE_SINCE = [6, 2] as const;
const APPROXIMATE_PAGES = 2 * 2 * 4 * 32;

const oom = new OomEngine(new WebAssembly.Module(readFileSync("/plimsoll-oom.wasm")));

/** A cgroup at its limit; null means the whole machine. */
export interface Domain {
  readonly cgroup: string;
  readonly limits: Limits;
}

export interface Policy {
  readonly killsAllocating: boolean;
  readonly panicOnOom: number;
}

/** The tasks that are weighed when memory runs out there. */
export function documentOf(domain: Domain | null, cgroups: Cgroups): TasksDocument {
  const { tasks, document } = machineTasks();
  if (domain === null) return document;
  const order = cgroups.pidsBelow(domain.cgroup);
  const byPid = new Map(tasks.map((each) => [each.task.pid, each]));
  const inside = order.flatMap((pid) => byPid.get(pid) ?? []);
  const { memoryBytes, swapBytes } = domain.limits;
  const pages = (bytes: number) => Math.floor(bytes / PAGE_BYTES);
  return {
    kernel: document.kernel ?? "",
    scope: "memcg",
    limitPages: pages(memoryBytes),
    swapPages: pages(document.swapBytes ?? 0),
    ...(swapBytes === null
      ? {}
      : cgroups.version === 2
        ? { swapLimitPages: pages(swapBytes) }
        : { memswLimitPages: pages(memoryBytes + swapBytes) }),
    tasks: inside.map(({ task, cgroup }) => groupedBelow(task, cgroup, domain, cgroups)),
  };
}

/** Of the cgroups above a task up to the one at its limit, the topmost that is killed whole. */
function groupedBelow(
  task: TaskDocument,
  cgroup: string,
  domain: Domain,
  cgroups: Cgroups,
): TaskDocument {
  const { group: _, ...bare } = task;
  const depth = domain.cgroup.split("/").length;
  const parts = cgroup.split("/");
  for (let end = depth; end <= parts.length; end++) {
    const path = parts.slice(0, end).join("/");
    if (cgroups.isKilledWhole(path)) return { ...bare, group: path };
  }
  return bare;
}

export function selectionOf(document: TasksDocument): Selection {
  oom.select(document);
  return oom.report();
}

/**
 * Every process that the kernel may choose when a task takes so much more: at any usage from its
 * present one to the one that it is to have, in steps as fine as the kernel's counters.
 */
export function expectedOf(
  document: TasksDocument,
  taker: number,
  stepPages: number,
): KillFinding["expected"] {
  const expected = new Map<number, KillFinding["expected"][number]>();
  const take = (selection: Selection) => {
    const { killed, killedWith = [] } = selection;
    if (killed === undefined) return;
    const { pid, name } = killed;
    if (!expected.has(pid)) {
      expected.set(pid, { pid, name, killedWith: killedWith.map((other) => other.pid) });
    }
  };
  const slack = approximatePages(document.kernel ?? "");
  const changes = (pages: number, pid: number) =>
    selectionOf({
      ...document,
      tasks: document.tasks.map((task) =>
        task.pid === pid ? { ...task, rssPages: Math.max(0, (task.rssPages ?? 0) + pages) } : task,
      ),
    });
  const now = selectionOf(document);
  take(now);
  take(changes(stepPages + slack, taker));
  if (slack === 0) return [...expected.values()];
  const after = changes(stepPages, taker);
  take(after);
  // Who would be first if the kernel saw less of the one that is.
  for (const { killed, by } of [now, after]) {
    if (killed === undefined || by !== "badness") continue;
    const weighed = killed.pid === taker ? stepPages : 0;
    take(changes(weighed - slack, killed.pid));
  }
  return [...expected.values()];
}

function approximatePages(kernel: string): number {
  const [major = 0, minor = 0] = kernel.split(".").map(Number.parseFloat);
  const [sinceMajor, sinceMinor] = APPROXIMATE_SINCE;
  const isExact = major === sinceMajor ? minor < sinceMinor : major < sinceMajor;
  return isExact ? 0 : APPROXIMATE_PAGES;
}
