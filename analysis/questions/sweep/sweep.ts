/** A sweep that is done, of one capture or of a fleet. */
import type { Axis } from "./axis.ts";
import type { SweptCell } from "./cell.ts";
import { settingsOf } from "./configurations.ts";
import { mergedCells } from "./fleetCell.ts";
import { byCapture } from "./leftOut.ts";
import type { NodeCell } from "./nodeCell.ts";
import { settingTitle } from "./setting.ts";
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

/** The values of a configuration; of one axis, the value alone says enough. */
export function valuesText({ axes, values }: Sweep, index: number): string {
  const own = values[index] ?? [];
  const [axis, ...others] = axes;
  if (axis !== undefined && others.length === 0) {
    return `${settingTitle(axis.setting)} ${own[0] ?? ""}`;
  }
  return `configuration ${index + 1} (${own.join(", ")})`;
}
