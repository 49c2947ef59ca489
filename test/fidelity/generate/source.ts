import { Random } from "../../documents/random.ts";

/** Where anything in 64 bits changes its meaning. */
const EDGES: readonly bigint[] = [
  0n,
  1n,
  2n,
  999n,
  1000n,
  1023n,
  1024n,
  1025n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 53n - 1n,
  2n ** 53n + 1n,
  2n ** 62n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 63n + 1n,
  2n ** 64n - 2n,
  2n ** 64n - 1n,
];

const UINT64 = 2n ** 64n;

/** How far the texts and numbers of one scenario go. */
export interface Wildness {
  /** Numbers from anywhere in 64 bits, instead of a node one could meet. */
  readonly numbers: boolean;
  /** Odd spellings the kubelet accepts. */
  readonly spellings: boolean;
  /** Texts the kubelet refuses. */
  readonly errors: boolean;
}

/** A seeded source of everything a scenario is made of. */
export class Source extends Random {
  /** True `percent` times in a hundred. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** A key of the table, as often as its weight says. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][];
    let left = this.below(entries.reduce((sum, [, weight]) => sum + weight, 0));
    for (const [key, weight] of entries) {
      if (left < weight) return key;
      left -= weight;
    }
    throw new Error("Weights are positive integers.");
  }

  /** An integer from 0 to `end`, without `end`, of any width. */
  belowBig(end: bigint): bigint {
    if (end <= 1n) return 0n;
    const wide = (BigInt(this.below(2 ** 31)) << 62n) | (this.#word() << 31n) | this.#word();
    return wide % end;
  }

  #word(): bigint {
    return BigInt(this.below(2 ** 31));
  }

  uint64(): bigint {
    return this.chance(60) ? this.pick(EDGES) : this.belowBig(1n << BigInt(1 + this.below(64)));
  }

  /** Close to `value`, equal or off by very little, kept in 64 bits unsigned. */
  near(value: bigint): bigint {
    const delta = BigInt(this.pick([0, 0, 1, -1, 2, -1000, 1024]));
    return (((value + delta) % UINT64) + UINT64) % UINT64;
  }

  /** `share` thousandths of `whole`, roughly. */
  share(whole: bigint, least: number, most: number): bigint {
    return (whole * BigInt(least + this.below(most - least + 1))) / 1000n;
  }

  /** The items that are drawn, each with the same chance. */
  some<T>(items: readonly T[], percent: number): T[] {
    return items.filter(() => this.chance(percent));
  }

  shuffled<T>(items: readonly T[]): T[] {
    const list = [...items];
    for (let end = list.length; end > 1; end--) {
      const other = this.below(end);
      [list[end - 1], list[other]] = [list[other] as T, list[end - 1] as T];
    }
    return list;
  }
}
