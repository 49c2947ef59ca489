import type { Signal } from "../../engine/decision.ts";

/** How an amount has changed, and what that rests on. */
export interface Trend {
  /** Measurements of different times. */
  readonly samples: number;
  /** Seconds from the first to the last measurement. */
  readonly seconds: number;
  /** Below zero when it falls; absent with one sample. */
  readonly perSecond?: number;
}

interface Sample {
  readonly seconds: number;
  readonly available: number;
}

/** Enough to even out one odd measurement, and few enough to be about the present. */
const SAMPLES_MAX = 8;

/** The last measurements of a node's signals, at the times that the node gives them. */
export class Trends {
  readonly #samples = new Map<Signal, Sample[]>();

  /** `time` is RFC 3339. A measurement that was there before adds nothing. */
  add(signal: Signal, time: string, available: number): Trend {
    const samples = this.#samples.get(signal) ?? [];
    const seconds = Date.parse(time) / 1000;
    const last = samples.at(-1);
    // A time that goes back is a clock that was set: what was measured before says nothing now.
    const kept = last !== undefined && seconds < last.seconds ? [] : samples;
    if (last === undefined || seconds !== last.seconds) kept.push({ seconds, available });
    kept.splice(0, kept.length - SAMPLES_MAX);
    this.#samples.set(signal, kept);
    return trendOf(kept);
  }
}

/** The slope of the least squares: of two samples, that of the line through both. */
function trendOf(samples: readonly Sample[]): Trend {
  const [first] = samples;
  const seconds = (samples.at(-1)?.seconds ?? 0) - (first?.seconds ?? 0);
  if (first === undefined || seconds <= 0) return { samples: samples.length, seconds: 0 };
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const middle = mean((sample) => sample.seconds - first.seconds);
  const height = mean((sample) => sample.available - first.available);
  let [covariance, variance] = [0, 0];
  for (const sample of samples) {
    const run = sample.seconds - first.seconds - middle;
    covariance += run * (sample.available - first.available - height);
    variance += run * run;
  }
  return { samples: samples.length, seconds, perSecond: covariance / variance };
}

/** Seconds until no headroom is left at this slope; 0 if none is, null without a fall. */
export function secondsUntil(headroom: number, { perSecond }: Trend): number | null {
  if (headroom < 0) return 0;
  return perSecond === undefined || perSecond >= 0 ? null : headroom / -perSecond;
}
