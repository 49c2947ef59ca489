/** What a pass of the eviction manager says in a log. */
import type { PodName } from "../../engine/decision.ts";
import { podText } from "../../text/podText.ts";
import { quantityValue } from "../kubelet/validation/quantity.ts";
import type { Ending, LoggedAmount, LoggedThreshold, UnconstructedSignal } from "./entry.ts";
import type { NearbyLine } from "./nearby.ts";

export type Observations = ReadonlyMap<string, LoggedAmount>;

export interface LoggedEviction extends PodName {
  /** When a line first says so: the kubelet may have waited until the containers ended. */
  readonly time: bigint | null;
  /** At verbosity 3 since 1.22. */
  readonly message: string | null;
  /** Why the kubelet could not end its containers; null where it could, or does not say. */
  readonly failure: string | null;
}

/** One pass; what the log does not say is empty or null. */
export interface LoggedPass {
  /**
   * The time of its first line, or of its last observation, just before the kubelet reads the
   * clock.
   */
  readonly time: bigint | null;
  /** 1-based. */
  readonly line: number;
  readonly observations: Observations;
  readonly afterReclaim: Observations;
  readonly met: readonly LoggedThreshold[];
  readonly unresolved: readonly LoggedThreshold[];
  /** Soft thresholds that wait, with their grace periods as Go prints durations. */
  readonly waiting: readonly (LoggedThreshold & { readonly period: string })[];
  readonly conditions: readonly string[];
  /** What it attempted to reclaim; null where nothing was starved. */
  readonly reclaiming: string | null;
  readonly mustEvict: boolean;
  readonly ranked: readonly PodName[] | null;
  /** Entries of the ranking that are cut, or that have no pod's form. */
  readonly rankedUnread: number;
  /** Signals that have a threshold, and no numbers. */
  readonly unobserved: readonly string[];
  /** Signals of which the kubelet says why it could not observe them. */
  readonly unconstructed: readonly UnconstructedSignal[];
  /** Why node-level reclaim failed, in the kubelet's words; null where nothing says so. */
  readonly reclaimFailure: string | null;
  readonly critical: readonly PodName[];
  readonly evicted: readonly LoggedEviction[];
  readonly cleanUp: "cleaned-up" | "timed-out" | null;
  readonly ending: Ending | null;
  /** Why the stats could not be read; null where they could, or where nothing says so. */
  readonly statsFailure: string | null;
  readonly nearby: readonly NearbyLine[];
  /** Related lines that are not in `nearby`, which is bounded. */
  readonly furtherNearby: number;
  /** Whether the lines are from a kubelet up to 1.20, which writes values into sentences. */
  readonly isPlain: boolean;
  /** What journald calls the kubelet: k3s and others run it within a program of their own. */
  readonly program?: string;
}

/** Whether the kubelet had no pod to evict: it says so, or refused each pod of its ranking. */
export function isStuck({ ending, ranked, rankedUnread, critical, evicted }: LoggedPass): boolean {
  if (ending !== null) return ending === "no-pods" || ending === "unable";
  if (evicted.length > 0 || rankedUnread > 0 || ranked === null || ranked.length === 0)
    return false;
  const refused = new Set(critical.map(podText));
  return ranked.every((pod) => refused.has(podText(pod)));
}

/** Whether the kubelet had to evict, and the log does not contain the outcome. */
export function isOpen(pass: LoggedPass): boolean {
  const hasToEvict = pass.mustEvict || pass.ranked !== null;
  return hasToEvict && pass.ending === null && pass.evicted.length === 0 && !isStuck(pass);
}

/** Whether the log ends, or leaves lines out, before the pass is over. */
export function isCut({ ending, evicted }: LoggedPass): boolean {
  return ending === null && evicted.length === 0;
}

/** What was available of each signal: as observed, or as the lines about thresholds have it. */
export function availableIn({
  observations,
  met,
  unresolved,
}: LoggedPass): ReadonlyMap<string, bigint> {
  const available = new Map<string, bigint>();
  for (const { signal, observed = "" } of [...unresolved, ...met]) {
    const amount = quantityValue(observed);
    if (amount !== undefined) available.set(signal, amount);
  }
  for (const [signal, amount] of observations) available.set(signal, amount.available);
  return available;
}

/** The quantity of each threshold that more is needed for than was available. */
export function quantitiesBelow(pass: LoggedPass): ReadonlyMap<string, string> {
  const available = availableIn(pass);
  const isBelow = ({ signal, quantity }: LoggedThreshold) => {
    const [left, limit] = [available.get(signal), quantityValue(quantity)];
    return left !== undefined && limit !== undefined && left < limit;
  };
  const below = [...pass.unresolved.filter(isBelow), ...pass.met];
  return new Map(below.map(({ signal, quantity }) => [signal, quantity]));
}
