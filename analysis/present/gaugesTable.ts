/** Gauges as a table whose drawings are characters. */
import type { Block, Table } from "../text/document.ts";
import { bar } from "./bar.ts";

const BAR_CELLS = 16;

export function gaugesTable({ columns, rows }: Extract<Block, { is: "gauges" }>): Table {
  return {
    columns: [...columns, { title: "" }],
    rows: rows.map(({ cells, gauge }) => {
      if (typeof gauge === "string") return { cells: [...cells, gauge] };
      const { available, capacity, limits } = gauge;
      return { cells: [...cells, [{ code: bar(available, capacity, limits, BAR_CELLS) }]] };
    }),
    cut: "none",
  };
}
