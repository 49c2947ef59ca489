/** One signal over time: how low it came, and how fast it fell. */
import { secondsBetween } from "../time.ts";
import { INTERVAL_SECONDS } from "./advised.ts";

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
  /** Longer than the interval where measurements stand further apart: then it is an average. */
  readonly overSeconds: number;
}

/** The value below which this share of the measurements lie, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? Number.NaN;
}

/**
 * The fastest fall within ten seconds; null when there is none. Of measurements that stand closer,
 * those within one interval count together; nothing is extrapolated.
 */
export function fastestFall(series: readonly Measurement[]): Fall | null {
  let fastest: Fall | null = null;
  let first = 0;
  for (const [index, to] of series.entries()) {
    while (first < index - 1 && secondsTo(series, first, to) > INTERVAL_SECONDS) first += 1;
    for (let at = first; at < index; at++) {
      const seconds = secondsTo(series, at, to);
      const from = series[at]?.available ?? to.available;
      const amount = (from - to.available) * Math.min(1, INTERVAL_SECONDS / seconds);
      if (seconds <= 0 || amount <= (fastest?.amount ?? 0)) continue;
      fastest = { amount: Math.round(amount), time: to.time, overSeconds: seconds };
    }
  }
  return fastest;
}

function secondsTo(series: readonly Measurement[], index: number, to: Measurement): number {
  return secondsBetween(series[index]?.time ?? to.time, to.time);
}

/** How often it went to `level` or below. */
export function approaches(series: readonly Measurement[], level: number): number {
  let count = 0;
  let isBelow = false;
  for (const { available } of series) {
    if (available <= level && !isBelow) count += 1;
    isBelow = available <= level;
  }
  return count;
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
