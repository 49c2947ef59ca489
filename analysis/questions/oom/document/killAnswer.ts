/** The first screen about kills of the kernel: one with its ranking and fixes, or all of them. */
import type { RankedTask } from "../../../engine/oomSelection.ts";
import { formatBytes, formatCount, formatSeconds, plural } from "../../../text/amount.ts";
import { capitalized } from "../../../text/capitalized.ts";
import {
  type Block,
  type Column,
  closing,
  commandText,
  type Document,
  type Fact,
  type Fix,
  fixes,
  paragraph,
  type Row,
  section,
  table,
} from "../../../text/document.ts";
import { fittingTitle } from "../../../text/fittingTitle.ts";
import { sourceText } from "../../../text/sourceText.ts";
import { clockSince, dateOf, momentText } from "../../../text/utc.ts";
import { allocationSentences } from "../allocationWords.ts";
import { type AnalyzedKill, statedKernel } from "../analyzedKills.ts";
import type { OomCause } from "../cause.ts";
import { type SparedSubject, sparedFixes, unsparedSentence } from "../sparedWords.ts";
import {
  causeSentence,
  groupSentences,
  highestText,
  limitedPod,
  limitKind,
  limitOwner,
  NAME_LENGTH_MAX,
  named,
  panicText,
  podsTogether,
  podWords,
  unrankedSentences,
} from "./killWords.ts";

type Answer = Omit<Document, "further">;

const CHECKED = "Fixes (checked by running the choice again)";

export function killsAnswer(kills: readonly AnalyzedKill[], name: string, path?: string): Answer {
  const [one, ...others] = kills;
  const isOne = one !== undefined && others.length === 0;
  return {
    title: isOne ? (isKill(one) ? oneTitle(one) : noKillTitle(one)) : allTitle(kills),
    mark: kills.some(isKill) ? "bad" : "unknown",
    sources: [sourceText(name, partsOf(kills))],
    lead: isOne ? oneLead(one) : allLead(kills),
    sections: section(CHECKED, fixes(isOne ? fixesOf(one) : someFixes(kills))),
    closing: lastLines(kills, path),
  };
}

const CAUSES: Readonly<Record<OomCause, { readonly one: string; readonly many: string }>> = {
  machine: { one: "the whole machine was out of memory", many: "on the whole machine" },
  cgroup: { one: "its cgroup was at its limit", many: "at a cgroup's limit" },
  cpuset: {
    one: "the NUMA nodes of its cpuset were out of memory",
    many: "on the NUMA nodes of a cpuset",
  },
  "memory-policy": {
    one: "the NUMA nodes of its memory policy were full",
    many: "on the NUMA nodes of a memory policy",
  },
  sysrq: { one: "requested with SysRq-f", many: "requested with SysRq-f" },
  unknown: {
    one: "the log does not show whose memory ran out",
    many: "for a cause that the log does not show",
  },
};

function oneTitle(kill: AnalyzedKill): string {
  const { cause, pod } = kill;
  const why = cause === "cgroup" ? limitText(kill) : unlimitedText(kill, CAUSES[cause].one);
  const ofPod = pod?.name === undefined ? "" : ` of ${podWords(pod)}`;
  const brief = whyText(kill) === WHY.unknown ? "cause unknown" : whyText(kill);
  return fittingTitle(
    `${outcomeText(kill, ofPod)}: ${why}`,
    `${outcomeText(kill, ofPod)}: ${brief}`,
    ...(ofPod === "" ? [] : [`${outcomeText(kill, ofPod).replace(/ \(pid \d+\)/, "")}: ${brief}`]),
    `${outcomeText(kill, "")}: ${why}`,
    `${outcomeText(kill, "")}: ${brief}`,
  );
}

function limitText(kill: AnalyzedKill): string {
  const { limitBytes } = kill;
  const limit = limitBytes === undefined ? "" : ` of ${formatBytes(limitBytes)}`;
  const together = podsTogether(kill);
  if (together !== null) return `${together} together were at their limit${limit}`;
  return `its cgroup was at its ${limitKind(kill)}${limit}`;
}

/** Below a limit; the kernel's words may leave open what ran out. */
function unlimitedText({ cause, isOutOfMemory }: AnalyzedKill, known: string): string {
  return cause === "unknown" && isOutOfMemory ? "not at a cgroup's limit" : known;
}

/** Whether the log or its numbers say that a task was killed, or that the kernel panicked. */
function isKill(kill: AnalyzedKill): boolean {
  return isDeath(kill) || kill.panic !== undefined || kill.firstChoice !== undefined;
}

/** Whether the log says that a task was killed, also where it does not name the task. */
function isDeath({ killed, isUnnamedKill }: AnalyzedKill): boolean {
  return killed !== null || isUnnamedKill === true;
}

function noKillTitle(kill: AnalyzedKill): string {
  const { cause, limitBytes, isOutOfMemory } = kill;
  const limit = limitBytes === undefined ? "" : ` of ${formatBytes(limitBytes)}`;
  const what =
    cause === "cgroup"
      ? `A cgroup was at its ${limitKind(kill)}${limit}`
      : cause === "unknown" && isOutOfMemory
        ? "Memory ran out, not at a cgroup's limit"
        : SHORT[cause];
  return fittingTitle(`${what}; the log shows no kill`);
}

const SHORT: Readonly<Record<Exclude<OomCause, "cgroup">, string>> = {
  machine: "The whole machine was out of memory",
  cpuset: "The NUMA nodes of a cpuset were out of memory",
  "memory-policy": "The NUMA nodes of a memory policy were full",
  sysrq: "A kill was requested with SysRq-f",
  unknown: "Memory ran out, and the log does not show whose",
};

function outcomeText(kill: AnalyzedKill, ofPod: string): string {
  const { killed, killedWith = [], panic, firstChoice, isUnnamedKill } = kill;
  const others = killedWith.length === 0 ? "" : ` and ${killedWith.length} more`;
  if (killed !== null) return `The kernel killed ${named(killed)}${others}${ofPod}`;
  if (isUnnamedKill) return `The kernel killed a task${ofPod}`;
  if (panic !== undefined) return "The kernel panicked";
  return firstChoice === undefined
    ? "The log shows no kill"
    : `The kernel chose ${named(firstChoice)}${ofPod}`;
}

function allTitle(kills: readonly AnalyzedKill[]): string {
  if (kills.length === 0) return "No kill is in this log";
  const died = kills.filter(isDeath).length;
  const processes = kills.reduce((sum, { killedWith = [] }) => sum + killedWith.length, died);
  const what =
    died === kills.length
      ? `The kernel killed ${plural(processes, "process", "processes")}`
      : `Memory ran out ${plural(kills.length, "time")}, with ${plural(died, "kill")}`;
  const causes = Object.entries(CAUSES)
    .map(([cause, { many }]) => ({
      count: kills.filter((kill) => kill.cause === cause).length,
      many,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const [only, ...others] = causes;
  const where =
    others.length === 0
      ? ` ${only?.many ?? ""}`
      : `: ${causes.map(({ count, many }) => `${formatCount(count)} ${many}`).join(", ")}`;
  return fittingTitle(what + where, what);
}

/** `kernel log`, `1 kill`, `kernel 4.19`, `2019-04-27 22:56:09 UTC`. */
function partsOf(kills: readonly AnalyzedKill[]): readonly string[] {
  const kernels = [...new Set(kills.flatMap((kill) => statedKernel(kill) ?? []))];
  const [first] = kills.flatMap(({ time }) => (time === null ? [] : [time]));
  const died = kills.filter(isDeath).length;
  return [
    "kernel log",
    plural(died, "kill"),
    ...(kernels.length === 1 ? [`kernel ${kernels.join()}`] : []),
    ...(first === undefined ? [] : [kills.length === 1 ? momentText(first) : dateOf(first)]),
  ];
}

function oneLead(kill: AnalyzedKill): readonly Block[] {
  const { cause, chosen, ranking, killed, panic, next, isUnnamedKill, isTableCut } = kill;
  const sentences = [
    cause === "cgroup" ? limitSentence(kill) : causeSentence(kill),
    ...unrankedSentences(kill),
    ...notableAllocation(kill),
    ...(isUnnamedKill ? ["The line that names the killed task is not in the log."] : []),
    ...groupSentences(kill),
    ...(panic === undefined ? [] : [`${panicText(panic)}.`]),
    ...(chosen === undefined
      ? ranking.length > 0
        ? []
        : ["The log lacks the data to rank the tasks."]
      : [`${highestText(kill)}.`]),
    ...(kill.chosenByPolicy === false && killed !== null
      ? [`The log names ${named(killed)}, which these numbers do not explain.`]
      : []),
    ...(chosen !== undefined && next === undefined && isTableCut !== true
      ? ["No other process could be killed."]
      : []),
    unsparedOf(kill) ?? "",
  ];
  return [...paragraph(sentences.join(" ").trim()), ...rankingTable(kill)];
}

/** Pages in a row can be missing while memory is free; without a kill, who asked is all. */
function notableAllocation(kill: AnalyzedKill): readonly string[] {
  if ((kill.allocation?.order ?? 0) <= 0 && (isKill(kill) || kill.chosen !== undefined)) return [];
  return allocationSentences(kill).slice(0, 1);
}

/** Whose limit was reached: a container's, a pod's, that of all pods, or another cgroup's. */
function limitSentence(kill: AnalyzedKill): string {
  const together = podsTogether(kill);
  if (together !== null) {
    const why =
      together === "all pods" ? ": what kubeReserved and systemReserved leave of the node" : "";
    return `${capitalized(together)} together reached their limit (${kill.memcg})${why}.`;
  }
  const own = limitedPod(kill);
  if (own === null) return causeSentence(kill);
  const kind = kill.isLimitWithSwap === true ? limitKind(kill) : "memory limit";
  return `${capitalized(own)} reached its own ${kind}; the node was not out of memory.`;
}

/** Whether a cgroup is that of a pod or of one of its containers; systemd writes _ for -. */
function isCgroupOf(memcg: string | undefined, uid: string): boolean {
  return (memcg ?? "").replaceAll("_", "-").includes(uid);
}

const TASK_COLUMNS: readonly Column[] = [
  { title: "rank", isNumber: true },
  { title: "pid", isNumber: true },
  { title: "task", shrinks: true },
  { title: "resident", isNumber: true },
];
const SWAP_COLUMN: Column = { title: "swap", isNumber: true };
const SCORE_COLUMNS: readonly Column[] = [
  { title: "oom_score_adj", isNumber: true },
  { title: "badness", isNumber: true },
];

/** The columns that decide: swap where a task has any. */
function rankingTable({ ranking, killed, pageBytes }: AnalyzedKill): readonly Block[] {
  const hasSwap = ranking.some(({ swapPages }) => swapPages > 0);
  const rows = ranking.map((task, index): Row => {
    const isKilled = task.pid === killed?.pid;
    const cells = [
      `${isKilled ? "✖ " : ""}${index + 1}`,
      String(task.pid),
      task.name.slice(0, NAME_LENGTH_MAX),
      formatBytes(task.rssPages * pageBytes),
      ...(hasSwap ? [formatBytes(task.swapPages * pageBytes)] : []),
      String(task.oomScoreAdj),
      task.badness === null ? "never" : formatCount(task.badness),
    ];
    if (isKilled) return { cells, tone: "bad", isKept: true };
    return task.badness === null ? { cells, tone: "faint" } : { cells };
  });
  return table([...TASK_COLUMNS, ...(hasSwap ? [SWAP_COLUMN] : []), ...SCORE_COLUMNS], rows);
}

/** Without a ranking, nothing can be checked; `of` names the task where there are several. */
export function fixesOf(kill: AnalyzedKill, of = ""): readonly Fix[] {
  if (kill.chosen === undefined) return [];
  const { spared } = kill;
  const sparing = spared === undefined ? [] : sparedFixes(spared, subjectOf(kill, kill.chosen, of));
  return [...limitFix(kill, of), ...sparing];
}

/** Why no change of the process helps; null where one does. */
export function unsparedOf(kill: AnalyzedKill): string | null {
  const { spared, chosen } = kill;
  if (spared === undefined || chosen === undefined) return null;
  return unsparedSentence(spared, subjectOf(kill, chosen, ""));
}

function subjectOf(kill: AnalyzedKill, chosen: RankedTask, of: string): SparedSubject {
  const { spared, pod, cause, memcg, pageBytes } = kill;
  const isOwn = memcg === undefined || pod?.uid === undefined || isCgroupOf(memcg, pod.uid);
  return {
    name: chosen.name.slice(0, NAME_LENGTH_MAX),
    oomScoreAdj: chosen.oomScoreAdj,
    rssPages: chosen.rssPages,
    pageBytes,
    instead: spared?.instead === undefined ? null : named(spared.instead),
    isOfPod: pod !== undefined,
    isAtOwnLimit: cause === "cgroup" && isOwn,
    of,
  };
}

const FIXES_MAX = 3;

/** The fixes of several kills: what is chosen most often first, one of each before a second. */
function someFixes(kills: readonly AnalyzedKill[]): readonly Fix[] {
  const byTask = new Map<string, AnalyzedKill[]>();
  for (const kill of kills) {
    const task = `${kill.chosen?.name} ${whyText(kill)}`;
    byTask.set(task, [...(byTask.get(task) ?? []), kill]);
  }
  const groups = [...byTask.values()].sort((a, b) => b.length - a.length);
  const own = groups.flatMap((group) => {
    const last = group.findLast(({ chosen }) => chosen !== undefined);
    return last === undefined ? [] : [fixesOf(last, ` for ${taskWords(last)}`)];
  });
  const inTurn = [0, 1, 2].flatMap((place) => own.flatMap((fixes) => fixes[place] ?? []));
  return inTurn.slice(0, FIXES_MAX);
}

function taskWords({ chosen, pod }: AnalyzedKill): string {
  if (pod?.name !== undefined) return podWords(pod);
  return chosen === undefined ? "it" : named(chosen);
}

/** With more room at the limit that was reached; another limit changes nothing. */
function limitFix(kill: AnalyzedKill, of: string): readonly Fix[] {
  const { limitBytes, usageBytes } = kill;
  if (limitBytes === undefined || usageBytes === undefined) return [];
  const owner = limitOwner(kill, of !== "");
  const above = `above ${formatBytes(limitBytes)}`;
  const kind = capitalized(limitKind(kill));
  const effect = "no kill at this moment";
  if (podsTogether(kill) === "all pods") {
    return [
      {
        change: `${kind} of ${owner} ${above}, with a smaller kubeReserved or systemReserved`,
        effect,
        cost: "less of the node is reserved; how much more its pods would use is unknown",
      },
    ];
  }
  return [
    {
      change: owner === null ? `${kind} ${above}${of}` : `${kind} of ${owner} ${above}`,
      effect,
      cost: "it may use more of the node's memory; how much is unknown",
    },
  ];
}

const KILL_COLUMNS: readonly Column[] = [
  { title: "time" },
  { title: "killed", shrinks: true },
  { title: "pod", shrinks: true },
  { title: "why", isText: true },
];

function allLead(kills: readonly AnalyzedKill[]): readonly Block[] {
  if (kills.length === 0) return [];
  const first = kills.find(({ time }) => time !== null)?.time ?? null;
  const rows = kills.map((kill) => [
    timeText(kill, first),
    outcomeText(kill, "").replace(/^The kernel (?:killed )?/, ""),
    kill.pod === undefined ? "-" : podWords(kill.pod),
    whyText(kill),
  ]);
  const shown = KILL_COLUMNS.map((_, at) => at !== 2 || rows.some((cells) => cells[at] !== "-"));
  return [
    ...paragraph(agreement(kills) + (isOfUnknownRuns(kills) ? UNKNOWN_RUNS : "")),
    ...table(
      KILL_COLUMNS.filter((_, at) => shown[at]),
      rows.map((cells) => ({ cells: cells.filter((_, at) => shown[at]) })),
    ),
  ];
}

const UNKNOWN_RUNS = " The log does not show in how many runs of the OOM killer.";

/**
 * With memory.oom.group, one run has such a line for each of many processes. Older kernels write
 * two lines for each run, and no oom_score_adj.
 */
function isOfUnknownRuns(kills: readonly AnalyzedKill[]): boolean {
  const isAlone = kills.every(({ killed, allocation, memcg, ranking }) => {
    return killed !== null && allocation === undefined && memcg === undefined && !ranking.length;
  });
  return isAlone && kills.some(({ killed }) => killed !== null && killed.oomScoreAdj !== null);
}

function timeText({ time, bootSeconds, line }: AnalyzedKill, first: string | null): string {
  if (time !== null) return clockSince(first, time);
  return bootSeconds === undefined ? `line ${line}` : `+${formatSeconds(bootSeconds)}`;
}

function whyText(kill: AnalyzedKill): string {
  const { cause, limitBytes } = kill;
  if (cause === "cgroup") {
    const together = podsTogether(kill);
    const which = together === null ? `cgroup ${limitKind(kill)}` : `limit of ${together}`;
    return limitBytes === undefined ? which : `${which} ${formatBytes(limitBytes)}`;
  }
  return unlimitedText(kill, WHY[cause]);
}

const WHY: Readonly<Record<Exclude<OomCause, "cgroup">, string>> = {
  machine: "machine out of memory",
  cpuset: "NUMA nodes of a cpuset",
  "memory-policy": "NUMA nodes of a policy",
  sysrq: "SysRq-f",
  unknown: "unknown",
};

function agreement(kills: readonly AnalyzedKill[]): string {
  const scored = kills.filter(({ chosenByPolicy }) => chosenByPolicy !== null);
  const agreed = scored.filter(({ chosenByPolicy }) => chosenByPolicy).length;
  if (scored.length === 0) return "The log lacks the data to rerun the decisions.";
  if (agreed === kills.length) return "Rerunning the decisions chooses the same tasks.";
  const rest = kills.length - scored.length;
  return (
    `Rerunning the decisions chooses the same task in ${agreed} of ${scored.length}` +
    (rest === 0 ? "." : `; ${formatCount(rest)} ${rest === 1 ? "lacks" : "lack"} the data for it.`)
  );
}

/** What is assumed of one kill; many differ. */
function lastLines(kills: readonly AnalyzedKill[], path: string | undefined): readonly Fact[] {
  const notes = kills.length === 1 ? (kills[0]?.notes ?? []) : [];
  const isUnnamed = kills.some(({ pod }) => pod !== undefined && pod.name === undefined);
  const log = path === undefined || path === "-" ? "-" : path;
  return closing(
    notes,
    [],
    [
      ...(isUnnamed
        ? [commandText(`plimsoll oom ${log} --pods pods.json`, "adds the names of pods")]
        : []),
      ...(log === "-" ? [] : [commandText(`plimsoll oom ${log} --all`)]),
    ],
  );
}
