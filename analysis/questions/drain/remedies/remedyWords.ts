/** The fixes of a blocked drain, in sentences. */
import { plural } from "../../../text/amount.ts";
import type { Fix } from "../../../text/document.ts";
import { withoutFullStop } from "../../../text/fullStop.ts";
import { changeWords } from "../../change/changeWords.ts";
import { changeSentence, type Remedies } from "../../remedy.ts";
import type { DrainChange, DrainChangeKind } from "./candidates.ts";
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
  return ordered(changes).map(formOf);
}

function ordered(changes: readonly DrainChange[]): readonly DrainChange[] {
  const isFlag = ({ kind }: DrainChange) => kind === "flag";
  return [...changes.filter((each) => !isFlag(each)), ...changes.filter(isFlag)];
}

function followingWords(remedy: DrainRemedy): string {
  const { changes, result, evicted, rounds, left, returned } = remedy;
  const evicts = `${plural(evicted, "pod")} ${evicted === 1 ? "is" : "are"} evicted`;
  const then = `${changes.length > 1 ? "Together: " : "Then "}${evicts}`;
  if (result === "Undecided") return `${then}; whether the others can be evicted is undecided.`;
  if (left === 0) return `${then} in ${plural(rounds, "round")}${placedWords(remedy)}.`;
  const return_ = left === 1 ? "returns" : "return";
  if (returned === left) return `${then}, but ${plural(left, "pod")} ${return_} to the node.`;
  const stays = left === 1 ? "stays or finds" : "stay or find";
  const some =
    returned === 0 ? "" : `, of which ${returned} ${returned === 1 ? "returns" : "return"}`;
  return `${then}, but ${plural(left, "pod")} still ${stays} no node${some}.`;
}

function placedWords({ evicted, notRecreated }: DrainRemedy): string {
  const placed = evicted - notRecreated;
  if (notRecreated === 0) return ", and all are placed again";
  if (placed === 0) return `, and nothing recreates ${evicted === 1 ? "it" : "them"}`;
  const again = `${placed} ${placed === 1 ? "is" : "are"} placed again`;
  return `: ${again}, nothing recreates ${notRecreated}`;
}

/** A step of a fix, for people who read it and then make it. */
export interface DrainStep {
  readonly words: string;
  /** Absent where an object has to be edited. */
  readonly kubectl?: string;
}

/** The steps in order, in words without the syntax of `--change`. */
export function drainSteps({ changes }: DrainRemedy): readonly DrainStep[] {
  return ordered(changes).map(({ kind, change, kubectl, whatIf = [] }) => {
    const words = whatIf.map(changeWords).join(" and ");
    const isPlacement = kind === "placement" || kind === "room";
    return {
      words: isPlacement && words !== "" ? words : change,
      ...(kubectl === undefined ? {} : { kubectl }),
    };
  });
}

/** The steps as commands for a shell, with a comment for each that no command makes. */
export function drainCommands(remedy: DrainRemedy): string {
  return drainSteps(remedy)
    .map(({ words, kubectl }) => kubectl ?? `# ${words}`)
    .join("\n");
}

/** The steps of a fix, each as what has to be typed. */
export function drainRemedySteps({ changes }: DrainRemedy): readonly Fix[] {
  return ordered(changes).map((step) => {
    const { change, kubectl } = step;
    const cost = STEP_COSTS[step.kind](step) ?? sentencePart(step.cost);
    return {
      change: kubectl === undefined ? change : [{ code: kubectl }],
      ...(cost === undefined ? {} : { cost }),
    };
  });
}

/** A cost that the search found is that the budget then guards no pod. */
const FEWER = ({ cost }: DrainChange) =>
  cost === undefined
    ? "fewer pods are kept healthy, also after the drain"
    : "all pods of the budget can then be evicted at the same time";

/** The price of a step, in few words; undefined where the sentence of the search is short. */
const STEP_COSTS: Readonly<Record<DrainChangeKind, (step: DrainChange) => string | undefined>> = {
  flag: () => undefined,
  unhealthyPodEvictionPolicy: () => "its unready pods are evicted whatever it allows",
  minAvailable: FEWER,
  maxUnavailable: FEWER,
  replicas: ({ from, to }) => `${plural(Number(to) - Number(from), "more pod")}`,
  placement: ({ change }) =>
    change.includes("--requests=")
      ? "a pod that uses more than it requests is among the first to be evicted"
      : undefined,
  room: () => "1 more node",
  budget: () => undefined,
  selector: () => "the budget no longer protects these pods",
};

/** A sentence after a colon; names keep their spelling. */
function sentencePart(sentence: string | undefined): string | undefined {
  if (sentence === undefined) return undefined;
  const words = withoutFullStop(sentence);
  return /^[A-Z][a-z]+ /.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** How a drain with a fix ends. */
export function endWords({ result, evicted, rounds, left, notRecreated }: DrainRemedy): string {
  const evicts = `${plural(evicted, "pod")} evicted`;
  if (result === "Undecided") return `${evicts}, the others undecided`;
  if (left === 0 && notRecreated > 0) {
    const placed = evicted - notRecreated;
    return `${placed} of ${plural(evicted, "pod")} placed again, ${notRecreated} not recreated`;
  }
  const then = left === 0 ? "all placed" : `${plural(left, "pod")} left`;
  return `${evicts}, ${plural(rounds, "round")}, ${then}`;
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
