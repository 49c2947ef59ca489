import type { Signal, ThresholdArithmetic } from "../../../analysis/engine/decision.ts";
import type { Resolved } from "./resolved.ts";

/** How far ahead of the kubelet a limit has to be, of the signal's capacity. */
const MARGIN_PERCENT = 1;

/**
 * Why acting under `ours` would not come before the kubelet's own evictions, one sentence each;
 * empty when it would. The kubelet evicts below a limit and continues to its minimum reclaim, so a
 * limit is earlier when it is above both, for every threshold of the same signal, hard and soft.
 */
export function lateness(ours: Resolved, kubelets: Resolved, isSoleEvictor: boolean): string[] {
  const its = kubelets.policy.thresholds;
  if (its.length === 0 && !isSoleEvictor) {
    return [
      "the kubelet has no eviction thresholds, so only plimsoll would evict; if that is " +
        "intended, give --sole-evictor",
    ];
  }
  if (its.length > 0 && isSoleEvictor) {
    const listed = its.map(({ signal, value }) => `${signal}<${value}`).join(", ");
    return [`--sole-evictor is given, and the kubelet evicts by itself (${listed})`];
  }
  return ours.thresholds.flatMap((our) => latenessOf(our, kubelets.thresholds));
}

function latenessOf(
  our: ThresholdArithmetic,
  kubelets: readonly ThresholdArithmetic[],
): readonly string[] {
  // Without an observation nothing is evicted for it.
  if (our.limit === undefined) return [];
  const needed = kubelets
    .filter(({ signal }) => signal === our.signal)
    .map((its) => ({ its, above: limitAbove(its) }))
    .sort((a, b) => b.above - a.above)[0];
  if (needed === undefined || our.limit >= needed.above) return [];
  const { its, above } = needed;
  const reclaim = its.minReclaim === undefined ? "" : `, minimum reclaim ${its.minReclaim}`;
  const kind = (hard: boolean) => (hard ? "hard" : "soft");
  return [
    `${our.signal}<${our.value} (${kind(our.hard)}) is ${our.limit}, which is not earlier ` +
      `than the kubelet's own ${its.signal}<${its.value} (${kind(its.hard)}${reclaim}); ` +
      (Number.isFinite(above) ? `write at least ${above}` : "its limit is not known now"),
  ];
}

/** The least limit that is earlier than this threshold of the kubelet's. */
function limitAbove(kubelets: ThresholdArithmetic): number {
  const margin = Math.ceil(((kubelets.capacity ?? 0) * MARGIN_PERCENT) / 100);
  return reclaimedTo(kubelets) + margin;
}

/** Up to where the kubelet evicts, once it has begun; without an observation it is unknown. */
export function reclaimedTo({ limit, minReclaimAmount = 0 }: ThresholdArithmetic): number {
  return limit === undefined ? Number.POSITIVE_INFINITY : limit + minReclaimAmount;
}

/** The thresholds of the kubelet's that are met now, as `memory.available<100Mi`. */
export function metThresholds({ thresholds }: Resolved): readonly string[] {
  return thresholds.filter(({ met }) => met).map(({ signal, value }) => `${signal}<${value}`);
}

/** Configured signals; the core mirrors some of them to others. */
export function configuredSignals({ policy }: Resolved): ReadonlySet<Signal> {
  const own = new Set(["evictionHard", "evictionSoft", "default"]);
  return new Set(
    policy.thresholds.filter(({ origin }) => own.has(origin)).map(({ signal }) => signal),
  );
}
