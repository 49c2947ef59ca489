import { formatAmount } from "../text/amount.ts";
import type { Chart, ChartMark, ChartPoint } from "../text/document.ts";
import { timeText } from "../text/utc.ts";

const ROWS_MAX = 20;
const CELLS = 30;

/** A chart as lines of text: time, a bar with the limits as marks, the amount, what happened. */
export function chartLines({ signal, points, limits, bands, marks }: Chart): string[] {
  const size = Math.max(1, Math.ceil(points.length / ROWS_MAX));
  const highest = Math.max(
    1,
    ...points.map(({ available }) => available ?? 0),
    ...limits.map(({ limit }) => limit),
  );
  const cellOf = (amount: number) =>
    Math.min(CELLS - 1, Math.floor((Math.max(0, amount) / highest) * CELLS));
  const bar = (available: number) => {
    const cells = [..."█".repeat(cellOf(available) + (available > 0 ? 1 : 0)).padEnd(CELLS, "░")];
    for (const { limit, hard } of limits) cells[cellOf(limit)] = hard ? "┃" : "╎";
    return cells.slice(0, CELLS).join("");
  };
  const head = [
    `${signal}, row minimum`,
    ...limits.map(({ label, hard }) => {
      return `${hard ? "┃" : "╎"} ${label}`;
    }),
  ].join("   ");
  const rows: string[] = [head];
  const [first, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  for (let at = 0; at < points.length; at += size) {
    const stretch = points.slice(at, at + size);
    const until = points[at + size]?.at ?? Number.POSITIVE_INFINITY;
    const from = stretch[0]?.at ?? 0;
    const inside = (time: number) => time >= from && time < until;
    const said = [
      ...marks.filter((mark) => inside(mark.at)).map(({ label }: ChartMark) => `✖ ${label}`),
      ...bands.filter((band) => inside(band.from)).map(({ condition }) => `● ${condition} begins`),
      ...bands.filter((band) => inside(band.to)).map(({ condition }) => `○ ${condition} ends`),
    ];
    const low = lowest(stretch);
    const amount = low === null ? "no observation" : formatAmount(signal, low);
    const drawn = low === null ? " ".repeat(CELLS) : bar(low);
    const time = timeText(from, first, end);
    rows.push(`${time}  ${drawn}  ${amount.padStart(8)}  ${said.join("; ")}`.trimEnd());
  }
  return rows;
}

function lowest(points: readonly ChartPoint[]): number | null {
  const amounts = points.flatMap(({ available }) => (available === null ? [] : [available]));
  return amounts.length === 0 ? null : Math.min(...amounts);
}
