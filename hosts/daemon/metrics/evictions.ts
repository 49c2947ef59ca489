import { Counter, Histogram, type Registry } from "prom-client";
import type { Decision } from "../../../analysis/engine/decision.ts";
import { evictionSignal } from "../../../analysis/text/evictionSignal.ts";
import type { DaemonStep, Observer } from "../step.ts";

/** client_golang's default buckets, which the kubelet uses here. */
const AGE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The kubelet's two metrics about evictions. Like in the kubelet, one that was handed on counts
 * whether it succeeded or not (Spec 3.11); one that is only observed, or held back, does not.
 */
export function evictionMetrics(registry: Registry, acts: boolean): Observer {
  const labelNames = ["eviction_signal"] as const;
  const registers = [registry];
  const evictions = new Counter({
    name: "kubelet_evictions",
    help: "Pod evictions handed to the actuator, by eviction signal.",
    labelNames,
    registers,
  });
  const age = new Histogram({
    name: "kubelet_eviction_stats_age_seconds",
    help: "Age of the stats on which an eviction is decided, by eviction signal.",
    labelNames,
    buckets: AGE_BUCKETS,
    registers,
  });
  const decided = new Counter({
    name: "plimsoll_evictions_decided_total",
    help: "Pods that decisions named for eviction, counted in each step that names them.",
    labelNames,
    registers,
  });
  return {
    step({ decision, acts: made }: DaemonStep) {
      if (decision === null) return;
      const evicted = new Set(
        made
          .filter(({ kind, withheldBy }) => kind === "evict" && withheldBy === undefined)
          .map(({ pod }) => pod?.uid),
      );
      for (const eviction of decision.evictions) {
        const labels = { eviction_signal: evictionSignal(eviction, decision) };
        decided.inc(labels);
        if (acts && evicted.has(eviction.uid)) evictions.inc(labels);
      }
      for (const { signal, seconds } of agesOf(decision)) {
        age.observe({ eviction_signal: signal }, seconds);
      }
    },
  };
}

/**
 * The ages of the thresholds that a ranking was made for: their grace period has passed and their
 * stats are new.
 */
function agesOf(decision: Decision): { signal: string; seconds: number }[] {
  const ranked = decision.signal !== undefined && (decision.ranking ?? []).length > 0;
  if (!ranked || decision.reclaimSufficient === true) return [];
  const times = new Map(decision.observations?.map(({ signal, time }) => [signal, time]));
  return (decision.thresholds ?? [])
    .filter(({ gracePeriodSatisfied, updatedStats }) => gracePeriodSatisfied && updatedStats)
    .flatMap(({ signal }) => {
      const time = times.get(signal) ?? null;
      if (time === null) return [];
      // A clock that is behind would take from a sum that must only grow.
      const milliseconds = Math.max(0, Date.parse(decision.time) - Date.parse(time));
      return [{ signal, seconds: milliseconds / 1000 }];
    });
}
