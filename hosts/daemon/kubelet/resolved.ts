import type { Decision, Policy, ThresholdArithmetic } from "../../../analysis/engine/decision.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { Detail } from "../../../assembly/abi.ts";

/** A configuration, and its thresholds resolved for a node. */
export interface Resolved {
  readonly policy: Policy;
  readonly thresholds: readonly ThresholdArithmetic[];
  /** Why the step failed, so no threshold is ever met; absent otherwise. */
  readonly failed?: string;
}

/** Lets the core compute thresholds, in a separate engine without state. */
export class Resolver {
  readonly #engine: EvictionEngine;

  constructor(engine: EvictionEngine) {
    this.#engine = engine;
  }

  /** `time` is nanoseconds since the epoch. The reason when the core refuses one. */
  resolve(configurationJson: string, summary: Uint8Array, time: bigint): Resolved | string {
    try {
      const policy = this.#engine.configure(configurationJson);
      this.#engine.observe(summary, time);
      const decision = this.#engine.report<Decision>(Detail.Arithmetic).parse();
      const { thresholds = [], failed } = decision;
      return { policy, thresholds, ...(failed === undefined ? {} : { failed }) };
    } catch (error) {
      if (error instanceof EngineError) return error.message;
      throw error;
    }
  }
}
