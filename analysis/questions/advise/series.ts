/** One signal over time: how low it came, and how fast it fell. */

import { INTERVAL_SECONDS } from "../../engine/step.ts";
import { secondsBetween } from "../../text/time.ts";

export interface Measurement {
  /** RFC 3339: when it was measured, which two steps may have in common. */
  readonly time: string;
  readonly available: number;
}

/** A fall within one interval of the kubelet. */
export interface Fall {
  readonly amount: number;
  /** When it was measured. */
  readonly time: string;
  /** Longer than the interval where measurements are further apart: then it is an average. */
  readonly overSeconds: number;
}

/** The value below which this share of the measurements lie, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? Number.NaN;
}

/**
 * The fastest fall within ten seconds; null when there is none. Of closer measurements,
 * those within one interval count together; nothing is extrapolated. One pass: those from which
 * the deepest fall may begin wait in a queue, the highest first.
 */
export function fastestFall(series: readonly Measurement[]): Fall | null {
  let fastest: Fall | null = null;
  let highest: Timed[] = [];
  let before: Timed | null = null;
  for (const { time, available } of series) {
    const to = { seconds: secondsBetween(series[0]?.time ?? time, time), available };
    if (before !== null && to.seconds <= before.seconds) highest = [];
    while (to.seconds - (highest[0]?.seconds ?? to.seconds) > INTERVAL_SECONDS) highest.shift();
    const from = highest[0] ?? (before !== null && before.seconds < to.seconds ? before : null);
    const fall = from === null ? null : fallBetween(from, to, time);
    if (fall !== null && fall.amount > (fastest?.amount ?? 0)) fastest = fall;
    while (highest.length > 0 && (highest.at(-1)?.available ?? 0) <= available) highest.pop();
    highest.push(to);
    before = to;
  }
  return fastest;
}

interface Timed {
  readonly seconds: number;
  readonly available: number;
}

function fallBetween(from: Timed, to: Timed, time: string): Fall {
  const overSeconds = to.seconds - from.seconds;
  const share = Math.min(1, INTERVAL_SECONDS / overSeconds);
  return { amount: Math.round((from.available - to.available) * share), time, overSeconds };
}

/** A time under a level that ended by itself. */
export interface Dip {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
}

export function dips(series: readonly Measurement[], limit: number): readonly Dip[] {
  const all: Dip[] = [];
  let from: string | null = null;
  for (const { time, available } of series) {
    if (available < limit) from ??= time;
    else if (from !== null) {
      all.push({ from, to: time, seconds: secondsBetween(from, time) });
      from = null;
    }
  }
  return all;
}
