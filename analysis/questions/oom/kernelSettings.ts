/** Settings of a kernel that decide how a process is lost when memory runs out. */
import { formatBytes, plural } from "../../text/amount.ts";

/** What /proc and cgroup v1 show; absent where a file is not there. */
export interface KernelSettings {
  /** vm.overcommit_memory, and the amounts of /proc/meminfo that it is about. */
  readonly overcommit?: Overcommit;
  readonly panicOnOom?: number;
  readonly killAllocatingTask?: boolean;
  readonly dumpTasks?: boolean;
  readonly cgroupV1?: CgroupV1Settings;
}

export interface Overcommit {
  readonly mode: number;
  readonly commitLimitBytes: number;
  readonly committedBytes: number;
  /** vm.overcommit_kbytes where it is set, else vm.overcommit_ratio. */
  readonly kilobytes?: number;
  readonly ratio?: number;
  readonly ramBytes: number;
  readonly swapBytes: number;
  readonly availableBytes: number;
  readonly freeSwapBytes: number;
}

export interface CgroupV1Settings {
  /** cgroups with oom_kill_disable in memory.oom_control. */
  readonly waitAtLimit: readonly string[];
  /** cgroups that are at their limit, with processes that wait. */
  readonly underOom: readonly string[];
  /** The root's memory.use_hierarchy is 0. */
  readonly isFlat: boolean;
}

const NEVER = 2;
const PANICS_ALWAYS = 2;
const NAMED_MAX = 3;

/** Whether the kernel panics where it would kill for the whole machine. */
export function panicsInstead({ panicOnOom = 0 }: KernelSettings): boolean {
  return panicOnOom > 0;
}

export function settingSentences(settings: KernelSettings): readonly string[] {
  const { overcommit, panicOnOom = 0, killAllocatingTask, dumpTasks, cgroupV1 } = settings;
  const where =
    panicOnOom === PANICS_ALWAYS
      ? "whatever ran out, a memory cgroup too"
      : "when the whole machine runs out; for a memory cgroup, a cpuset or a policy it kills";
  return [
    ...(overcommit === undefined ? [] : overcommitSentences(overcommit)),
    ...(panicOnOom > 0
      ? [`vm.panic_on_oom is ${panicOnOom}: the kernel panics instead of killing, ${where}.`]
      : []),
    ...(killAllocatingTask === true
      ? [
          "vm.oom_kill_allocating_task is set: when the whole machine runs out, the kernel kills " +
            "the process that asks for memory, not the first of the ranking.",
        ]
      : []),
    ...(dumpTasks === false
      ? [
          "vm.oom_dump_tasks is 0: the log of a kill lacks the task table, so the choice cannot " +
            "be checked afterwards.",
        ]
      : []),
    ...(cgroupV1 === undefined ? [] : cgroupSentences(cgroupV1)),
  ];
}

function overcommitSentences(found: Overcommit): readonly string[] {
  const { mode, ramBytes, swapBytes } = found;
  if (mode === NEVER) return strictSentences(found);
  return [
    mode === 1
      ? "vm.overcommit_memory is 1: no allocation is refused for lack of memory; when it runs " +
        "out, the kernel kills."
      : "vm.overcommit_memory is 0: only a single allocation of more than all memory and swap " +
        `(${formatBytes(ramBytes + swapBytes)}) is refused (ENOMEM); otherwise the kernel kills.`,
  ];
}

/** Memory that is promised counts, used or not. */
function strictSentences(found: Overcommit): readonly string[] {
  const { commitLimitBytes, committedBytes, kilobytes, ratio, availableBytes } = found;
  const left = Math.max(0, commitLimitBytes - committedBytes);
  const usable = availableBytes + found.freeSwapBytes;
  const share = kilobytes === undefined ? `${ratio ?? "?"}% of memory` : `${kilobytes}kB`;
  const which =
    left < usable
      ? `Refusals come first: ${formatBytes(usable)} of memory and swap would still be there.`
      : `A kill can come first: only ${formatBytes(usable)} of memory and swap is left.`;
  return [
    "vm.overcommit_memory is 2: an allocation beyond CommitLimit, " +
      `${formatBytes(commitLimitBytes)} (${share} without huge pages, and swap), is refused ` +
      "(ENOMEM). Most programs then end by themselves: a process is lost without a kill, and " +
      "the kernel counts none.",
    `${formatBytes(committedBytes)} is committed, so ${formatBytes(left)} is left, less what is ` +
      `reserved for administrators. ${which}`,
  ];
}

function cgroupSentences({ waitAtLimit, underOom, isFlat }: CgroupV1Settings) {
  return [
    ...(waitAtLimit.length === 0
      ? []
      : [
          `memory.oom_control disables kills in ${named(waitAtLimit)} (cgroup v1): at the ` +
            "limit, processes there wait until memory is freed, and none is killed.",
        ]),
    ...(underOom.length === 0
      ? []
      : [`${named(underOom)} is at its limit now (under_oom of memory.oom_control).`]),
    ...(isFlat
      ? [
          "memory.use_hierarchy is 0 (cgroup v1): the limit of a cgroup does not count the " +
            "memory of cgroups below it.",
        ]
      : []),
  ];
}

function named(cgroups: readonly string[]): string {
  const shown = cgroups.slice(0, NAMED_MAX).join(", ");
  const others = cgroups.length - NAMED_MAX;
  return others > 0 ? `${shown} and ${plural(others, "more cgroup")}` : shown;
}
