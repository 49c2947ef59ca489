/** Why the kernel killed, where its report shows it. */
import { nodesOf } from "../../read/kernelLog/oomNodes.ts";
import type { LoggedOom } from "../../read/kernelLog/oomReport.ts";

/**
 * What was out of memory: the machine, a memory cgroup, or the NUMA nodes of a cpuset or of a
 * memory policy. With `sysrq` a user requested a kill. `unknown`: the report does not show it.
 */
export type OomCause = "machine" | "cgroup" | "cpuset" | "memory-policy" | "sysrq" | "unknown";

/** Kernels since 5.0 say it in the summary before the kill. */
const CONSTRAINTS: Readonly<Record<string, OomCause>> = {
  CONSTRAINT_NONE: "machine",
  CONSTRAINT_MEMCG: "cgroup",
  CONSTRAINT_CPUSET: "cpuset",
  CONSTRAINT_MEMORY_POLICY: "memory-policy",
};
/** Panics that the kernel has only for a whole machine. */
const OF_THE_MACHINE = /system-wide panic_on_oom|deadlocked on memory/;
/** Before 4.2 its report has the state of all memory for a memory cgroup at its limit, too. */
const OF_EITHER = /compulsory panic_on_oom/;

export function causeOf(oom: LoggedOom, pageBytes: number): OomCause {
  if (oom.isSysRq) return "sysrq";
  if (oom.isMemcg) return "cgroup";
  const written = oom.constraint === null ? undefined : CONSTRAINTS[oom.constraint];
  if (written !== undefined) return written;
  if (isBound(oom)) return "memory-policy";
  if (oom.panic !== null && OF_THE_MACHINE.test(oom.panic)) return "machine";
  if (isOfEither(oom)) return "unknown";
  // Its state of memory is printed only if no memory cgroup was at its limit.
  const isAnyShown = oom.isOutOfMemory || oom.panic !== null || oom.isNobodyKilled;
  const isOfMachine = isAnyShown && oom.ramPages !== null && !hidesNodes(oom, pageBytes);
  return isOfMachine ? "machine" : "unknown";
}

/** Whether a panic may be about the machine as well as about a memory cgroup. */
export function isOfEither({ panic, isAllocators }: LoggedOom): boolean {
  return panic !== null && OF_EITHER.test(panic) && !isAllocators;
}

const KIB = 1024;
/** Kernels before 3.x count what a node spans, which has gaps. */
const SHOWN_PART_MIN = 0.9;

/** The report leaves out the NUMA nodes that the task's cpuset does not allow. */
export function hidesNodes({ zones, ramPages }: LoggedOom, pageBytes: number): boolean {
  if (zones.length === 0 || ramPages === null) return false;
  const shownKib = zones.reduce((sum, zone) => sum + zone.presentKib, 0);
  return shownKib < SHOWN_PART_MIN * ((ramPages * pageBytes) / KIB);
}

/** A memory policy leaves out some of the nodes that the task may use. */
function isBound({ allocating, memsAllowed }: LoggedOom): boolean {
  const nodemask = allocating?.nodemask ?? null;
  if (nodemask === null) return false;
  const bound = nodesOf(nodemask) ?? [];
  const allowed = memsAllowed === null ? null : nodesOf(memsAllowed);
  return allowed === null || !allowed.every((node) => bound.includes(node));
}

/** The nodes that were out of memory; null for other causes. */
export function boundNodes(oom: LoggedOom, cause: OomCause): string | null {
  if (cause === "cpuset") return oom.memsAllowed;
  return cause === "memory-policy" ? (oom.nodemask ?? oom.allocating?.nodemask ?? null) : null;
}
