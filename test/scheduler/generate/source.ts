import { Source } from "../../fidelity/generate/source.ts";
import type { JsonObject } from "../../vectors/notation.ts";
import { FEATURES, type Feature, minorOf, type Release } from "../scenario.ts";

/** What everything in one scenario is drawn from, and what it is held to. */
export class Draw extends Source {
  readonly release: Release;
  readonly #features: ReadonlySet<Feature>;

  constructor(seed: number, stream: number, release: Release, features?: readonly Feature[]) {
    super(seed, stream);
    this.release = release;
    // A small scenario shows a difference sooner than one with everything.
    const drawn = this.chance(50) ? this.some(FEATURES, 35) : this.some(FEATURES, 80);
    this.#features = new Set(features ?? [...drawn, "fit"]);
  }

  get minor(): number {
    return minorOf(this.release);
  }

  /** Whether the scenario has this feature; `percent`, how often it then shows. */
  shows(feature: Feature, percent = 100): boolean {
    return this.#features.has(feature) && this.chance(percent);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** A member of an object, `percent` times in a hundred. */
  maybe(percent: number, member: () => JsonObject): JsonObject {
    return this.chance(percent) ? member() : {};
  }
}
