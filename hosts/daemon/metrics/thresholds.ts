import { Gauge, type Registry } from "prom-client";
import type { ThresholdArithmetic } from "../../../analysis/engine/decision.ts";
import type { DaemonStep, Observer } from "../step.ts";

/** A gauge per threshold: its name, what it says, where the core's decision has the number. */
const GAUGES: readonly (readonly [
  name: string,
  help: string,
  value: (threshold: ThresholdArithmetic) => number | undefined,
])[] = [
  [
    "limit",
    "The threshold at the observed capacity: bytes, inodes or process IDs.",
    ({ limit }) => limit,
  ],
  ["met", "1 while less than the limit is available.", ({ met }) => Number(met)],
  [
    "unresolved",
    "1 until available exceeds the crossed threshold by its minimum reclaim.",
    ({ unresolved }) => Number(unresolved),
  ],
  [
    "grace_remaining_seconds",
    "Remaining grace period of a soft threshold that is met.",
    ({ graceRemainingSeconds }) => graceRemainingSeconds,
  ],
];

/** Signals and thresholds as the last decision has them; absent where nothing was observed. */
export function thresholdMetrics(registry: Registry): Observer {
  const registers = [registry];
  const available = new Gauge({
    name: "plimsoll_signal_available",
    help: "Available amount of a signal: bytes, inodes or process IDs.",
    labelNames: ["eviction_signal"] as const,
    registers,
  });
  const capacity = new Gauge({
    name: "plimsoll_signal_capacity",
    help: "Capacity of a signal: bytes, inodes or process IDs.",
    labelNames: ["eviction_signal"] as const,
    registers,
  });
  const gauges = GAUGES.map(([name, help, value]) => {
    const labelNames = ["eviction_signal", "threshold"] as const;
    const gauge = new Gauge({ name: `plimsoll_threshold_${name}`, help, labelNames, registers });
    return { gauge, value };
  });
  return {
    step({ decision }: DaemonStep) {
      if (decision === null) return;
      for (const gauge of [available, capacity, ...gauges.map((each) => each.gauge)]) gauge.reset();
      for (const observation of decision.observations ?? []) {
        const labels = { eviction_signal: observation.signal };
        available.set(labels, observation.available);
        capacity.set(labels, observation.capacity);
      }
      for (const threshold of decision.thresholds ?? []) {
        const kind = threshold.hard ? "hard" : "soft";
        const labels = { eviction_signal: threshold.signal, threshold: kind };
        for (const { gauge, value } of gauges) {
          const found = value(threshold);
          if (found !== undefined) gauge.set(labels, found);
        }
      }
    },
  };
}
