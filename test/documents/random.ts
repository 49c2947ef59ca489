import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/** Odd, so that no two streams of a seed coincide: 2^32 divided by the golden ratio. */
const STREAM_STEP = 0x9e3779b1;

/** A seeded source of numbers: the same seed gives the same run on every machine. */
export class Random {
  readonly #generator: RandomGenerator;

  /** `stream` sets independent runs of one seed apart. */
  constructor(seed: number, stream: number) {
    this.#generator = xoroshiro128plus(seed ^ Math.imul(stream, STREAM_STEP));
    // Neighboring seeds begin alike; after a few steps they have nothing in common.
    for (let step = 0; step < 4; step++) this.#generator.next();
  }

  /** An integer from 0 to `end`, without `end`. */
  below(end: number): number {
    return uniformInt(this.#generator, 0, end - 1);
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}
