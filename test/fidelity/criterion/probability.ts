/** How often the kubelet chose each threshold, compared with the engine's probability. */
import type { Alternative, Decision } from "../../../analysis/engine/decision.ts";
import type { OracleStep } from "../scenario.ts";
import type { Difference } from "./difference.ts";

/** So many standard deviations off happens once in a thousand million. */
const DEVIATIONS_MAX = 6;

interface Claim {
  /** As the oracle names a choice. */
  readonly names: readonly string[];
  readonly probability: number;
}

/** Null when no probability is given, or when it is plausible. */
export function compareProbabilities(theirs: OracleStep, decision: Decision): Difference | null {
  const { chosen } = theirs;
  // Where node-level reclaim was enough, no pods were ranked, and the choice does not show.
  if (chosen === undefined || chosen[""] !== undefined) return null;
  const runs = Object.values(chosen).reduce((sum, count) => sum + count, 0);
  for (const { names, probability } of claimsOf(decision).reduce(joined, [])) {
    const found = names.reduce((sum, name) => sum + (chosen[name] ?? 0), 0) / runs;
    const deviation = Math.sqrt((probability * (1 - probability)) / runs);
    if (Math.abs(found - probability) <= DEVIATIONS_MAX * deviation) continue;
    return { what: "probability", kubelet: chosen, plimsoll: { names, probability } };
  }
  return null;
}

/** Null unless the kubelet clearly takes another threshold more often than the canonical one. */
export function compareLikeliest(theirs: OracleStep, decision: Decision): Difference | null {
  const { chosen } = theirs;
  const { signal, evictions, reclaimSufficient } = decision;
  if (chosen === undefined || chosen[""] !== undefined) return null;
  if (signal === undefined || reclaimSufficient === true) return null;
  const tied = decision.alternatives.filter((one) => isTied(one, decision));
  const others = decision.alternatives.filter((one) => !isTied(one, decision));
  const names = namesOf(signal, [...evictions, ...tied.flatMap((one) => one.pods)]);
  const canonical = names.reduce((sum, name) => sum + (chosen[name] ?? 0), 0);
  // Where two others look alike, their counts do not show how often either was taken.
  const rivals = others.flatMap((one) => namesOf(one.signal, one.pods));
  const alone = rivals.filter((name) => rivals.indexOf(name) === rivals.lastIndexOf(name));
  const most = Math.max(0, ...alone.map((name) => chosen[name] ?? 0));
  // The variance of a difference of two counts is at most their sum.
  if (most - canonical <= DEVIATIONS_MAX * Math.sqrt(most + canonical)) return null;
  return {
    what: "likeliest",
    kubelet: chosen,
    plimsoll: { names, unresolved: unresolved(decision) },
  };
}

/** How many thresholds are not met any more, only short of their minimum reclaim. */
function unresolved({ thresholds = [] }: Decision): number {
  return thresholds.filter(({ met, unresolved }) => !met && unresolved).length;
}

/** One for each threshold that may be chosen; none when one of them has no probability. */
function claimsOf(decision: Decision): Claim[] {
  const { signal, probability, evictions, alternatives } = decision;
  if (signal === undefined || decision.reclaimSufficient === true) return [];
  const others = alternatives.filter((one) => !isTied(one, decision));
  const tied = alternatives.filter((one) => isTied(one, decision));
  const pods = [...evictions, ...tied.flatMap((one) => one.pods)];
  const claims = [{ signal, probability, pods }, ...others].map((one) => ({
    names: namesOf(one.signal, one.pods),
    probability: shareOf(one.probability ?? "0/1"),
  }));
  return claims.every((claim) => claim.probability > 0) ? claims : [];
}

/** Whether an alternative is about the chosen threshold, and other pods than the evicted one. */
function isTied({ signal, hard, pods }: Alternative, decision: Decision): boolean {
  const [evicted] = decision.evictions;
  if (signal !== decision.signal || hard !== decision.hard || evicted === undefined) return false;
  return pods.length > 0 && pods.every(({ uid }) => uid !== evicted.uid);
}

/** Thresholds of one signal whose pods get the same grace period look alike. */
function joined(claims: readonly Claim[], next: Claim): Claim[] {
  const alike = claims.filter(({ names }) => names.some((name) => next.names.includes(name)));
  return [
    ...claims.filter((claim) => !alike.includes(claim)),
    {
      names: [...new Set([...alike.flatMap(({ names }) => names), ...next.names])],
      probability: alike.reduce((sum, { probability }) => sum + probability, next.probability),
    },
  ];
}

function namesOf(
  signal: string,
  pods: readonly { readonly gracePeriodSeconds: number }[],
): string[] {
  if (pods.length === 0) return [signal];
  return [...new Set(pods.map(({ gracePeriodSeconds }) => `${signal} ${gracePeriodSeconds}`))];
}

function shareOf(probability: string): number {
  const [numerator, denominator] = probability.split("/").map(Number);
  return (numerator ?? 0) / (denominator ?? 1);
}
