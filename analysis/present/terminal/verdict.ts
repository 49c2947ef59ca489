/** The verdict on a cluster that was played, what would end it, and what is assumed. */

import type { SimulatorVerdict } from "../../engine/simulatorEvent.ts";
import type { Remedies } from "../../questions/remedy.ts";
import { type Goal, goalOf } from "../../questions/simulate/remedies/goal.ts";
import type { SimulateRemedy } from "../../questions/simulate/remedies/simulateRemedies.ts";
import {
  cycleWords,
  type Judged,
  remedyWords,
  searchWords,
  verdictWords,
} from "../../questions/simulate/verdictWords.ts";
import { plural } from "../../text/amount.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import { scenarioLines } from "./simulation.ts";
import type { Style } from "./style.ts";
import { table } from "./table.ts";
import { wrap } from "./wrap.ts";

export interface Told extends Judged {
  /** Events before those, which are not shown. */
  readonly dropped: number;
  /** Null where nothing was searched. */
  readonly found: Remedies<SimulateRemedy> | null;
}

export function loopText(told: Told, all: boolean, style: Style): string[] {
  const { events, dropped, verdict, found } = told;
  const { cycle, assumptions } = verdict;
  const goal = goalOf(verdict) ?? "settles";
  const first = cycle === undefined ? events.length : Math.max(0, cycle[0] - dropped);
  const last = cycle === undefined ? events.length : cycle[1] + 1 - dropped;
  const { paint } = style;
  const color = verdict.verdict === "settles" ? paint.good : paint.bad;
  const before = scenarioLines(events.slice(0, first), { all }, style);
  const again = scenarioLines(events.slice(first, last), { all }, style);
  const [, ...lines] = [
    ...section("What happens", before, style),
    ...section(cycleWords(verdict), again, style),
    ...section("Nodes in the end", nodeLines(verdict, style), style),
    "",
    ...wrap(verdictWords(told), sectionColumns(style)).map(color),
    ...section(REMEDIES_TITLES[goal], remedyLines(found, goal, style), style),
    ...section("What is assumed", sentences(assumptions, style), style),
  ];
  return lines;
}

function nodeLines({ nodes }: SimulatorVerdict, style: Style): string[] {
  const columns = [
    { title: "node", shrinks: true },
    { title: "pods", align: "right" as const },
    { title: "evicted", align: "right" as const },
    { title: "conditions" },
  ];
  const rows = nodes.map(({ name, pods, evicted, conditions }) => ({
    cells: [name, String(pods), String(evicted), conditions.join(", ")],
  }));
  const shown = rows.slice(0, NODES_MAX);
  const lines = table(columns, shown, sectionColumns(style), style.paint.faint);
  const more = rows.length - shown.length;
  return more === 0 ? lines : [...lines, style.paint.faint(`… ${plural(more, "node")} more`)];
}

const NODES_MAX = 20;

const REMEDIES_TITLES: Readonly<Record<Goal, string>> = {
  settles: "The smallest changes that end it",
  spares: "The smallest changes with which no pod goes",
};

function remedyLines(found: Remedies<SimulateRemedy> | null, goal: Goal, style: Style): string[] {
  if (found === null) return [];
  const { remedies, search } = found;
  const isSaid = remedies.length === 0 || !search.isComplete;
  return sentences(
    [...remedies.map(remedyWords), ...(isSaid ? [searchWords(found, goal)] : [])],
    style,
  );
}
