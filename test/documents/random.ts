/** A seeded source of numbers: the same seed gives the same run on every machine (sfc32). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** `stream` sets independent runs of one seed apart. */
  constructor(seed: number, stream: number) {
    this.#a = seed >>> 0;
    this.#b = stream >>> 0;
    this.#c = Math.floor(stream / 0x100000000) ^ 0x9e3779b9;
    for (let round = 0; round < 12; round++) this.bits();
  }

  /** 32 bits. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** An integer from 0 to `end`, without `end`. */
  below(end: number): number {
    return Math.floor((this.bits() / 0x100000000) * end);
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}
