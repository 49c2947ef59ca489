/** Steps from one up to, not including, another. */
export interface Steps {
  readonly from: number;
  readonly to: number;
}

/**
 * So few of the steps that a narrow chart looks as with all of them: of each of many equal parts
 * the one with the least value and the one with the most; and the first and the last of all.
 */
export function extremesOf(values: Float64Array, { from, to }: Steps, most: number): Uint32Array {
  const count = Math.max(to - from, 0);
  if (count <= most) return Uint32Array.from({ length: count }, (_, index) => from + index);
  const parts = Math.max(Math.floor((most - 2) / 2), 1);
  const chosen = new Set([from]);
  for (let part = 0; part < parts; part++) {
    const begin = from + Math.floor((part * count) / parts);
    const end = from + Math.floor(((part + 1) * count) / parts);
    for (const step of leastAndMost(values, begin, end)) chosen.add(step);
  }
  return Uint32Array.from(chosen.add(to - 1)).sort();
}

/** What was not observed is neither, unless nothing was. */
function leastAndMost(values: Float64Array, begin: number, end: number): [number, number] {
  let [least, most] = [begin, begin];
  for (let step = begin + 1; step < end; step++) {
    const value = values[step] ?? Number.NaN;
    if (!((values[least] ?? Number.NaN) <= value) && !Number.isNaN(value)) least = step;
    if (!((values[most] ?? Number.NaN) >= value) && !Number.isNaN(value)) most = step;
  }
  return [least, most];
}
