/** What would let a drain go on, in sentences. */
import { plural } from "../../../text/amount.ts";
import type { DrainEnd, DrainSearch } from "./drainEnds.ts";
import type { DrainChange } from "./levers.ts";

/** What is changed, what then follows, and how the change is made. */
export function drainEndWords(end: DrainEnd): readonly string[] {
  const { changes } = end;
  const costs = changes.flatMap(costWords);
  return [
    `${changeWords(end)}.`,
    followingWords(end),
    ...costs,
    ...drainEndForms(end).map(bracketed),
  ];
}

/** What is changed, without a stop. */
export function changeWords({ changes }: DrainEnd): string {
  const [first = "", ...others] = changes.map(({ change }) => change);
  return [first, ...others.map((each) => each[0]?.toLowerCase() + each.slice(1))].join("; ");
}

/** What comes of it, and what it costs. */
export function consequenceWords(end: DrainEnd): string {
  return [followingWords(end), ...end.changes.flatMap(costWords)].join(" ");
}

/** How the changes are made, in that order: kubectl drains when all else is done. */
export function drainEndForms({ changes }: DrainEnd): readonly string[] {
  const isFlag = ({ lever }: DrainChange) => lever === "flag";
  return [...changes.filter((each) => !isFlag(each)), ...changes.filter(isFlag)].map(formOf);
}

function followingWords({ changes, result, evicted, rounds, left }: DrainEnd): string {
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

/** How far was searched: nothing is left out in silence. */
export function drainSearchWords({ ends, tried, triedMax, isWhole }: DrainSearch): string {
  const drains = plural(tried, "drain");
  const end = isWhole ? "" : `, the most that are tried (${triedMax})`;
  if (ends.length === 0) return `No change of those that were tried helps, in ${drains}${end}.`;
  return `Each was verified by draining again; ${drains}${end}.`;
}
