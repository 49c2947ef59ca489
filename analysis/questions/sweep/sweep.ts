/** A sweep and its forms for programs. */
import type { NodeCondition } from "../../engine/decision.ts";
import { assumedMember } from "../../text/assumedDefaults.ts";
import { csvText } from "../../text/csv.ts";
import type { Axis } from "./axis.ts";
import type { SweptCell } from "./cell.ts";

/** A sweep that is done: a cell for each combination of values. */
export interface Sweep {
  readonly axes: readonly Axis[];
  /** The values of each cell, one for each axis. */
  readonly values: readonly (readonly string[])[];
  readonly cells: readonly SweptCell[];
  readonly steps: number;
  /** The capture has no configuration: what is not varied has the kubelet's defaults. */
  readonly defaultsAssumed?: true;
}

export const CONDITIONS = [
  "MemoryPressure",
  "DiskPressure",
  "PIDPressure",
] as const satisfies readonly NodeCondition[];

/** How long a condition held under a configuration. */
export function heldSeconds({ conditionSeconds }: SweptCell, condition: NodeCondition): number {
  return conditionSeconds.get(condition) ?? 0;
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
    const counts = [evictions, podsEvicted, ...CONDITIONS.map((name) => heldSeconds(cell, name))];
    const counted = refusal === null ? counts : counts.map(() => "");
    return [...(values[index] ?? []), ...counted, refusal ?? ""];
  });
  return csvText([head, ...lines]);
}

/** One object, as schemas/sweep-1.schema.json has it. */
export function sweepJson({ axes, values, cells, steps, defaultsAssumed }: Sweep): string {
  const written = {
    plimsoll: "sweep/1",
    steps,
    ...assumedMember(defaultsAssumed),
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
