/** The answer of the scheduler: where pods go and why there, or why they stay pending. */
import type {
  PodName,
  PreemptionCandidate,
  SchedulingDecision,
  TriedNode,
} from "../../engine/schedulingDecision.ts";
import { formatCount, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  commandText,
  type Document,
  list,
  type Names,
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
import { podsTable, refusedLead, scheduleMark } from "./answer.ts";
import { type RefusalGroup, refusalGroups } from "./refusalGroups.ts";
import {
  fixesSection,
  MOVES,
  SCHEDULE_FIXES,
  scheduleFixes,
  triedSection,
} from "./remedies/scheduleFixes.ts";
import type { ScheduleRemedy } from "./remedies/scheduleRemedies.ts";

/** What was asked about: one pod, or every pending one. */
export interface Scheduled {
  readonly before: readonly SchedulingDecision[];
  /** With the changes; null without any. */
  readonly after: readonly SchedulingDecision[] | null;
  /** The changes in the syntax of `--change`. */
  readonly changes: readonly string[];
  readonly isOne: boolean;
  /** Where the one pod is that is asked about as if it were pending. */
  readonly runsOn: string | undefined;
  /** What would place it or move it; null where nothing was searched. */
  readonly found: Remedies<ScheduleRemedy> | null;
  /** No pod is among the given objects, so those of the cluster are missing. */
  readonly lacksPods?: boolean;
  /** What was read, a line for each input. */
  readonly sources?: readonly Text[];
  /** Commands that say more. */
  readonly next?: readonly Text[];
}

export function scheduleDocument(scheduled: Scheduled): Document {
  const { before, after, isOne, runsOn, sources = [], next = [] } = scheduled;
  if (scheduled.lacksPods === true && before.length === 0) return withoutPods(sources);
  const [one, was] = [(after ?? before)[0], before[0]];
  const isAbout = isOne && one !== undefined && was !== undefined;
  const answer = isAbout ? outcome(one, runsOn) : countedWords(after ?? before);
  const known = (after ?? before).map((each) => ({ ...each, result: knownResult(each) }));
  const fixed = isAbout ? scheduleFixes(scheduled.found?.remedies ?? []) : [];
  const around = {
    mark: scheduleMark(known),
    ...(sources.length === 0 ? {} : { sources }),
    further: isAbout
      ? [...triedSection(fixed), ...ofOne(one)]
      : after === null
        ? ofMany(before)
        : [],
    closing: closing([], unknownIn(isAbout ? [one] : []), next),
  };
  const sections = isAbout
    ? fixesSection(fixed, one.result === "Scheduled" ? MOVES : SCHEDULE_FIXES)
    : [];
  if (after === null) {
    return {
      ...around,
      title: titleOf(answer),
      lead: isAbout ? oneLead(one) : known.length === 0 ? paragraph(ALSO_SHOWN) : podsTable(known),
      sections,
    };
  }
  const earlier = isAbout ? outcome(was, runsOn) : countedWords(before);
  return {
    ...around,
    title: `With ${scheduled.changes.join(", ")}: ${titleOf(answer)}`,
    lead: paragraph(`As it is: ${earlier}`),
    sections: isAbout ? sections : section("Changes", changes(before, after)),
  };
}

/** A file does not show that its pods were left out: it is not said that none is pending. */
function withoutPods(sources: readonly Text[]): Document {
  return {
    title: "There are no pods among the objects",
    mark: "unknown",
    ...(sources.length === 0 ? {} : { sources }),
    lead: paragraph(
      "Whether a pod is pending is unknown: the cluster's pods are missing from what was given.",
    ),
    sections: [],
    closing: closing(
      [],
      [],
      [commandText("kubectl get nodes,pods,pdb -A -o json | plimsoll", "with the pods")],
    ),
  };
}

/** Objects of which the scheduler has nothing to decide still answer other questions. */
const ALSO_SHOWN =
  "The same objects show which pods block the drain of a node, and where the others are placed.";

function titleOf(answer: string): string {
  return withoutFullStop(answer);
}

/** Why one pod is refused, or which node scores best. */
function oneLead(decision: SchedulingDecision): readonly Block[] {
  const { nodes = [], result } = decision;
  if (result === "Scheduled") return scores(decision, nodes);
  return refusedLead(decision, refusalGroups(nodes));
}

/** What may change the answer about one pod, where its title does not say it. */
function unknownIn(decisions: readonly SchedulingDecision[]): readonly string[] {
  return decisions.flatMap(({ result, notEvaluated = [] }) => {
    if (result === "NotEvaluated" || notEvaluated.length === 0) return [];
    return [`${notEvaluated.join(", ")}: the scheduler may decide otherwise with it.`];
  });
}

/** One pod, with the nodes that were tried. */
function ofOne(decision: SchedulingDecision): readonly Section[] {
  const { message, nodes = [] } = decision;
  return [
    ...section(messageTitle(decision), paragraph(message)),
    ...section(
      "Candidate nodes for preemption: what the scheduler compares, lowest first",
      table(CANDIDATE_COLUMNS, candidateRows(decision)),
    ),
    ...section("Nodes that cannot take it", refusalTable(refusalGroups(nodes))),
    ...section("Caveats", list(facts(decision))),
  ];
}

function messageTitle(decision: SchedulingDecision): string {
  const whose = "The scheduler's message";
  return isRefused(decision) ? `${whose}, as far as it is evaluated` : whose;
}

/** The answer in one sentence; `runsOn` is the node of a pod that is evaluated as if pending. */
export function outcome(decision: SchedulingDecision, runsOn?: string): string {
  const pod = podText(decision.pod);
  const { result, node, evaluated, feasible, nominatedNode, victims = [] } = decision;
  const tried = plural(evaluated, "node");
  const plugins = (decision.notEvaluated ?? []).join(", ");
  switch (result) {
    case "Scheduled":
      return `${pod} ${placedWords(node ?? "", runsOn)}: ${choiceWords(feasible, tried)}.`;
    case "Gated":
      return `${pod} is not tried: it waits for its scheduling gates.`;
    case "NotEvaluated":
      return isRefused(decision)
        ? `${pod} ${noNodeWords(decision)}, even without the checks of ${plugins}.`
        : `${pod} is not evaluated: it needs ${plugins}.`;
    case "Error":
      return `${pod} is not placed: the scheduler fails on it.`;
    case "Unschedulable":
      if (nominatedNode !== undefined) {
        const preempted = plural(victims.length, "pod");
        return `${pod} preempts ${preempted} on ${nominatedNode}, and waits to be placed there.`;
      }
      return `${pod} ${noNodeWords(decision)}.`;
  }
}

/** Plugins that are not evaluated can only refuse further nodes: no node is left to refuse. */
function isRefused({ result, message }: SchedulingDecision): boolean {
  return result === "NotEvaluated" && message !== undefined;
}

function noNodeWords({ evaluated }: SchedulingDecision): string {
  if (evaluated === 0) return "stays pending: no node was tried";
  if (evaluated === 1) return "stays pending: the one node cannot take it";
  return `stays pending: none of ${formatCount(evaluated)} nodes can take it`;
}

/** What becomes of a pod, as far as it is known. */
function knownResult(decision: SchedulingDecision): SchedulingDecision["result"] {
  return isRefused(decision) ? "Unschedulable" : decision.result;
}

function placedWords(node: string, runsOn: string | undefined): string {
  if (runsOn === undefined) return `is placed on ${node}`;
  if (runsOn === node) return `runs on ${node} and would be placed there again`;
  return `runs on ${runsOn} and would now be placed on ${node}`;
}

function choiceWords(feasible: number, tried: string): string {
  if (feasible === 1) return `the only one of ${tried} that can take it`;
  return `the best of ${formatCount(feasible)} that can take it, of ${tried} tried`;
}

/** Each score as it counts, in a column for each plugin whose scores differ. */
function scores({ node: chosen, feasible }: SchedulingDecision, nodes: readonly TriedNode[]) {
  const scored = nodes.filter(({ total }) => total !== undefined);
  if (scored.length === 0 || feasible < 2) return [];
  const byTotal = scored
    .map((node, order) => ({ node, order, isChosen: node.name === chosen }))
    .sort(
      (a, b) =>
        (b.node.total ?? 0) - (a.node.total ?? 0) ||
        Number(b.isChosen) - Number(a.isChosen) ||
        a.order - b.order,
    );
  const plugins = [...new Set(scored.flatMap(({ scores = {} }) => Object.keys(scores)))];
  const differing = plugins.filter((plugin) => differs(scored, plugin));
  const columns: readonly Column[] = [
    { title: "" },
    { title: "node", shrinks: true },
    { title: "total", isNumber: true },
    ...differing.map((title) => ({ title, isNumber: true })),
  ];
  const rows = byTotal.map(({ node, isChosen }) => {
    const counts = differing.map((plugin) => weighted(node, plugin));
    return chosenRow(isChosen, [node.name, String(node.total ?? ""), ...counts]);
  });
  const same = plugins.filter((plugin) => !differing.includes(plugin));
  const equal = ["", `Equal on all of them: ${same.join(", ")}.`] as const;
  return table(columns, rows, same.length === 0 ? {} : { notes: [equal] });
}

/** A row with a mark before it where the scheduler chose it. */
function chosenRow(isChosen: boolean, cells: readonly Text[]): Row {
  return isChosen ? { cells: ["●", ...cells], tone: "good" } : { cells: ["", ...cells] };
}

function weighted({ scores = {} }: TriedNode, plugin: string): string {
  const score = scores[plugin];
  return score === undefined ? "" : String(score.normalized * score.weight);
}

function differs(nodes: readonly TriedNode[], plugin: string): boolean {
  return new Set(nodes.map((node) => weighted(node, plugin))).size > 1;
}

const REFUSAL_COLUMNS: readonly Column[] = [
  { title: "nodes", isNumber: true },
  { title: "why not", shrinks: true },
  { title: "plugin", under: "why not" },
  { title: "which", shrinks: true },
];

/** Nodes by what they refuse the pod with. */
export function refusalTable(groups: readonly RefusalGroup[]): readonly Block[] {
  const rows = groups.map(({ nodes, reasons, plugin }) => ({
    cells: [formatCount(nodes.length), reasons.join(", "), plugin, [{ names: nodes }]],
  }));
  return table(REFUSAL_COLUMNS, rows);
}

/** The columns are what the scheduler compares. */
const CANDIDATE_COLUMNS: readonly Column[] = [
  { title: "" },
  { title: "node", shrinks: true },
  { title: "against budgets", isNumber: true },
  { title: "highest priority", isNumber: true },
  { title: "sum", isNumber: true },
  { title: "pods to preempt", shrinks: true },
];

/** Nodes to preempt on, the best first. */
function candidateRows({ candidates = [], nominatedNode }: SchedulingDecision): readonly Row[] {
  const isChosen = ({ name }: PreemptionCandidate) => name === nominatedNode;
  const ordered = candidates.toSorted(
    (a, b) => Number(isChosen(b)) - Number(isChosen(a)) || Number(b.best) - Number(a.best),
  );
  return ordered.map((candidate) => {
    const { name, budgetViolations, highestPriority, sumOfPriorities, victims } = candidate;
    return chosenRow(isChosen(candidate), [
      name,
      formatCount(budgetViolations),
      String(highestPriority),
      String(sumOfPriorities),
      [namesOf(victims)],
    ]);
  });
}

function namesOf(pods: readonly PodName[]): Names {
  return { names: pods.map(podText) };
}

function facts(decision: SchedulingDecision): readonly Text[] {
  const { notEvaluated = [], victims = [] } = decision;
  return [
    ...chance(decision),
    ...(victims.length === 0 ? [] : [["Preempted: ", namesOf(victims), "."]]),
    ...(notEvaluated.length === 0 || knownResult(decision) === "NotEvaluated"
      ? []
      : [
          `Not evaluated: ${notEvaluated.join(", ")}. The scheduler may name other reasons, or ` +
            "preempt pods.",
        ]),
  ];
}

function chance({ alternatives = [], nominatedNode }: SchedulingDecision): readonly Text[] {
  if (alternatives.length === 0) return [];
  const why =
    nominatedNode === undefined
      ? "This release chooses randomly among equal totals: also "
      : "Among nodes that are equally good for preemption, it chooses randomly: also ";
  return [[why, { names: alternatives }, "."]];
}

/** Many pods, each decided on after those before it were placed. */
function ofMany(before: readonly SchedulingDecision[]): readonly Section[] {
  const of = (result: SchedulingDecision["result"]) =>
    before.filter((each) => knownResult(each) === result);
  const preempts = ({ nominatedNode }: SchedulingDecision) => nominatedNode !== undefined;
  const pending = of("Unschedulable");
  return [
    ...section(
      "Stay pending until the pods they preempt are gone",
      table(PREEMPTING_COLUMNS, pending.filter(preempts).map(preemptingRow)),
    ),
    ...groups(
      "Stay pending",
      pending.filter((each) => !preempts(each)),
    ),
    ...groups("Not evaluated", of("NotEvaluated")),
    ...groups("Gated", of("Gated")),
    ...groups("The scheduler fails", of("Error")),
    ...section(
      "Placed, in the order of the queue",
      table(PLACED_COLUMNS, of("Scheduled").map(placedRow)),
    ),
  ];
}

const WORDS: readonly (readonly [SchedulingDecision["result"], string, string])[] = [
  ["Scheduled", "is placed", "are placed"],
  ["Unschedulable", "stays pending", "stay pending"],
  ["Gated", "waits for its gates", "wait for their gates"],
  ["NotEvaluated", "is not evaluated", "are not evaluated"],
  ["Error", "ends in an error", "end in an error"],
];

function countedWords(decisions: readonly SchedulingDecision[]): string {
  if (decisions.length === 0) return "No pod is pending.";
  const parts = WORDS.flatMap(([result, one, many]) => {
    const count = decisions.filter((each) => knownResult(each) === result).length;
    return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`];
  });
  return `${plural(decisions.length, "pod")} pending: ${parts.join(", ")}.`;
}

/** Pods of which the scheduler says the same are together. */
function groups(title: string, decisions: readonly SchedulingDecision[]): readonly Section[] {
  const byMessage = new Map<string, string[]>();
  for (const { pod, message, notEvaluated = [] } of decisions) {
    const needs = `It needs ${notEvaluated.join(", ")}.`;
    const more = notEvaluated.length === 0 ? "" : ` Not evaluated: ${notEvaluated.join(", ")}.`;
    const key = message === undefined ? needs : `${message}${more}`;
    byMessage.set(key, [...(byMessage.get(key) ?? []), podText(pod)]);
  }
  const entries = [...byMessage].map(([message, names]) => ({
    title: [{ names }],
    blocks: paragraph(message),
  }));
  return section(title, entries.length === 0 ? [] : [{ is: "entries", entries }]);
}

const PREEMPTING_COLUMNS: readonly Column[] = [
  { title: "pod", shrinks: true },
  { title: "node", shrinks: true },
  { title: "pods to preempt", shrinks: true },
];

function preemptingRow({ pod, nominatedNode = "", victims = [] }: SchedulingDecision): Row {
  return { cells: [[{ code: podText(pod) }], nominatedNode, [namesOf(victims)]] };
}

const PLACED_COLUMNS: readonly Column[] = [
  { title: "pod", shrinks: true },
  { title: "node", shrinks: true },
  { title: "of", isNumber: true },
];

function placedRow({ pod, node = "", feasible }: SchedulingDecision): Row {
  return { cells: [[{ code: podText(pod) }], node, formatCount(feasible)] };
}

const CHANGE_COLUMNS: readonly Column[] = [
  { title: "pod", shrinks: true },
  { title: "as it is", shrinks: true },
  { title: "with the change", shrinks: true },
];

/** Pods that end otherwise than on the objects as they are. */
function changes(before: readonly SchedulingDecision[], after: readonly SchedulingDecision[]) {
  const earlier = new Map(before.map((each) => [podText(each.pod), shortOutcome(each)]));
  const later = new Map(after.map((each) => [podText(each.pod), shortOutcome(each)]));
  const pods = [...later.keys(), ...[...earlier.keys()].filter((pod) => !later.has(pod))];
  const rows = pods
    .filter((pod) => earlier.get(pod) !== later.get(pod))
    .map((pod) => ({ cells: [[{ code: pod }], earlier.get(pod) ?? "-", later.get(pod) ?? "-"] }));
  return rows.length === 0
    ? paragraph("Nothing: the result of every pod is the same without the change.")
    : table(CHANGE_COLUMNS, rows);
}

const SHORT = {
  Unschedulable: "pending",
  Gated: "gated",
  NotEvaluated: "not evaluated",
  Error: "error",
} as const;

function shortOutcome(decision: SchedulingDecision): string {
  const { node, nominatedNode } = decision;
  const result = knownResult(decision);
  if (result === "Scheduled") return node ?? "";
  if (nominatedNode !== undefined) return `waits for ${nominatedNode}`;
  return SHORT[result];
}
