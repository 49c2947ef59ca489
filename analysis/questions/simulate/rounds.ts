/** Lines that repeat, shown once. */

/** Lines of one round, at most. */
const PERIOD_MAX = 24;
const TIMES_MIN = 3;

export interface Round<T> {
  readonly items: readonly T[];
  /** How often they came, one after the other; 1 for what does not come again. */
  readonly times: number;
  /** The last of all of them. */
  readonly last: T;
}

/** Folds stretches in which the same keys follow each other three times or more. */
export function rounds<T>(items: readonly T[], keyOf: (item: T) => string): readonly Round<T>[] {
  const keys = items.map(keyOf);
  const found: Round<T>[] = [];
  for (let at = 0; at < items.length; ) {
    const { period, times } = repetition(keys, at);
    const end = at + period * times;
    const last = items[end - 1];
    if (last !== undefined) found.push({ items: items.slice(at, at + period), times, last });
    at = end;
  }
  return found;
}

/** The shortest round that covers most from here on. */
function repetition(keys: readonly string[], at: number): { period: number; times: number } {
  let best = { period: 1, times: 1 };
  for (let period = 1; period <= PERIOD_MAX; period++) {
    const times = timesOf(keys, at, period);
    if (times >= TIMES_MIN && period * times > best.period * best.times) best = { period, times };
  }
  return best;
}

function timesOf(keys: readonly string[], at: number, period: number): number {
  let same = 0;
  while (at + period + same < keys.length && keys[at + same] === keys[at + period + same]) {
    same += 1;
  }
  return 1 + Math.floor(same / period);
}
