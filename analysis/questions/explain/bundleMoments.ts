/** Which lines of a log and which records of the API are about the same eviction. */

/** A record of an eviction; nanoseconds since the epoch, null where nothing says it. */
export interface Placed {
  readonly pod: string;
  readonly time: bigint | null;
}

const SECOND = 1_000_000_000n;
/** A kubelet makes the event in the pass that evicts, and ends the pod within its grace period. */
export const SAME_MOMENT = 120n * SECOND;
/** Zones are quarters of an hour apart, up to fourteen hours from UTC. */
const QUARTER = 900n * SECOND;
const OFFSET_MAX = 14n * 3600n * SECOND;
/** One pair alone may be two evictions. */
const PAIRS_MIN = 2;
/** The number of differences that are compared to find the time zone. */
const DIFFERENCES_MAX = 4096;

export function byPod<T extends Placed>(all: Iterable<T>): ReadonlyMap<string, T[]> {
  const ofPods = new Map<string, T[]>();
  for (const each of all) {
    const own = ofPods.get(each.pod);
    if (own === undefined) ofPods.set(each.pod, [each]);
    else own.push(each);
  }
  return ofPods;
}

/** How far the log's times are ahead of UTC: 0 unless several evictions show another zone. */
export function logOffset(records: readonly Placed[], lines: readonly Placed[]): bigint {
  const counts = new Map<bigint, number>();
  const ofPods = byPod(records);
  let looked = 0;
  for (const { pod, time } of lines) {
    // A line is about one eviction, however many records of its pod there are.
    const offsets = new Set<bigint>();
    for (const { time: recorded } of ofPods.get(pod) ?? []) {
      if (looked++ >= DIFFERENCES_MAX) break;
      if (time === null || recorded === null) continue;
      const offset = nearestQuarter(time - recorded);
      const rest = distance(time - recorded, offset);
      if (rest <= SAME_MOMENT && distance(offset, 0n) <= OFFSET_MAX) offsets.add(offset);
    }
    for (const offset of offsets) counts.set(offset, (counts.get(offset) ?? 0) + 1);
  }
  let [best, most] = [0n, Math.max(counts.get(0n) ?? 0, PAIRS_MIN - 1)];
  for (const [offset, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (count > most) [best, most] = [offset, count];
  }
  return best;
}

function nearestQuarter(difference: bigint): bigint {
  const half = difference < 0n ? -QUARTER / 2n : QUARTER / 2n;
  return ((difference + half) / QUARTER) * QUARTER;
}

function distance(a: bigint, b: bigint): bigint {
  return a < b ? b - a : a - b;
}

/**
 * Each record with its line: those of one moment, the nearest first. Where one of them has no time,
 * those that say the same, or the only two that are left of a pod.
 */
export function pairsOf<R extends Placed, L extends Placed>(
  records: readonly R[],
  lines: readonly L[],
  isSameText: (record: R, line: L) => boolean,
): ReadonlyMap<R, L> {
  const pairs = new Map<R, L>();
  const ofPods = byPod(records);
  for (const [pod, own] of byPod(lines)) {
    pairOfPod(ofPods.get(pod) ?? [], own, isSameText, pairs);
  }
  return pairs;
}

function pairOfPod<R extends Placed, L extends Placed>(
  records: readonly R[],
  lines: readonly L[],
  isSameText: (record: R, line: L) => boolean,
  pairs: Map<R, L>,
): void {
  const taken = new Set<L>();
  const take = (record: R, line: L) => {
    if (pairs.has(record) || taken.has(line)) return;
    pairs.set(record, line);
    taken.add(line);
  };
  for (const [record, line] of closePairs(records, lines)) take(record, line);
  const untimed = records.filter((each) => !pairs.has(each));
  const left = () => lines.filter((each) => !taken.has(each));
  for (const record of untimed) {
    const line = left().find(
      (each) => (record.time === null || each.time === null) && isSameText(record, each),
    );
    if (line !== undefined) take(record, line);
  }
  const [record, ...others] = untimed.filter((each) => !pairs.has(each));
  const [line, ...more] = left();
  if (record === undefined || line === undefined || others.length + more.length > 0) return;
  if (record.time === null || line.time === null) take(record, line);
}

/** Records and lines of one moment, the nearest first. */
function closePairs<R extends Placed, L extends Placed>(
  records: readonly R[],
  lines: readonly L[],
): readonly (readonly [R, L])[] {
  const inOrder = <T extends Placed>(all: readonly T[]) =>
    all
      .flatMap((each) => (each.time === null ? [] : [{ each, time: each.time }]))
      .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  const [recorded, logged] = [inOrder(records), inOrder(lines)];
  const pairs: { readonly pair: readonly [R, L]; readonly apart: bigint }[] = [];
  let from = 0;
  for (const line of logged) {
    while ((recorded[from]?.time ?? line.time) < line.time - SAME_MOMENT) from++;
    for (let at = from; at < recorded.length; at++) {
      const record = recorded[at];
      if (record === undefined || record.time > line.time + SAME_MOMENT) break;
      pairs.push({ pair: [record.each, line.each], apart: distance(record.time, line.time) });
    }
  }
  pairs.sort((a, b) => (a.apart < b.apart ? -1 : a.apart > b.apart ? 1 : 0));
  return pairs.map(({ pair }) => pair);
}
