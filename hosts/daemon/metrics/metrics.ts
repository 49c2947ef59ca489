import { Registry } from "prom-client";
import type { Dropping } from "../boundedOutput.ts";
import { ObserverGroup } from "../loop/observerGroup.ts";
import type { Stream } from "../stream/stream.ts";
import { actMetrics } from "./acts.ts";
import { dropMetrics } from "./drops.ts";
import { evictionMetrics } from "./evictions.ts";
import { type ForwardCounts, forwardMetrics } from "./forwarding.ts";
import { nodeMetrics } from "./node.ts";
import { type Build, processMetrics } from "./process.ts";
import { stepMetrics } from "./steps.ts";
import { streamMetrics } from "./stream.ts";
import { thresholdMetrics } from "./thresholds.ts";

export type { Build, ForwardCounts };

export interface MetricsParts {
  readonly build: Build;
  /** Whether the daemon's actuator acts, or only observes. */
  readonly acts: boolean;
  readonly stream: Pick<Stream, "clients" | "dropped">;
  /** Absent when nothing is forwarded. */
  readonly forwarding?: ForwardCounts;
  /** Whatever drops what it cannot write in time. */
  readonly droppings: readonly Dropping[];
}

/**
 * What the daemon sees and does, for Prometheus: under the kubelet's name and type where the
 * kubelet measures the same, as `plimsoll_…` otherwise.
 */
export class Metrics extends ObserverGroup {
  readonly #registry: Registry;

  constructor({ build, acts, stream, forwarding, droppings }: MetricsParts) {
    const registry = new Registry();
    processMetrics(registry, build);
    streamMetrics(registry, stream);
    dropMetrics(registry, droppings);
    if (forwarding !== undefined) forwardMetrics(registry, forwarding);
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
