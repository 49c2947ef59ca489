/**
 * The smallest single changes that end a thrash or a cascade, or with which no pod goes from a
 * cluster that settles: each is found from who takes part, and verified by playing the cluster
 * again. Bounded by runs and events, not by time, so that the answer is the same on every machine.
 */
import { EngineError } from "../../../engine/engineError.ts";
import type { SimulatorEngine } from "../../../engine/simulatorEngine.ts";
import type { SimulatorVerdict } from "../../../engine/simulatorEvent.ts";
import type { Participants } from "../participants.ts";
import { load, objectsOf, play, type Simulation } from "../simulation.ts";
import type { Draft } from "./draft.ts";
import type { Goal } from "./goal.ts";
import { kubeletLevers, type PolicyOf } from "./kubeletLevers.ts";
import type { EndFacts, Lever, Trial } from "./lever.ts";
import { nodeLevers } from "./nodeLevers.ts";
import { reservationLevers } from "./reservationLevers.ts";
import { workloadLevers } from "./workloadLevers.ts";

/** A change with which the cluster settles. */
export interface ClusterEnd extends EndFacts {
  /** A sentence. */
  readonly change: string;
  readonly verified: true;
  /** Pods that have to go before it settles. */
  readonly evictedPods: number;
  /** Pods that then wait for a node; absent without any. */
  readonly pending?: number;
}

export interface Search {
  readonly ends: readonly ClusterEnd[];
  /** The cluster with each of them. */
  readonly changed: readonly Simulation[];
  /** How often the cluster was played. */
  readonly runs: number;
  /** Whether every candidate was tried. */
  readonly isWhole: boolean;
}

interface Question {
  readonly goal: Goal;
  readonly engine: SimulatorEngine;
  readonly cluster: Simulation;
  readonly untilSeconds: number;
  readonly involved: Participants;
  /** How many events the cluster's own run had: what another one costs. */
  readonly events: number;
  readonly policyOf: PolicyOf;
}

const FOUND_MAX = 5;
const RUNS_MIN = 12;
const RUNS_MAX = 120;
/** Of all runs together. */
const EVENTS_MAX = 3_000_000;
const HALVINGS_MAX = 4;

/** Yields before each run how many there were: a page gives way there, a terminal shows it. */
type Trying<T> = Generator<number, T, undefined>;

/** Those that leave no pod without a node first, then by how far they reach. */
export function clusterEnds(question: Question): Trying<Search> {
  return new EndSearch(question).search();
}

interface Found {
  readonly end: ClusterEnd;
  readonly draft: Draft;
  readonly lever: Lever;
  /** How many times larger or smaller, as a power of two. */
  readonly size: number;
}

/** What came of a change. */
interface Tried {
  readonly value: number;
  readonly trial: Trial;
  readonly verdict: SimulatorVerdict;
}

class EndSearch {
  readonly #question: Question;
  readonly #draft: Draft;
  readonly #runsMax: number;
  #runs = 0;

  constructor(question: Question) {
    this.#question = question;
    const { cluster, events } = question;
    this.#draft = { objects: objectsOf(cluster.documents), scenario: cluster.scenario };
    const affordable = Math.floor(EVENTS_MAX / Math.max(events, 1));
    this.#runsMax = Math.min(Math.max(affordable, RUNS_MIN), RUNS_MAX);
  }

  *search(): Trying<Search> {
    const levers = [...this.#levers()].sort((a, b) => a.reach - b.reach);
    const found: Found[] = [];
    for (const lever of levers) {
      if (this.#isSpent || found.filter(isClean).length >= FOUND_MAX) break;
      const tried = yield* this.#least(lever);
      if (tried !== null) found.push(foundBy(lever, tried));
    }
    const best = found.sort(compareFound).slice(0, FOUND_MAX);
    const changed = best.map(({ draft }) => this.#changed(draft));
    const ends = best.map(({ end }) => end);
    return { ends, changed, runs: this.#runs, isWhole: !this.#isSpent };
  }

  #levers(): readonly Lever[] {
    const { involved, policyOf } = this.#question;
    return [
      ...workloadLevers(this.#draft, involved),
      ...kubeletLevers(this.#draft, involved, policyOf),
      ...reservationLevers(this.#draft, involved),
      ...nodeLevers(this.#draft, involved),
    ];
  }

  get #isSpent(): boolean {
    return this.#runs >= this.#runsMax;
  }

  /** The mildest rung that ends it, and then what is milder still. */
  *#least(lever: Lever): Trying<Tried | null> {
    let before = lever.now;
    let homeless: Tried | null = null;
    for (const rung of lever.ladder) {
      const tried = yield* this.#try(lever, lever.rounded(rung));
      if (tried !== null && pendingIn(tried.verdict) === 0) {
        return yield* this.#halved(lever, before, tried);
      }
      if (lever.placesAll !== true) homeless ??= tried;
      before = lever.rounded(rung);
    }
    return homeless;
  }

  *#halved(lever: Lever, before: number, ends: Tried): Trying<Tried> {
    let [least, found] = [before, ends];
    for (let halving = 0; halving < HALVINGS_MAX; halving++) {
      const middle = lever.rounded((least + found.value) / 2);
      if (middle === least || middle === found.value) break;
      const tried = yield* this.#try(lever, middle);
      if (tried !== null && pendingIn(tried.verdict) === 0) found = tried;
      else least = middle;
    }
    return found;
  }

  /** Null for what misses the goal, makes no change or cannot be tried any more. */
  *#try(lever: Lever, value: number): Trying<Tried | null> {
    const trial = this.#isSpent ? null : lever.at(value);
    if (trial === null) return null;
    const { engine, untilSeconds } = this.#question;
    yield this.#runs;
    this.#runs += 1;
    try {
      load(engine, this.#changed(trial.draft));
      const verdict = play(engine, untilSeconds, () => {});
      return this.#isReached(verdict) ? { value, trial, verdict } : null;
    } catch (error) {
      // A change may make an object that the module refuses.
      if (error instanceof EngineError) return null;
      throw error;
    }
  }

  #isReached({ verdict, evictedPods }: SimulatorVerdict): boolean {
    const { goal } = this.#question;
    return verdict === "settles" && (goal === "settles" || evictedPods === 0);
  }

  #changed({ objects, scenario }: Draft): Simulation {
    const { configuration } = this.#question.cluster;
    return { configuration, documents: objects, scenario };
  }
}

function pendingIn({ pods = [] }: SimulatorVerdict): number {
  return pods.filter(({ node, phase }) => node === undefined && phase === "Pending").length;
}

function isClean({ end }: Found): boolean {
  return end.pending === undefined;
}

function foundBy(lever: Lever, { value, trial, verdict }: Tried): Found {
  const pending = pendingIn(verdict);
  const size = lever.now === 0 ? 1 : Math.abs(Math.log2(Math.max(value, 1e-9) / lever.now));
  const end: ClusterEnd = {
    change: trial.change,
    verified: true,
    ...trial.facts,
    evictedPods: verdict.evictedPods,
    ...(pending === 0 ? {} : { pending }),
  };
  return { end, draft: trial.draft, lever, size };
}

function compareFound(a: Found, b: Found): number {
  const isCleaner = Number(isClean(b)) - Number(isClean(a));
  return isCleaner || a.lever.reach - b.lever.reach || a.size - b.size;
}
