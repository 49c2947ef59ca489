/** Nodes of a fleet, grouped by the configuration that suits them. */
import { pressureOf } from "./best.ts";
import { isKnown, type SweptCell } from "./cell.ts";
import type { NodeCell } from "./nodeCell.ts";
import type { Sweep } from "./sweep.ts";

/** Nodes on which no other configuration evicts fewer pods. */
export interface NodeGroup {
  /** The place of the configuration among those of the sweep. */
  readonly index: number;
  readonly nodes: readonly string[];
  readonly podsEvicted: number;
  /** How many pods the configuration that is best for all nodes evicts on these. */
  readonly podsEvictedByBest: number;
}

export interface NodeGroups {
  readonly groups: readonly NodeGroup[];
  /** Nodes on which what the best configuration for all evicts is not known. */
  readonly unknown: readonly string[];
}

interface SweptNode {
  readonly node: string;
  readonly cells: readonly SweptCell[];
  readonly fewest: number;
}

/**
 * The best configuration for all takes the nodes that it suits, then the one that suits most of
 * the others, and so on: of equal ones that with the least time under pressure, then the first.
 */
export function nodeGroups({ cells, fleet }: Sweep, best: number): NodeGroups {
  const all = fleet === undefined ? [] : sweptNodes(fleet.nodeCells, cells.length);
  const isCounted = ({ cells: own }: SweptNode) => own[best] !== undefined && isKnown(own[best]);
  let rest = all.filter(isCounted);
  const unknown = all.filter((each) => !isCounted(each)).map(({ node }) => node);
  const groups: NodeGroup[] = [];
  for (let index = best; rest.length > 0; index = mostSuited(rest, cells.length)) {
    const own = rest.filter((each) => isSuited(each, index));
    rest = rest.filter((each) => !isSuited(each, index));
    if (own.length === 0) continue;
    groups.push({
      index,
      nodes: own.map(({ node }) => node),
      podsEvicted: own.reduce((sum, { fewest }) => sum + fewest, 0),
      podsEvictedByBest: own.reduce((sum, each) => sum + (each.cells[best]?.podsEvicted ?? 0), 0),
    });
  }
  return { groups, unknown };
}

function sweptNodes(nodeCells: readonly NodeCell[], count: number): readonly SweptNode[] {
  const nodes: SweptNode[] = [];
  for (let at = 0; at < nodeCells.length; at += count) {
    const cells = nodeCells.slice(at, at + count).map(({ cell }) => cell);
    const fewest = cells
      .filter(isKnown)
      .reduce((least, { podsEvicted }) => Math.min(least, podsEvicted), Number.POSITIVE_INFINITY);
    nodes.push({ node: nodeCells[at]?.node ?? "", cells, fewest });
  }
  return nodes;
}

function isSuited({ cells, fewest }: SweptNode, index: number): boolean {
  const cell = cells[index];
  return cell !== undefined && isKnown(cell) && cell.podsEvicted === fewest;
}

function mostSuited(nodes: readonly SweptNode[], count: number): number {
  let [most, suited, pressure] = [0, -1, 0n];
  for (let index = 0; index < count; index += 1) {
    const own = nodes.filter((each) => isSuited(each, index));
    const under = own.reduce((sum, { cells }) => sum + pressureOf(cells[index] as SweptCell), 0n);
    if (own.length > suited || (own.length === suited && under < pressure))
      [most, suited, pressure] = [index, own.length, under];
  }
  return most;
}
