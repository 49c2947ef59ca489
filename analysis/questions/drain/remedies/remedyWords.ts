/** The fixes of a blocked drain, in sentences. */
import { plural } from "../../../text/amount.ts";
import { changeSentence, type Remedies } from "../../remedy.ts";
import type { DrainChange } from "./candidates.ts";
import type { DrainRemedy } from "./drainRemedies.ts";

/** The change, its consequence, and how to make it. */
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

/** The consequence of a fix, and its cost. */
export function consequenceWords(remedy: DrainRemedy): string {
  return [followingWords(remedy), ...remedy.changes.flatMap(costWords)].join(" ");
}

/** How the changes are made, in order: kubectl drains after all other changes. */
export function drainRemedyForms({ changes }: DrainRemedy): readonly string[] {
  const isFlag = ({ kind }: DrainChange) => kind === "flag";
  return [...changes.filter((each) => !isFlag(each)), ...changes.filter(isFlag)].map(formOf);
}

function followingWords(remedy: DrainRemedy): string {
  const { changes, result, evicted, rounds, left, returned } = remedy;
  const evicts = `${plural(evicted, "pod")} ${evicted === 1 ? "is" : "are"} evicted`;
  const then = `${changes.length > 1 ? "Together: " : "Then "}${evicts}`;
  if (result === "Undecided") return `${then}; whether the others can be evicted is undecided.`;
  if (left === 0) return `${then} in ${plural(rounds, "round")}, and all are placed again.`;
  const return_ = left === 1 ? "returns" : "return";
  if (returned === left) return `${then}, but ${plural(left, "pod")} ${return_} to the node.`;
  const stays = left === 1 ? "stays or finds" : "stay or find";
  const some =
    returned === 0 ? "" : `, of which ${returned} ${returned === 1 ? "returns" : "return"}`;
  return `${then}, but ${plural(left, "pod")} still ${stays} no node${some}.`;
}

function costWords({ cost }: DrainChange): readonly string[] {
  return cost === undefined ? [] : [cost];
}

function formOf({ kubectl, whatIf = [] }: DrainChange): string {
  return kubectl ?? whatIf.map((text) => `--change '${text}'`).join(" ");
}

function bracketed(form: string): string {
  return `[${form}]`;
}

export const DRAIN_UNSEARCHED = "No fixes were searched, because no pod is known to stay.";

/** How many drains were tried, and whether any change was left out. */
export function drainSearchWords({ remedies, search }: Remedies): string {
  const { tried, isComplete } = search;
  const drains = `${plural(tried, "drain")}${isComplete ? "" : ", and not all changes were tried"}`;
  if (remedies.length === 0) return `None of the changes that were tried helps: ${drains}.`;
  return `Each was verified by simulating the drain with it: ${drains}.`;
}
