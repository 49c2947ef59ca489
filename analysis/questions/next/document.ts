/** How close the nodes are to evicting: a row for each, then pressure and falling signals. */
import { SIGNAL_ROWS } from "../../engine/contract/signals.ts";
import type { Signal } from "../../engine/decision.ts";
import { formatAmount, formatSeconds, isCounted, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  commandText,
  type Document,
  type Fact,
  type Mark,
  paragraph,
  type Row,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import { clockOf, dateOf } from "../../text/utc.ts";
import { type NodeOutlook, nearestOf, pressureOf, type SignalOutlook } from "./nodeOutlook.ts";
import type { Round } from "./round.ts";

/** The most nodes on a screen, and the most nodes on it that could not be read. */
export interface NodesMax {
  readonly nodes: number;
  readonly unread: number;
}

const ALL_NODES: NodesMax = { nodes: Number.POSITIVE_INFINITY, unread: Number.POSITIVE_INFINITY };

/** One round: a table of nodes, who is under pressure, what falls, and what was not read. */
export function nextDocument(round: Round, max: NodesMax = ALL_NODES): Document {
  return {
    title: titleOf(round),
    lead: nodesTable(round, max),
    sections: [
      ...section("Under pressure", pressure(round)),
      ...section("Falling", falling(round)),
      ...section("Not read", unread(round, max)),
      ...section("Notes on nodes", notes(round)),
    ],
  };
}

/** The first screen: which node reaches a threshold first, and which pod is evicted then. */
export function nextAnswer(round: Round): Document {
  const { lead, sections, title } = nextDocument(round);
  const { nodes, unread: notRead } = round;
  const rows = nodes.flatMap((node) => nearestRow(node) ?? []).toSorted(bySeconds);
  const [first] = rows;
  const slopes = rows.map(({ outlook }) => outlook.trend.samples);
  const samples = Math.max(0, ...slopes);
  const rough = `A slope from ${plural(samples, "sample")} is rough; --watch uses more.`;
  return {
    title: answerTitle(first, nodes.length),
    mark: markOf(first, nodes.length),
    sources: [`cluster · ${title.replace(/^.*UTC: /, "")}`],
    lead: [
      ...table(
        NEAREST_COLUMNS,
        rows.map(({ cells }) => ({ cells })),
      ),
      ...paragraph(
        notRead.length === 0 ? undefined : `${plural(notRead.length, "node")} not read.`,
      ),
    ],
    sections: [],
    further: [...section("Headroom", lead), ...sections],
    closing: closing(
      samples > 1 && samples < ROUGH_SAMPLES ? [rough] : [],
      [],
      first === undefined
        ? []
        : [
            commandText(`plimsoll explain --node ${first.node}`),
            commandText("plimsoll next --watch"),
          ],
    ),
  };
}

/** A line through fewer points says little. */
const ROUGH_SAMPLES = 5;

interface NearestRow {
  readonly node: string;
  readonly outlook: SignalOutlook;
  readonly cells: readonly Text[];
}

const NEAREST_COLUMNS: readonly Column[] = [
  { title: "node", shrinks: true },
  { title: "nearest threshold" },
  { title: "headroom", isNumber: true },
  { title: "in", isNumber: true },
  { title: "evicted first", shrinks: true, isSpare: true },
];

/** The signal that reaches its threshold first, or the nearest one where none falls. */
function nearestRow(node: NodeOutlook): NearestRow | null {
  const pressed = node.signals.find((each) => pressureOf(each) > 0);
  const outlook = pressed ?? soonestOf(node.signals.slice()) ?? nearestOf(node.signals);
  if (outlook === undefined || outlook === null) return null;
  const { signal, value, hard, headroom, secondsUntil, first } = outlook;
  const cells = [
    node.node,
    `${signal}<${value}${hard ? "" : " soft"}`,
    formatAmount(signal, headroom),
    secondsUntil === null ? lineIn(node) : untilText(secondsUntil),
    first === undefined || first === null ? "-" : podText(first),
  ];
  return { node: node.node, outlook, cells };
}

/** Those under pressure first, then those that are soonest. */
function bySeconds(a: NearestRow, b: NearestRow): number {
  const [left = 0, right = 0] = [a, b].map(({ outlook }) =>
    pressureOf(outlook) > 0 ? -pressureOf(outlook) : (outlook.secondsUntil ?? Number.MAX_VALUE),
  );
  return left - right;
}

function answerTitle(first: NearestRow | undefined, nodes: number): string {
  if (first === undefined) return nodes === 0 ? "No node was read" : "No node has a threshold";
  const { signal, value, hard, secondsUntil, trend } = first.outlook;
  const threshold = `${signal}<${value}${hard ? "" : " (soft)"}`;
  if (pressureOf(first.outlook) > 0) return `${first.node} is under pressure: ${signal}`;
  if (secondsUntil === null) {
    return trend.samples < 2 ? "One sample has no slope" : "No node is falling toward a threshold";
  }
  if (secondsUntil > FAR_SECONDS) return "No node reaches a threshold within a day";
  const reached = `reaches a threshold in ${untilText(secondsUntil)}: ${threshold}`;
  return fittingTitle(`${first.node} ${reached}`, `A node ${reached}`);
}

function markOf(first: NearestRow | undefined, nodes: number): Mark {
  if (first === undefined) return nodes === 0 ? "unknown" : "good";
  const { secondsUntil, trend } = first.outlook;
  const pressure = pressureOf(first.outlook);
  if (pressure > 0) return pressure === 2 ? "bad" : "risk";
  if (secondsUntil === null && trend.samples < 2) return "unknown";
  if (secondsUntil === null || secondsUntil > FAR_SECONDS) return "good";
  return "risk";
}

function titleOf({ time, nodes, unread }: Round): string {
  const text = formatTime(time);
  const pressed = nodes.filter(({ signals }) => signals.some((each) => pressureOf(each) > 0));
  const counts = [
    plural(nodes.length, "node"),
    `${pressed.length} under pressure`,
    ...(unread.length === 0 ? [] : [`${unread.length} not read`]),
  ];
  return `${dateOf(text)} ${clockOf(text)} UTC: ${counts.join(", ")}`;
}

/** Columns in the core's order; a title that begins with + belongs to the previous column. */
const TITLED = SIGNAL_ROWS.flatMap((row) => ("column" in row ? [row] : []));

/** By how urgent a node is. */
const MARKS = ["", "●", "✖"] as const;
const TONES = [undefined, "low", "bad"] as const;

function nodesTable({ nodes }: Round, max: NodesMax): readonly Block[] {
  const titled = TITLED.filter(({ name }) =>
    nodes.some((node) => node.signals.some(({ signal }) => signal === name)),
  );
  const columns: readonly Column[] = [
    { title: "" },
    { title: "node", shrinks: true },
    ...titled.map(({ column }) => ({ title: column, isNumber: true })),
    { title: "crosses in", isNumber: true },
    { title: "evicted first", shrinks: true, isSpare: true },
  ];
  const shown = nodes.slice(0, max.nodes);
  const rows = shown.map((node) =>
    rowOf(
      node,
      titled.map(({ name }) => name),
    ),
  );
  return [
    ...table(columns, rows, { cut: "none", notes: legend(shown) }),
    ...more(nodes.length - shown.length, "more node"),
  ];
}

/** How many are not shown where a screen lacks the room. */
function more(count: number, what: string): readonly Block[] {
  return paragraph(count > 0 ? [{ text: `… ${plural(count, what)}`, tone: "faint" }] : undefined);
}

function legend(shown: readonly NodeOutlook[]): readonly Fact[] {
  const urgencies = new Set(shown.map(urgencyOf));
  const text =
    "Headroom is the available amount above the nearest threshold of each signal. Crosses in is " +
    "the time until a threshold is crossed at the current slope.";
  return [
    ["", text],
    ...(urgencies.has(2) ? [[MARKS[2], "a hard threshold is met"] as const] : []),
    ...(urgencies.has(1) ? [[MARKS[1], "a soft threshold is met"] as const] : []),
  ];
}

function rowOf(node: NodeOutlook, signals: readonly Signal[]): Row {
  const amounts = signals.map((signal) => {
    const found = node.signals.find((each) => each.signal === signal);
    return found === undefined ? "-" : shortAmount(signal, found.headroom);
  });
  const first = nearestOf(node.signals)?.first;
  const pod = first === undefined || first === null ? "-" : podText(first);
  const urgency = urgencyOf(node);
  const cells = [MARKS[urgency], node.node, ...amounts, lineIn(node), pod];
  const tone = TONES[urgency];
  return tone === undefined ? { cells } : { cells, tone };
}

/** 2 where a hard threshold is met, 1 where a soft one is. */
function urgencyOf({ signals }: NodeOutlook): 0 | 1 | 2 {
  return Math.max(0, ...signals.map(pressureOf)) as 0 | 1 | 2;
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

/** A line that is further away at the present slope is not near. */
const FAR_SECONDS = 86_400;

function untilText(seconds: number): string {
  if (seconds === 0) return "now";
  return seconds > FAR_SECONDS ? "> 24h" : formatSeconds(seconds);
}

const PRESSURE_COLUMNS: readonly Column[] = [
  { title: "node", shrinks: true },
  { title: "threshold, and the pod that is evicted first", isText: true },
];

/** The core's sentences about each pressing signal, and about the pod that is evicted first. */
function pressure({ nodes }: Round): readonly Block[] {
  const rows = nodes.flatMap(({ node, signals }) =>
    signals
      .filter((each) => pressureOf(each) > 0)
      .map(({ signal, pressing, first = null }) => {
        const said: Text = [
          `${pressing.join(" ")} `,
          { text: firstText(signal, first), tone: "faint" },
        ];
        return { cells: [node, said] };
      }),
  );
  return table(PRESSURE_COLUMNS, rows);
}

function firstText(signal: Signal, first: NonNullable<SignalOutlook["first"]> | null): string {
  if (first === null) return `For ${signal} no pod can be evicted.`;
  return `Evicted first for ${signal}: ${first.sentence}`;
}

const FALLING_COLUMNS: readonly Column[] = [
  { title: "node", shrinks: true },
  { title: "threshold" },
  { title: "headroom", isNumber: true },
  { title: "crosses in", isNumber: true },
  { title: "slope from" },
];

/** What reaches a threshold within a day at the present slope, soonest first. */
function falling({ nodes }: Round): readonly Block[] {
  const rows = nodes
    .flatMap(({ node, signals }) => signals.map((outlook) => ({ node, ...outlook })))
    .filter(({ secondsUntil: until }) => until !== null && until > 0 && until <= FAR_SECONDS)
    .sort((a, b) => (a.secondsUntil ?? 0) - (b.secondsUntil ?? 0))
    .map(({ node, signal, hard, value, headroom, secondsUntil, trend }) => ({
      cells: [
        node,
        `${signal}<${value}${hard ? "" : " (soft)"}`,
        formatAmount(signal, headroom),
        untilText(secondsUntil ?? 0),
        slopeText(signal, trend),
      ],
    }));
  return table(FALLING_COLUMNS, rows);
}

/** Such as `-20Mi in 10s, 2 samples`. */
function slopeText(signal: Signal, { samples, seconds, perSecond = 0 }: SignalOutlook["trend"]) {
  const change = formatAmount(signal, Math.round(perSecond * seconds));
  return `${change} in ${formatSeconds(seconds)}, ${plural(samples, "sample")}`;
}

const UNREAD_COLUMNS: readonly Column[] = [
  { title: "node", shrinks: true },
  { title: "reason", isText: true },
];

function unread({ unread }: Round, max: NodesMax): readonly Block[] {
  const shown = unread.slice(0, max.unread);
  const rows = shown.map(({ node, reason }) => ({ cells: [node, reason], tone: "low" as const }));
  return [
    ...table(UNREAD_COLUMNS, rows, { cut: "none" }),
    ...more(unread.length - shown.length, "more node"),
  ];
}

const TIME = "\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z";

/** The same note of many nodes is shown once. */
function notes({ nodes }: Round): readonly Block[] {
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
  const rows = [...byKind.values()].map(({ node, note, others }): Fact => {
    const more = others === 0 ? "" : ` (and ${plural(others, "more node")} likewise)`;
    return [node, note + more];
  });
  return rows.length === 0 ? [] : [{ is: "facts", rows }];
}
