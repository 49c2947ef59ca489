import type { Timeline } from "../session/protocol.ts";

/** Steps that reclaim or evict, and steps in which the node conditions change. */
export function turningPoints(timeline: Timeline | undefined): readonly number[] {
  if (timeline === undefined) return [];
  const { acts, conditions } = timeline;
  const points: number[] = [];
  for (let step = 0; step < acts.length; step++) {
    const before = step === 0 ? 0 : (conditions[step - 1] ?? 0);
    if (acts[step] !== 0 || conditions[step] !== before) points.push(step);
  }
  return points;
}

/** From one step up to, not including, another. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The stretches of steps in which a node condition is true. */
export function stretches(conditions: Uint8Array, bit: number): readonly Stretch[] {
  return stretchesWhere(conditions, (bits) => (bits & bit) !== 0);
}

/** The stretches of steps whose value is such. */
export function stretchesWhere(
  values: Uint8Array,
  isSuch: (value: number) => boolean,
): readonly Stretch[] {
  const found: Stretch[] = [];
  let from = -1;
  for (let step = 0; step <= values.length; step++) {
    const isTrue = step < values.length && isSuch(values[step] ?? 0);
    if (isTrue && from < 0) from = step;
    if (!isTrue && from >= 0) {
      found.push({ from, to: step });
      from = -1;
    }
  }
  return found;
}
