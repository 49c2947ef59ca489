/** Why a verb was refused. */
import { REASONS_END } from "../base/json/failure.ts";

/** Continues `Reason`. */
export enum OomReason {
  Tasks = 32,
  NoTasks,
  NoPages,
  Adjustment,
  Count,
  Incomplete,
  Kernel,
  Scope,
  NothingSelected,
  Detail,
  Observations,
  Backwards,
  Thresholds,
  CgroupVersion,
  Kubelet,
  Quantity,
}

const OOM_REASON_TEXTS: StaticArray<string> = [
  "more than 65536 tasks",
  "the document has no array tasks",
  "the number of all pages is missing: ramPages, or limitPages of a memory cgroup",
  "oomScoreAdj is from -1000 to 1000",
  "a number of pages or bytes is below 2^52, and pageBytes is a power of two from 1024 to 65536",
  "a task has pid, name, rssPages and oomScoreAdj",
  "kernel begins with its release, such as 5.15 or 3.10.0-1160.el7",
  "scope is global or memcg",
  "no document has been passed; call select or race first",
  "no such detail; use 0, 1 or 2",
  "a race has two observations, each with time and availableBytes",
  "the second observation is not later than the first",
  "more than 32 thresholds",
  "cgroupVersion is 1 or 2",
  "kubelet is its version, such as v1.35.8",
  "memoryLimit is a quantity, such as 256Mi",
];

export function oomReasonText(reason: i32): string {
  return unchecked(OOM_REASON_TEXTS[reason - REASONS_END]);
}
