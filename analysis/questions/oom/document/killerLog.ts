/** Kills of killers in user space, from their log. */
import type { LoggedKill, LoggedLook, LoggedUsage } from "../../../read/killerLog/killerLines.ts";
import type { KillerLog, KillInLog } from "../../../read/killerLog/killerLog.ts";
import { formatBytes, plural } from "../../../text/amount.ts";
import { capitalized } from "../../../text/capitalized.ts";
import {
  type Block,
  type Column,
  closing,
  commandText,
  type Document,
  list,
  paragraph,
  type Row,
  type Section,
  section,
  table,
} from "../../../text/document.ts";
import { TITLE_LENGTH_MAX } from "../../../text/fittingTitle.ts";
import { formatNames } from "../../../text/names.ts";
import { shorten } from "../../../text/shortened.ts";
import { sourceText } from "../../../text/sourceText.ts";

const COLUMNS: readonly Column[] = [
  { title: "" },
  { title: "#", isNumber: true },
  { title: "candidate", shrinks: true },
  { title: "compared by", isText: true },
];
/** A process may outlive a signal of earlyoom. */
const EARLIER = {
  earlyoom: "Earlier signals",
  oomd: "Earlier kills",
  "systemd-oomd": "Earlier kills",
  Talos: "Earlier kills",
  kernel: "Earlier kills",
} as const;
const SHOWN = 4;
const PIDS_SHOWN = 10;
const PATH_LENGTH_MIN = 20;

export function killerLogDocument(log: KillerLog, name: string): Document {
  const { kills, leftOut } = log;
  const last = kills.at(-1);
  if (last === undefined) return noKillDocument(log, name);
  const count = kills.filter(isOfKill).length + leftOut;
  return {
    title: title(last),
    mark: isOfKill(last) ? "bad" : "unknown",
    sources: [
      sourceText(name, ["log", plural(count, last.killer === "earlyoom" ? "signal" : "kill")]),
    ],
    lead: [
      ...paragraph(shortenedIn(last)),
      ...paragraph([`${reason(last)}.`, ...moreSentences(last)].join(" ")),
      ...candidates(last, SHOWN),
      ...nextOf(last),
    ],
    sections: section(EARLIER[last.killer], list(kills.slice(0, -1).map(oneLine), "middle")),
    further: section("Candidates", candidates(last, Number.POSITIVE_INFINITY)),
    closing: closing(
      [],
      unknownOf(last),
      last.killer === "kernel"
        ? [commandText("journalctl -k | plimsoll", "the kernel's lines")]
        : [],
    ),
  };
}

/** Other lines of systemd-oomd announce a kill, of which nothing may have come. */
function isOfKill({ killer, killed, processes }: KillInLog): boolean {
  return killed !== null || processes !== undefined || killer !== "systemd-oomd";
}

/** A log of a killer that killed nothing, or that was cut before it did. */
function noKillDocument(log: KillerLog, name: string): Document {
  const { lowest, configured, failures, considered, listed, attempted } = log;
  const rows = { candidates: listed, killed: null } as const;
  return {
    title: noKillTitle(log),
    mark: "unknown",
    sources: [sourceText(name, ["log", plural(0, "kill")])],
    lead: [
      ...paragraph(lowest === null ? undefined : lookText(lowest, configured)),
      ...paragraph(
        attempted.size === 0 ? undefined : `SIGKILL went to pid ${pidsText(attempted)}.`,
      ),
      ...list(failures.map((failure) => `It could not kill any cgroup ${failure}.`)),
      ...list(oomdSentences(log)),
      ...paragraph(
        considered === null ? undefined : `It compared ${plural(considered, "cgroup")}:`,
      ),
      ...candidates(rows, SHOWN),
    ],
    sections: [],
    further: section("Candidates", candidates(rows, Number.POSITIVE_INFINITY)),
    closing: closing(
      [],
      considered === null || failures.length > 0 ? [] : ["what it killed, if the log goes on"],
      [],
    ),
  };
}

function pidsText(pids: ReadonlySet<number>): string {
  return formatNames([...pids].map(String), { max: PIDS_SHOWN });
}

/** What oomd tried, why, and what came of it. */
function oomdSentences({ tried, picked, outcomes }: KillerLog): readonly string[] {
  return [
    ...tried.map((path) => `It tried to kill ${path}.`),
    ...picked.map(({ path, why }) => `It picked ${path} based on ${why}.`),
    ...outcomes.map(
      ({ killed, failed, errors }) =>
        `It killed ${plural(killed, "process", "processes")}, and at least ${failed} could not ` +
        `be killed: ${formatNames(errors.map((error) => ERRORS[error] ?? `error ${error}`))}.`,
    ),
  ];
}

/** Numbers of errors that a kill may end with. */
const ERRORS: Readonly<Record<string, string>> = {
  1: "EPERM, not permitted",
  3: "ESRCH, no such process",
};

function noKillTitle(log: KillerLog): string {
  const { lowest, attempted, tried, outcomes, foundNone } = log;
  const action = log.actions.at(-1);
  if (foundNone > 0) return "earlyoom was at its limits and found no process to kill.";
  if (tried.length + outcomes.length > 0) {
    return outcomes.length === 0
      ? "oomd tried to kill a cgroup; the log does not show what came of it."
      : "oomd tried to kill a cgroup and killed no process.";
  }
  if (action !== undefined) return `oomd ran ${action}; the log does not show a kill.`;
  if (attempted.size > 0) {
    const processes = plural(attempted.size, "process", "processes");
    return `systemd-oomd tried to kill ${processes}; the log does not name their cgroup.`;
  }
  return `The log shows no kill by ${lowest === null ? "systemd-oomd" : "earlyoom"}.`;
}

function lookText(look: LoggedLook, configured: string | null): string {
  const limits =
    configured === null ? "its limits, which the log lacks" : `its limits: ${configured}`;
  return (
    `At the lowest, ${measuredText(look)}. ` +
    `It acts only when memory and swap are at or below ${limits}.`
  );
}

function measuredText({ memory, available, total, swap }: LoggedLook): string {
  const free = swap === null ? "" : ` and ${swap}% of swap was free`;
  const amounts = `${formatBytes(available * MIB)} of ${formatBytes(total * MIB)}`;
  return `${memory}% of memory was available (${amounts})${free}`;
}

const MIB = 2 ** 20;

/** With as much of a long cgroup's path as fits, whose beginning and end say most. */
function title(kill: KillInLog): string {
  const whole = `${outcome(kill)}.`;
  const { killed } = kill;
  if (killed === null) return whole;
  const room = TITLE_LENGTH_MAX - (whole.length - killed.length);
  return `${outcome({ ...kill, killed: shorten(killed, Math.max(room, PATH_LENGTH_MIN)) })}.`;
}

/** The path that the title lacks. */
function shortenedIn(kill: KillInLog): string | undefined {
  const { killed, isPathCut } = kill;
  if (killed === null || title(kill).includes(killed)) return undefined;
  return `${isPathCut ? "Its path begins with" : "It is"} ${killed}.`;
}

function outcome(kill: KillInLog): string {
  const { killer, killed, signal, isMarked, isDryRun, target, time, isPathCut } = kill;
  const when = time === null ? "" : ` (${time})`;
  if (killed === null) {
    const below = target === undefined ? "" : ` below ${target}`;
    return isOfKill(kill)
      ? `${killer} acted${below}; the log does not name what it killed${when}`
      : `${killer} went to act${below}; the log does not show a kill${when}`;
  }
  if (killer === "kernel") return `The kernel killed a process of ${killed}${when}`;
  if (isDryRun) return `${killer} would have killed ${killed}; it ran dry${when}`;
  if (signal !== undefined) return `${killer} sent ${signal} to ${killed}${when}`;
  const cgroup = isPathCut ? `a cgroup whose path begins with ${killed}` : killed;
  const verb = isMarked ? `marked ${cgroup} for killing` : `killed ${cgroup}`;
  return `${killer} ${verb}${when}`;
}

/** Why this one, and what became of it. */
function moreSentences(kill: KillInLog): readonly string[] {
  const { processes, score, ends = [], killer, considered, look } = kill;
  const whole = killer === "oomd" ? "cgroup" : "unit";
  return [
    ...(isOfKill(kill) || considered === undefined
      ? []
      : [`It compared ${plural(considered, "cgroup")}.`]),
    ...(look === undefined ? [] : [`${capitalized(measuredText(look))}.`]),
    ...(score === undefined ? [] : [`It had ${score}.`]),
    ...(killer === "earlyoom" && kill.killed?.startsWith("earlyoom (")
      ? ["It chose itself, which releases after 1.6 do not."]
      : []),
    ...(processes === undefined
      ? []
      : [`${plural(processes, "process", "processes")} of the ${whole} died.`]),
    ...(ends.length === 0 ? [] : [`${capitalized(ends.map(({ words }) => words).join(", "))}.`]),
  ];
}

function reason(kill: LoggedKill): string {
  const { by, target, pressure, limit, duration, memory, swap, rule, killer } = kill;
  if (killer === "kernel") return "systemd reports it; no killer in user space had a part in it";
  if (killer === "earlyoom") {
    return limit === undefined
      ? "Memory and swap were at or below its limits, which the log lacks"
      : `Memory and swap were at or below its limits: ${limit}`;
  }
  if (rule !== undefined) return `By ${killer === "oomd" ? "" : "the rule "}${rule}`;
  if (by === "pressure") {
    const of = target === undefined ? "" : ` of ${target}`;
    const much = pressure === undefined ? " was" : ` was ${pressure}%,`;
    const most = limit === undefined ? " its limit" : ` ${limit}%`;
    const long = duration === undefined ? "" : ` for more than ${duration}`;
    return `The memory pressure${of}${much} above${most}${long}`;
  }
  const parts = [usageWords("memory", memory), usageWords("swap", swap)].filter((w) => w !== "");
  const most = limit === undefined ? "the limit" : `${limit}%`;
  return parts.length === 0 ? "The log does not say why" : `Above ${most}: ${parts.join(", ")}`;
}

function usageWords(name: string, usage: LoggedUsage | undefined): string {
  if (usage === undefined) return "";
  const total = usage.total === null ? "" : ` of ${formatBytes(usage.total)}`;
  return `${name} used ${formatBytes(usage.used)}${total}`;
}

/** The list is in the order of the selection: its keys are printed with it. */
function candidates(
  { candidates: all = [], killed }: Pick<KillInLog, "candidates" | "killed">,
  most: number,
): readonly Block[] {
  const rows = all.slice(0, most).map(({ path, facts }, index): Row => {
    const isKilled = path === killed;
    const cells = [isKilled ? "✖" : "", String(index + 1), path, keysOf(facts)];
    return isKilled ? { cells, tone: "bad", isKept: true } : { cells };
  });
  return table(COLUMNS, rows);
}

function keysOf(facts: Readonly<Record<string, string>>): string {
  const { "Swap Usage": swap, Pgscan, "Last Pgscan": last, "Current Memory Usage": memory } = facts;
  if (swap !== undefined) return `${swap} of swap`;
  const scanned = Number(Pgscan) - Number(last);
  const pages = Number.isNaN(scanned) ? [] : [`${Math.max(0, scanned)} pages scanned`];
  return [...pages, ...(memory === undefined ? [] : [`${memory} in use`])].join(", ");
}

function nextOf({ candidates: all = [], killed }: KillInLog): readonly Block[] {
  const at = all.findIndex(({ path }) => path === killed);
  const next = at < 0 ? undefined : all[at + 1];
  return paragraph(next === undefined ? undefined : `Next in the list is ${next.path}.`);
}

/** Kills and signals in user space, in the log of a kernel. */
export function killersSection(killers: readonly KillInLog[]): readonly Section[] {
  const own = killers.filter(({ killer }) => killer !== "kernel");
  return section("Killers in user space, in the same log", list(own.map(oneLine), "middle"));
}

function oneLine(kill: KillInLog): string {
  const { score, ends = [] } = kill;
  const more = [...(score === undefined ? [] : [score]), ...ends.map(({ words }) => words)];
  return [`${outcome(kill)}: ${reason(kill)}`, ...more].join("; ");
}

/** What the log cannot show. */
function unknownOf(kill: KillInLog): readonly string[] {
  const { killer, candidates: all = [], isCut, isMarked, isPathCut, processes, ends = [] } = kill;
  const list =
    killer !== "systemd-oomd" || all.length > 0
      ? []
      : ["who was next: the log has no list of candidates (since 251, at level info)"];
  return [
    ...(isCut ? ["the rest of a line that is cut"] : []),
    ...(isPathCut ? ["whether the path goes on"] : []),
    ...(!isOfKill(kill)
      ? ["whether it killed anything, and what: no line of the log shows it"]
      : []),
    ...(killer === "earlyoom" && !ends.some(({ isFinal }) => isFinal)
      ? ["whether the process ended"]
      : []),
    ...(isMarked && processes === undefined
      ? ["whether it had processes: a marked cgroup may have none"]
      : []),
    ...list,
    ...(killer === "earlyoom" ? ["who was next: earlyoom does not log the other processes"] : []),
    ...(killer === "kernel" ? ["which process, and why: the kernel's own lines have it"] : []),
    ...(killer === "oomd" ? ["who was next: the line has the victim alone"] : []),
  ];
}
