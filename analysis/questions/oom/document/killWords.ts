/** A kill of the kernel's OOM killer in words: who, when, and why memory ran out. */
import { formatBytes } from "../../../text/amount.ts";
import { podText } from "../../../text/podText.ts";
import type { AnalyzedKill } from "../analyzedKills.ts";

/** A kernel's text that is longer is not one. */
export const NAME_LENGTH_MAX = 64;

export function momentOf({ time, bootSeconds, line }: AnalyzedKill): string {
  // Most logs have whole seconds.
  if (time !== null) return time.replace(/\.0+Z$/, "Z");
  return bootSeconds === undefined ? `Line ${line}` : `${bootSeconds} s after boot`;
}

export function named({ pid, name }: { readonly pid: number; readonly name: string }): string {
  return `${name.slice(0, NAME_LENGTH_MAX)} (pid ${pid})`;
}

/** The log has the uid alone where no list of pods names it. */
export function podWords({ uid, namespace = "", name }: NonNullable<AnalyzedKill["pod"]>): string {
  return name === undefined ? String(uid) : podText({ namespace, name });
}

export function causeSentence({
  cause,
  memcg,
  limitBytes,
  nodes,
  isOutOfMemory,
}: AnalyzedKill): string {
  switch (cause) {
    case "machine":
      return "The whole machine was out of memory.";
    case "cgroup": {
      const limit = limitBytes === undefined ? "" : ` of ${formatBytes(limitBytes)}`;
      return `The memory cgroup${memcg === undefined ? "" : ` ${memcg}`} was at its limit${limit}.`;
    }
    case "cpuset":
      return `The NUMA nodes that the task's cpuset allows${listed(nodes)} were out of memory.`;
    case "memory-policy":
      return `The NUMA nodes of a memory policy${listed(nodes)} were out of memory.`;
    case "sysrq":
      return "This kill was requested with SysRq-f; memory did not necessarily run out.";
    case "unknown":
      return isOutOfMemory === true
        ? "No memory cgroup was at its limit. The log does not show whether the whole machine or " +
            "only some NUMA nodes were out of memory."
        : "The log does not show whether the whole machine or a memory cgroup was out of memory.";
  }
}

function listed(nodes: string | undefined): string {
  return nodes === undefined ? "" : ` (${nodes})`;
}
