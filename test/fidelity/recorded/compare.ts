/** Our decision about a pass against what the kubelet logged of it. */
import type { Decision, ThresholdArithmetic } from "../../../analysis/engine/decision.ts";
import { parseTime } from "../../../analysis/text/time.ts";
import { canonical } from "../../vectors/comparison.ts";
import { parseOffset, parseSize } from "../../vectors/notation.ts";
import { evictionSides, type Sides } from "./evictions.ts";
import type { Pass, RecordedEviction, SeenThreshold } from "./run.ts";

/** Between the line that gives a pass its time and the reading of the clock lies a Summary. */
const CLOCK_TOLERANCE_NANOSECONDS = 3_000_000_000n;

/** A sentence for each thing in which the two differ. */
export function differencesOf(
  pass: Pass,
  evictions: readonly RecordedEviction[],
  decision: Decision,
): string[] {
  const sides: Sides[] = [
    ...observationSides(pass, decision),
    ...thresholdSides(pass, decision),
    ["node conditions", sorted(pass.conditionsHeld), sorted(decision.nodeConditions)],
    ["resource to reclaim", pass.reclaiming ?? null, decision.resource ?? null],
    [
      "node-level reclaim",
      pass.observationsAfterReclaim !== undefined,
      decision.reclaim.length > 0,
    ],
    ...rankingSides(pass, decision),
    ["refused", sorted(uidsOf(pass.refusedCritical)), sorted(uidsOf(decision.refused))],
    evictionSides(evictions, decision),
  ];
  return sides
    .filter(([, kubelet, plimsoll]) => canonical(kubelet) !== canonical(plimsoll))
    .map(([what, kubelet, plimsoll]) => {
      return `${what}: the kubelet ${canonical(kubelet)}, plimsoll ${canonical(plimsoll)}`;
    });
}

function observationSides({ observations }: Pass, decision: Decision): Sides[] {
  return Object.entries(observations).map(([signal, { available, capacity, time }]) => {
    const ours = decision.observations?.find((one) => one.signal === signal);
    return [
      signal,
      [parseSize(available), parseSize(capacity), parseTime(time)],
      ours && [ours.available, ours.capacity, parseTime(ours.time ?? "")],
    ];
  });
}

function thresholdSides(pass: Pass, { thresholds = [] }: Decision): Sides[] {
  const ours = (keep: (one: ThresholdArithmetic) => boolean): string[] =>
    thresholds
      .filter(keep)
      .map(({ signal, limit, available }) => `${signal} ${limit} ${available}`)
      .sort();
  const theirs = (seen: readonly SeenThreshold[] = []): string[] =>
    seen
      .map(({ signal, quantity, observed }) => {
        return `${signal} ${parseSize(quantity)} ${parseSize(observed)}`;
      })
      .sort();
  const held = ({ met, unresolved }: ThresholdArithmetic): boolean => met || unresolved;
  return [
    ["thresholds met", theirs(pass.thresholdsMet), ours(({ met }) => met)],
    ["thresholds met or unresolved", theirs(pass.thresholdsUnresolved), ours(held)],
    [
      "grace periods satisfied",
      theirs(pass.gracePeriodsSatisfied),
      ours(({ gracePeriodSatisfied }) => gracePeriodSatisfied),
    ],
    [
      "stats updated",
      theirs(pass.updatedStats),
      ours((one) => one.gracePeriodSatisfied && one.updatedStats),
    ],
    ["grace periods running", runningSince(pass), clocksOf(pass, thresholds.filter(held))],
  ];
}

/** When each threshold whose grace period is not over was first met. */
function runningSince({ time, observedAt = time, graceNotMet = [] }: Pass): string[] {
  return graceNotMet.map(({ threshold, duration }) => {
    const signal = /signal=([^,]+)/.exec(threshold)?.[1];
    return `${signal} ${(parseTime(observedAt) ?? 0n) - parseOffset(duration)}`;
  });
}

/** The kubelet's own time of it where ours is near enough. */
function clocksOf(pass: Pass, thresholds: readonly ThresholdArithmetic[]): string[] {
  const theirs = runningSince(pass);
  return thresholds
    .filter(({ gracePeriodSatisfied }) => !gracePeriodSatisfied)
    .map(({ signal, since = "" }) => {
      const ours = parseTime(since) ?? 0n;
      const near = theirs.find((text) => {
        const [name, at = "0"] = text.split(" ");
        const apart = BigInt(at) - ours;
        return name === signal && apart * apart <= CLOCK_TOLERANCE_NANOSECONDS ** 2n;
      });
      return near ?? `${signal} ${ours}`;
    });
}

/** Where node-level reclaim was enough, ours is the order that would have been. */
function rankingSides(pass: Pass, decision: Decision): Sides[] {
  if (decision.reclaimSufficient === true && pass.ranked === undefined) return [];
  return [["ranking", rankingOf(pass, decision), uidsOf(decision.ranking)]];
}

/** The kubelet's order, with pods that we hold for equal to their neighbors in ours. */
function rankingOf({ ranked = [] }: Pass, { ranking = [] }: Decision): string[] {
  const position = (uid: string): number => ranking.findIndex((pod) => pod.uid === uid);
  const uids = uidsOf(ranked);
  for (let end = 1; end <= ranking.length; end++) {
    if (ranking[end]?.tied === true) continue;
    const start = ranking.slice(0, end).findLastIndex(({ tied }) => !tied);
    const group = uids.slice(start, end);
    const within = group.every((uid) => position(uid) >= start && position(uid) < end);
    if (within) uids.splice(start, end - start, ...group.sort((a, b) => position(a) - position(b)));
  }
  return uids;
}

function uidsOf(pods: readonly { readonly uid: string }[] = []): string[] {
  return pods.map(({ uid }) => uid);
}

function sorted(names: readonly string[] = []): string[] {
  return [...names].sort();
}
