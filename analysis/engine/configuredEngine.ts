import type { Policy } from "./decision.ts";
import type { EvictionEngine } from "./evictionEngine.ts";

/** A configuration as the core takes it, and where it came from. */
export interface PolicyText {
  /** The JSON for `EvictionEngine.configure`. */
  readonly json: string;
  /** The documents it was read from, in the order in which they were applied. */
  readonly origins: readonly string[];
  /** A capture has none, and none was given: the kubelet's defaults are assumed. */
  readonly isAssumed?: true;
  /** The same without the options that change a configuration; absent where none does. */
  readonly unchanged?: string;
}

/** An engine that is configured and has observed nothing yet, and the policy in force. */
export interface ConfiguredEngine extends PolicyText {
  readonly engine: EvictionEngine;
  readonly policy: Policy;
}
