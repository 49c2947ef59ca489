/** The answer about a drain: whether it ends, what blocks it, and where the pods go. */
import type { Drain, FilteredPods } from "../../engine/drain.ts";
import {
  type Column,
  closing,
  commandText,
  type Document,
  list,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import type { Remedies } from "../remedy.ts";
import { DRAIN_ASSUMED, drainFixes, drainLead, drainMark } from "./drainAnswer.ts";
import { blockedWords, drainOutcome, drainSteps, pendingWords } from "./drainWords.ts";
import type { DrainRemedy } from "./remedies/drainRemedies.ts";
import { drainRemedyWords, drainSearchWords } from "./remedies/remedyWords.ts";

/** How the drain is asked for again. */
export interface DrainContext {
  /** The nodes and pods that were read. */
  readonly source?: string;
  /** The same command with `--all`; null where it cannot be repeated. */
  readonly whole: string | null;
}

const NO_CONTEXT: DrainContext = { whole: null };

/** `found`: null where nothing was searched. */
export function drainDocument(
  drain: Drain,
  found: Remedies<DrainRemedy> | null,
  { source, whole }: DrainContext = NO_CONTEXT,
): Document {
  const { refusals, warnings, blocked = [], pending, assumptions, result } = drain;
  const assumed = result === "Refused" ? [] : assumptions;
  return {
    title: drainOutcome(drain),
    mark: drainMark(drain),
    sources: [...(source === undefined ? [] : [source])],
    lead: drainLead(drain),
    sections: found === null ? [] : drainFixes(found),
    further: [
      ...section("kubectl evicts nothing", list(refusals.map(filtered))),
      ...section("Blocked by", list(blocked.map(blockedWords))),
      ...section("All fixes", list(found === null ? [] : fixItems(found), "none")),
      ...section("Events", table(EVENT_COLUMNS, eventRows(drain))),
      ...section("Without a node", list(pending.map(pendingWords))),
      ...section("Budgets", table(BUDGET_COLUMNS, budgetRows(drain))),
      ...section("Warnings of kubectl", list(warnings.map(filtered))),
      ...section("Assumptions", list(assumed)),
    ],
    closing: closing(
      assumed.length === 0 ? [] : [DRAIN_ASSUMED],
      [],
      whole === null ? [] : [commandText(whole)],
    ),
  };
}

function filtered({ message, pods }: FilteredPods): Text {
  return [`${message}: `, { names: pods.map(podText) }, "."];
}

function fixItems(found: Remedies<DrainRemedy>): readonly string[] {
  const words = found.remedies.map((remedy) => drainRemedyWords(remedy).join(" "));
  return [...words, drainSearchWords(found)];
}

const EVENT_COLUMNS: readonly Column[] = [
  { title: "round" },
  { title: "pod", shrinks: true },
  { title: "", isText: true },
];

function eventRows({ events }: Drain) {
  return drainSteps(events).map(({ round, pod, words }) => ({
    cells: [String(round), [{ code: pod }], words],
  }));
}

const BUDGET_COLUMNS: readonly Column[] = [
  { title: "budget", shrinks: true },
  { title: "needs", isNumber: true },
  { title: "healthy", isNumber: true },
  { title: "allows", isNumber: true },
  { title: "allowed before", isNumber: true },
];

function budgetRows({ budgets }: Drain) {
  return budgets.map((budget) => ({
    cells: [
      [{ code: podText(budget) }],
      String(budget.desiredHealthy),
      String(budget.currentHealthy),
      String(budget.disruptionsAllowed),
      String(budget.before.disruptionsAllowed),
    ],
  }));
}
