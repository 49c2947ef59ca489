import { Registry } from "prom-client";
import { ObserverGroup } from "../loop/observers.ts";
import { actMetrics } from "./acts.ts";
import { evictionMetrics } from "./evictions.ts";
import { nodeMetrics } from "./node.ts";
import { type OutputCounts, outputMetrics } from "./outputs.ts";
import { type Build, processMetrics } from "./process.ts";
import { stepMetrics } from "./steps.ts";
import { thresholdMetrics } from "./thresholds.ts";

export type { Build, OutputCounts };

export interface MetricsParts extends OutputCounts {
  readonly build: Build;
  /** Whether the daemon's actuator acts, or only observes. */
  readonly acts: boolean;
}

/**
 * What the daemon sees and does, for Prometheus: under the kubelet's name and type where the
 * kubelet measures the same, as `plimsoll_…` otherwise.
 */
export class Metrics extends ObserverGroup {
  readonly #registry: Registry;

  constructor({ build, acts, ...counts }: MetricsParts) {
    const registry = new Registry();
    processMetrics(registry, build);
    outputMetrics(registry, counts);
    super([
      evictionMetrics(registry, acts),
      thresholdMetrics(registry),
      nodeMetrics(registry),
      actMetrics(registry, acts),
      stepMetrics(registry),
    ]);
    this.#registry = registry;
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
