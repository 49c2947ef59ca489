import { Registry } from "prom-client";
import type { CaptureHeader } from "../../shared/capture.ts";
import type { Policy } from "../../shared/decision.ts";
import type { DaemonStep, Onlooker } from "../daemon/step.ts";
import { actMetrics } from "./metrics/acts.ts";
import { evictionMetrics } from "./metrics/evictions.ts";
import { nodeMetrics } from "./metrics/node.ts";
import { type Build, processMetrics } from "./metrics/process.ts";
import { stepMetrics } from "./metrics/steps.ts";
import { streamMetrics } from "./metrics/stream.ts";
import { thresholdMetrics } from "./metrics/thresholds.ts";
import type { Stream } from "./stream.ts";

export type { Build };

/**
 * What the daemon sees and does, for Prometheus: under the kubelet's name and type where the
 * kubelet measures the same, as `plimsoll_…` otherwise.
 */
export class Metrics implements Onlooker {
  readonly #registry = new Registry();
  readonly #onlookers: readonly Onlooker[];

  constructor(build: Build, acts: boolean, stream: Pick<Stream, "clients" | "dropped">) {
    processMetrics(this.#registry, build);
    streamMetrics(this.#registry, stream);
    this.#onlookers = [
      evictionMetrics(this.#registry, acts),
      thresholdMetrics(this.#registry),
      nodeMetrics(this.#registry),
      actMetrics(this.#registry, acts),
      stepMetrics(this.#registry),
    ];
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  configured(policy: Policy, origins: readonly string[], header: CaptureHeader): void {
    for (const each of this.#onlookers) void each.configured?.(policy, origins, header);
  }

  step(step: DaemonStep): void {
    for (const each of this.#onlookers) void each.step?.(step);
  }

  trouble(sentence: string): void {
    for (const each of this.#onlookers) void each.trouble?.(sentence);
  }
}
