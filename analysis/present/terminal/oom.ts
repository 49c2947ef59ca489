/** Kills of the kernel's OOM killer, as explain shows evictions. */

import type { RankedTask } from "../../engine/oomSelection.ts";
import type { JudgedKill } from "../../questions/oom/analyzedKills.ts";
import { formatBytes, formatCount, plural } from "../../text/amount.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { type Row, table } from "./table.ts";
import { wrap } from "./wrap.ts";

const ROWS_MAX = 12;
/** A kernel's text that is longer is not one. */
const NAME_LENGTH_MAX = 64;

export function killsText(
  kills: readonly JudgedKill[],
  name: string,
  { all = false }: { readonly all?: boolean },
  style: Style,
): string[] {
  return [
    ...wrap(summary(kills, name), sectionColumns(style)),
    ...kills.flatMap((kill) => killText(kill, all, style)),
  ];
}

function summary(kills: readonly JudgedKill[], name: string): string {
  const memcgs = kills.filter(({ scope }) => scope === "memcg").length;
  const isOne = kills.length === 1;
  const counted = (count: number, where: string) =>
    count === 0 ? [] : [isOne ? where : `${count} times ${where}`];
  const where = [
    ...counted(memcgs, "in a memory cgroup at its limit"),
    ...counted(kills.length - memcgs, "on the whole machine"),
  ];
  const often = isOne ? "once" : `${formatCount(kills.length)} times`;
  return `${name}: memory ran out ${often}, ${where.join(" and ")}. ${agreement(kills)}`;
}

function agreement(kills: readonly JudgedKill[]): string {
  const judged = kills.filter(({ chosenByPolicy }) => chosenByPolicy !== null);
  const agreed = judged.filter(({ chosenByPolicy }) => chosenByPolicy).length;
  if (judged.length === 0) return "The log has not what deciding again needs.";
  if (agreed === judged.length) return "Deciding again chooses the same task each time.";
  return `Deciding again chooses the same task in ${agreed} of ${judged.length}.`;
}

function killText(kill: JudgedKill, all: boolean, style: Style): string[] {
  return [
    "",
    style.paint.title(`${momentOf(kill)}: ${outcome(kill)}`),
    ...wrap(placeOf(kill), sectionColumns(style)).map((line) => `  ${line}`),
    ...section("Why", sentences(reasons(kill), style), style),
    ...rankingText(kill, all, style),
    ...section("What would have spared it", sentences(spared(kill), style), style),
    ...section("What to know", sentences(kill.notes, style), style),
  ];
}

function momentOf({ time, bootSeconds, line }: JudgedKill): string {
  // Most logs have whole seconds.
  if (time !== null) return time.replace(/\.0+Z$/, "Z");
  return bootSeconds === undefined ? `Line ${line}` : `${bootSeconds} s after boot`;
}

function named({ pid, name }: { readonly pid: number; readonly name: string }): string {
  return `${name.slice(0, NAME_LENGTH_MAX)} (pid ${pid})`;
}

function outcome(kill: JudgedKill): string {
  const { killed, panic, pod } = kill;
  if (killed === null) {
    return panic === undefined ? "memory ran out, and nobody is said to be killed" : "panic";
  }
  const podName = pod === undefined ? "" : ` of pod ${podText(pod)}`;
  return `the kernel killed ${named(killed)}${podName}${containerText(kill)}`;
}

function podText({ uid, namespace, name }: NonNullable<JudgedKill["pod"]>): string {
  return name === undefined ? String(uid) : `${namespace}/${name}`;
}

function containerText({ container }: JudgedKill): string {
  if (container === undefined) return "";
  return `, container ${container.name ?? container.id.slice(0, 12)}`;
}

function placeOf(kill: JudgedKill): string {
  const { scope, memcg, limitBytes, kernel, killedWith, panic } = kill;
  const where =
    scope === "global"
      ? "The whole machine was out of memory"
      : `The memory cgroup${memcg === undefined ? "" : ` ${memcg}`} was at its limit` +
        (limitBytes === undefined ? "" : ` of ${formatBytes(limitBytes)}`);
  const release = kernel === undefined ? "" : ` Kernel ${kernel}.`;
  const group =
    killedWith === undefined
      ? ""
      : ` With memory.oom.group ${plural(killedWith.length, "other task")} died with it.`;
  return `${where}.${release}${group}${panic === undefined ? "" : ` ${panic}.`}`;
}

function reasons(kill: JudgedKill): string[] {
  const { killed, chosen, chosenByPolicy, next, ranking } = kill;
  if (chosen === undefined) return [];
  const first = `${named(chosen)} has the highest badness of ${plural(ranking.length, "task")}: `;
  return [
    `${first}${chosen.sentence ?? ""}.`,
    ...(chosenByPolicy === false && killed !== null
      ? [`The log names ${named(killed)}, which these numbers do not explain.`]
      : []),
    ...(next === undefined
      ? ["Nobody else could be killed."]
      : [`Next would be ${named(next)}: ${next.sentence ?? ""}.`]),
  ];
}

function rankingText({ ranking, killed, pageBytes }: JudgedKill, all: boolean, style: Style) {
  if (ranking.length === 0) return [];
  const shown = ranking.filter(
    (task, index) => all || index < ROWS_MAX || task.pid === killed?.pid,
  );
  const hidden = ranking.length - shown.length;
  const columns = [
    { title: "" },
    { title: "#", align: "right" as const },
    { title: "pid", align: "right" as const },
    { title: "task", shrinks: true },
    { title: "oom_score_adj", align: "right" as const },
    { title: "rss", align: "right" as const },
    { title: "swap", align: "right" as const },
    { title: "page tables", align: "right" as const },
    { title: "badness", align: "right" as const },
  ];
  const places = new Map(ranking.map((task, index) => [task, index + 1]));
  const rows = shown.map((task) => rowOf(task, places.get(task), killed?.pid, pageBytes, style));
  return section(
    "Ranking, first to die at the top",
    [
      ...table(columns, rows, sectionColumns(style), style.paint.faint),
      ...(hidden > 0 ? [style.paint.faint(`… ${formatCount(hidden)} more with --all`)] : []),
    ],
    style,
  );
}

function rowOf(
  task: RankedTask,
  place: number | undefined,
  killedPid: number | undefined,
  pageBytes: number,
  style: Style,
): Row {
  const isKilled = task.pid === killedPid;
  const cells = [
    isKilled ? "✖" : task.badness === null ? "-" : "",
    String(place ?? ""),
    String(task.pid),
    task.name.slice(0, NAME_LENGTH_MAX),
    String(task.oomScoreAdj),
    formatBytes(task.rssPages * pageBytes),
    formatBytes(task.swapPages * pageBytes),
    formatBytes(task.pgtablesBytes),
    task.badness === null ? "never" : formatCount(task.badness),
  ];
  if (isKilled) return { cells, paint: style.paint.bad };
  return task.badness === null ? { cells, paint: style.paint.faint } : { cells };
}

function spared({ spared: found, chosen, pageBytes, ...kill }: JudgedKill): string[] {
  if (found === undefined || chosen === undefined) return [];
  const { oomScoreAdj, instead, memoryRequestBytes, guaranteed, rssPages } = found;
  const other = instead === undefined ? "nobody is left to kill" : `${named(instead)} dies instead`;
  return [
    ...(oomScoreAdj === undefined
      ? []
      : [`oom_score_adj of ${oomScoreAdj} or less (it has ${chosen.oomScoreAdj}): ${other}.`]),
    ...(memoryRequestBytes === undefined
      ? []
      : [
          `As a container of a Burstable pod, a memory request of ` +
            `${formatBytes(memoryRequestBytes)} or more, which gives it that oom_score_adj here.`,
        ]),
    guaranteed
      ? "As a container of a Guaranteed pod (oom_score_adj -997)."
      : "A Guaranteed pod (oom_score_adj -997) would not spare it.",
    ...(rssPages === undefined
      ? []
      : [`At most ${formatBytes(rssPages * pageBytes)} resident, with all else as it was.`]),
    ...limitSentence(kill),
  ];
}

function limitSentence({ limitBytes, usageBytes }: Partial<JudgedKill>): string[] {
  if (limitBytes === undefined || usageBytes === undefined) return [];
  return [
    `A limit above ${formatBytes(limitBytes)}: the cgroup used ${formatBytes(usageBytes)}, and ` +
      "with room nobody is killed then; how much more it would have used, the log does not say.",
  ];
}
