/** What is counted of a swept configuration: columns of a table, or the colors of a map. */
import { formatCount, formatSeconds } from "../../text/amount.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import { sparesTitle, UNKNOWN } from "../replay/parting.ts";
import { conditionSeconds, isKnown, type SweptCell } from "./cell.ts";
import { type Setting, type SettingChange, settingTitle } from "./setting.ts";

export interface Metric {
  readonly title: string;
  readonly read: (cell: SweptCell) => number;
  readonly write: (amount: number) => string;
  /** Shown where no cell has any, too. */
  readonly isCount?: boolean;
}

/** Darker means more; the first is for nothing at all. */
export const LEVELS = 6;
/** For counts of a configuration that is refused. */
const NONE = "-";

export const METRICS: readonly [Metric, ...Metric[]] = [
  {
    title: "pods evicted",
    read: ({ podsEvicted }) => podsEvicted,
    write: formatCount,
    isCount: true,
  },
  { title: "evictions", read: ({ evictions }) => evictions, write: formatCount, isCount: true },
  ...NODE_CONDITIONS.map((condition) => ({
    title: condition,
    read: (cell: SweptCell) => conditionSeconds(cell, condition),
    write: formatSeconds,
  })),
];

/** The counts of a cell; a refused configuration has none. */
export function metricText({ read, write }: Metric, cell: SweptCell): string {
  if (cell.refusal !== null) return NONE;
  return cell.parting === null ? write(read(cell)) : UNKNOWN;
}

/** The largest amount that is known. */
export function highestOf({ read }: Metric, cells: readonly SweptCell[]): number {
  return Math.max(0, ...cells.filter(isKnown).map(read));
}

/** Where the settings of a map run, of which one alone runs from left to right. */
export function axesText(rows: Setting | null, columns: Setting): string {
  const downwards = rows === null ? "" : `${settingTitle(rows)} downwards, `;
  return `${downwards}${settingTitle(columns)} from left to right`;
}

/** One cell of a map: its settings and their counts. */
export function cellText(
  changes: readonly SettingChange[],
  metric: Metric,
  cell: SweptCell,
): string {
  const settings = changes.map(({ setting, value }) => `${settingTitle(setting)} ${value}`);
  const { refusal, parting } = cell;
  const changed = settings.join(", ");
  if (refusal === null && parting !== null) return sparesTitle(changed, parting);
  return `${changed}. ${refusal ?? `${metric.title}: ${metricText(metric, cell)}`}`;
}

/** Levels of equal width between 0 and the highest amount of a map. */
export function levelOf(amount: number, highest: number): number {
  return amount <= 0 ? 0 : Math.ceil((amount / highest) * (LEVELS - 1));
}

/** The legend of a map: each level that occurs, and its amounts. */
export function legendOf(
  { write }: Pick<Metric, "write">,
  highest: number,
): readonly { readonly level: number; readonly text: string }[] {
  const entries = [{ level: 0, text: "0" }];
  let before = 0;
  for (let level = 1; level < LEVELS && highest > 0; level++) {
    // Counts have no fractions, so some levels are empty.
    const most = Math.floor((highest * level) / (LEVELS - 1));
    if (most === before) continue;
    const isOne = most === before + 1;
    entries.push({ level, text: isOne ? write(most) : `to ${write(most)}` });
    before = most;
  }
  return entries;
}
