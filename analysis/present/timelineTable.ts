/** A timeline as a table, for what is read and not watched. */
import type { Column, Row, Table, TimelineBlock } from "../text/document.ts";
import { momentText } from "../text/utc.ts";

const UTC: Column = { title: "UTC" };
const AVAILABLE: Column = { title: "available", isNumber: true };
const HAPPENED: Column = { title: "what happened", isText: true };

/** The amounts have a column where there are any. */
export function timelineTable({ lines, cut = "none" }: TimelineBlock): Table {
  const hasAmounts = lines.some(({ gauge }) => gauge !== undefined);
  const columns = hasAmounts ? [UTC, AVAILABLE, HAPPENED] : [UTC, HAPPENED];
  const cellsOf = (time: string, amount: string, text: string) =>
    hasAmounts ? [time, amount, text] : [time, text];
  const rows = lines.flatMap((line): readonly Row[] => {
    const { time, mark, text, tone, gauge, details = [] } = line;
    const at = time === null ? "" : momentText(time).slice(0, -" UTC".length);
    const words = mark === undefined ? text : `${mark} ${text}`;
    const cells = cellsOf(at, gauge?.amount ?? "", words);
    return [
      tone === undefined ? { cells } : { cells, tone },
      ...details.map(([label, more]) => {
        return { cells: cellsOf("", "", label === "" ? more : `${label}: ${more}`) };
      }),
    ];
  });
  return { columns, rows, cut };
}
