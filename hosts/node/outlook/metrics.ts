import { Registry } from "prom-client";
import { actMetrics } from "./metrics/acts.ts";
import { evictionMetrics } from "./metrics/evictions.ts";
import { type ForwardCounts, forwardMetrics } from "./metrics/forwarding.ts";
import { nodeMetrics } from "./metrics/node.ts";
import { type Build, processMetrics } from "./metrics/process.ts";
import { stepMetrics } from "./metrics/steps.ts";
import { streamMetrics } from "./metrics/stream.ts";
import { thresholdMetrics } from "./metrics/thresholds.ts";
import { OnlookerGroup } from "./onlookerGroup.ts";
import type { Stream } from "./stream.ts";

export type { Build, ForwardCounts };

/**
 * What the daemon sees and does, for Prometheus: under the kubelet's name and type where the
 * kubelet measures the same, as `plimsoll_…` otherwise.
 */
export class Metrics extends OnlookerGroup {
  readonly #registry: Registry;

  constructor(
    build: Build,
    acts: boolean,
    stream: Pick<Stream, "clients" | "dropped">,
    forwarding: ForwardCounts | null,
  ) {
    const registry = new Registry();
    processMetrics(registry, build);
    streamMetrics(registry, stream);
    if (forwarding !== null) forwardMetrics(registry, forwarding);
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
