/** A kill of the kernel's OOM killer in words: who, when, and why memory ran out. */
import { podOfCgroup } from "../../../read/kernelLog/podCgroup.ts";
import { formatBytes, plural } from "../../../text/amount.ts";
import { podText } from "../../../text/podText.ts";
import type { AnalyzedKill } from "../analyzedKills.ts";

/** A kernel's text that is longer is not one. */
export const NAME_LENGTH_MAX = 64;

export function momentOf({ time, bootSeconds, line }: AnalyzedKill): string {
  // Most logs have whole seconds.
  if (time !== null) return time.replace(/\.0+Z$/, "Z");
  return bootSeconds === undefined ? `Line ${line}` : `${bootSeconds} s after boot`;
}

/** A line that is cut may have the pid alone. */
export function named({ pid, name }: { readonly pid: number; readonly name: string }): string {
  return name === "" ? `pid ${pid}` : `${name.slice(0, NAME_LENGTH_MAX)} (pid ${pid})`;
}

/** The log has the uid alone where no list of pods names it. */
export function podWords({ uid, namespace = "", name }: NonNullable<AnalyzedKill["pod"]>): string {
  return name === undefined ? String(uid) : podText({ namespace, name });
}

/** Cgroups of the kubelet above those of pods. */
const TOGETHER: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[/-])kubepods(?:\.slice)?$/, "all pods"],
  [/kubepods(?:\/|-)burstable(?:\.slice)?$/, "all Burstable pods"],
  [/kubepods(?:\/|-)besteffort(?:\.slice)?$/, "all BestEffort pods"],
];

/** The pods that were at a limit together; null for the limit of one, or of another cgroup. */
export function podsTogether({ memcg = "" }: AnalyzedKill): string | null {
  return TOGETHER.find(([pattern]) => pattern.test(memcg))?.[1] ?? null;
}

/** Whose limit was reached, in words; null where the log does not name the cgroup. */
export function limitOwner(kill: AnalyzedKill, isNamed: boolean): string | null {
  const { memcg } = kill;
  if (memcg === undefined) return null;
  const together = podsTogether(kill);
  if (together !== null) return `${together} (${memcg})`;
  const own = limitedPod(kill);
  // The sentence above the fixes of a single kill names it.
  return own === null || isNamed ? (own ?? memcg) : `the ${own.replace(/ .*/, "")}`;
}

/** The container or the pod that was at its own limit; null where another cgroup was. */
export function limitedPod({ memcg = "", pod, container }: AnalyzedKill): string | null {
  const limited = podOfCgroup(memcg);
  if (limited?.uid === undefined || limited.uid !== pod?.uid) return null;
  const ofPod = `pod ${podWords(pod)}`;
  if (limited.containerId === undefined || container === undefined) return ofPod;
  return `container ${containerText(container)} of ${ofPod}`;
}

export function containerText({ id, name }: NonNullable<AnalyzedKill["container"]>): string {
  return name ?? id.slice(0, 12);
}

/** The kernel's own words, which end in dots. */
export function panicText(panic: string): string {
  return panic.replace(/\.+$/, "");
}

/** The task that the rules choose, and among how many. */
export function highestText({ chosen, ranking, isTableCut }: AnalyzedKill): string {
  if (chosen === undefined) return "";
  const tasks = plural(ranking.length, "task");
  const among = isTableCut === true ? `the ${tasks} that the log shows` : tasks;
  return `${named(chosen)} has the highest badness of ${among}`;
}

/** What the killed task used and its adjustment, where no ranking shows them. */
export function unrankedSentences(kill: AnalyzedKill): readonly string[] {
  const { killed, ranking, pageBytes } = kill;
  if (killed === null || ranking.some(({ pid }) => pid === killed.pid)) return [];
  const { rssPages, swapPages } = killed;
  const name = killed.name === "" ? named(killed) : killed.name.slice(0, NAME_LENGTH_MAX);
  const swap = (swapPages ?? 0) * pageBytes;
  const beyond = swap === 0 ? "" : ` and ${formatBytes(swap)} in swap`;
  return [
    ...(rssPages === null
      ? []
      : [`${name} had ${formatBytes(rssPages * pageBytes)} resident${beyond}.`]),
    ...adjustmentSentences(kill),
  ];
}

/** The kernel adds as many thousandths of all pages that the task may use. */
function adjustmentSentences({ killed, cause, sacrificedFor }: AnalyzedKill): readonly string[] {
  const adjustment = killed?.oomScoreAdj ?? 0;
  // A child is killed by another rule.
  if (adjustment === 0 || sacrificedFor !== undefined) return [];
  const share = `${Math.abs(adjustment) / 10}%`;
  const of =
    cause === "cgroup"
      ? "the cgroup's limit with swap"
      : cause === "machine"
        ? "the machine's memory and swap"
        : "all memory that it may use";
  const verb = adjustment > 0 ? "raised" : "lowered";
  return [`Its oom_score_adj of ${adjustment} ${verb} its badness by ${share} of ${of}.`];
}

/** Empty where memory.oom.group killed no other task. */
export function groupSentences({ killedWith = [] }: AnalyzedKill): readonly string[] {
  if (killedWith.length === 0) return [];
  return [`memory.oom.group is set: ${plural(killedWith.length, "other task")} died with it.`];
}

/** What a limit is of, where that is not memory alone. */
export function limitKind({ isLimitWithSwap }: AnalyzedKill): string {
  return isLimitWithSwap === true ? "memory+swap limit" : "limit";
}

export function causeSentence(kill: AnalyzedKill): string {
  const { cause, memcg, limitBytes, nodes, isOutOfMemory } = kill;
  switch (cause) {
    case "machine":
      return "The whole machine was out of memory.";
    case "cgroup": {
      const limit = limitBytes === undefined ? "" : ` of ${formatBytes(limitBytes)}`;
      const which = memcg === undefined ? "" : ` ${memcg}`;
      return `The memory cgroup${which} was at its ${limitKind(kill)}${limit}.`;
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
