import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/** The letters of a generated Kubernetes name: no vowels, nothing that looks like another. */
const NAME_LETTERS = "bcdfghjklmnpqrstvwxz2456789";
const HEX_DIGITS = "0123456789abcdef";
const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Integers that follow from a seed alone, the same on every machine. */
export class Random {
  readonly seed: number;
  readonly #generator: RandomGenerator;

  constructor(seed: number) {
    this.seed = seed;
    this.#generator = xoroshiro128plus(seed);
  }

  /** A stream of its own for a label, so that a new pod leaves the numbers of the others alone. */
  fork(label: string): Random {
    let hash = FNV_OFFSET_BASIS ^ this.seed;
    for (const character of label) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME);
    }
    return new Random(hash);
  }

  /** Both bounds included. */
  integer(from: number, to: number): number {
    return uniformInt(this.#generator, from, to);
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.integer(0, choices.length - 1)];
    if (choice === undefined) throw new RangeError("There is nothing to pick from an empty list.");
    return choice;
  }

  hex(length: number): string {
    return this.#text(HEX_DIGITS, length);
  }

  /** The random part of a name, as `kube-controller-manager` makes it. */
  nameSuffix(length: number): string {
    return this.#text(NAME_LETTERS, length);
  }

  /** A version 4 UUID. */
  uid(): string {
    const variant = "89ab"[this.integer(0, 3)];
    return [
      this.hex(8),
      this.hex(4),
      `4${this.hex(3)}`,
      `${variant}${this.hex(3)}`,
      this.hex(12),
    ].join("-");
  }

  #text(letters: string, length: number): string {
    let text = "";
    for (let i = 0; i < length; i += 1) text += letters[this.integer(0, letters.length - 1)];
    return text;
  }
}
