/** What would let a drain go on, in sentences. */
import { plural } from "../../../text/amount.ts";
import { changeSentence, type Remedies } from "../../remedy.ts";
import type { DrainChange } from "./candidates.ts";
import type { DrainRemedy } from "./drainRemedies.ts";

/** What is changed, what then follows, and how the change is made. */
export function drainRemedyWords(remedy: DrainRemedy): readonly string[] {
  const { changes } = remedy;
  const costs = changes.flatMap(costWords);
  return [
    changeSentence(remedy),
    followingWords(remedy),
    ...costs,
    ...drainRemedyForms(remedy).map(bracketed),
  ];
}

/** What comes of it, and what it costs. */
export function consequenceWords(remedy: DrainRemedy): string {
  return [followingWords(remedy), ...remedy.changes.flatMap(costWords)].join(" ");
}

/** How the changes are made, in that order: kubectl drains when all else is done. */
export function drainRemedyForms({ changes }: DrainRemedy): readonly string[] {
  const isFlag = ({ kind }: DrainChange) => kind === "flag";
  return [...changes.filter((each) => !isFlag(each)), ...changes.filter(isFlag)].map(formOf);
}

function followingWords({ changes, result, evicted, rounds, left }: DrainRemedy): string {
  const goes = `${plural(evicted, "pod")} ${evicted === 1 ? "goes" : "go"}`;
  const then = `${changes.length > 1 ? "Together: " : "Then "}${goes}`;
  if (result === "Undecided") return `${then}, and whether the others go is undecided.`;
  if (left === 0) return `${then} in ${plural(rounds, "round")}, and all find a place.`;
  const stays = left === 1 ? "stays, or finds" : "stay, or find";
  return `${then}, but ${plural(left, "pod")} still ${stays} no node.`;
}

function costWords({ cost }: DrainChange): readonly string[] {
  return cost === undefined ? [] : [cost];
}

function formOf({ kubectl, whatIf = [] }: DrainChange): string {
  return kubectl ?? whatIf.map((text) => `--what-if '${text}'`).join(" ");
}

function bracketed(form: string): string {
  return `[${form}]`;
}

export const DRAIN_UNSEARCHED = "No change was searched: no pod is known to stay.";

/** How far was searched: nothing is left out in silence. */
export function drainSearchWords({ remedies, search }: Remedies): string {
  const { tried, isComplete } = search;
  const drains = `${plural(tried, "drain")}${isComplete ? "" : ", and not all changes were tried"}`;
  if (remedies.length === 0) return `No change of those that were tried helps, in ${drains}.`;
  return `Each was verified by draining again; ${drains}.`;
}
