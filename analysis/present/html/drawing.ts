/** A chart as inline SVG: it takes the width it is given, and no style of its own. */
import { formatAmount, isCounted } from "../../text/amount.ts";
import type { Chart, ChartLimit } from "../../text/document.ts";
import { timeText } from "../../text/utc.ts";
import { markup } from "./markup.ts";

/** Pixels; across, everything is a share of the width. */
const HEIGHT = 226;
const TOP = 34;
const BOTTOM = 200;
/** Conditions are bars above each other. */
const BAND = 5;
const BAND_GAP = 2;
/** Units of the curve's own coordinates, which are stretched. */
const WIDE = 1000;
/** Above the highest amount. */
const HEADROOM = 1.06;
const LABEL_PIXELS = 14;
const TICKS_MAX = 4;
const TICK_SECONDS = [
  ...[10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400, 28_800],
  ...[86_400, 604_800],
];

export function drawing(chart: Chart): string {
  const { signal, points, limits, bands, marks } = chart;
  const from = points[0]?.at ?? 0;
  const to = Math.max(points.at(-1)?.at ?? 0, from + 1);
  const highest = Math.max(
    1,
    ...points.map(({ available }) => available ?? 0),
    ...limits.map(({ limit }) => limit),
  );
  const top = highest * HEADROOM;
  const x = (at: number) => `${(((at - from) / (to - from)) * 100).toFixed(2)}%`;
  const y = (amount: number) => (BOTTOM - (Math.max(0, amount) / top) * (BOTTOM - TOP)).toFixed(1);
  const conditions = conditionsOf(chart);
  const bandY = (condition: string) =>
    TOP - BAND - 4 - conditions.indexOf(condition) * (BAND + BAND_GAP);
  const when = (at: number) => timeText(at, from, to);
  const title = `${signal} from ${when(from)} to ${when(to)} UTC`;
  return [
    `<svg class="chart" width="100%" height="${HEIGHT}" role="img" aria-label="${markup(title)}">`,
    ...bands.map(
      (band) =>
        `<rect class="band ${markup(band.condition)}" x="${x(band.from)}" ` +
        `y="${bandY(band.condition)}" ` +
        `width="${share(band.to - band.from, to - from)}" height="${BAND}">` +
        `<title>${markup(band.condition)}</title></rect>`,
    ),
    curve(chart, { from, to, top }),
    ...amountTicks(signal, highest).map(
      (amount) =>
        `<line class="grid" x1="0" x2="100%" y1="${y(amount)}" y2="${y(amount)}"/>` +
        `<text class="tick" x="2" y="${Number(y(amount)) - 4}">` +
        `${markup(formatAmount(signal, amount))}</text>`,
    ),
    ...limitLines(signal, limits, y),
    ...timeTicks(from, to).map(
      (at) =>
        `<line class="grid" x1="${x(at)}" x2="${x(at)}" y1="${BOTTOM}" y2="${BOTTOM + 5}"/>` +
        `<text class="tick" x="${x(at)}" y="${BOTTOM + 20}" ` +
        `text-anchor="${anchor(at, from, to)}">${when(at)}</text>`,
    ),
    ...marks.map(
      (mark) =>
        `<g class="mark"><line x1="${x(mark.at)}" x2="${x(mark.at)}" ` +
        `y1="${TOP - 10}" y2="${BOTTOM}"/>` +
        `<text x="${x(mark.at)}" y="14" text-anchor="${anchor(mark.at, from, to)}">▼</text>` +
        `<title>${markup(`${when(mark.at)} ${mark.label}`)}</title></g>`,
    ),
    "</svg>",
  ].join("");
}

/** The conditions of a chart, in the order in which they begin, the lowest bar first. */
export function conditionsOf({ bands }: Pick<Chart, "bands">): readonly string[] {
  return [...new Set(bands.map(({ condition }) => condition))];
}

function share(part: number, whole: number): string {
  return `${Math.max(0.3, (part / whole) * 100).toFixed(2)}%`;
}

function anchor(at: number, from: number, to: number): string {
  const place = (at - from) / (to - from);
  return place < 0.05 ? "start" : place > 0.95 ? "end" : "middle";
}

/** The curve and the water under it, broken where nothing was observed. */
function curve(
  { points }: Chart,
  { from, to, top }: { readonly from: number; readonly to: number; readonly top: number },
): string {
  const height = BOTTOM - TOP;
  const runs: string[][] = [[]];
  for (const { at, available } of points) {
    if (available === null) {
      runs.push([]);
      continue;
    }
    const x = (((at - from) / (to - from)) * WIDE).toFixed(1);
    const y = (height - (Math.max(0, available) / top) * height).toFixed(1);
    runs.at(-1)?.push(`${x},${y}`);
  }
  const drawn = runs
    .filter((run) => run.length > 0)
    .map((run) => {
      const [first = ""] = run;
      const last = run.at(-1) ?? first;
      const foot = (point: string) => `${point.split(",")[0]},${height}`;
      return (
        `<polygon class="water" points="${foot(first)} ${run.join(" ")} ${foot(last)}"/>` +
        `<polyline class="curve" points="${run.join(" ")}"/>`
      );
    });
  return (
    `<svg x="0" y="${TOP}" width="100%" height="${height}" viewBox="0 0 ${WIDE} ${height}" ` +
    `preserveAspectRatio="none">${drawn.join("")}</svg>`
  );
}

/** Lines with their labels at the right, which make way for each other. */
function limitLines(
  signal: Chart["signal"],
  limits: readonly ChartLimit[],
  y: (amount: number) => string,
): string[] {
  let above = Number.POSITIVE_INFINITY;
  return [...limits]
    .sort((a, b) => a.limit - b.limit)
    .map(({ label, limit, hard }) => {
      const line = y(limit);
      const at = Math.min(Number(line) - 5, above - LABEL_PIXELS);
      above = at;
      const kind = hard ? "hard" : "soft";
      const said = `${markup(label)} (${markup(formatAmount(signal, limit))})`;
      const text = label.endsWith(formatAmount(signal, limit)) ? markup(label) : said;
      return (
        `<line class="limit ${kind}" x1="0" x2="100%" y1="${line}" y2="${line}"/>` +
        `<text class="label ${kind}" x="99.5%" y="${at.toFixed(1)}" text-anchor="end">` +
        `${text}</text>`
      );
    });
}

/** Two to four round amounts: powers of two times 1 of bytes, of ten times 1, 2 or 5 of counts. */
function amountTicks(signal: Chart["signal"], highest: number): number[] {
  const steps = isCounted(signal) ? [1, 2, 5] : [1];
  const base = isCounted(signal) ? 10 : 2;
  let step = 1;
  for (let power = 1; highest / step > TICKS_MAX; power *= base) {
    step = steps.map((each) => each * power).find((each) => highest / each <= TICKS_MAX) ?? step;
    if (power > highest) break;
  }
  const count = Math.floor(highest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function timeTicks(from: number, to: number): number[] {
  const step =
    (TICK_SECONDS.find((each) => (to - from) / 1000 / each <= TICKS_MAX) ?? 2_592_000) * 1000;
  const first = Math.ceil(from / step) * step;
  const ticks: number[] = [];
  for (let at = first; at <= to && ticks.length <= TICKS_MAX; at += step) ticks.push(at);
  return ticks;
}
