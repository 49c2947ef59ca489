/** One time series: samples in order of time, two doubles each. */

import { formatTime } from "../../text/time.ts";

const SAMPLES_MIN = 16;
/** A gap this much longer than usual ends a stretch of samples. */
const GAPS_PER_STRETCH = 3;

export interface Sample {
  /** Milliseconds since the epoch, as every time in this room. */
  readonly time: number;
  readonly value: number;
}

export class Track {
  #times = new Float64Array(SAMPLES_MIN);
  #values = new Float64Array(SAMPLES_MIN);
  #size = 0;
  #isOrdered = true;
  #gap: number | null = null;
  #newest: Sample | null = null;

  add(time: number, value: number): void {
    if (this.#size === this.#times.length) this.#grow();
    const last = this.#size > 0 ? (this.#times[this.#size - 1] ?? 0) : Number.NEGATIVE_INFINITY;
    if (time <= last) this.#isOrdered = false;
    this.#times[this.#size] = time;
    this.#values[this.#size] = value;
    this.#size += 1;
    this.#gap = null;
    const { time: before, value: larger } = this.#newest ?? { time: Number.NEGATIVE_INFINITY };
    const isNewest = time > before || (time === before && value > (larger ?? 0));
    if (isNewest) this.#newest = { time, value };
  }

  get size(): number {
    this.#order();
    return this.#size;
  }

  /** In order of time. */
  *samples(): Generator<Sample, void, undefined> {
    this.#order();
    for (let index = 0; index < this.#size; index++) yield this.#sample(index);
  }

  get first(): Sample | null {
    this.#order();
    return this.#size === 0 ? null : this.#sample(0);
  }

  /** Known at any time: samples may come in any order. */
  get last(): Sample | null {
    return this.#newest;
  }

  /** The usual gap between two samples; 0 for fewer than two. */
  get gap(): number {
    this.#order();
    if (this.#gap === null) {
      const gaps = [];
      for (let index = 1; index < this.#size; index++) {
        gaps.push((this.#times[index] ?? 0) - (this.#times[index - 1] ?? 0));
      }
      gaps.sort((a, b) => a - b);
      this.#gap = gaps[Math.floor(gaps.length / 2)] ?? 0;
    }
    return this.#gap;
  }

  /**
   * The sample that holds at a time. A sample holds until the next one; the last one before a gap,
   * or of all, for half an interval (its own, or that of the scrapes if that is longer), since a
   * series that ends was not seen to go on.
   */
  at(time: number, interval: number): Sample | null {
    const index = this.#indexAt(time);
    if (index < 0) return null;
    const sample = this.#sample(index);
    const next = index + 1 < this.#size ? (this.#times[index + 1] ?? 0) : null;
    const usual = Math.max(this.gap, interval);
    const goesOn = next !== null && next - sample.time <= GAPS_PER_STRETCH * usual;
    return goesOn || time - sample.time <= usual / 2 ? sample : null;
  }

  /** The last sample up to a time, or else the first one after it: for what does not change. */
  nearest(time: number): Sample | null {
    const index = this.#indexAt(time);
    return index >= 0 ? this.#sample(index) : this.first;
  }

  #sample(index: number): Sample {
    return { time: this.#times[index] ?? 0, value: this.#values[index] ?? 0 };
  }

  /** The index of the last sample up to a time; -1 if there is none. */
  #indexAt(time: number): number {
    this.#order();
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#times[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #grow(): void {
    const [times, values] = [this.#times, this.#values];
    this.#times = new Float64Array(2 * times.length);
    this.#values = new Float64Array(2 * values.length);
    this.#times.set(times);
    this.#values.set(values);
  }

  /** Two servers may have scraped one target. Of two values at one time the larger one counts. */
  #order(): void {
    if (this.#isOrdered) return;
    const order = Array.from({ length: this.#size }, (_, index) => this.#sample(index));
    order.sort((a, b) => a.time - b.time || b.value - a.value);
    this.#isOrdered = true;
    this.#size = 0;
    for (const { time, value } of order) {
      if (this.#size > 0 && this.#times[this.#size - 1] === time) continue;
      this.#times[this.#size] = time;
      this.#values[this.#size] = value;
      this.#size += 1;
    }
  }
}

/** What the engine takes as nanoseconds: up to the year 2262. */
const MILLISECONDS_MAX = 2 ** 63 / 1e6;

/** Whether milliseconds since the epoch can be a time of a sample, or one that a sample holds. */
export function isTime(milliseconds: number): boolean {
  return Math.abs(milliseconds) < MILLISECONDS_MAX;
}

/** Samples of one scrape share a time: its text is made once. */
let held = { time: Number.NaN, text: "" };

export function timeText({ time }: Pick<Sample, "time">): string {
  if (held.time !== time) held = { time, text: formatTime(BigInt(Math.round(time)) * 1_000_000n) };
  return held.text;
}
