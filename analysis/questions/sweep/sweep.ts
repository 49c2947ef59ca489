/** A sweep and its forms for programs. */
import { assumedMember } from "../../text/assumedDefaults.ts";
import { csvText } from "../../text/csv.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import { unknownAfter } from "../replay/parting.ts";
import type { Axis } from "./axis.ts";
import { conditionSeconds, isKnown, type SweptCell } from "./cell.ts";
import { settingsOf } from "./configurations.ts";
import { mergedCells } from "./fleetCell.ts";
import { byCapture } from "./leftOut.ts";
import type { NodeCell } from "./nodeCell.ts";
import type { ShardEnd } from "./shardLines.ts";

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
  /** By configuration, on how many nodes the kubelet would not start with it. */
  readonly refusals: readonly number[];
  /** By configuration, on how many nodes it spares a pod that the recording lacks. */
  readonly partings: readonly number[];
}

/** The cells of all nodes, in their order, as one for each configuration; null for no node. */
export function sweepOfFleet(
  axes: readonly Axis[],
  nodeCells: readonly NodeCell[],
  fleet: Omit<Fleet, "nodeCells" | "refusals" | "partings">,
): Sweep | null {
  const settings = settingsOf(axes);
  const count = settings.length;
  const cells = nodeCells.slice(0, count).map(({ cell }) => cell);
  if (cells.length < count) return null;
  const refusals = cells.map(({ refusal }) => Number(refusal !== null));
  const partings = cells.map(({ parting }) => Number(parting !== null));
  const steps = new Map<string, number>();
  for (const [at, { node, cell }] of nodeCells.entries()) {
    const index = at % count;
    if (at >= count) {
      cells[index] = mergedCells(cells[index] ?? cell, cell);
      refusals[index] = (refusals[index] ?? 0) + Number(cell.refusal !== null);
      partings[index] = (partings[index] ?? 0) + Number(cell.parting !== null);
    }
    if (cell.refusal === null) steps.set(node, Number(cell.steps + cell.missed));
  }
  return {
    axes,
    values: settings.map((each) => Object.values(each)),
    cells,
    steps: [...steps.values()].reduce((sum, own) => sum + own, 0),
    fleet: { ...fleet, leftOut: byCapture(fleet.leftOut), nodeCells, refusals, partings },
  };
}

/** How many nodes refuse a configuration, of a sweep over many. */
export function refusingNodes({ fleet }: Sweep, index: number): number {
  return fleet?.refusals[index] ?? 0;
}

/** On how many nodes of a sweep over many the counts of a configuration are unknown. */
export function unknownNodes({ fleet }: Sweep, index: number): number {
  return fleet?.partings[index] ?? 0;
}

/** RFC 4180, one line for each configuration. */
export function sweepCsv(sweep: Sweep): string {
  const { axes, values, cells, fleet } = sweep;
  const head = [
    ...axes.map(({ member }) => member),
    ...["evictions", "podsEvicted"],
    ...NODE_CONDITIONS.map((name) => `${name}Seconds`),
    ...["refusal", "unknownAfter"],
    ...(fleet === undefined ? [] : ["refusingNodes", "unknownNodes"]),
  ];
  const lines = cells.map((cell, index) => {
    const { evictions, podsEvicted, refusal, parting } = cell;
    const seconds = NODE_CONDITIONS.map((name) => conditionSeconds(cell, name));
    const counts = [evictions, podsEvicted, ...seconds];
    const counted = isKnown(cell) ? counts : counts.map(() => "");
    const reasons = [refusal ?? "", parting?.time ?? ""];
    const nodes =
      fleet === undefined ? [] : [refusingNodes(sweep, index), unknownNodes(sweep, index)];
    return [...(values[index] ?? []), ...counted, ...reasons, ...nodes];
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
      ...countedMembers(cell),
      ...(fleet === undefined
        ? {}
        : {
            refusingNodes: refusingNodes(sweep, index),
            unknownNodes: unknownNodes(sweep, index),
          }),
    })),
  };
  return `${JSON.stringify(written)}\n`;
}

function countedMembers(cell: SweptCell) {
  const { refusal, parting, evictions, podsEvicted, conditionNanoseconds } = cell;
  if (refusal !== null) return { refusal };
  if (parting !== null) return unknownAfter(parting);
  const seconds = [...conditionNanoseconds.keys()].map((name) => {
    return [name, conditionSeconds(cell, name)];
  });
  return { evictions, podsEvicted, conditionSeconds: Object.fromEntries(seconds) };
}

function fleetMembers(fleet: Fleet) {
  const { captures, nodes, leftOut, defaultsAssumed, missing, of } = fleet;
  const shards = missing.length === 0 ? {} : { missingShards: missing, shards: of };
  return { captures, nodes, leftOut, defaultsAssumed, ...shards };
}
