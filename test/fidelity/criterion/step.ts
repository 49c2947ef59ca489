/**
 * One step: our outcome is in the kubelet's set, and the kubelet's set is inside ours, which is the
 * outcome and its alternatives.
 */

import type { Decision } from "../../../analysis/engine/decision.ts";
import { parseTime } from "../../../analysis/text/time.ts";
import { canonical } from "../../vectors/comparison.ts";
import type { PlayedStep } from "../play.ts";
import { type OracleStep, type Outcome, PINNED_RELEASE } from "../scenario.ts";
import { isListed, neverTaken } from "./alternatives.ts";
import { type Difference, differ, present } from "./difference.ts";
import { NO_STATE, outcomeOf, type State, stateOf } from "./outcome.ts";
import { compareLikeliest, compareProbabilities } from "./probability.ts";

/** The minor of the first release that writes why into a condition of an evicted pod. */
const DISRUPTION_TARGET_SINCE = 26;

/** Of two outcomes these are compared one by one, so that a difference has a name. */
const FIELDS = ["event", "reclaim", "ranking", "ties", "evictions", "refused"] as const;

export class StepCriterion {
  readonly #thorough: boolean;
  readonly #disruptionTarget: boolean;
  /** Stays when a step has no Summary. */
  #state: State = NO_STATE;

  /** `thorough`: the kubelet was asked so often that one tied pod represents the others. */
  constructor(thorough: boolean, kubernetes = `v${PINNED_RELEASE}`) {
    this.#thorough = thorough;
    this.#disruptionTarget = Number(kubernetes.split(".")[1]) >= DISRUPTION_TARGET_SINCE;
  }

  compare(theirs: OracleStep, ours: PlayedStep): Difference[] {
    const { decision } = ours;
    if (decision !== null) this.#state = stateOf(decision);
    const found = present([...this.#compareState(theirs), ...compareAdmissions(theirs, ours)]);
    if (decision === null) return found;
    const outcome = outcomeOf(decision, this.#disruptionTarget);
    found.push(...present([compareRefusals(theirs, decision, outcome)]));
    const unmatched = compareOutcome(outcome, theirs.outcomes, this.#thorough);
    if (unmatched !== null) return [...found, unmatched];
    found.push(
      ...present([compareProbabilities(theirs, decision), compareLikeliest(theirs, decision)]),
    );
    return [...found, ...present(this.#compareSets(theirs, decision, outcome))];
  }

  #compareSets(theirs: OracleStep, decision: Decision, outcome: Outcome): (Difference | null)[] {
    const { alternatives } = decision;
    const unlisted = theirs.outcomes.filter(
      (one) => !isSame(one, outcome) && !isListed(one, decision),
    );
    const untaken = this.#thorough ? neverTaken(decision, theirs.outcomes) : [];
    const kubelet = unlisted.map(brief);
    return [
      unlisted.length === 0
        ? null
        : { what: "alternatives", kubelet, plimsoll: { outcome, alternatives } },
      untaken.length === 0
        ? null
        : {
            what: "alternatives never taken",
            kubelet: theirs.outcomes.map(brief),
            plimsoll: untaken,
          },
    ];
  }

  #compareState(theirs: OracleStep): (Difference | null)[] {
    const { conditions, met, firstObserved } = this.#state;
    const clocks = Object.entries(theirs.firstObserved).map(([name, time]) => {
      return [name, String(parseTime(time))];
    });
    return [
      theirs.stateVaries === true
        ? { what: "state varies", kubelet: theirs.outcomes, plimsoll: this.#state }
        : null,
      differ("conditions", theirs.conditions, conditions),
      differ("met", theirs.met, met),
      differ("firstObserved", Object.fromEntries(clocks), firstObserved),
    ];
  }
}

function compareAdmissions(theirs: OracleStep, ours: PlayedStep): (Difference | null)[] {
  return ours.admit.map(({ admit, reason, message }, index) => {
    const answer = theirs.admit?.[index];
    const verdict = differ(
      "admission",
      { admit: answer?.admit, reason: answer?.reason },
      { admit, reason },
    );
    if (verdict !== null || admit || answer?.messages?.includes(message ?? "")) return verdict;
    return { what: "admission message", kubelet: answer?.messages, plimsoll: message };
  });
}

/** Ours are one list: those a storage limit names, and those ranked before the evicted one. */
function compareRefusals(
  theirs: OracleStep,
  decision: Decision,
  outcome: Outcome,
): Difference | null {
  const byLimit = theirs.outcomes[0]?.localStorageRefused ?? [];
  const uids = (decision.refused ?? []).map(({ uid }) => uid);
  return differ("refused pods", sorted([...byLimit, ...outcome.refused]), sorted(uids));
}

function sorted(uids: readonly string[]): string[] {
  return [...new Set(uids)].sort();
}

function isSame(theirs: Outcome, ours: Outcome): boolean {
  return FIELDS.every((field) => field === "refused" || sameField(field, theirs, ours));
}

function sameField(field: (typeof FIELDS)[number], theirs: Outcome, ours: Outcome): boolean {
  const fallback = field === "ties" ? [] : null;
  return canonical(theirs[field] ?? fallback) === canonical(ours[field] ?? fallback);
}

/** Null when one of theirs is ours; else what sets the closest one apart. */
function compareOutcome(
  ours: Outcome,
  theirs: readonly Outcome[],
  thorough: boolean,
): Difference | null {
  let closest: { readonly agreeing: number; readonly difference: Difference } | null = null;
  for (const one of theirs) {
    const apart = FIELDS.findIndex((field) => !sameField(field, one, ours));
    if (apart < 0) return null;
    const field = FIELDS[apart] as (typeof FIELDS)[number];
    // Critical pods tied with each other are refused in the order of a random list.
    if (field === "refused" && (one.ties ?? []).length > 0) return null;
    if (field === "evictions" && thorough && evictTied(one, ours)) return null;
    if (closest !== null && closest.agreeing >= apart) continue;
    const difference = differ(field, one[field] ?? null, ours[field] ?? null);
    if (difference !== null)
      closest = { agreeing: apart, difference: named(difference, one, ours) };
  }
  return closest?.difference ?? { what: "outcome", kubelet: theirs, plimsoll: ours };
}

/** Both evict a pod of one group of ties; which one is a throw of the dice. */
function evictTied(theirs: Outcome, ours: Outcome): boolean {
  const [one] = theirs.evictions;
  const [other] = ours.evictions;
  if (one === undefined || other === undefined || one.uid === other.uid) return false;
  return (theirs.ties ?? []).some((group) => group.includes(one.uid) && group.includes(other.uid));
}

/** Which part of an eviction differs, when the same pods are evicted. */
function named(difference: Difference, theirs: Outcome, ours: Outcome): Difference {
  if (difference.what !== "evictions") return difference;
  for (const [index, one] of theirs.evictions.entries()) {
    const other = ours.evictions[index];
    if (other === undefined || other.uid !== one.uid) return difference;
    for (const part of ["message", "annotations", "gracePeriodOverride"] as const) {
      const found = differ(part, one[part], other[part]);
      if (found !== null) return found;
    }
  }
  return difference;
}

function brief({ event, reclaim, evictions }: Outcome): unknown {
  const evicted = evictions.map(({ uid, gracePeriodOverride, message }) => {
    return { uid, gracePeriodOverride, message };
  });
  return { event, reclaim, evicted };
}
