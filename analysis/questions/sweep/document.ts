/** The answer of a sweep: evictions and pressure under each configuration. */
import type { NodeCondition } from "../../engine/decision.ts";
import { formatCount, formatSeconds, plural } from "../../text/amount.ts";
import { type Column, type Document, table } from "../../text/document.ts";
import type { SweptCell } from "./cell.ts";
import { settingTitle } from "./setting.ts";
import { CONDITIONS, heldSeconds, type Sweep } from "./sweep.ts";

/** A row for each configuration; of conditions those that held under one of them. */
export function sweepDocument({ axes, values, cells, steps }: Sweep): Document {
  const held = CONDITIONS.filter((name) => cells.some((cell) => heldSeconds(cell, name) > 0));
  const columns: readonly Column[] = [
    ...axes.map(({ setting }) => ({ title: settingTitle(setting), isNumber: true, shrinks: true })),
    { title: "evictions", isNumber: true },
    { title: "pods", isNumber: true },
    ...held.map((title) => ({ title, isNumber: true })),
    { title: "", isText: true },
  ];
  const rows = cells.map((cell, index) => ({
    cells: [...(values[index] ?? []), ...countsOf(cell, held)],
  }));
  return {
    title: `${plural(cells.length, "configuration")} over ${plural(steps, "step")}`,
    lead: table(columns, rows, { cut: "none" }),
    sections: [],
  };
}

function countsOf(cell: SweptCell, held: readonly NodeCondition[]): readonly string[] {
  const { evictions, podsEvicted, refusal } = cell;
  if (refusal !== null) return ["-", "-", ...held.map(() => "-"), refusal];
  const lasted = held.map((name) => formatSeconds(heldSeconds(cell, name)));
  return [formatCount(evictions), formatCount(podsEvicted), ...lasted, ""];
}
