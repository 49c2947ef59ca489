/** The answer about a simulated cluster: its verdict, what would end it, and what happens. */
import type { SimulatorVerdict } from "../../engine/simulatorEvent.ts";
import { type Column, type Document, list, section, table } from "../../text/document.ts";
import type { Remedies } from "../remedy.ts";
import { EVENT_COLUMNS, eventRows } from "./eventRows.ts";
import { type Goal, goalOf } from "./remedies/goal.ts";
import type { SimulateRemedy } from "./remedies/simulateRemedies.ts";
import {
  cycleWords,
  remedyWords,
  type SimulatedRun,
  searchWords,
  verdictTone,
  verdictWords,
} from "./verdictWords.ts";

export interface Simulated extends SimulatedRun {
  /** Events before those, which are not shown. */
  readonly dropped: number;
  /** Null where nothing was searched. */
  readonly found: Remedies<SimulateRemedy> | null;
}

/** With `all`, events that repeat are not folded. */
export function simulationDocument(
  simulated: Simulated,
  { all }: { readonly all: boolean },
): Document {
  const { events, dropped, verdict, found } = simulated;
  const { cycle, assumptions } = verdict;
  const goal = goalOf(verdict) ?? "settles";
  const first = cycle === undefined ? events.length : Math.max(0, cycle[0] - dropped);
  const last = cycle === undefined ? events.length : cycle[1] + 1 - dropped;
  const happened = (from: number, to: number) =>
    table(EVENT_COLUMNS, eventRows(events.slice(from, to), { all }), { cut: "middle" });
  return {
    title: verdictWords(simulated),
    tone: verdictTone(simulated),
    lead: [],
    sections: [
      ...section(REMEDIES_TITLES[goal], list(remedyItems(found, goal), "none")),
      ...section("Events", happened(0, first)),
      ...section(cycleWords(verdict), happened(first, last)),
      ...section("Nodes at the end", table(NODE_COLUMNS, nodeRows(verdict))),
      ...section("Assumptions", list(assumptions, "none")),
    ],
  };
}

const REMEDIES_TITLES: Readonly<Record<Goal, string>> = {
  settles: "The smallest changes that stop it",
  spares: "The smallest changes with which no pod is evicted",
};

function remedyItems(found: Remedies<SimulateRemedy> | null, goal: Goal): readonly string[] {
  if (found === null) return [];
  const { remedies, search } = found;
  const isSaid = remedies.length === 0 || !search.isComplete;
  return [...remedies.map(remedyWords), ...(isSaid ? [searchWords(found, goal)] : [])];
}

const NODE_COLUMNS: readonly Column[] = [
  { title: "node", shrinks: true },
  { title: "pods", isNumber: true },
  { title: "evicted", isNumber: true },
  { title: "conditions" },
];

function nodeRows({ nodes }: SimulatorVerdict) {
  return nodes.map(({ name, pods, evicted, conditions }) => ({
    cells: [name, String(pods), String(evicted), conditions.join(", ")],
  }));
}
