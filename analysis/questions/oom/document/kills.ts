/** Kills of the kernel's OOM killer, from its log. */

import type { KillInLog } from "../../../read/killerLog/killerLog.ts";
import { formatBytes, formatCount } from "../../../text/amount.ts";
import {
  type Block,
  type Column,
  type Document,
  fixes,
  headed,
  list,
  paragraph,
  type Row,
  type Section,
  table,
} from "../../../text/document.ts";
import { allocationSentences } from "../allocationWords.ts";
import type { AnalyzedKill } from "../analyzedKills.ts";
import { fixesOf, killsAnswer, unsparedOf } from "./killAnswer.ts";
import { killersSection } from "./killerLog.ts";
import {
  causeSentence,
  containerText,
  groupSentences,
  highestText,
  momentOf,
  NAME_LENGTH_MAX,
  named,
  panicText,
  podWords,
  unrankedSentences,
} from "./killWords.ts";

/** A log of the kernel, and what killers in user space wrote into it. */
interface KillsInLog {
  readonly name: string;
  /** The word of a command line for the log, which its last lines name. */
  readonly path?: string;
  readonly analyzed: readonly AnalyzedKill[];
  readonly killers: readonly KillInLog[];
}

export function killsDocument({ analyzed, killers, name, path }: KillsInLog): Document {
  const answer = killsAnswer(analyzed, name, path);
  return {
    ...answer,
    sections: [...killersSection(killers), ...answer.sections],
    further: analyzed.map((kill) => killSection(kill, analyzed.length === 1)),
  };
}

/** `isOnly`: the answer itself has the fixes. */
function killSection(kill: AnalyzedKill, isOnly: boolean): Section {
  return {
    title: `${momentOf(kill)}: ${outcome(kill)}`,
    blocks: [
      ...paragraph(placeOf(kill)),
      ...headed("Allocation", list(allocationSentences(kill))),
      ...headed("Why", list(reasons(kill))),
      ...headed("Ranking, first to be killed at the top", ranking(kill)),
      ...(isOnly ? [] : headed("Fixes", fixBlocks(kill))),
      ...headed("Caveats", list(kill.notes)),
    ],
  };
}

function outcome(kill: AnalyzedKill): string {
  const { killed, panic, pod, firstChoice, isUnnamedKill } = kill;
  if (killed === null && panic !== undefined) return "panic";
  if (killed === null && isUnnamedKill) {
    return "the kernel killed a task, which the log does not name";
  }
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

function containerWords({ container }: AnalyzedKill): string {
  if (container === undefined) return "";
  return `, container ${containerText(container)}`;
}

function placeOf(kill: AnalyzedKill): string {
  const { kernel, panic } = kill;
  const release = kernel === undefined ? "" : ` Kernel ${kernel}.`;
  const group = groupSentences(kill).map((sentence) => ` ${sentence}`);
  const size = unrankedSentences(kill).map((sentence) => ` ${sentence}`);
  const end = panic === undefined ? "" : ` ${panicText(panic)}.`;
  return [causeSentence(kill), release, ...size, ...group, end].join("");
}

function reasons(kill: AnalyzedKill): readonly string[] {
  const { killed, chosen, chosenByPolicy, next, isTableCut } = kill;
  if (chosen === undefined) return [];
  return [
    `${highestText(kill)}: ${chosen.sentence ?? ""}.`,
    ...(chosenByPolicy === false && killed !== null
      ? [`The log names ${named(killed)}, which these numbers do not explain.`]
      : []),
    ...(next === undefined
      ? isTableCut === true
        ? []
        : ["No other process could be killed."]
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

function fixBlocks(kill: AnalyzedKill): readonly Block[] {
  const unspared = unsparedOf(kill);
  return [...fixes(fixesOf(kill)), ...list(unspared === null ? [] : [unspared])];
}
