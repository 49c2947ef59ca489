/** Sequences without end, from one seed. Sequence `n` of a seed is always the same. */
import { Random } from "../random.ts";
import { Checksum } from "./checksum.ts";
import { type Core, type CoreMaker, coreMaker } from "./core.ts";
import { Sequence } from "./sequence.ts";
import { type Supply, supplyOf } from "./supply.ts";

const FINDINGS_MAX = 10;

export interface SequenceFinding {
  readonly numbers: number[];
  readonly sentence: string;
  readonly trace: readonly string[];
}

export class Sequences {
  readonly #seed: number;
  readonly #make: CoreMaker;
  readonly #checksum: Checksum;
  readonly #supply: Supply;
  #cores: readonly [Core, Core];
  readonly findings: SequenceFinding[] = [];

  private constructor(seed: number, make: CoreMaker, checksum: Checksum) {
    this.#seed = seed;
    this.#make = make;
    this.#checksum = checksum;
    this.#supply = supplyOf(seed);
    this.#cores = [make(), make()];
  }

  static async of(seed: number, make = coreMaker()): Promise<Sequences> {
    return new Sequences(seed, make, await Checksum.compiled());
  }

  get isFull(): boolean {
    return this.findings.length >= FINDINGS_MAX;
  }

  run(number: number): void {
    const sentence = this.#play(number);
    if (sentence === undefined) return;
    const known = this.findings.find((finding) => isAlike(finding.sentence, sentence));
    if (known !== undefined) {
      known.numbers.push(number);
      return;
    }
    const trace: string[] = [];
    this.#play(number, trace);
    this.findings.push({ numbers: [number], sentence, trace });
  }

  #play(number: number, trace?: string[]): string | undefined {
    const random = new Random(this.#seed, number);
    try {
      new Sequence(this.#cores, random, this.#checksum, this.#supply, trace).play();
      return undefined;
    } catch (error) {
      // Nothing about the old instances is trusted any more.
      this.#cores = [this.#make(), this.#make()];
      return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
  }
}

function isAlike(left: string, right: string): boolean {
  return left.replace(/\d+/g, "0") === right.replace(/\d+/g, "0");
}

export function describeSequence(seed: number, finding: SequenceFinding): string {
  const [first] = finding.numbers;
  return [
    `seed ${seed}, sequence ${first}: ${finding.sentence}`,
    ...finding.trace.map((call) => `  ${call.slice(0, 400)}`),
    `  repeat with: npm run fuzz -- --sequences --seed ${seed} --case ${first}`,
  ].join("\n");
}
