import type { Signal } from "../../../analysis/engine/decision.ts";
import { section, sectionColumns } from "../../../analysis/present/terminal/section.ts";
import { COLUMNS_MAX, type Style } from "../../../analysis/present/terminal/style.ts";
import { type Column, type Row, table } from "../../../analysis/present/terminal/table.ts";
import { hang, shorten } from "../../../analysis/present/terminal/wrap.ts";
import {
  formatAmount,
  formatCount,
  formatSeconds,
  isCounted,
  plural,
} from "../../../analysis/text/amount.ts";
import { podText } from "../../../analysis/text/podText.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import { clockOf, dateOf } from "../../../analysis/text/utc.ts";
import type { Round } from "./fleet.ts";
import { type NodeOutlook, nearestOf, pressureOf, type SignalOutlook } from "./nodeOutlook.ts";

/** In the order of the core; a title that begins with + belongs to the column before it. */
const TITLES: Readonly<Partial<Record<Signal, string>>> = {
  "memory.available": "memory",
  "allocatableMemory.available": "alloc.",
  "nodefs.available": "nodefs",
  "nodefs.inodesFree": "+inodes",
  "imagefs.available": "imagefs",
  "imagefs.inodesFree": "+inodes",
  "pid.available": "pids",
};

/** From this width on there is room for the pod that goes first. */
const WIDE_COLUMNS = 110;
/** Signals under pressure, and falling ones, that are shown unless all are asked for. */
const SHOWN_MAX = 10;
/** A line that is further away at the present slope is not near. */
const FAR_SECONDS = 86_400;
/** Nodes that were not read, where there is not room for all. */
const UNREAD_ROWS = 2;
const NODE_MARKS = ["", "●", "✖"] as const;

export interface NodesOptions {
  readonly all: boolean;
  /** How many nodes are shown where there is not room for all, with a line for each. */
  readonly rowsMax?: number;
}

/** One round: a table of nodes, who is under pressure, what falls, and what was not read. */
export function nodesText(round: Round, options: NodesOptions, style: Style): string[] {
  return [
    headLine(round, style),
    ...nodeTable(round, options, style),
    ...pressureLines(round, options, style),
    ...fallingLines(round, options, style),
    ...noteLines(round, style),
  ];
}

function headLine({ time, nodes, unread }: Round, { paint }: Style): string {
  const text = formatTime(time);
  const pressed = nodes.filter(({ signals }) => signals.some((each) => pressureOf(each) > 0));
  const counts = [
    plural(nodes.length, "node"),
    `${pressed.length} under pressure`,
    ...(unread.length === 0 ? [] : [`${unread.length} not read`]),
  ];
  return paint.title(`${dateOf(text)} ${clockOf(text)} UTC: ${counts.join(", ")}`);
}

function nodeTable({ nodes, unread }: Round, { rowsMax }: NodesOptions, style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  const signals = (Object.keys(TITLES) as Signal[]).filter((signal) =>
    nodes.some((node) => node.signals.some((each) => each.signal === signal)),
  );
  const isWide = style.columns >= WIDE_COLUMNS;
  const columns: Column[] = [
    { title: "" },
    { title: "node", shrinks: true },
    ...signals.map((signal): Column => ({ title: TITLES[signal] ?? signal, align: "right" })),
    { title: "line in", align: "right" },
    ...(isWide ? [{ title: "first to go", shrinks: true }] : []),
  ];
  const shown = nodes.slice(0, rowsMax);
  const rows = shown.map((node) => rowOf(node, signals, isWide, style));
  const unreadShown = unread.slice(0, rowsMax === undefined ? unread.length : UNREAD_ROWS);
  const unreadLines = unreadShown.flatMap(({ node, reason }) =>
    rowsMax === undefined
      ? hang(`?  ${node}  `, reason, width)
      : [shorten(`?  ${node}  ${reason}`, width)],
  );
  const more = nodes.length - shown.length;
  const moreUnread = unread.length - unreadShown.length;
  return [
    "",
    ...(nodes.length === 0 ? [] : table(columns, rows, width, style.paint.faint)),
    ...(more > 0 ? [style.paint.faint(`… ${plural(more, "more node")}`)] : []),
    ...unreadLines.map(style.paint.low),
    ...(moreUnread > 0 ? [style.paint.faint(`… ${plural(moreUnread, "more node")} not read`)] : []),
    ...(nodes.length === 0 ? [] : legend(shown, style)),
  ];
}

function legend(shown: readonly NodeOutlook[], style: Style): string[] {
  const marks = new Set(shown.map(markOf));
  const text =
    "Headroom: what is available above the nearest threshold of each signal. Line in: until a " +
    "threshold is reached at the present slope.";
  return [
    ...hang("", text, Math.min(style.columns, COLUMNS_MAX)),
    ...(marks.has("✖") ? ["✖  a hard threshold is met"] : []),
    ...(marks.has("●") ? ["●  a soft threshold is met"] : []),
  ].map(style.paint.faint);
}

function rowOf(
  node: NodeOutlook,
  signals: readonly Signal[],
  isWide: boolean,
  { paint }: Style,
): Row {
  const cells = signals.map((signal) => {
    const found = node.signals.find((each) => each.signal === signal);
    return found === undefined ? "-" : shortAmount(signal, found.headroom);
  });
  const first = nearestOf(node.signals)?.first;
  const pod = first === undefined || first === null ? "-" : podText(first);
  const mark = markOf(node);
  const row = { cells: [mark, node.node, ...cells, lineIn(node), ...(isWide ? [pod] : [])] };
  if (mark === "✖") return { ...row, paint: paint.bad };
  return mark === "●" ? { ...row, paint: paint.low } : row;
}

function markOf({ signals }: NodeOutlook): string {
  return NODE_MARKS[Math.max(0, ...signals.map(pressureOf)) as 0 | 1 | 2];
}

const COUNT_UNITS = ["", "k", "M", "G"];

/** Counts in thousands, which leave room for the other columns; the JSON has all digits. */
function shortAmount(signal: Signal, amount: number): string {
  if (!isCounted(signal) || Math.abs(amount) < 10_000) return formatAmount(signal, amount);
  let size = Math.abs(amount);
  let unit = 0;
  for (; size >= 999.5 && unit < COUNT_UNITS.length - 1; unit++) size /= 1000;
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return `${amount < 0 ? "-" : ""}${Number(size.toFixed(digits))}${COUNT_UNITS[unit]}`;
}

/** The soonest of a node's signals; else why there is none. */
function lineIn({ signals }: NodeOutlook): string {
  const soonest = soonestOf(signals);
  if (soonest !== null) return untilText(soonest.secondsUntil ?? 0);
  const most = Math.max(0, ...signals.map(({ trend }) => trend.samples));
  return most < 2 ? "1 sample" : "not falling";
}

function soonestOf(signals: readonly SignalOutlook[]): SignalOutlook | null {
  const falling = signals.filter(({ secondsUntil }) => secondsUntil !== null);
  return falling.sort((a, b) => (a.secondsUntil ?? 0) - (b.secondsUntil ?? 0))[0] ?? null;
}

function untilText(seconds: number): string {
  if (seconds === 0) return "now";
  return seconds > FAR_SECONDS ? "> 24h" : formatSeconds(seconds);
}

/** The core's sentences about each pressing signal, and about the pod that goes first. */
function pressureLines({ nodes }: Round, { all }: NodesOptions, style: Style): string[] {
  const width = sectionColumns(style);
  const pressing = nodes.flatMap(({ node, signals }) =>
    signals.filter((each) => pressureOf(each) > 0).map((outlook) => ({ node, ...outlook })),
  );
  const shown = all ? pressing : pressing.slice(0, SHOWN_MAX);
  const lines = shown.flatMap(({ node, signal, pressing: sentences, first }) => [
    ...sentences.flatMap((sentence) => hang(`${node}  `, sentence, width)),
    ...hang("    ", firstText(signal, first ?? null), width).map(style.paint.faint),
  ]);
  return section("Under pressure", [...lines, ...moreLine(pressing, shown, style)], style);
}

function moreLine(of: readonly unknown[], shown: readonly unknown[], { paint }: Style): string[] {
  const more = of.length - shown.length;
  return more > 0 ? [paint.faint(`… ${formatCount(more)} more with --all`)] : [];
}

function firstText(signal: Signal, first: SignalOutlook["first"] | null): string {
  if (first === null || first === undefined) return `For ${signal} no pod can be evicted.`;
  return `First to go for ${signal}: ${first.sentence}`;
}

/** What reaches a threshold within a day at the present slope, soonest first. */
function fallingLines({ nodes }: Round, { all }: NodesOptions, style: Style): string[] {
  const falling = nodes
    .flatMap(({ node, signals }) => signals.map((outlook) => ({ node, ...outlook })))
    .filter(({ secondsUntil: until }) => until !== null && until > 0 && until <= FAR_SECONDS)
    .sort((a, b) => (a.secondsUntil ?? 0) - (b.secondsUntil ?? 0));
  if (falling.length === 0) return [];
  const shown = all ? falling : falling.slice(0, SHOWN_MAX);
  const columns: Column[] = [
    { title: "node", shrinks: true },
    { title: "line" },
    { title: "headroom", align: "right" },
    { title: "line in", align: "right" },
    { title: "the slope rests on" },
  ];
  const rows = shown.map(({ node, signal, hard, value, headroom, secondsUntil, trend }) => ({
    cells: [
      node,
      `${signal}<${value}${hard ? "" : " (soft)"}`,
      formatAmount(signal, headroom),
      untilText(secondsUntil ?? 0),
      slopeText(signal, trend),
    ],
  }));
  return section(
    "Falling",
    [
      ...table(columns, rows, sectionColumns(style), style.paint.faint),
      ...moreLine(falling, shown, style),
    ],
    style,
  );
}

/** Such as `-20Mi in 10s, 2 samples`. */
function slopeText(signal: Signal, { samples, seconds, perSecond = 0 }: SignalOutlook["trend"]) {
  const change = formatAmount(signal, Math.round(perSecond * seconds));
  return `${change} in ${formatSeconds(seconds)}, ${plural(samples, "sample")}`;
}

const TIME = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";

/** The same note of many nodes is said once. */
function noteLines({ nodes }: Round, style: Style): string[] {
  const byKind = new Map<string, { node: string; note: string; others: number }>();
  for (const { node, notes } of nodes) {
    // What differs from node to node is its name, and times.
    const name = node.replace(/[^\w-]/g, "\\$&");
    const own = new RegExp(`(?<![\\w.-])${name}(?![\\w.-])|${TIME}`, "g");
    for (const note of notes) {
      const kind = note.replace(own, "");
      const before = byKind.get(kind);
      if (before === undefined) byKind.set(kind, { node, note, others: 0 });
      else before.others += 1;
    }
  }
  const width = sectionColumns(style);
  const lines = [...byKind.values()].flatMap(({ node, note, others }) => {
    const more = others === 0 ? "" : ` (and ${plural(others, "more node")} likewise)`;
    return hang(`${node}  `, note + more, width);
  });
  return section("Notes", lines, style);
}
