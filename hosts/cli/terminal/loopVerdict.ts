/** The verdict on a cluster that was played, what would end it, and what is assumed. */
import { formatCount, formatSeconds, plural } from "../../shared/amount.ts";
import type { ClusterEnd, Search } from "../../shared/loop/ends/clusterEnds.ts";
import { listed } from "../../shared/loop/ends/lever.ts";
import type { LoopEvent, LoopVerdict } from "../../shared/loop/loopEvent.ts";
import { storyLines } from "./loopStory.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { table } from "./table.ts";
import { virtualTime } from "./virtualTime.ts";
import { wrap } from "./wrap.ts";

export interface Told {
  readonly events: readonly LoopEvent[];
  /** Events before those, which are not shown. */
  readonly dropped: number;
  readonly verdict: LoopVerdict;
  /** Null where nothing was searched. */
  readonly search: Search | null;
  readonly untilSeconds: number;
}

export function loopText(told: Told, all: boolean, style: Style): string[] {
  const { events, dropped, verdict, search } = told;
  const { cycle, assumptions } = verdict;
  const first = cycle === undefined ? events.length : Math.max(0, cycle[0] - dropped);
  const last = cycle === undefined ? events.length : cycle[1] + 1 - dropped;
  const { paint } = style;
  const colour = verdict.verdict === "settles" ? paint.good : paint.bad;
  const before = storyLines(events.slice(0, first), { all }, style);
  const again = storyLines(events.slice(first, last), { all }, style);
  const every = periodText(verdict.period ?? 0);
  const [, ...lines] = [
    ...section("What happens", before, style),
    ...section(`The cycle: the same again every ${every}`, again, style),
    ...section("Nodes in the end", nodeLines(verdict, style), style),
    "",
    ...wrap(verdictWords(told), sectionColumns(style)).map(colour),
    ...section("The smallest changes that end it", endLines(search, style), style),
    ...section("What is assumed", sentences(assumptions, style), style),
  ];
  return lines;
}

/** The verdict in one sentence. */
export function verdictWords({ events, verdict, untilSeconds }: Told): string {
  const { at, period = 0, evictions = 0, evictionsPerHour = 0 } = verdict;
  const evicted = verdict.evictedPods;
  switch (verdict.verdict) {
    case "settles":
      return evicted === 0
        ? `The cluster settles: nothing moves after ${virtualTime(at)}.`
        : `The cluster settles: nothing moves after ${virtualTime(at)}, ` +
            `when ${plural(evicted, "pod")} had to go.`;
    case "thrashes":
      return (
        `The cluster thrashes: every ${periodText(period)} it is in the same state again, and ` +
        `${plural(evictions, "pod")} had to go each time, ` +
        `${formatCount(evictionsPerHour)} an hour.` +
        (verdict.apartFromPhases === true ? APART_FROM_PHASES : "")
      );
    case "cascades":
      return `The cluster cascades: ${cascadeWords(events)}.`;
    case "undecided":
      return (
        `Undecided: within ${formatSeconds(untilSeconds)} the cluster neither settles nor comes ` +
        "to the same state again; play it longer with --until."
      );
  }
}

const APART_FROM_PHASES =
  " The states are equal but for the phases of heartbeats and eviction steps, which had nothing " +
  "to do.";

/** Pods that are rejected at once come again within milliseconds. */
function periodText(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)}ms` : formatSeconds(seconds);
}

/** Nodes in the order in which they came under pressure. */
function cascadeWords(events: readonly LoopEvent[]): string {
  const when = new Map<string, number>();
  for (const { kind, node, reason = "", message = "", time } of events) {
    const isPressure = kind === "Condition" && /Pressure=True/.test(`${reason} ${message}`);
    if (isPressure && node !== undefined && !when.has(node)) when.set(node, time);
  }
  const names = [...when].map(([name, time]) => `${name} (${virtualTime(time)})`);
  if (names.length === 0) return "pressure goes from node to node";
  return `pressure comes to ${listed(names)}`;
}

function nodeLines({ nodes }: LoopVerdict, style: Style): string[] {
  const columns = [
    { title: "node", shrinks: true },
    { title: "pods", align: "right" as const },
    { title: "evicted", align: "right" as const },
    { title: "conditions" },
  ];
  const rows = nodes.map(({ name, pods, evicted, conditions }) => ({
    cells: [name, String(pods), String(evicted), conditions.join(", ")],
  }));
  const shown = rows.slice(0, NODES_MAX);
  const lines = table(columns, shown, sectionColumns(style), style.paint.faint);
  const more = rows.length - shown.length;
  return more === 0 ? lines : [...lines, style.paint.faint(`… ${plural(more, "node")} more`)];
}

const NODES_MAX = 20;

function endLines(search: Search | null, style: Style): string[] {
  if (search === null) return [];
  if (search.ends.length > 0) return sentences(search.ends.map(endWords), style);
  const rest = search.isWhole ? "" : "; others were not tried";
  const none = `None of ${plural(search.runs, "change")} that were tried ends it${rest}.`;
  return sentences([none], style);
}

function endWords({ change, evictedPods, pending = 0 }: ClusterEnd): string {
  const has = evictedPods === 1 ? "has" : "have";
  const settles =
    evictedPods === 0
      ? "It settles, and no pod goes"
      : `It settles after ${plural(evictedPods, "pod")} ${has} gone`;
  const waits = pending === 0 ? "" : `; ${plural(pending, "pod")} then ${waitsFor(pending)}`;
  return `${change} ${settles}${waits}.`;
}

function waitsFor(pods: number): string {
  return pods === 1 ? "waits for a node" : "wait for a node";
}
