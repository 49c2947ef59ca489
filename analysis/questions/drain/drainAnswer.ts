/** The first screen of a drain: whether it ends, what blocks it, and the best that was found. */
import type { BlockedPod, Drain, DrainedBudget, PendingPod } from "../../engine/drain.ts";
import type { PodName } from "../../engine/schedulingDecision.ts";
import { formatCount, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Fix,
  fixes,
  list,
  type Mark,
  paragraph,
  type Row,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { withoutFullStop } from "../../text/fullStop.ts";
import { podText } from "../../text/podText.ts";
import type { Remedies } from "../remedy.ts";
import { refusalWords } from "../schedule/refusalWords.ts";
import { isUnknown, returnWords } from "./drainWords.ts";
import { isComplete } from "./leftPods.ts";
import type { DrainRemedy } from "./remedies/drainRemedies.ts";
import { drainRemedySteps, drainSearchWords, endWords } from "./remedies/remedyWords.ts";

export function drainMark(drain: Drain): Mark {
  if (isComplete(drain)) return "good";
  if (drain.result === "Undecided") return "unknown";
  return drain.result === "Drained" ? "risk" : "bad";
}

/** The assumptions that decide most; all of them are in the module's own words. */
export const DRAIN_ASSUMED =
  "Owners recreate pods immediately; a new pod is ready once it is placed.";

/** What blocks the drain, and what finds no node. */
export function drainLead(drain: Drain): readonly Block[] {
  const { result, refusals, blocked = [], pending } = drain;
  if (result === "Refused") {
    return list(
      refusals.map(({ message, pods }): Text => [`${message}: `, { names: pods.map(podText) }]),
    );
  }
  const rows = [
    ...blocked.map((pod) => rowOf(pod.pod, blockedBy(pod, drain))),
    ...pending.map((pod) => rowOf(pod.pod, pendingBecause(pod))),
  ];
  const columns: readonly Column[] = [
    { title: "pod", shrinks: true },
    { title: blocked.length === 0 ? "result" : "blocked by", isText: true },
  ];
  return [...paragraph(returnWords(drain)), ...table(columns, rows)];
}

function rowOf(pod: PodName, words: string): Row {
  return { cells: [[{ code: podText(pod) }], words] };
}

/** Budgets by name alone: their namespace is that of the pod. */
function blockedBy(pod: BlockedPod, { budgets }: Drain): string {
  const { budget, budgets: several, cause, message, why } = pod;
  if (several !== undefined) {
    const names = several.map(({ name }) => name).join(", ");
    return (
      `${several.length} budgets match it (${names}); the API server evicts no pod that has ` +
      "more than one"
    );
  }
  const state = budgets.find(
    ({ namespace, name }) => namespace === budget?.namespace && name === budget?.name,
  );
  const isCounted = pod.code === 429 && state?.selectedPods !== undefined;
  return isCounted
    ? needsWords(state)
    : withoutFullStop(`${withoutFullStop(cause ?? message)}. ${why}`);
}

function needsWords({ name, desiredHealthy, currentHealthy, selectedPods = 0 }: DrainedBudget) {
  const [needs, has] = [desiredHealthy, currentHealthy].map(formatCount);
  return `budget ${name} needs ${needs} healthy, has ${has} of ${selectedPods}`;
}

function pendingBecause(pod: PendingPod): string {
  const { message, notEvaluated = [] } = pod;
  const plugins = notEvaluated.join(", ");
  if (isUnknown(pod)) return `evicted; its replacement is not evaluated: it needs ${plugins}`;
  if (message === undefined) return "evicted; its replacement was not retried";
  const reasons = refusalWords(message);
  return `evicted; no node has room for its replacement${reasons === null ? "" : ` (${reasons})`}`;
}

/** More steps do not fit the screen. */
const STEPS_MAX = 4;

/** One best fix of several steps, or up to three of one step each. */
export function drainFixes(found: Remedies<DrainRemedy>): readonly Section[] {
  const [best] = found.remedies;
  const { tried, isComplete } = found.search;
  if (best === undefined) return section("Fixes", paragraph(drainSearchWords(found)));
  const drains = `${plural(tried, "drain")}${isComplete ? "" : ", not all changes"}`;
  if (best.changes.length === 1) {
    const single = found.remedies.filter(({ changes }) => changes.length === 1);
    return section(`Fixes (checked by draining again: ${drains})`, fixes(single.map(fixOf)));
  }
  const steps = drainRemedySteps(best);
  const title = `Fix in ${steps.length} steps (best of ${tried} tried: ${endWords(best)})`;
  return section(title, fixes(steps, steps.length > STEPS_MAX ? "end" : "none"));
}

function fixOf(remedy: DrainRemedy): Fix {
  const [step = { change: "" }] = drainRemedySteps(remedy);
  return { ...step, effect: endWords(remedy) };
}
