/** The drain of a node as text: whether it ends, who blocks, and where the pods go. */
import type { Drain, FilteredPods, PendingPod } from "../../engine/drain.ts";
import {
  blockedWords,
  drainOutcome,
  drainSteps,
  pendingWords,
} from "../../questions/drain/drainWords.ts";
import type { DrainRemedy } from "../../questions/drain/remedies/drainRemedies.ts";
import { drainRemedyWords, drainSearchWords } from "../../questions/drain/remedies/remedyWords.ts";
import type { Remedies } from "../../questions/remedy.ts";
import { podText } from "../../text/podText.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { table } from "./table.ts";
import { wrap } from "./wrap.ts";

const ROWS_MAX = 20;
const NAMES_MAX = 8;

interface Shown {
  /** Null where nothing was searched. */
  readonly found: Remedies<DrainRemedy> | null;
  readonly all: boolean;
}

export function drainText(drain: Drain, { all, found }: Shown, style: Style): string[] {
  const { refusals, warnings, blocked = [], pending, assumptions, result } = drain;
  const paint = result === "Drained" && pending.length === 0 ? style.paint.good : style.paint.low;
  const list = (texts: readonly string[]) => sentences(texts, style);
  return [
    ...wrap(drainOutcome(drain), sectionColumns(style)).map(paint),
    ...section("kubectl evicts nothing", list(refusals.map((each) => filtered(each, all))), style),
    ...section("Who blocks", list(blocked.map(blockedWords)), style),
    ...section("What would let it go on", remedyLines(found, style), style),
    ...section("What happens", eventLines(drain, all, style), style),
    ...section("Without a node", pendingLines(pending, all, style), style),
    ...section("Budgets", budgetLines(drain, style), style),
    ...section("What kubectl warns of", list(warnings.map((each) => filtered(each, all))), style),
    ...section("What is assumed", result === "Refused" ? [] : list(assumptions), style),
  ];
}

function remedyLines(found: Remedies<DrainRemedy> | null, style: Style): string[] {
  if (found === null) return [];
  const words = found.remedies.map((remedy) => drainRemedyWords(remedy).join(" "));
  return sentences([...words, drainSearchWords(found)], style);
}

function filtered({ message, pods }: FilteredPods, all: boolean): string {
  const names = shortened(pods.map(podText), all, NAMES_MAX);
  const more = pods.length - names.length;
  return `${message}: ${names.join(", ")}${more === 0 ? "" : ` and ${more} more`}.`;
}

function shortened<T>(items: readonly T[], all: boolean, most = ROWS_MAX): readonly T[] {
  return all ? items : items.slice(0, most);
}

function pendingLines(pending: readonly PendingPod[], all: boolean, style: Style): string[] {
  const shown = shortened(pending, all);
  return [...sentences(shown.map(pendingWords), style), ...moreLine(pending, shown)];
}

/** Nothing is left out in silence. */
function moreLine(items: readonly unknown[], shown: readonly unknown[]): readonly string[] {
  const more = items.length - shown.length;
  return more === 0 ? [] : [`… ${more} more; --all shows them.`];
}

function eventLines({ events }: Drain, all: boolean, style: Style): string[] {
  const rows = drainSteps(events).map(({ round, pod, words }) => ({
    cells: [String(round), pod, words],
  }));
  if (rows.length === 0) return [];
  const shown = shortened(rows, all);
  const columns = [{ title: "round" }, { title: "pod", shrinks: true }, { title: "" }];
  const lines = table(columns, shown, sectionColumns(style), style.paint.faint);
  return [...lines, ...moreLine(rows, shown)];
}

function budgetLines({ budgets }: Drain, style: Style): string[] {
  const columns = [
    { title: "budget", shrinks: true },
    { title: "needs", align: "right" as const },
    { title: "healthy", align: "right" as const },
    { title: "allows", align: "right" as const },
    { title: "allowed before", align: "right" as const },
  ];
  const rows = budgets.map((budget) => ({
    cells: [
      podText(budget),
      String(budget.desiredHealthy),
      String(budget.currentHealthy),
      String(budget.disruptionsAllowed),
      String(budget.before.disruptionsAllowed),
    ],
  }));
  return rows.length === 0 ? [] : table(columns, rows, sectionColumns(style), style.paint.faint);
}
