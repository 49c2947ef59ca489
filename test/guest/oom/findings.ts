/** The output of the scenario in the guest: lines `OOM {…}`. */

/** A process in that output. */
export interface Named {
  readonly pid: number;
  readonly name: string;
}

export interface BegunFinding {
  readonly kind: "begun";
  readonly kernel: string;
  readonly cgroupVersion: 1 | 2;
  readonly ramMebibytes: number;
  readonly swapMebibytes: number;
}

/** Scores that the kernel showed, next to ours. */
export interface SamplesFinding {
  readonly kind: "samples";
  readonly samples: number;
  readonly processes: number;
  readonly equal: number;
  readonly oneApart: number;
  readonly further: number;
  /** Samples of processes with memory in swap, and of those that are never killed. */
  readonly swapped: number;
  readonly exempt: number;
  readonly examples: readonly { name: string; shown: number; ours: number }[];
}

/** Who was to die, from what was read before the last step, and who died. */
export interface KillFinding {
  readonly kind: "kill";
  readonly round: string;
  readonly scope: "global" | "memcg";
  readonly cgroupVersion: 1 | 2;
  readonly killsAllocating: boolean;
  /** Several where the state before leaves it open: each who may be worst within the last step. */
  readonly expected: readonly (Named & { readonly killedWith: readonly number[] })[];
  /** All processes of the load, and those that ended by SIGKILL. */
  readonly loads: readonly number[];
  readonly died: readonly number[];
  /** Who allocated when memory ran out, as the log says, where it is one of the load. */
  readonly allocating: Named | null;
  /** Processes, and those of them whose memory is in swap in part. */
  readonly processes: number;
  readonly swapped: number;
  readonly log: string;
}

/** What the rules say when vm.panic_on_oom is set, before memory runs out. */
export interface PanicFinding {
  readonly kind: "panic";
  readonly panicOnOom: number;
  readonly scope: "global" | "memcg";
  readonly action: string;
}

export interface EndedFinding {
  readonly kind: "ended";
}

export type Finding = BegunFinding | SamplesFinding | KillFinding | PanicFinding | EndedFinding;

export function tell(finding: Finding): void {
  // On a line of its own, whatever the kernel printed before.
  console.log(`\nOOM ${JSON.stringify(finding)}`);
}
