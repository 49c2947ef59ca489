/** A sweep and its forms for programs. */
import { assumedMember } from "../../text/assumedDefaults.ts";
import { csvText } from "../../text/csv.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import type { Axis } from "./axis.ts";
import { conditionSeconds, type SweptCell } from "./cell.ts";
import { mergedCells } from "./fleetCell.ts";
import { byCapture } from "./leftOut.ts";
import type { NodeCell } from "./nodeCell.ts";
import { type ShardEnd, settingsOf } from "./shards.ts";

/** A sweep that is done: a cell for each combination of values. */
export interface Sweep {
  readonly axes: readonly Axis[];
  /** The values of each cell, one for each axis. */
  readonly values: readonly (readonly string[])[];
  readonly cells: readonly SweptCell[];
  readonly steps: number;
  /** The capture has no configuration: what is not varied has the kubelet's defaults. */
  readonly defaultsAssumed?: true;
  /** What many captures have in addition; absent for one. */
  readonly fleet?: Fleet;
}

/** The members that only a sweep over many nodes has. */
export interface Fleet extends ShardEnd {
  /** Shards that are missing, of how many, and files given twice. */
  readonly missing: readonly number[];
  readonly of: number;
  readonly duplicates: readonly string[];
  readonly nodeCells: readonly NodeCell[];
}

/** The cells of all nodes, in their order, as one for each configuration; null for no node. */
export function sweepOfFleet(
  axes: readonly Axis[],
  nodeCells: readonly NodeCell[],
  fleet: Omit<Fleet, "nodeCells">,
): Sweep | null {
  const settings = settingsOf(axes);
  const cells = settings.map((_, index) => {
    const own = nodeCells.filter((__, at) => at % settings.length === index);
    return own.length === 0 ? null : own.map(({ cell }) => cell).reduce(mergedCells);
  });
  const [first] = cells;
  if (first === undefined || first === null) return null;
  const counted = cells.find((cell) => cell !== null && cell.refusal === null) ?? first;
  return {
    axes,
    values: settings.map((each) => Object.values(each)),
    cells: cells.map((cell) => cell ?? first),
    steps: Number(counted.steps + counted.missed),
    fleet: { ...fleet, leftOut: byCapture(fleet.leftOut), nodeCells },
  };
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
export function sweepJson(sweep: Sweep): string {
  const { axes, values, cells, steps, defaultsAssumed, fleet } = sweep;
  const written = {
    plimsoll: "sweep/1",
    steps,
    ...assumedMember(defaultsAssumed),
    ...(fleet === undefined ? {} : { fleet: fleetMembers(fleet) }),
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

function fleetMembers(fleet: Fleet) {
  const { captures, nodes, leftOut, defaultsAssumed, missing, of } = fleet;
  const shards = missing.length === 0 ? {} : { missingShards: missing, shards: of };
  return { captures, nodes, leftOut, defaultsAssumed, ...shards };
}
