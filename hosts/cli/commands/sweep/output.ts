import type { NodeCondition } from "../../../../analysis/engine/decision.ts";
import { type Column, table } from "../../../../analysis/present/terminal/table.ts";
import type { Axis } from "../../../../analysis/questions/sweep/axis.ts";
import type { SweptCell } from "../../../../analysis/questions/sweep/cell.ts";
import { settingTitle } from "../../../../analysis/questions/sweep/setting.ts";
import { formatCount, formatSeconds } from "../../../../analysis/text/amount.ts";
import { csvText } from "../../../../analysis/text/csv.ts";

/** A sweep that is done: a cell for each combination of values. */
export interface Sweep {
  readonly axes: readonly Axis[];
  /** The values of each cell, one for each axis. */
  readonly values: readonly (readonly string[])[];
  readonly cells: readonly SweptCell[];
  readonly steps: number;
}

const CONDITIONS: readonly NodeCondition[] = ["MemoryPressure", "DiskPressure", "PIDPressure"];

const seconds = ({ conditionSeconds }: SweptCell, condition: NodeCondition) =>
  conditionSeconds.get(condition) ?? 0;

/** A row for each configuration; of conditions those that held under one of them. */
export function sweepTable({ axes, values, cells }: Sweep, width: number): string[] {
  const held = CONDITIONS.filter((name) => cells.some((cell) => seconds(cell, name) > 0));
  const columns: Column[] = [
    ...axes.map(
      ({ setting }) => ({ title: settingTitle(setting), align: "right", shrinks: true }) as const,
    ),
    { title: "evictions", align: "right" },
    { title: "pods", align: "right" },
    ...held.map((name) => ({ title: name, align: "right" }) as const),
    { title: "", shrinks: true },
  ];
  const rows = cells.map((cell, index) => ({
    cells: [...(values[index] ?? []), ...countsOf(cell, held)],
  }));
  return table(columns, rows, width);
}

function countsOf(cell: SweptCell, held: readonly NodeCondition[]): string[] {
  const { evictions, podsEvicted, refusal } = cell;
  if (refusal !== null) return ["-", "-", ...held.map(() => "-"), refusal];
  const lasted = held.map((name) => formatSeconds(seconds(cell, name)));
  return [formatCount(evictions), formatCount(podsEvicted), ...lasted, ""];
}

/** RFC 4180, one line for each configuration. */
export function sweepCsv({ axes, values, cells }: Sweep): string {
  const head = [
    ...axes.map(({ member }) => member),
    ...["evictions", "podsEvicted"],
    ...CONDITIONS.map((name) => `${name}Seconds`),
    "refusal",
  ];
  const lines = cells.map((cell, index) => {
    const { evictions, podsEvicted, refusal } = cell;
    const counts = [evictions, podsEvicted, ...CONDITIONS.map((name) => seconds(cell, name))];
    const counted = refusal === null ? counts : counts.map(() => "");
    return [...(values[index] ?? []), ...counted, refusal ?? ""];
  });
  return csvText([head, ...lines]);
}

/** One object, as schemas/sweep-1.schema.json has it. */
export function sweepJson({ axes, values, cells, steps }: Sweep): string {
  const written = {
    plimsoll: "sweep/1",
    steps,
    axes: axes.map(({ member, values: own }) => ({ member, values: own })),
    cells: cells.map((cell, index) => ({
      values: values[index],
      ...(cell.refusal === null
        ? {
            evictions: cell.evictions,
            podsEvicted: cell.podsEvicted,
            conditionSeconds: Object.fromEntries(cell.conditionSeconds),
          }
        : { refusal: cell.refusal }),
    })),
  };
  return `${JSON.stringify(written)}\n`;
}
