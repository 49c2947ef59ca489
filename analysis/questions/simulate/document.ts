/** The answer about a simulated cluster: its verdict, what would end it, and what happens. */

import type { SimulatorEvent, SimulatorVerdict } from "../../engine/simulatorEvent.ts";
import { readMessage } from "../../read/messages/message.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import {
  type Block,
  type Column,
  closing,
  type Document,
  paragraph,
  type Section,
  section,
  table,
} from "../../text/document.ts";
import { messageAmount } from "../../text/messageAmount.ts";
import type { Remedies } from "../remedy.ts";
import { EVENT_COLUMNS, eventRows, firstSentence } from "./eventRows.ts";
import { openingOf } from "./opening.ts";
import { type Goal, goalOf } from "./remedies/goal.ts";
import { fixesTitle, remedyFixes } from "./remedies/remedyFixes.ts";
import type { SimulateRemedy } from "./remedies/simulateRemedies.ts";
import {
  cycleRange,
  cycleWords,
  periodText,
  type SimulatedRun,
  searchWords,
  verdictMark,
} from "./verdictWords.ts";

export interface Simulated extends SimulatedRun {
  /** Null where nothing was searched. */
  readonly found: Remedies<SimulateRemedy> | null;
}

/** With `all`, events that repeat are not folded. */
export function simulationDocument(
  simulated: Simulated,
  { all }: { readonly all: boolean },
): Document {
  const { events, verdict, found } = simulated;
  const { cycle, assumptions } = verdict;
  const goal = goalOf(verdict) ?? "settles";
  const [first, last] = cycleRange(simulated);
  const happened = (from: number, to: number) =>
    table(EVENT_COLUMNS, eventRows(events.slice(from, to), { all }), { cut: "middle" });
  const { nodes } = verdict;
  const isCycle = cycle !== undefined;
  const { title, reason } = openingOf(simulated);
  return {
    title,
    mark: verdictMark(simulated),
    sources: [`scenario · ${plural(nodes.length, "node")} · ${endText(simulated)}`],
    lead: [
      ...paragraph(reason ?? undefined),
      ...keyEvents(isCycle ? events.slice(first, last) : fromFirstTrouble(events), all),
    ],
    sections: remedySections(found, goal),
    further: [
      ...section("Events", happened(0, first)),
      ...section(cycleWords(verdict), happened(first, last)),
      ...section("Nodes at the end", table(NODE_COLUMNS, nodeRows(verdict))),
    ],
    closing: closing(assumptions.map(capitalized), [], []),
  };
}

/** What moves pods; the rest comes with all events. */
const KEY_EVENTS: ReadonlySet<string> = new Set([
  ...["Evicted", "Rejected", "Scheduled", "Condition", "Terminating", "OOMKilled"],
  "Killed",
]);

function keyEvents(events: readonly SimulatorEvent[], all: boolean): readonly Block[] {
  if (all) return [];
  const key = events
    .filter(({ kind }) => KEY_EVENTS.has(kind))
    .map((event) => ({ ...event, message: shortMessage(event) }));
  return table(EVENT_COLUMNS, eventRows(key, { all }));
}

/** How little was left, where a kubelet says so. */
function shortMessage({ kind, message }: SimulatorEvent): string {
  const first = firstSentence(message);
  if (kind !== "Evicted") return first;
  const { available, threshold, resource } = readMessage(message ?? "");
  if (available === null || threshold === null) return first;
  const [left, limit] = [available, threshold].map((each) => messageAmount(each, resource));
  return `${left} of ${resource} left, threshold ${limit}`;
}

/** Without what comes before the first trouble. */
function fromFirstTrouble(events: readonly SimulatorEvent[]): readonly SimulatorEvent[] {
  const at = events.findIndex(({ kind }) => kind !== "Scheduled" && KEY_EVENTS.has(kind));
  return at < 0 ? events : events.slice(at);
}

function endText({ verdict, untilSeconds }: Simulated): string {
  return verdict.verdict === "thrashes"
    ? `simulated until the state repeats, every ${periodText(verdict.period ?? 0)}`
    : `simulated for ${formatSeconds(untilSeconds)}`;
}

/** The smallest changes first. */
function remedySections(found: Remedies<SimulateRemedy> | null, goal: Goal): readonly Section[] {
  if (found === null) return [];
  const { remedies } = found;
  if (remedies.length === 0) return section("Fixes", paragraph(searchWords(found, goal)));
  return section(fixesTitle(remedies), remedyFixes(remedies));
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
