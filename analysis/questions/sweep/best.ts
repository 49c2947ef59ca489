/** Which configuration of a sweep is the best. */
import { isKnown, type SweptCell } from "./cell.ts";
import { refusingNodes, type Sweep, unknownNodes } from "./sweep.ts";

/**
 * The first configuration by: nodes that refuse it, nodes on which it is unknown, pods that it
 * evicts, time under pressure; the fewest of each. Those of which nothing is known are left out.
 */
export function bestOf(sweep: Sweep): number {
  const { cells } = sweep;
  let best = -1;
  for (const [index, cell] of cells.entries()) {
    const known = cells[best];
    if (!isKnown(cell)) continue;
    const more =
      refusingNodes(sweep, index) - refusingNodes(sweep, best) ||
      unknownNodes(sweep, index) - unknownNodes(sweep, best);
    if (known === undefined || more < 0 || (more === 0 && isBetter(cell, known))) best = index;
  }
  return best;
}

export function isBetter(cell: SweptCell, than: SweptCell): boolean {
  if (cell.podsEvicted !== than.podsEvicted) return cell.podsEvicted < than.podsEvicted;
  return pressureOf(cell) < pressureOf(than);
}

/** The time under all conditions, in nanoseconds. */
export function pressureOf({ conditionNanoseconds }: SweptCell): bigint {
  return [...conditionNanoseconds.values()].reduce((sum, more) => sum + more, 0n);
}
