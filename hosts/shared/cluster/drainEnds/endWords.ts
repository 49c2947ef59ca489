/** What would let a drain go on, in sentences. */
import { plural } from "../../amount.ts";
import type { DrainEnd, DrainSearch } from "./drainEnds.ts";
import type { DrainChange } from "./levers.ts";

/** What is changed, what then follows, and how the change is made. */
export function drainEndWords(end: DrainEnd): readonly string[] {
  const { changes } = end;
  const changed = changes.map(({ change }) => change);
  const [first = "", ...others] = changed;
  const set = [first, ...others.map((each) => each[0]?.toLowerCase() + each.slice(1))].join("; ");
  return [`${set}.`, followingWords(end), ...changes.flatMap(costWords), ...changes.map(formWords)];
}

function followingWords({ changes, evicted, rounds, left }: DrainEnd): string {
  const goes = `${plural(evicted, "pod")} ${evicted === 1 ? "goes" : "go"}`;
  const together = changes.length > 1 ? "Together: " : "Then ";
  if (left === 0) return `${together}${goes} in ${plural(rounds, "round")}, and all find a place.`;
  return `${together}${goes}, but ${plural(left, "pod")} still ${left === 1 ? "stays" : "stay"}.`;
}

function costWords({ cost }: DrainChange): readonly string[] {
  return cost === undefined ? [] : [cost];
}

function formWords({ kubectl, whatIf = [] }: DrainChange): string {
  if (kubectl !== undefined) return `[${kubectl}]`;
  return `[${whatIf.map((text) => `--what-if '${text}'`).join(" ")}]`;
}

/** How far was searched: nothing is left out in silence. */
export function drainSearchWords({ ends, tried, triedMax, isWhole }: DrainSearch): string {
  const drains = plural(tried, "drain");
  const end = isWhole ? "" : `, the most that are tried (${triedMax})`;
  if (ends.length === 0) return `No change of those that were tried helps, in ${drains}${end}.`;
  return `Each was verified by draining again; ${drains}${end}.`;
}
