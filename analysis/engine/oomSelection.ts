/** What goes into the kernel's module, and what it answers. */

/** A process as the kernel weighs it; the order of a list is that of the kernel's task list. */
export interface TaskDocument {
  readonly pid: number;
  readonly name: string;
  readonly oomScoreAdj: number;
  /** Pages, or bytes, of which a page that is used in part counts as one. */
  readonly rssPages?: number;
  readonly rssBytes?: number;
  readonly swapPages?: number;
  readonly swapBytes?: number;
  readonly pgtablesBytes?: number;
  /** The memory limit of its container as a quantity, and what that container uses of it. */
  readonly memoryLimit?: string;
  readonly workingSetBytes?: number;
  /** It has CAP_SYS_ADMIN, which kernels before 4.17 weigh. */
  readonly root?: boolean;
  readonly unkillable?: boolean;
  /** The cgroup whose memory.oom.group is set and that it is in. */
  readonly group?: string;
}

export interface TasksDocument {
  /** The kernel's release; without one, the newest rules. */
  readonly kernel?: string;
  readonly scope: "global" | "memcg";
  readonly pageBytes?: number;
  readonly ramPages?: number;
  readonly ramBytes?: number;
  readonly swapPages?: number;
  readonly swapBytes?: number;
  readonly limitPages?: number;
  readonly swapLimitPages?: number;
  readonly memswLimitPages?: number;
  readonly panicOnOom?: number;
  readonly killAllocatingTask?: boolean;
  readonly allocatingPid?: number;
  /** The kubelet that set up the cgroups, such as `v1.35.8`; it decides on memory.oom.group. */
  readonly kubelet?: string;
  readonly singleProcessOOMKill?: boolean;
  readonly cgroupVersion?: 1 | 2;
  readonly tasks: readonly TaskDocument[];
}

export interface RankedTask {
  readonly pid: number;
  readonly name: string;
  readonly oomScoreAdj: number;
  readonly rssPages: number;
  readonly swapPages: number;
  readonly pgtablesBytes: number;
  /** Null for a task that the kernel never chooses. */
  readonly badness: number | null;
  /** What /proc/PID/oom_score shows; of a selection on the whole machine. */
  readonly oomScore?: number;
  readonly root?: boolean;
  /** The limit of its container, and what is left of that. */
  readonly limitBytes?: number;
  readonly headroomBytes?: number;
  /** The parts of the badness; in a ranking, for the first hundred tasks. */
  readonly sentence?: string;
}

/** A container with less than a tenth of its own limit left. */
export interface NearLimit {
  readonly pid: number;
  readonly name: string;
  readonly limitBytes: number;
  readonly workingSetBytes: number;
  readonly headroomBytes: number;
  readonly sentence: string;
}

export interface SelectionRules {
  readonly rootBonusOfTotal: boolean;
  readonly rootBonusOfUse: boolean;
  readonly atLeastOne: boolean;
  readonly firstOfEquals: boolean;
  readonly sacrificesChild: boolean;
}

/** Changes of the killed task with which another would have been chosen; each was tried. */
export interface Spared {
  /** The highest oom_score_adj that spares it. */
  readonly oomScoreAdj?: number;
  /** Tasks that die with that one; absent where the kernel finds no process. */
  readonly instead?: RankedTask;
  /** The request that gives a Burstable container that oom_score_adj. */
  readonly memoryRequestBytes?: number;
  /** Whether -997 spares it, which containers of Guaranteed pods have. */
  readonly guaranteed: boolean;
  /** The most resident pages that spare it. */
  readonly rssPages?: number;
}

export interface Selection {
  readonly action: "None" | "Kill" | "Panic";
  readonly totalPages: number;
  /** Pages that one point of oom_score_adj is worth. */
  readonly pagesOfOne: number;
  readonly rules: SelectionRules;
  readonly by?: "badness" | "allocatingTask";
  readonly killed?: RankedTask;
  /** Those that die with it, where memory.oom.group is set. */
  readonly killedWith?: readonly RankedTask[];
  readonly next?: RankedTask;
  readonly digest: string;
  readonly ranking?: readonly RankedTask[];
  readonly nearLimits?: readonly NearLimit[];
  /** Whether memory.oom.group is set for containers; where a kubelet is named. */
  readonly containersDieWhole?: boolean;
  readonly groupSentence?: string;
  readonly spared?: Spared;
}
