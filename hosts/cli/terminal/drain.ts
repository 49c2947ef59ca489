/** The drain of a node as text: whether it ends, who blocks, and where the pods go. */
import { plural } from "../../shared/amount.ts";
import type {
  BlockedPod,
  Drain,
  DrainEvent,
  FilteredPods,
  PendingPod,
} from "../../shared/cluster/drain.ts";
import type { PodName } from "../../shared/cluster/schedulingDecision.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { type Row, table } from "./table.ts";
import { wrap } from "./wrap.ts";

const ROWS_MAX = 20;
const NAMES_MAX = 8;

interface Shown {
  readonly all: boolean;
}

export function drainText(drain: Drain, { all }: Shown, style: Style): string[] {
  const { refusals, warnings, blocked = [], pending, assumptions, result } = drain;
  const paint = result === "Drained" && pending.length === 0 ? style.paint.good : style.paint.low;
  const list = (texts: readonly string[]) => sentences(texts, style);
  return [
    ...wrap(drainOutcome(drain), sectionColumns(style)).map(paint),
    ...section("kubectl evicts nothing", list(refusals.map((each) => filtered(each, all))), style),
    ...section("Who blocks", list(blocked.map(blockedWords)), style),
    ...section("What happens", eventLines(drain, all, style), style),
    ...section("Without a node", pendingLines(pending, all, style), style),
    ...section("Budgets", budgetLines(drain, style), style),
    ...section("What kubectl warns of", list(warnings.map((each) => filtered(each, all))), style),
    ...section("What is assumed", result === "Refused" ? [] : list(assumptions), style),
  ];
}

function nameOf({ namespace, name }: PodName): string {
  return `${namespace}/${name}`;
}

/** The answer in one sentence. */
function drainOutcome({ node, result, events, blocked = [], pending }: Drain): string {
  const gone = events.filter(({ kind }) => kind === "Evicted").length;
  const rounds = events.reduce((most, { round }) => Math.max(most, round), 0);
  const homeless =
    pending.length === 0 ? "" : ` ${plural(pending.length, "pod")} then ${waits(pending)}.`;
  switch (result) {
    case "Drained":
      if (gone === 0) return `${node} has no pod that kubectl would evict.${homeless}`;
      return (
        `${node} is drained in ${plural(rounds, "round")}: ` +
        `${plural(gone, "pod")} ${gone === 1 ? "goes" : "go"}.${homeless}`
      );
    case "Refused":
      return `${node} is not drained: kubectl evicts nothing with these flags.`;
    case "Blocked":
      return (
        `${node} is not drained: of ${plural(gone + blocked.length, "pod")}, ${blocked.length} ` +
        `${blocked.length === 1 ? "stays" : "stay"} for ever as things are.${homeless}`
      );
    case "Undecided":
      return `${node}: whether it is drained is undecided; ${plural(gone, "pod")} went.${homeless}`;
  }
}

function waits(pending: readonly PendingPod[]): string {
  const isOne = pending.length === 1;
  const isJudged = pending.every(({ notJudged }) => notJudged === undefined);
  if (!isJudged) return isOne ? "is not judged" : "wait or are not judged";
  const wasTried = pending.every(({ message }) => message !== undefined);
  if (!wasTried) return isOne ? "waits" : "wait";
  return isOne ? "finds no node" : "find no node";
}

function filtered({ message, pods }: FilteredPods, all: boolean): string {
  const names = shortened(pods.map(nameOf), all, NAMES_MAX);
  const more = pods.length - names.length;
  return `${message}: ${names.join(", ")}${more === 0 ? "" : ` and ${more} more`}.`;
}

function shortened<T>(items: readonly T[], all: boolean, most = ROWS_MAX): readonly T[] {
  return all ? items : items.slice(0, most);
}

/** The server's cause says more than its message, which is always the same. */
function blockedWords({ pod, message, cause = message, budgets = [], why }: BlockedPod): string {
  const several = budgets.length === 0 ? "" : ` (${budgets.map(nameOf).join(", ")})`;
  return `${nameOf(pod)}: ${withoutStop(cause)}${several}. ${why}`;
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, "");
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

function pendingWords({ pod, message, notJudged }: PendingPod): string {
  if (notJudged !== undefined) {
    return `${nameOf(pod)} is not judged: that takes ${notJudged.join(", ")}.`;
  }
  return `${nameOf(pod)}: ${message ?? "it was not tried any more."}`;
}

/** One row for each pod that goes, waits or is preempted, in the order in which it happens. */
function eventLines({ events }: Drain, all: boolean, style: Style): string[] {
  const rows = eventRows(events);
  if (rows.length === 0) return [];
  const shown = shortened(rows, all);
  const columns = [{ title: "round" }, { title: "pod", shrinks: true }, { title: "" }];
  const lines = table(columns, shown, sectionColumns(style), style.paint.faint);
  return [...lines, ...moreLine(rows, shown)];
}

function eventRows(events: readonly DrainEvent[]): readonly Row[] {
  const rows: Row[] = [];
  const taken = new Set<DrainEvent>();
  for (const [index, event] of events.entries()) {
    if (taken.has(event)) continue;
    // The pod that comes for one that went stands in its row.
    const came = event.kind === "Evicted" ? placementOf(events, index) : undefined;
    if (came !== undefined) taken.add(came);
    const cells = [String(event.round), nameOf(event.pod), eventWords(event, came)];
    rows.push({ cells });
  }
  return rows;
}

/** Where the replacement of an evicted pod goes in the same round. */
function placementOf(events: readonly DrainEvent[], index: number): DrainEvent | undefined {
  const evicted = events[index];
  if (evicted === undefined) return undefined;
  const name = nameOf(evicted.pod);
  for (const event of events.slice(index + 1)) {
    if (event.round > evicted.round) return undefined;
    if (event.kind === "Scheduled" && event.replacement && nameOf(event.pod) === name) return event;
  }
  return undefined;
}

function eventWords(event: DrainEvent, came?: DrainEvent): string {
  switch (event.kind) {
    case "Evicted":
      return came?.kind === "Scheduled" ? `evicted; another goes to ${came.node}` : "evicted";
    case "Blocked":
      if (event.code === 500) return "blocked: it has more than one budget";
      return `blocked by ${event.budget?.name}${event.code === 429 ? ", tries again" : ""}`;
    case "Scheduled":
      return event.replacement ? `another goes to ${event.node}` : `was pending; to ${event.node}`;
    case "Preempts":
      return `preempts ${event.victims.map(nameOf).join(", ")} on ${event.nominatedNode}`;
  }
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
      nameOf(budget),
      String(budget.desiredHealthy),
      String(budget.currentHealthy),
      String(budget.disruptionsAllowed),
      String(budget.before.disruptionsAllowed),
    ],
  }));
  return rows.length === 0 ? [] : table(columns, rows, sectionColumns(style), style.paint.faint);
}
