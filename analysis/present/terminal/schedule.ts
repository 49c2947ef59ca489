/** Decisions of the scheduler as text: where a pod goes and why there, or why it stays pending. */

import type {
  PodName,
  PreemptionCandidate,
  SchedulingDecision,
  TriedNode,
} from "../../engine/schedulingDecision.ts";
import type { Remedies } from "../../questions/remedy.ts";
import { refusalGroups } from "../../questions/schedule/refusalGroups.ts";
import type { ScheduleRemedy } from "../../questions/schedule/remedies/scheduleRemedies.ts";
import { formatCount, plural } from "../../text/amount.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { type Row, table } from "./table.ts";
import { wrap } from "./wrap.ts";

const ROWS_MAX = 8;
const NAMES_MAX = 3;
/** Names that are longer together leave a table no room. */
const NAMES_LENGTH_MAX = 22;

interface Shown {
  readonly all: boolean;
}

export function nameOfPod({ pod }: SchedulingDecision): string {
  return `${pod.namespace}/${pod.name}`;
}

/** One pod, with the nodes that were tried. */
export function decisionText(
  decision: SchedulingDecision,
  shown: Shown & { readonly heading: string; readonly found?: Remedies<ScheduleRemedy> | null },
  style: Style,
): string[] {
  const { message, nodes = [] } = decision;
  return [
    ...wrap(shown.heading, sectionColumns(style)).map(style.paint.title),
    ...section("The scheduler's message", messageLines(message, style), style),
    ...scoresText(decision, nodes, shown.all, style),
    ...candidatesText(decision, shown.all, style),
    ...refusalsText(nodes, shown.all, style),
    ...remediesText(decision, shown.found?.remedies ?? [], style),
    ...section("What to know", sentences(facts(decision), style), style),
  ];
}

function messageLines(message: string | undefined, style: Style): string[] {
  return message === undefined ? [] : wrap(message, sectionColumns(style));
}

/** The answer in one sentence; `standsOn`: where a pod is that is asked about as if pending. */
export function outcome(decision: SchedulingDecision, standsOn?: string): string {
  const pod = nameOfPod(decision);
  const { result, node, evaluated, feasible, nominatedNode, victims = [], notJudged } = decision;
  const tried = plural(evaluated, "node");
  switch (result) {
    case "Scheduled":
      return `${pod} ${placedWords(node ?? "", standsOn)}: ${choiceWords(feasible, tried)}.`;
    case "Gated":
      return `${pod} is not tried: it waits for its scheduling gates.`;
    case "NotJudged":
      return `${pod} is not judged: that takes ${(notJudged ?? []).join(", ")}.`;
    case "Error":
      return `${pod} is not placed: the scheduler fails on it.`;
    case "Unschedulable":
      if (nominatedNode !== undefined) {
        const preempted = plural(victims.length, "pod");
        return `${pod} preempts ${preempted} on ${nominatedNode}, and waits to be placed there.`;
      }
      return evaluated === 0
        ? `${pod} stays pending: no node was tried.`
        : `${pod} stays pending: ${evaluated === 1 ? "the one node" : `none of ${tried}`} ` +
            `can${evaluated === 1 ? "not" : ""} take it.`;
  }
}

function placedWords(node: string, standsOn: string | undefined): string {
  if (standsOn === undefined) return `goes to ${node}`;
  if (standsOn === node) return `stands on ${node}, and would be placed there again`;
  return `stands on ${standsOn}, and would now be placed on ${node}`;
}

function choiceWords(feasible: number, tried: string): string {
  if (feasible === 1) return `the only one of ${tried} that can take it`;
  return `the best of ${formatCount(feasible)} that can take it, of ${tried} tried`;
}

/** Each score as it counts: normalised, times its weight. */
function scoresText(
  { node: chosen, feasible }: SchedulingDecision,
  nodes: readonly TriedNode[],
  all: boolean,
  style: Style,
): string[] {
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
  const told = plugins.filter((plugin) => differs(scored, plugin));
  const columns = [
    { title: "" },
    { title: "node", shrinks: true },
    { title: "total", align: "right" as const },
    ...told.map((title) => ({ title, align: "right" as const })),
  ];
  const shown = all ? byTotal : byTotal.slice(0, ROWS_MAX);
  const rows = shown.map(({ node, isChosen }): Row => {
    const counts = told.map((plugin) => weighted(node, plugin));
    const cells = [isChosen ? "●" : "", node.name, String(node.total ?? ""), ...counts];
    return isChosen ? { cells, paint: style.paint.good } : { cells };
  });
  const same = plugins.filter((plugin) => !told.includes(plugin));
  const equal = same.length === 0 ? [] : [`Equal on all of them: ${same.join(", ")}.`];
  const hidden = byTotal.length - shown.length;
  return section(
    "Scores, each normalised and times its weight",
    [
      ...table(columns, rows, sectionColumns(style), style.paint.faint),
      ...(hidden > 0 ? [style.paint.faint(`… ${formatCount(hidden)} more with --all`)] : []),
      ...equal.flatMap((text) => wrap(text, sectionColumns(style))).map(style.paint.faint),
    ],
    style,
  );
}

function weighted({ scores = {} }: TriedNode, plugin: string): string {
  const score = scores[plugin];
  return score === undefined ? "" : String(score.normalized * score.weight);
}

function differs(nodes: readonly TriedNode[], plugin: string): boolean {
  return new Set(nodes.map((node) => weighted(node, plugin))).size > 1;
}

function refusalsText(nodes: readonly TriedNode[], all: boolean, style: Style): string[] {
  const groups = refusalGroups(nodes);
  const shown = all ? groups : groups.slice(0, ROWS_MAX);
  const hidden = groups.length - shown.length;
  const columns = [
    { title: "nodes", align: "right" as const },
    { title: "why not", shrinks: true },
    { title: "plugin" },
    { title: "which", shrinks: true },
  ];
  const rows = shown.map(({ nodes: names, reasons, plugin }) => ({
    cells: [formatCount(names.length), reasons.join(", "), plugin, someOf(names, all)],
  }));
  if (rows.length === 0) return [];
  return section(
    "Nodes that cannot take it",
    [
      ...table(columns, rows, sectionColumns(style), style.paint.faint),
      ...(hidden > 0 ? [style.paint.faint(`… ${plural(hidden, "more reason")} with --all`)] : []),
    ],
    style,
  );
}

/** Each verified: a change of `--what-if`, and the node that the pod then goes to. */
function remediesText(
  { result }: SchedulingDecision,
  remedies: readonly ScheduleRemedy[],
  style: Style,
): string[] {
  const does = result === "Scheduled" ? "move it elsewhere" : "place it";
  const width = Math.max(...remedies.map(({ node }) => node.length));
  const lines = remedies.flatMap(({ changes, node, victims = [] }) =>
    changes.map(({ change }, index) => {
      const first = index === 0 ? node : "  and";
      const preempts =
        victims.length === 0 ? "" : `, which preempts ${plural(victims.length, "pod")}`;
      return `${style.paint.good(first.padEnd(width))}  ${change}${preempts}`;
    }),
  );
  return section(`What would ${does}, each decided again; try one with --what-if`, lines, style);
}

function someOf(names: readonly string[], all = false): string {
  const first = names.slice(0, NAMES_MAX);
  while (first.length > 1 && first.join(", ").length > NAMES_LENGTH_MAX) first.pop();
  const shown = all ? names : first;
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}`;
}

/** Nodes to preempt on, the best first; the columns are what the scheduler compares. */
function candidatesText(
  { candidates = [], nominatedNode }: SchedulingDecision,
  all: boolean,
  style: Style,
): string[] {
  if (candidates.length === 0) return [];
  const isChosen = ({ name }: PreemptionCandidate) => name === nominatedNode;
  const ordered = candidates.toSorted(
    (a, b) => Number(isChosen(b)) - Number(isChosen(a)) || Number(b.best) - Number(a.best),
  );
  const shown = all ? ordered : ordered.slice(0, ROWS_MAX);
  const hidden = candidates.length - shown.length;
  const columns = [
    { title: "" },
    { title: "node", shrinks: true },
    { title: "against budgets", align: "right" as const },
    { title: "highest priority", align: "right" as const },
    { title: "sum", align: "right" as const },
    { title: "pods that go", shrinks: true },
  ];
  const rows = shown.map((candidate): Row => {
    const { name, budgetViolations, highestPriority, sumOfPriorities, victims } = candidate;
    const cells = [
      isChosen(candidate) ? "●" : "",
      name,
      formatCount(budgetViolations),
      String(highestPriority),
      String(sumOfPriorities),
      someOf(victims.map(nameOf), all),
    ];
    return isChosen(candidate) ? { cells, paint: style.paint.good } : { cells };
  });
  return section(
    "Nodes to preempt on: what the scheduler compares, least first",
    [
      ...table(columns, rows, sectionColumns(style), style.paint.faint),
      ...(hidden > 0 ? [style.paint.faint(`… ${formatCount(hidden)} more with --all`)] : []),
    ],
    style,
  );
}

function nameOf({ namespace, name }: PodName): string {
  return `${namespace}/${name}`;
}

function chanceWords({ alternatives = [], nominatedNode }: SchedulingDecision): string[] {
  if (alternatives.length === 0) return [];
  const also = someOf(alternatives);
  if (nominatedNode === undefined) {
    return [`This release chooses among equal totals by chance: also ${also}.`];
  }
  return [`Among nodes that are as good to preempt on it chooses by chance: also ${also}.`];
}

function facts(decision: SchedulingDecision) {
  const { notJudged = [], result, victims = [] } = decision;
  return [
    ...chanceWords(decision),
    ...(victims.length === 0 ? [] : [`Preempted: ${someOf(victims.map(nameOf))}.`]),
    ...(notJudged.length === 0 || result === "NotJudged"
      ? []
      : [`Not judged: ${notJudged.join(", ")}. With these it may end otherwise.`]),
  ];
}

/** Many pods, each decided on after those before it were placed. */
export function decisionsText(
  decisions: readonly SchedulingDecision[],
  { all }: Shown,
  style: Style,
): string[] {
  const of = (result: SchedulingDecision["result"]) =>
    decisions.filter((each) => each.result === result);
  return [
    ...wrap(countedWords(decisions), sectionColumns(style)).map(style.paint.title),
    ...preemptingText(of("Unschedulable").filter(preempts), all, style),
    ...groupsText(
      "Stay pending",
      of("Unschedulable").filter((each) => !preempts(each)),
      all,
      style,
    ),
    ...groupsText("Not judged", of("NotJudged"), all, style),
    ...groupsText("Gated", of("Gated"), all, style),
    ...groupsText("The scheduler fails", of("Error"), all, style),
    ...placedText(of("Scheduled"), all, style),
  ];
}

const WORDS: readonly (readonly [SchedulingDecision["result"], string, string])[] = [
  ["Scheduled", "is placed", "are placed"],
  ["Unschedulable", "stays pending", "stay pending"],
  ["Gated", "waits for its gates", "wait for their gates"],
  ["NotJudged", "is not judged", "are not judged"],
  ["Error", "ends in an error", "end in an error"],
];

export function countedWords(decisions: readonly SchedulingDecision[]): string {
  if (decisions.length === 0) return "No pod is pending.";
  const parts = WORDS.flatMap(([result, one, many]) => {
    const count = decisions.filter((each) => each.result === result).length;
    return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`];
  });
  return `${plural(decisions.length, "pod")} pending: ${parts.join(", ")}.`;
}

/** Pods that are told the same stand together. */
function groupsText(
  title: string,
  decisions: readonly SchedulingDecision[],
  all: boolean,
  style: Style,
): string[] {
  const groups = new Map<string, string[]>();
  for (const decision of decisions) {
    const { message, notJudged = [] } = decision;
    const key = message ?? `That takes ${notJudged.join(", ")}.`;
    groups.set(key, [...(groups.get(key) ?? []), nameOfPod(decision)]);
  }
  const lines = [...groups].flatMap(([message, pods], index) => [
    ...(index === 0 ? [] : [""]),
    ...wrap(someOf(pods, all), sectionColumns(style)),
    ...wrap(message, sectionColumns(style) - 2).map((line) => `  ${line}`),
  ]);
  return section(title, lines, style);
}

function preempts({ nominatedNode }: SchedulingDecision): boolean {
  return nominatedNode !== undefined;
}

function preemptingText(decisions: readonly SchedulingDecision[], all: boolean, style: Style) {
  const shown = all ? decisions : decisions.slice(0, ROWS_MAX);
  const columns = [
    { title: "pod", shrinks: true },
    { title: "node", shrinks: true },
    { title: "pods that go", shrinks: true },
  ];
  const rows = shown.map((each) => ({
    cells: [
      nameOfPod(each),
      each.nominatedNode ?? "",
      someOf((each.victims ?? []).map(nameOf), all),
    ],
  }));
  if (rows.length === 0) return [];
  const hidden = decisions.length - shown.length;
  return section(
    "Stay pending until the pods they preempt are gone",
    [
      ...table(columns, rows, sectionColumns(style), style.paint.faint),
      ...(hidden > 0 ? [style.paint.faint(`… ${formatCount(hidden)} more with --all`)] : []),
    ],
    style,
  );
}

function placedText(decisions: readonly SchedulingDecision[], all: boolean, style: Style) {
  const shown = all ? decisions : decisions.slice(0, 2 * ROWS_MAX);
  const columns = [
    { title: "pod", shrinks: true },
    { title: "node", shrinks: true },
    { title: "of", align: "right" as const },
  ];
  const rows = shown.map((each) => ({
    cells: [nameOfPod(each), each.node ?? "", formatCount(each.feasible)],
  }));
  if (rows.length === 0) return [];
  const hidden = decisions.length - shown.length;
  return section(
    "Placed, in the order of the queue",
    [
      ...table(columns, rows, sectionColumns(style), style.paint.faint),
      ...(hidden > 0 ? [style.paint.faint(`… ${formatCount(hidden)} more with --all`)] : []),
    ],
    style,
  );
}

/** Where a decision differs from the one on the objects as they are. */
export interface ChangedDecision {
  readonly before: SchedulingDecision | undefined;
  readonly after: SchedulingDecision | undefined;
}

export function changesText(changes: readonly ChangedDecision[], all: boolean, style: Style) {
  const shown = all ? changes : changes.slice(0, 2 * ROWS_MAX);
  const hidden = changes.length - shown.length;
  const columns = [
    { title: "pod", shrinks: true },
    { title: "as it is", shrinks: true },
    { title: "with the change", shrinks: true },
  ];
  const rows = shown.map(({ before, after }) => ({
    cells: [
      nameOfPod((after ?? before) as SchedulingDecision),
      before === undefined ? "-" : shortOutcome(before),
      after === undefined ? "-" : shortOutcome(after),
    ],
  }));
  const lines =
    rows.length === 0
      ? ["Nothing: every pod ends as it does without the change."]
      : table(columns, rows, sectionColumns(style), style.paint.faint);
  const more = hidden > 0 ? [style.paint.faint(`… ${formatCount(hidden)} more with --all`)] : [];
  return section("What changes", [...lines, ...more], style);
}

const SHORT = {
  Unschedulable: "pending",
  Gated: "gated",
  NotJudged: "not judged",
  Error: "error",
} as const;

export function shortOutcome({ result, node, nominatedNode }: SchedulingDecision): string {
  if (result === "Scheduled") return node ?? "";
  if (nominatedNode !== undefined) return `waits for ${nominatedNode}`;
  return SHORT[result];
}
