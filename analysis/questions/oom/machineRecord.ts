/** What `plimsoll oom --source cgroup` answers: the kernel's choice among the processes. */

import type { RankedTask, Selection, Spared } from "../../engine/oomSelection.ts";
import { type CgroupPlace, placeOfCgroup } from "../../read/kernelLog/cgroupPlace.ts";
import type { ListedPods } from "../../read/kernelLog/listedPods.ts";
import { plural } from "../../text/amount.ts";
import type { KernelSettings } from "./kernelSettings.ts";

export interface MachineProcess extends RankedTask, CgroupPlace {
  /** What /proc/PID/oom_score showed when it was read. */
  readonly shownOomScore: number;
}

export interface MachineRecord {
  readonly kernel?: string;
  readonly pageBytes: number;
  readonly totalPages: number;
  readonly pagesOfOne: number;
  readonly first?: MachineProcess;
  readonly killedWith?: readonly MachineProcess[];
  readonly next?: MachineProcess;
  readonly spared?: Spared;
  readonly ranking: readonly MachineProcess[];
  /** Processes whose score here is the kernel's, is one apart, or further. */
  readonly agreement: {
    readonly equal: number;
    readonly oneApart: number;
    readonly further: number;
    readonly sentence: string;
  };
  readonly unread: number;
  /** Settings of the kernel that decide how a process is lost. */
  readonly settings: KernelSettings;
  readonly digest: string;
}

export interface ShownProcess {
  readonly shownScore: number;
  readonly cgroup: string;
}

export function machineRecord(
  selection: Selection,
  document: { readonly kernel?: string; readonly pageBytes?: number },
  shown: ReadonlyMap<number, ShownProcess>,
  listed: ListedPods,
  { unread, settings }: Pick<MachineRecord, "unread" | "settings">,
): MachineRecord {
  const { totalPages, pagesOfOne, killed, killedWith, next, spared, digest } = selection;
  const process = (task: RankedTask): MachineProcess => {
    const { shownScore = 0, cgroup = "/" } = shown.get(task.pid) ?? {};
    return { ...task, shownOomScore: shownScore, ...placeOfCgroup(cgroup, listed) };
  };
  const ranking = (selection.ranking ?? []).map(process);
  return {
    ...(document.kernel === undefined ? {} : { kernel: document.kernel }),
    pageBytes: document.pageBytes ?? 4096,
    totalPages,
    pagesOfOne,
    ...(killed === undefined ? {} : { first: process(killed) }),
    ...(killedWith === undefined ? {} : { killedWith: killedWith.map(process) }),
    ...(next === undefined ? {} : { next: process(next) }),
    ...(spared === undefined ? {} : { spared }),
    ranking,
    agreement: agreementOf(ranking),
    unread,
    settings,
    digest,
  };
}

function agreementOf(ranking: readonly MachineProcess[]): MachineRecord["agreement"] {
  const apart = ranking.map(({ oomScore = 0, shownOomScore }) =>
    Math.abs(oomScore - shownOomScore),
  );
  const equal = apart.filter((difference) => difference === 0).length;
  const oneApart = apart.filter((difference) => difference === 1).length;
  const further = ranking.length - equal - oneApart;
  const others = [
    ...(oneApart > 0 ? [`${oneApart} one apart`] : []),
    ...(further > 0 ? [`${further} further`] : []),
  ];
  const all = plural(ranking.length, "process", "processes");
  const sentence =
    others.length === 0
      ? `The kernel's own oom_score is the same for all of ${all}.`
      : `The kernel's own oom_score is the same for ${equal} of ${all}, ${others.join(" and ")}; ` +
        "what a process uses changes while it is read.";
  return { equal, oneApart, further, sentence };
}
