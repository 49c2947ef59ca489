/** Kills of the kernel's OOM killer, from its log. */
import { formatBytes, formatCount, plural } from "../../../text/amount.ts";
import {
  type Block,
  type Column,
  type Document,
  headed,
  list,
  paragraph,
  type Row,
  type Section,
  table,
} from "../../../text/document.ts";
import { podText } from "../../../text/podText.ts";
import { allocationSentences } from "../allocationWords.ts";
import type { AnalyzedKill } from "../analyzedKills.ts";
import type { OomCause } from "../cause.ts";
import { sparedSentences } from "../sparedWords.ts";

/** A kernel's text that is longer is not one. */
const NAME_LENGTH_MAX = 64;

export function killsDocument(kills: readonly AnalyzedKill[], name: string): Document {
  return { title: summary(kills, name), lead: [], sections: kills.map(killSection) };
}

const CAUSES: Readonly<Record<OomCause, string>> = {
  machine: "on the whole machine",
  cgroup: "in a memory cgroup at its limit",
  cpuset: "on the NUMA nodes of a cpuset",
  "memory-policy": "on the NUMA nodes of a memory policy",
  sysrq: "requested with SysRq-f",
  unknown: "for a cause that the log does not show",
};

function summary(kills: readonly AnalyzedKill[], name: string): string {
  const where = Object.entries(CAUSES).flatMap(([cause, words]) => {
    const count = kills.filter((kill) => kill.cause === cause).length;
    if (count === 0) return [];
    return [count === kills.length ? words : `${timesOf(count)} ${words}`];
  });
  const causes = enumerated(where);
  const ran =
    kills.length > 1 && kills.every(isLineAlone) && kills.some(isOfOneLine)
      ? `the OOM killer killed ${formatCount(kills.length)} processes, ${causes}; the log does ` +
        "not show in how many runs."
      : `the OOM killer ran ${timesOf(kills.length)}, ${causes}.`;
  return `${name}: ${ran} ${agreement(kills)}`;
}

/** With memory.oom.group, one run of the OOM killer has such a line for each of many processes. */
function isLineAlone({ killed, allocation, memcg, ranking }: AnalyzedKill): boolean {
  const isAlone = allocation === undefined && memcg === undefined && ranking.length === 0;
  return isAlone && killed !== null;
}

/** Older kernels write two lines for each run, and no oom_score_adj. */
function isOfOneLine({ killed }: AnalyzedKill): boolean {
  return killed !== null && killed.oomScoreAdj !== null;
}

function timesOf(count: number): string {
  return count === 1 ? "once" : `${formatCount(count)} times`;
}

function enumerated(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

function agreement(kills: readonly AnalyzedKill[]): string {
  const judged = kills.filter(({ chosenByPolicy }) => chosenByPolicy !== null);
  const agreed = judged.filter(({ chosenByPolicy }) => chosenByPolicy).length;
  if (judged.length === 0) return "The log lacks the data to rerun the decision.";
  if (agreed === judged.length) return "Rerunning the decision chooses the same task each time.";
  return `Rerunning the decision chooses the same task in ${agreed} of ${judged.length}.`;
}

function killSection(kill: AnalyzedKill): Section {
  return {
    title: `${momentOf(kill)}: ${outcome(kill)}`,
    blocks: [
      ...paragraph(placeOf(kill)),
      ...headed("Allocation", list(allocationSentences(kill))),
      ...headed("Why", list(reasons(kill))),
      ...headed("Ranking, first to be killed at the top", ranking(kill)),
      ...headed("Fixes", list(spared(kill))),
      ...headed("Caveats", list(kill.notes)),
    ],
  };
}

function momentOf({ time, bootSeconds, line }: AnalyzedKill): string {
  // Most logs have whole seconds.
  if (time !== null) return time.replace(/\.0+Z$/, "Z");
  return bootSeconds === undefined ? `Line ${line}` : `${bootSeconds} s after boot`;
}

function named({ pid, name }: { readonly pid: number; readonly name: string }): string {
  return `${name.slice(0, NAME_LENGTH_MAX)} (pid ${pid})`;
}

function outcome(kill: AnalyzedKill): string {
  const { killed, panic, pod, firstChoice } = kill;
  if (killed === null && panic !== undefined) return "panic";
  if (killed === null) {
    return firstChoice === undefined
      ? "out of memory; no kill was logged"
      : `the kernel chose ${named(firstChoice)}; the log lacks the kill itself`;
  }
  const ofPod = pod === undefined ? "" : ` of pod ${podWords(pod)}`;
  const { sacrificedFor } = kill;
  const child = sacrificedFor === undefined ? "" : `, a child of ${named(sacrificedFor)},`;
  return `the kernel killed ${named(killed)}${child}${ofPod}${containerWords(kill)}`.replace(
    /,$/,
    "",
  );
}

/** The log has the uid alone where no list of pods names it. */
function podWords({ uid, namespace = "", name }: NonNullable<AnalyzedKill["pod"]>): string {
  return name === undefined ? String(uid) : podText({ namespace, name });
}

function containerWords({ container }: AnalyzedKill): string {
  if (container === undefined) return "";
  return `, container ${container.name ?? container.id.slice(0, 12)}`;
}

function placeOf(kill: AnalyzedKill): string {
  const { kernel, killedWith, panic } = kill;
  const release = kernel === undefined ? "" : ` Kernel ${kernel}.`;
  const group =
    killedWith === undefined
      ? ""
      : ` memory.oom.group is set: ${plural(killedWith.length, "other task")} died with it.`;
  return `${causeSentence(kill)}${release}${group}${panic === undefined ? "" : ` ${panic}.`}`;
}

function causeSentence({ cause, memcg, limitBytes, nodes, isOutOfMemory }: AnalyzedKill): string {
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

function reasons(kill: AnalyzedKill): readonly string[] {
  const { killed, chosen, chosenByPolicy, next, ranking } = kill;
  if (chosen === undefined) return [];
  const first = `${named(chosen)} has the highest badness of ${plural(ranking.length, "task")}: `;
  return [
    `${first}${chosen.sentence ?? ""}.`,
    ...(chosenByPolicy === false && killed !== null
      ? [`The log names ${named(killed)}, which these numbers do not explain.`]
      : []),
    ...(next === undefined
      ? ["No other process could be killed."]
      : [`Next would be ${named(next)}: ${next.sentence ?? ""}.`]),
  ];
}

const RANKING_COLUMNS: readonly Column[] = [
  { title: "" },
  { title: "#", isNumber: true },
  { title: "pid", isNumber: true },
  { title: "task", shrinks: true },
  { title: "oom_score_adj", isNumber: true },
  { title: "rss", isNumber: true },
  { title: "swap", isNumber: true },
  { title: "page tables", isNumber: true },
  { title: "badness", isNumber: true },
];

function ranking({ ranking, killed, pageBytes }: AnalyzedKill): readonly Block[] {
  const rows = ranking.map((task, index): Row => {
    const isKilled = task.pid === killed?.pid;
    const cells = [
      isKilled ? "✖" : task.badness === null ? "-" : "",
      String(index + 1),
      String(task.pid),
      task.name.slice(0, NAME_LENGTH_MAX),
      String(task.oomScoreAdj),
      formatBytes(task.rssPages * pageBytes),
      formatBytes(task.swapPages * pageBytes),
      formatBytes(task.pgtablesBytes),
      task.badness === null ? "never" : formatCount(task.badness),
    ];
    if (isKilled) return { cells, tone: "bad", isKept: true };
    return task.badness === null ? { cells, tone: "faint" } : { cells };
  });
  return table(RANKING_COLUMNS, rows);
}

function spared(kill: AnalyzedKill): readonly string[] {
  const { spared: found, chosen, pageBytes } = kill;
  if (found === undefined || chosen === undefined) return [];
  const instead = found.instead === undefined ? null : named(found.instead);
  const subject = { oomScoreAdj: chosen.oomScoreAdj, pageBytes, instead };
  return [...sparedSentences(found, subject), ...limitSentence(kill)];
}

function limitSentence({ limitBytes, usageBytes }: AnalyzedKill): readonly string[] {
  if (limitBytes === undefined || usageBytes === undefined) return [];
  return [
    `A limit above ${formatBytes(limitBytes)}: the cgroup used ` +
      `${formatBytes(usageBytes)}, and with more room no process is killed; how much more ` +
      "it would have used is unknown.",
  ];
}
