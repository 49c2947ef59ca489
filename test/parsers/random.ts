/** A small generator of numbers: the same seed gives the same texts everywhere (xorshift32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Neighboring seeds begin far apart, and the state is never zero.
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) | 1;
    for (let i = 0; i < 8; i++) this.next();
  }

  /** A 32-bit unsigned integer. */
  next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return state >>> 0;
  }

  below(limit: number): number {
    return this.next() % limit;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error("Nothing can be picked from an empty list.");
    return item;
  }

  /** A non-negative integer of up to `bits` bits; every length is as likely. */
  integer(bits: number): bigint {
    const wide = (BigInt(this.next()) << 32n) | BigInt(this.next());
    return wide & ((1n << BigInt(this.below(bits + 1))) - 1n);
  }

  /** A text of up to `length` characters of an alphabet. */
  text(alphabet: string, length: number): string {
    let text = "";
    for (let left = this.below(length + 1); left > 0; left--) {
      text += alphabet.charAt(this.below(alphabet.length));
    }
    return text;
  }
}
