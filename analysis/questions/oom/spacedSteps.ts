/**
 * How far apart two steps are from which a fall is read off: nearly the 10 s between two
 * measurements of the kubelet. What falls within a second or two says little of what follows.
 */
const NANOSECONDS_MIN = 9_000_000_000n;

/** Whether a fall can be read off two steps; times are in nanoseconds. */
export function areSpaced(before: bigint, now: bigint): boolean {
  return now - before >= NANOSECONDS_MIN;
}

/** The steps of a run, with the last one that is long enough before the newest. */
export class SpacedSteps<T> {
  #steps: readonly { readonly time: bigint; readonly step: T }[] = [];

  /** Takes the newest step; null where none is long enough before it. */
  take(time: bigint, step: T): T | null {
    const at = this.#steps.findLastIndex((each) => areSpaced(each.time, time));
    const found = this.#steps[at]?.step ?? null;
    this.#steps = [...this.#steps.slice(Math.max(at, 0)), { time, step }];
    return found;
  }
}
