/** The answer about a drain: whether it ends, what blocks it, and where the pods go. */
import type { Drain, FilteredPods } from "../../engine/drain.ts";
import {
  type Column,
  type Document,
  list,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import type { Remedies } from "../remedy.ts";
import { blockedWords, drainOutcome, drainSteps, pendingWords } from "./drainWords.ts";
import { isComplete } from "./leftPods.ts";
import type { DrainRemedy } from "./remedies/drainRemedies.ts";
import { drainRemedyWords, drainSearchWords } from "./remedies/remedyWords.ts";

/** `found`: null where nothing was searched. */
export function drainDocument(drain: Drain, found: Remedies<DrainRemedy> | null): Document {
  const { refusals, warnings, blocked = [], pending, assumptions, result } = drain;
  return {
    title: drainOutcome(drain),
    tone: isComplete(drain) ? "good" : "low",
    lead: [],
    sections: [
      ...section("kubectl evicts nothing", list(refusals.map(filtered))),
      ...section("Blocked by", list(blocked.map(blockedWords))),
      ...section("Fixes", list(found === null ? [] : fixes(found), "none")),
      ...section("Events", table(EVENT_COLUMNS, eventRows(drain))),
      ...section("Without a node", list(pending.map(pendingWords))),
      ...section("Budgets", table(BUDGET_COLUMNS, budgetRows(drain))),
      ...section("Warnings of kubectl", list(warnings.map(filtered))),
      ...section("Assumptions", list(result === "Refused" ? [] : assumptions)),
    ],
  };
}

function filtered({ message, pods }: FilteredPods): Text {
  return [`${message}: `, { names: pods.map(podText) }, "."];
}

function fixes(found: Remedies<DrainRemedy>): readonly string[] {
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
