import { CLASSES, isKnown, type QosClass, type SweptCell } from "./cell.ts";

/**
 * The cell of two groups of nodes from the cells of each. It is the same in any order and any
 * grouping. A configuration that one of them refuses, or that is unknown there, is counted on the
 * other.
 */
export function mergedCells(a: SweptCell, b: SweptCell): SweptCell {
  if (!isKnown(a) || !isKnown(b)) return sortKey(a) <= sortKey(b) ? a : b;
  const firsts = [a, b].flatMap(({ firstEviction }) => firstEviction ?? []).sort();
  return {
    steps: a.steps + b.steps,
    missed: a.missed + b.missed,
    conditionNanoseconds: merged(a.conditionNanoseconds, b.conditionNanoseconds, plus),
    evictions: a.evictions + b.evictions,
    evictionsBy: merged(a.evictionsBy, b.evictionsBy, (left, right) => {
      const classes = merged(left, right, (one, other) => one + other);
      return new Map(CLASSES.filter((each) => classes.has(each)).map(countIn(classes)));
    }),
    podsEvicted: a.podsEvicted + b.podsEvicted,
    firstEviction: firsts[0] ?? null,
    headroom: {
      hard: merged(a.headroom.hard, b.headroom.hard, least),
      soft: merged(a.headroom.soft, b.headroom.soft, least),
    },
    chain: sum64(a.chain, b.chain),
    ...{ refusal: null, parting: null },
  };
}

/** Puts first, of cells that do not add up, a known one, and last a refused one. */
function sortKey({ refusal, parting, chain }: SweptCell): string {
  if (parting !== null) return `1 ${parting.time} ${parting.pod} ${chain}`;
  return refusal === null ? "0" : `2 ${refusal}`;
}

function merged<Name extends string, Value>(
  a: ReadonlyMap<Name, Value>,
  b: ReadonlyMap<Name, Value>,
  join: (a: Value, b: Value) => Value,
): ReadonlyMap<Name, Value> {
  const all = new Map(a);
  for (const [name, value] of b) {
    const known = all.get(name);
    all.set(name, known === undefined ? value : join(known, value));
  }
  return new Map([...all].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function countIn(classes: ReadonlyMap<QosClass, number>) {
  return (each: QosClass): [QosClass, number] => [each, classes.get(each) ?? 0];
}

function plus(a: bigint, b: bigint): bigint {
  return a + b;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Adds chains: no order of nodes is known. */
function sum64(a: string, b: string): string {
  const sum = BigInt.asUintN(64, BigInt(`0x${a}`) + BigInt(`0x${b}`));
  return sum.toString(16).padStart(16, "0");
}
