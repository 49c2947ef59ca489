/** A sweep and its forms for programs. */
import { assumedMember } from "../../text/assumedDefaults.ts";
import { csvText } from "../../text/csv.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import type { Axis } from "./axis.ts";
import { conditionSeconds, type SweptCell } from "./cell.ts";

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

/** RFC 4180, one line for each configuration. */
export function sweepCsv({ axes, values, cells }: Sweep): string {
  const head = [
    ...axes.map(({ member }) => member),
    ...["evictions", "podsEvicted"],
    ...NODE_CONDITIONS.map((name) => `${name}Seconds`),
    "refusal",
  ];
  const lines = cells.map((cell, index) => {
    const { evictions, podsEvicted, refusal } = cell;
    const seconds = NODE_CONDITIONS.map((name) => conditionSeconds(cell, name));
    const counts = [evictions, podsEvicted, ...seconds];
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
            conditionSeconds: Object.fromEntries(
              [...cell.conditionNanoseconds.keys()].map((name) => [
                name,
                conditionSeconds(cell, name),
              ]),
            ),
          }
        : { refusal: cell.refusal }),
    })),
  };
  return `${JSON.stringify(written)}\n`;
}
