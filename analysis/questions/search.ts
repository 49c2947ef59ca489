/**
 * The search for the smallest change that helps: candidates are run in the order of their cost, and
 * of a candidate with a number the smallest one that helps is searched. It is bounded by runs, not
 * by time, so that the answer is the same on every machine.
 */
import { EngineError } from "../engine/engineError.ts";

/** A change that may help. A question adds the words for it. */
export interface CandidateChange<World> {
  readonly cost: number;
  /** What it can be set to, the smallest change first; one value where it is not a number. */
  readonly values: readonly number[];
  /** What it is now; absent where nothing lies between the values. */
  readonly now?: number;
  /** The nearest value that people would write; absent where that is every value. */
  readonly rounded?: (value: number) => number;
  /** Null for a value that changes nothing, or that is not allowed. */
  apply(world: World, value: number): World | null;
}

/** What a run shows of a change. A pod fits nowhere when its request grows excessively. */
export type Effect = "none" | "partial" | "enough" | "excessive";

/** A run with a change. */
export interface Trial<Candidate, World, Result> {
  readonly candidate: Candidate;
  readonly value: number;
  readonly world: World;
  readonly result: Result;
  readonly effect: Effect;
}

/** How far was searched. */
export interface SearchExtent {
  /** Runs that were made. */
  readonly tried: number;
  /** The most that are made. */
  readonly triedMax: number;
  /** Whether no candidate was left out because that many had been made. */
  readonly isComplete: boolean;
}

/** Gives way before each run, with how many there were: a page draws then, a terminal shows it. */
export type Searching<T> = Generator<number, T, undefined>;

export interface SearchQuestion<Candidate, World, Result> {
  /** Null, or an EngineError that is thrown, for a world that is refused. */
  readonly run: (world: World) => Result | null;
  readonly effectOf: (result: Result, candidate: Candidate) => Effect;
  readonly triedMax: number;
  /** How often the interval below the first value that is enough is halved. */
  readonly halvingsMax?: number;
}

export class Search<Candidate extends CandidateChange<World>, World, Result> {
  readonly #question: SearchQuestion<Candidate, World, Result>;
  #tried = 0;
  #isComplete = true;

  constructor(question: SearchQuestion<Candidate, World, Result>) {
    this.#question = question;
  }

  get extent(): SearchExtent {
    const { triedMax } = this.#question;
    return { tried: this.#tried, triedMax, isComplete: this.#isComplete };
  }

  /** Null for a world that is refused, and after the last run. */
  *run(world: World): Searching<Result | null> {
    const { run, triedMax } = this.#question;
    if (this.#tried === triedMax) {
      this.#isComplete = false;
      return null;
    }
    yield this.#tried;
    this.#tried += 1;
    try {
      return run(world);
    } catch (error) {
      // A change may make an object that the module refuses.
      if (error instanceof EngineError) return null;
      throw error;
    }
  }

  /**
   * The candidates that help, in the order of their cost, up to `enoughMax` that are enough. One
   * that is enough is there once, with the smallest value that is; one that is not, with every
   * value that helps in part.
   */
  *smallest(
    world: World,
    candidates: readonly Candidate[],
    enoughMax: number,
  ): Searching<readonly Trial<Candidate, World, Result>[]> {
    const found: Trial<Candidate, World, Result>[] = [];
    for (const candidate of candidates.toSorted((a, b) => a.cost - b.cost)) {
      if (!this.#isComplete || found.filter(isEnough).length === enoughMax) break;
      found.push(...(yield* this.#smallestValue(world, candidate)));
    }
    return found;
  }

  /** Every value of every candidate, also those that do not help, in the order of their cost. */
  *each(
    world: World,
    candidates: readonly Candidate[],
  ): Searching<readonly Trial<Candidate, World, Result>[]> {
    const trials: Trial<Candidate, World, Result>[] = [];
    for (const candidate of candidates.toSorted((a, b) => a.cost - b.cost)) {
      for (const value of candidate.values) {
        const trial = yield* this.#trial(world, candidate, value);
        if (trial !== null) trials.push(trial);
      }
    }
    return trials;
  }

  *#smallestValue(
    world: World,
    candidate: Candidate,
  ): Searching<readonly Trial<Candidate, World, Result>[]> {
    const { now, values, rounded = (value) => value } = candidate;
    const partial: Trial<Candidate, World, Result>[] = [];
    let below = now;
    for (const value of values.map(rounded)) {
      const trial = yield* this.#trial(world, candidate, value);
      if (trial !== null && isReached(trial)) {
        const best = below === undefined ? trial : yield* this.#bisected(world, trial, below);
        return isEnough(best) ? [best] : partial;
      }
      if (trial?.effect === "partial") partial.push(trial);
      if (now !== undefined) below = value;
    }
    return partial;
  }

  /** The smallest value that is enough, between one that is too small and that of `reached`. */
  *#bisected(
    world: World,
    reached: Trial<Candidate, World, Result>,
    tooSmall: number,
  ): Searching<Trial<Candidate, World, Result>> {
    const { candidate } = reached;
    const { rounded = (value) => value } = candidate;
    let [below, above, best] = [tooSmall, reached.value, reached];
    for (let halving = 0; halving < (this.#question.halvingsMax ?? 0); halving++) {
      const middle = rounded((below + above) / 2);
      if (middle === below || middle === above) break;
      const trial = yield* this.#trial(world, candidate, middle);
      if (trial === null || !isReached(trial)) below = middle;
      else {
        above = middle;
        if (isEnough(trial)) best = trial;
      }
    }
    return best;
  }

  /** Null for a value that changes nothing, and for what `run` has no result of. */
  *#trial(
    world: World,
    candidate: Candidate,
    value: number,
  ): Searching<Trial<Candidate, World, Result> | null> {
    const changed = candidate.apply(world, value);
    const result = changed === null ? null : yield* this.run(changed);
    if (changed === null || result === null) return null;
    const effect = this.#question.effectOf(result, candidate);
    return { candidate, value, world: changed, result, effect };
  }
}

export function isEnough({ effect }: { readonly effect: Effect }): boolean {
  return effect === "enough";
}

/** Whether no larger value is worth a run. */
function isReached({ effect }: { readonly effect: Effect }): boolean {
  return effect === "enough" || effect === "excessive";
}

/** How far was searched in two searches. */
export function togetherExtent(some: SearchExtent, other: SearchExtent): SearchExtent {
  return {
    tried: some.tried + other.tried,
    triedMax: some.triedMax + other.triedMax,
    isComplete: some.isComplete && other.isComplete,
  };
}

/** Runs a search to its end. */
export function finish<T>(searching: Searching<T>): T {
  for (;;) {
    const { done, value } = searching.next();
    if (done) return value;
  }
}
