/** Amounts of one thing over time, as far as they differ by more than a tolerance. */

/** Seconds since the epoch, and bytes. */
export type Sample = readonly [second: number, bytes: number];

export class Samples {
  #seconds: number[] = [];
  #bytes: number[] = [];

  get size(): number {
    return this.#seconds.length;
  }

  get first(): number {
    return this.#seconds[0] ?? Number.POSITIVE_INFINITY;
  }

  /** The newest comes last; one of the same second, or before, counts for that second. */
  add(second: number, bytes: number, tolerance: number): void {
    const last = this.size - 1;
    if (last < 0) this.#push(second, bytes);
    else if (second <= (this.#seconds[last] ?? 0)) this.#bytes[last] = bytes;
    else if (Math.abs(bytes - (this.#bytes[last] ?? 0)) > tolerance) this.#push(second, bytes);
  }

  #push(second: number, bytes: number): void {
    this.#seconds.push(second);
    this.#bytes.push(bytes);
  }

  /** Forgets what a larger tolerance would not have kept. */
  thin(tolerance: number): void {
    const all = [...this];
    this.#seconds = [];
    this.#bytes = [];
    for (const [second, bytes] of all) this.add(second, bytes, tolerance);
  }

  *[Symbol.iterator](): Generator<Sample, void, undefined> {
    for (let index = 0; index < this.size; index++) {
      yield [this.#seconds[index] ?? 0, this.#bytes[index] ?? 0];
    }
  }

  /** A reader of what held at a time; times must not go back. */
  reader(): (second: number) => number {
    let index = 0;
    return (second) => {
      while ((this.#seconds[index + 1] ?? Number.POSITIVE_INFINITY) <= second) index++;
      return second < this.first ? 0 : (this.#bytes[index] ?? 0);
    };
  }
}
