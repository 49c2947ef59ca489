/** Loads of a round in their cgroups, made as a seed says. */
import type { Random } from "../../documents/random.ts";
import type { Cgroups } from "./cgroups.ts";
import { Load } from "./load.ts";

/** What kubelets give, the ends of the range, and what is near them. */
const ADJUSTMENTS = [
  ...[-1000, -999, -997, -998, -500, -100, -30, 0, 0, 0, 0, 2, 3, 30, 100, 300, 500, 777],
  ...[950, 999, 1000],
];
const THREADS_MAX = 6;
const MIB_KIB = 1024;

export interface Shape {
  /** Of all memory that rests, as far as can be told. */
  readonly restingKib: number;
  readonly count: number;
  /** The cgroup they are in or below. */
  readonly cgroup: string;
  readonly pagesOut: boolean;
  readonly groups: boolean;
}

export class Fleet {
  readonly loads: Load[] = [];
  readonly #random: Random;
  readonly #cgroups: Cgroups;

  constructor(random: Random, cgroups: Cgroups) {
    this.#random = random;
    this.#cgroups = cgroups;
  }

  async add(name: string, cgroup: string, oomScoreAdj: number): Promise<Load> {
    const load = new Load(name);
    this.#cgroups.enter(cgroup, load.pid);
    load.adjust(oomScoreAdj);
    this.loads.push(load);
    // It has begun, and is in its cgroup, before it takes anything.
    await load.tell("anon", 0);
    return load;
  }

  adjustment(): number {
    return this.#random.pick(ADJUSTMENTS);
  }

  /** Some in cgroups of their own, two levels deep at most. */
  async rest({ restingKib, count, cgroup, pagesOut, groups }: Shape): Promise<void> {
    const random = this.#random;
    const leaves = Array.from({ length: 1 + random.below(count) }, (_, index) =>
      random.oneIn(2) ? `${cgroup}/leaf-${index}` : `${cgroup}/branch-${index % 2}/leaf-${index}`,
    );
    for (const leaf of leaves) {
      this.#cgroups.make(leaf);
      if (!groups || !random.oneIn(2)) continue;
      this.#cgroups.killWhole(random.oneIn(3) ? leaf.split("/").slice(0, -1).join("/") : leaf);
    }
    const weights = Array.from({ length: count }, () => 1 + random.below(20));
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries()) {
      const load = await this.add(`load-${index}`, random.pick(leaves), this.adjustment());
      const kib = Math.floor((restingKib * weight) / all);
      const sharedKib = random.oneIn(4) ? Math.min(random.below(4 * MIB_KIB), kib) : 0;
      await load.tell("anon", kib - sharedKib);
      if (sharedKib > 0) await load.tell("shared", sharedKib);
      if (random.oneIn(3)) await load.tell("threads", 1 + random.below(THREADS_MAX));
      if (pagesOut && random.oneIn(3)) await load.tell("pageout", random.below(load.heldKib + 1));
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.loads.map((load) => load.end()));
    this.loads.length = 0;
  }
}
