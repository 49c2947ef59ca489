/** Changes that the evidence speaks for, and what a replay of each by itself says of it. */
import { parse } from "yaml";
import type { Remedies, Remedy, RemedyChange } from "../remedy.ts";
import { type CandidateChange, isEnough, Search, type Searching, type Trial } from "../search.ts";
import { withSettings } from "../sweep/setting.ts";
import type { AdvisedCapture } from "./advised.ts";
import { type Candidate, candidatesOf, type Findings } from "./candidates.ts";
import { type Comparison, comparisonOf } from "./comparison.ts";
import { type ReservationCandidate, reservationCandidates } from "./reservations.ts";
import { comparisonWords, givenUpWords } from "./verification.ts";

/** A member of a KubeletConfiguration, and what has to be set with it. */
export interface AdviceRemedy extends Remedy {
  readonly reason: string;
  /** Sentences: what the replay showed, or why there is none. */
  readonly verification: readonly string[];
  readonly comparison: Comparison;
}

/** A change that was looked at and that a replay speaks against. */
export interface NotAdvised extends Pick<Candidate, "member" | "from" | "to" | "reason"> {
  readonly against: string;
}

export interface AdviceRemedies extends Remedies<AdviceRemedy> {
  readonly notAdvised: readonly NotAdvised[];
  /** The configuration of a capture with all remedies. */
  readonly together: (advised: AdvisedCapture) => string;
}

/** More than there are candidates. */
const REPLAYS_MAX = 100;

/** What is set in the configuration of every capture. */
interface World {
  readonly settings: readonly Candidate[];
  readonly reservations: readonly ReservationCandidate[];
}

const AS_IS: World = { settings: [], reservations: [] };

interface Applied extends CandidateChange<World> {
  apply(world: World): World;
  readonly of: Candidate | ReservationCandidate;
  /** Why the replay speaks against it; null when it does not. */
  readonly against: (comparison: Comparison) => string | null;
  readonly words: (comparison: Comparison) => readonly string[];
}

type Replayed = Trial<Applied, World, Comparison>;

export function* adviceRemedies(findings: Findings): Searching<AdviceRemedies> {
  const { captures, present, evidence } = findings;
  const isAssumed = captures.some((each) => each.isAssumed === true);
  const candidates = [
    ...candidatesOf(findings).map(ofSetting),
    ...reservationCandidates(evidence.daemons, isAssumed).map(ofReservation),
  ].map((candidate, cost): Applied => ({ ...candidate, cost }));
  const search = new Search<Applied, World, Comparison>({
    run: (world) => comparisonOf(captures, present, (each) => configurationOf(each, world)),
    effectOf: (comparison, { against }) => (against(comparison) === null ? "enough" : "none"),
    triedMax: REPLAYS_MAX,
  });
  const replayed = yield* search.each(AS_IS, candidates);
  const advised = replayed.filter(isEnough);
  const all = advised.reduce((world, { candidate }) => candidate.apply(world), AS_IS);
  return {
    remedies: advised.map((each) => remedyOf(each, isAssumed)),
    search: search.extent,
    notAdvised: replayed.flatMap(notAdvised),
    together: (each) => configurationOf(each, all),
  };
}

/** Their cost is their place. */
type Row = Omit<Applied, "cost">;

function ofSetting(candidate: Candidate): Row {
  return {
    ...{ of: candidate, values: [1], words: comparisonWords },
    against: (comparison) =>
      comparison.refusal === null ? candidate.against(comparison) : `${comparison.refusal}.`,
    apply: (world) => ({ ...world, settings: [...world.settings, candidate] }),
  };
}

/** A replay of them moves no signal: the capacity that a Summary carries was recorded. */
const RESERVATION_WORDS =
  "Checked only by arithmetic: allocatableMemory.available is computed from a capacity " +
  "in the recorded Summary, so a replay shows nothing about a reservation.";

function ofReservation(candidate: ReservationCandidate): Row {
  return {
    ...{ of: candidate, values: [1] },
    against: ({ refusal }) => (refusal === null ? candidate.against : `${refusal}.`),
    words: (comparison) => [RESERVATION_WORDS, ...givenUpWords(comparison)],
    apply: (world) => ({ ...world, reservations: [...world.reservations, candidate] }),
  };
}

function configurationOf(advised: AdvisedCapture, { settings, reservations }: World): string {
  return withReservations(withAll(advised, settings), reservations);
}

function withAll({ json, policy }: AdvisedCapture, candidates: readonly Candidate[]): string {
  if (candidates.length === 0) return json;
  const changes = candidates.map(({ change }) => change);
  const configuration = parse(withSettings(json, policy, changes));
  for (const { member, to } of candidates.flatMap(({ further = [] }) => further)) {
    const [name = "", ...rest] = member.split(".");
    const key = rest.join(".");
    configuration[name] = key === "" ? Number(to) : { ...configuration[name], [key]: to };
  }
  return JSON.stringify(configuration);
}

function withReservations(json: string, reservations: readonly ReservationCandidate[]): string {
  if (reservations.length === 0) return json;
  const configuration = JSON.parse(json);
  for (const { member, to } of reservations) {
    const [name = "", resource = ""] = member.split(".");
    configuration[name] = { ...configuration[name], [resource]: to };
  }
  return JSON.stringify(configuration);
}

function remedyOf(
  { candidate: { of, words }, result }: Replayed,
  isAssumed: boolean,
): AdviceRemedy {
  const further = "further" in of ? (of.further ?? []) : [];
  const { reason } = of;
  return {
    changes: [of, ...further].map((each) => changeOf(each, isAssumed)),
    verified: true,
    ...{ reason, verification: words(result), comparison: result },
  };
}

interface Setting {
  readonly member: string;
  readonly from?: string | null;
  readonly to: string;
}

function changeOf({ member, from = null, to }: Setting, isAssumed: boolean): RemedyChange {
  const now = from === null ? "" : ` (${from} ${isAssumed ? "assumed" : "now"})`;
  return {
    kind: member.split(".")[0] ?? member,
    objects: ["KubeletConfiguration"],
    change: `Set ${member} to ${to}${now}`,
    member,
    ...(from === null ? {} : { from }),
    to,
  };
}

function notAdvised({ candidate: { of, against }, result }: Replayed): readonly NotAdvised[] {
  const { member, from, to, reason } = of;
  const sentence = against(result);
  return sentence === null ? [] : [{ member, from, to, reason, against: sentence }];
}
