/** The answer of a sweep: evictions and pressure under each configuration. */
import { plural } from "../../text/amount.ts";
import { type Column, type Document, table } from "../../text/document.ts";
import { METRICS, metricText } from "./metrics.ts";
import { settingTitle } from "./setting.ts";
import type { Sweep } from "./sweep.ts";

/** A row for each configuration; of conditions those that held under one of them. */
export function sweepDocument({ axes, values, cells, steps }: Sweep): Document {
  const metrics = METRICS.filter(
    ({ read, isCount = false }) => isCount || cells.some((cell) => read(cell) > 0),
  );
  const columns: readonly Column[] = [
    ...axes.map(({ setting }) => ({ title: settingTitle(setting), isNumber: true, shrinks: true })),
    ...metrics.map(({ title }) => ({ title, isNumber: true })),
    { title: "", isText: true },
  ];
  const rows = cells.map((cell, index) => ({
    cells: [
      ...(values[index] ?? []),
      ...metrics.map((metric) => metricText(metric, cell)),
      cell.refusal ?? "",
    ],
  }));
  return {
    title: `${plural(cells.length, "configuration")} over ${plural(steps, "step")}`,
    lead: table(columns, rows, { cut: "none" }),
    sections: [],
  };
}
