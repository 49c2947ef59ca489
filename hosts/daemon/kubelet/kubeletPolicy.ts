import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { ConfigurationError } from "../../../analysis/read/kubelet/error.ts";
import type { KubeletConfiguration } from "../../../analysis/read/kubelet/loaded.ts";
import { withoutFullStop } from "../../../analysis/text/fullStop.ts";
import type { SteadyClock } from "../../system/systemClock.ts";
import { isUnavailable } from "../kubernetes/apiError.ts";
import { lateness } from "./earlier.ts";
import { type Resolved, Resolver } from "./resolved.ts";

/** A kubelet's configz is asked for again when it is older than this. It changes with a restart. */
const FRESH_NANOSECONDS = 60n * 1_000_000_000n;

export interface KubeletPolicyParts {
  readonly newEngine: () => EvictionEngine;
  readonly clock: SteadyClock;
  /** Reads configz; rejects with ApiError, InputError or ConfigurationError. */
  configz(): Promise<KubeletConfiguration>;
  /** The JSON for the core, with what is known of the node. */
  jsonOf(configuration: KubeletConfiguration): Promise<string>;
  readonly isSoleEvictor: boolean;
}

/** The eviction policy of the node's kubelet, as its configz shows it. */
export class KubeletPolicy {
  readonly #parts: KubeletPolicyParts;
  readonly #resolver: Resolver;
  #read: { readonly configuration: KubeletConfiguration; readonly at: bigint } | null = null;

  constructor(parts: KubeletPolicyParts) {
    this.#parts = parts;
    this.#resolver = new Resolver(parts.newEngine());
  }

  /** What was read last; null before the first time. */
  get known(): KubeletConfiguration | null {
    return this.#read?.configuration ?? null;
  }

  /** At most a minute old. The reason, without a full stop, when it cannot be read. */
  async configuration(): Promise<KubeletConfiguration | string> {
    const { clock } = this.#parts;
    const now = clock.elapsed();
    if (this.#read !== null && now - this.#read.at < FRESH_NANOSECONDS) {
      return this.#read.configuration;
    }
    try {
      const configuration = await this.#parts.configz();
      this.#read = { configuration, at: now };
      return configuration;
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof ConfigurationError)) throw error;
      const reason = isUnavailable(error) ? error.clause : withoutFullStop(error.message);
      return `the kubelet's configz cannot be read (${reason})`;
    }
  }

  /** A configuration on what the node has now, as the core resolves it; else the reason. */
  async resolve(
    configuration: KubeletConfiguration,
    summary: Uint8Array,
    time: bigint,
  ): Promise<Resolved | string> {
    const json = await this.#parts.jsonOf(configuration);
    return this.resolveJson(json, summary, time);
  }

  resolveJson(json: string, summary: Uint8Array, time: bigint): Resolved | string {
    return this.#resolver.resolve(json, summary, time);
  }

  /** The kubelet's own thresholds, as they are now; else the reason. */
  async own(summary: Uint8Array, time: bigint): Promise<Resolved | string> {
    const configuration = await this.configuration();
    if (typeof configuration === "string") return configuration;
    return this.resolve(configuration, summary, time);
  }

  /** Why acting under a policy would not come before the kubelet, one sentence each. */
  async objections(
    json: string,
    summary: Uint8Array,
    time: bigint,
  ): Promise<{ readonly kubelets: Resolved | null; readonly sentences: readonly string[] }> {
    const kubelets = await this.own(summary, time);
    if (typeof kubelets === "string") return { kubelets: null, sentences: [kubelets] };
    const ours = this.resolveJson(json, summary, time);
    if (typeof ours === "string") return { kubelets, sentences: [ours] };
    return { kubelets, sentences: lateness(ours, kubelets, this.#parts.isSoleEvictor) };
  }
}
