/**
 * The smallest single changes that end a thrash or a cascade, or with which no pod goes from a
 * cluster that settles: each is found from who takes part, and verified by simulating the cluster
 * again.
 */
import type { SimulatorEngine } from "../../../engine/simulatorEngine.ts";
import type { SimulatorVerdict } from "../../../engine/simulatorEvent.ts";
import type { Remedies, Remedy } from "../../remedy.ts";
import {
  type CandidateChange,
  type Effect,
  isEnough,
  Search,
  type Searching,
  type Trial,
} from "../../search.ts";
import type { Participants } from "../participants.ts";
import { load, objectsOf, type Simulation, simulate } from "../simulation.ts";
import type { Candidate, SimulateChange } from "./candidate.ts";
import type { Draft } from "./draft.ts";
import type { Goal } from "./goal.ts";
import { kubeletCandidates, type PolicyOf } from "./kubeletCandidates.ts";
import { nodeCandidates } from "./nodeCandidates.ts";
import { reservationCandidates } from "./reservationCandidates.ts";
import { workloadCandidates } from "./workloadCandidates.ts";

/** A change with which the cluster settles. */
export interface SimulateRemedy extends Remedy<SimulateChange["kind"]> {
  /** Pods that are evicted before it settles. */
  readonly evictedPods: number;
  /** Pods that then wait for a node; absent without any. */
  readonly pending?: number;
}

export interface SimulateRemedies extends Remedies<SimulateRemedy> {
  /** The cluster with each of them. */
  readonly simulations: readonly Simulation[];
}

interface Question {
  readonly goal: Goal;
  readonly engine: SimulatorEngine;
  readonly cluster: Simulation;
  readonly untilSeconds: number;
  readonly participants: Participants;
  /** How many events the cluster's own run had: what another one costs. */
  readonly events: number;
  readonly policyOf: PolicyOf;
}

const FOUND_MAX = 5;
const RUNS_MIN = 12;
const RUNS_MAX = 120;
/** The limit for all runs together. */
const EVENTS_MAX = 3_000_000;
const HALVINGS_MAX = 4;

interface World {
  readonly changes: readonly SimulateChange[];
  readonly draft: Draft;
}

type Applied = Candidate & CandidateChange<World>;
type Simulated = Trial<Applied, World, SimulatorVerdict>;

/** Searches for fixes: those that leave no pod pending first, then by their scope. */
export function* simulateRemedies(question: Question): Searching<SimulateRemedies> {
  const { engine, cluster, untilSeconds, goal } = question;
  const draft = { objects: objectsOf(cluster.documents), scenario: cluster.scenario };
  const search = new Search<Applied, World, SimulatorVerdict>({
    run: (world) => {
      load(engine, simulationOf(world, cluster));
      return simulate(engine, untilSeconds, () => {});
    },
    effectOf: (verdict, candidate) => effectOf(verdict, candidate, goal),
    triedMax: runsMaxOf(question),
    halvingsMax: HALVINGS_MAX,
  });
  const candidates = candidatesOf(draft, question);
  const trials = yield* search.smallest({ changes: [], draft }, candidates, FOUND_MAX);
  const best = smallestOfEach(trials).toSorted(compareTrials).slice(0, FOUND_MAX);
  return {
    remedies: best.map(remedyOf),
    search: search.extent,
    simulations: best.map(({ world }) => simulationOf(world, cluster)),
  };
}

function runsMaxOf({ events }: Question): number {
  const affordable = Math.floor(EVENTS_MAX / Math.max(events, 1));
  return Math.min(Math.max(affordable, RUNS_MIN), RUNS_MAX);
}

function candidatesOf(draft: Draft, { participants, policyOf }: Question): readonly Applied[] {
  return [
    ...workloadCandidates(draft, participants),
    ...kubeletCandidates(draft, participants, policyOf),
    ...reservationCandidates(draft, participants),
    ...nodeCandidates(draft, participants),
  ].map(applied);
}

function applied(candidate: Candidate): Applied {
  const apply = (_: World, value: number): World | null => {
    const changed = candidate.changed(value);
    return changed === null ? null : { changes: [changed.change], draft: changed.draft };
  };
  return { ...candidate, apply };
}

function simulationOf({ draft }: World, { configuration }: Simulation): Simulation {
  const { objects, scenario } = draft;
  return { configuration, documents: objects, scenario };
}

function effectOf(verdict: SimulatorVerdict, { placesAll }: Candidate, goal: Goal): Effect {
  const isReached =
    verdict.verdict === "settles" && (goal === "settles" || verdict.evictedPods === 0);
  if (!isReached) return "none";
  if (pendingIn(verdict) === 0) return "enough";
  return placesAll === true ? "none" : "partial";
}

function pendingIn({ pods = [] }: SimulatorVerdict): number {
  return pods.filter(({ node, phase }) => node === undefined && phase === "Pending").length;
}

/** Keeps the smallest change of those that leave a pod without a node. */
function smallestOfEach(trials: readonly Simulated[]): readonly Simulated[] {
  const seen = new Set<Applied>();
  return trials.filter(({ candidate }) => !seen.has(candidate) && seen.add(candidate));
}

function compareTrials(a: Simulated, b: Simulated): number {
  const isCleaner = Number(isEnough(b)) - Number(isEnough(a));
  return isCleaner || a.candidate.cost - b.candidate.cost || sizeOf(a) - sizeOf(b);
}

/** How many times larger or smaller, as a power of two. */
function sizeOf({ candidate: { now = 0 }, value }: Simulated): number {
  return now === 0 ? 1 : Math.abs(Math.log2(Math.max(value, 1e-9) / now));
}

function remedyOf({ world, result }: Simulated): SimulateRemedy {
  const pending = pendingIn(result);
  return {
    changes: world.changes,
    verified: true,
    evictedPods: result.evictedPods,
    ...(pending === 0 ? {} : { pending }),
  };
}
