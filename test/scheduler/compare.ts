/** What the scheduler decided and what the module decided, step by step. */
import {
  type Decision,
  keyOf,
  type NodeAnswer,
  type OracleDecision,
  type Played,
  type PluginScore,
} from "./scenario.ts";

export interface Difference {
  /** In a few words, the same for all differences of a kind: shrinking keeps them. */
  readonly what: string;
  readonly step?: number;
  readonly where?: string;
  readonly scheduler: unknown;
  readonly plimsoll: unknown;
}

const NOT_EVALUATED = "NotEvaluated";

/**
 * What the scheduler is held against: decisions up to the first pod that is not evaluated. Where
 * the walk for that one would have ended, the next one begins.
 */
export function untilUnevaluated({ decisions, error }: Played): Played {
  const first = decisions.findIndex(({ result }) => result === NOT_EVALUATED);
  const judged = first < 0 ? decisions : decisions.slice(0, first);
  return { decisions: judged, ...(error ? { error } : {}) };
}

/** Plugins that Plimsoll does not judge, and that score nothing for pods that do not need them. */
const SILENT = new Set(["DynamicResources", "VolumeBinding"]);

/** Only the first step that differs counts: later steps depend on it. */
export function compare(scheduler: Played<OracleDecision>, plimsoll: Played): Difference[] {
  if (scheduler.error !== undefined || plimsoll.error !== undefined) {
    const stage = plimsoll.error?.stage ?? `the scheduler's ${scheduler.error?.stage}`;
    const [theirs, ours] = [scheduler.error?.message, plimsoll.error?.message];
    return same(`refused at ${stage}`, theirs && comparable(theirs), ours && comparable(ours));
  }
  for (const [index, theirs] of scheduler.decisions.entries()) {
    const ours = plimsoll.decisions[index];
    const differences = ours === undefined ? same("steps", theirs, ours) : step(theirs, ours);
    if (differences.length > 0) return differences.map((one) => ({ step: theirs.step, ...one }));
    // From here on the two have different clusters.
    if (theirs.nominatedNode !== ours?.nominatedNode) return [];
  }
  return same("steps", scheduler.decisions.length, plimsoll.decisions.length);
}

/**
 * Without what a sentence has of the scheduler's own memory: releases before 1.35 write Go values,
 * one of them with its address.
 */
export function comparable(message: string): string {
  return message
    .replace(/field\.Path\{.*?\}/g, "{}")
    .replace(/(queueSort: Invalid value: ).*?(: (?:queueSort )?must be the same)/g, "$1$2");
}

function step(theirs: OracleDecision, ours: Decision): Difference[] {
  const outcome = [
    ...same("pod", keyOf(theirs.pod), keyOf(ours.pod)),
    ...same("result", theirs.result, ours.result),
  ];
  if (outcome.length > 0) return outcome;
  return [
    ...nodes(theirs, ours),
    ...preempted(theirs, ours),
    ...message(theirs, ours),
    ...same("evaluated", theirs.evaluated, ours.evaluated),
    ...same("feasible", theirs.feasible, ours.feasible),
    ...same("alternatives", alternatives(theirs), alternatives(ours)),
    ...same("node", theirs.assumed ?? theirs.node, ours.node),
  ];
}

/**
 * Among nodes that are as good to preempt on the scheduler takes the first of a Go map: each of
 * them is right, and its victims are compared where it is the module's choice too.
 */
function preempted(theirs: OracleDecision, ours: Decision): Difference[] {
  const { nominatedNode: node } = theirs;
  if (isOtherChoice(theirs, ours)) return [];
  const named = ({ victims = [] }: Decision) => victims.map(keyOf);
  return [
    ...same("nominated node", node, ours.nominatedNode),
    ...same("victims", named(theirs), named(ours)),
  ];
}

function isOtherChoice({ nominatedNode }: OracleDecision, ours: Decision): boolean {
  if (nominatedNode === undefined || nominatedNode === ours.nominatedNode) return false;
  return ours.alternatives?.includes(nominatedNode) ?? false;
}

/** Since 1.37 the message names the node to preempt on. */
const PREEMPTING = /(on node) \S+, preempting \d+ victims$/;

function message(theirs: OracleDecision, ours: Decision): Difference[] {
  if (!isOtherChoice(theirs, ours)) return same("message", theirs.message, ours.message);
  const [one, other] = [theirs, ours].map((side) => side.message?.replace(PREEMPTING, "$1"));
  return same("message", one, other);
}

/** Every node that may be chosen: which of them is called the canonical one does not matter. */
function alternatives({ node, alternatives = [] }: Decision): string[] {
  return node === undefined ? [] : [node, ...alternatives].toSorted();
}

function nodes(theirs: OracleDecision, ours: Decision): Difference[] {
  const theirNodes = theirs.nodes ?? [];
  const ourNodes = ours.nodes ?? [];
  const order = (list: readonly NodeAnswer[]) => {
    const names = list.map(({ name }) => name);
    return theirs.orderVaries === true ? names.toSorted() : names;
  };
  const walked = same("nodes", order(theirNodes), order(ourNodes));
  if (walked.length > 0) return walked;
  const byName = new Map(ourNodes.map((node) => [node.name, node]));
  return theirNodes.flatMap((node) => {
    const differences = judged(node, byName.get(node.name) as NodeAnswer);
    return differences.map((one) => ({ ...one, where: node.name }));
  });
}

function judged(theirs: NodeAnswer, ours: NodeAnswer): Difference[] {
  const refusal = same(
    `refusal by ${theirs.filter?.plugin ?? ours.filter?.plugin}`,
    theirs.filter,
    ours.filter,
  );
  if (refusal.length > 0) return refusal;
  return [
    ...scores(theirs.scores ?? {}, ours.scores ?? {}),
    ...same("total", theirs.total, ours.total),
  ];
}

type Scores = Readonly<Record<string, PluginScore>>;

function scores(theirs: Scores, ours: Scores): Difference[] {
  const plugins = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  return [...plugins].flatMap((plugin) => {
    const [scheduler, plimsoll] = [theirs[plugin], ours[plugin]];
    if (SILENT.has(plugin) && scheduler?.raw === 0 && scheduler.normalized === 0) return [];
    return same(`score of ${plugin}`, scheduler, plimsoll);
  });
}

function same(what: string, scheduler: unknown, plimsoll: unknown): Difference[] {
  return areEqual(scheduler, plimsoll) ? [] : [{ what, scheduler, plimsoll }];
}

/** Members mostly have the same order on both sides, which is faster to find out. */
function areEqual(scheduler: unknown, plimsoll: unknown): boolean {
  if (scheduler === plimsoll) return true;
  if (JSON.stringify(scheduler) === JSON.stringify(plimsoll)) return true;
  return JSON.stringify(sorted(scheduler)) === JSON.stringify(sorted(plimsoll));
}

/** Members in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
