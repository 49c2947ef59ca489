import { RELEASES } from "../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../analysis/text/release.ts";
import type { Json, JsonObject } from "../vectors/notation.ts";

/** The release that the oracle is built with unless another one is asked for. */
export const PINNED_RELEASE = formatRelease(RELEASES.eviction.default);

/** How a node's file systems are laid out. */
export interface Layout {
  readonly dedicatedImageFs: boolean;
  readonly splitContainerFs: boolean;
}

/**
 * A scenario: a configuration and what the node looked like at each step. Documents stand as
 * Kubernetes serves them; integers beyond 2^53 are `bigint`.
 */
export interface Scenario {
  readonly config?: Json;
  /** Such as `1.31`; the pinned release when left out. */
  readonly kubeletVersion?: string;
  /** Left out: the engine finds it in the Summaries. */
  readonly layout?: Layout;
  /** Arguments of a kubelet's command line, in addition to the configuration. */
  readonly flags?: readonly string[];
  /** The configuration is written as YAML, and read as a file is. */
  readonly yaml?: boolean;
  /** The engine is saved, emptied and restored after every step. */
  readonly restored?: boolean;
  /** v1 Pods, in any order. */
  readonly pods: readonly Json[];
  readonly steps: readonly ScenarioStep[];
  /** A quantity; asks for each container's oom_score_adj too. */
  readonly memoryCapacity?: string;
}

export interface ScenarioStep {
  /** RFC 3339. */
  readonly time: string;
  /** A new pod list; absent: as before. */
  readonly pods?: readonly Json[];
  /** null: the Summary could not be had. */
  readonly summary: Json;
  /** After node-level reclaim; absent: the same Summary; null: none could be had. */
  readonly reclaimed?: Json;
  /** Pods the node is asked to admit after the step. */
  readonly admit?: readonly Json[];
}

export interface Eviction {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly gracePeriodOverride: number;
  readonly message: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly conditionMessage: string | null;
}

/** What one step did to the node. */
export interface Outcome {
  readonly event: string | null;
  readonly reclaim: readonly string[];
  readonly evictions: readonly Eviction[];
  /** Critical pods that came up before the evicted one, in that order. */
  readonly refused: readonly string[];
  readonly localStorageRefused?: readonly string[];
  /** Tied pods by UID. */
  readonly ranking: readonly string[];
  readonly ties?: readonly (readonly string[])[];
}

export interface AdmitAnswer {
  readonly admit: boolean;
  readonly reason?: string;
  readonly messages?: readonly string[];
}

export interface OracleStep {
  readonly conditions: readonly string[];
  readonly met: readonly string[];
  readonly firstObserved: Readonly<Record<string, string>>;
  readonly stateVaries?: boolean;
  readonly outcomes: readonly Outcome[];
  readonly signals?: readonly string[];
  /** How many runs went for each threshold: test/oracle/README.md says how they are named. */
  readonly chosen?: Readonly<Record<string, number>>;
  readonly admit?: readonly AdmitAnswer[];
  readonly crash?: string;
}

export interface ThresholdValue {
  readonly quantity?: string;
  /** A fraction, or `NaN`, `+Inf`. */
  readonly percentage?: number | string;
}

export interface OracleThreshold extends ThresholdValue {
  readonly signal: string;
  readonly hard: boolean;
  /** As Go prints durations: `1m30s`. */
  readonly gracePeriod: string;
  readonly minReclaim?: ThresholdValue;
}

/** The oracle's answer to a scenario. */
export interface OracleAnswer {
  /** Such as `v1.36.4`. */
  readonly kubernetes?: string;
  readonly skipped?: boolean;
  readonly invalid?: string;
  readonly errors?: readonly string[];
  readonly thresholds?: readonly OracleThreshold[];
  readonly steps?: readonly OracleStep[];
}

export interface OraclePod {
  readonly uid: string;
  readonly qosClass: string;
  readonly critical: boolean;
  readonly requests: Readonly<Record<string, string>>;
  readonly ephemeralStorageLimit: string | null;
  readonly oomScoreAdj: Readonly<Record<string, number>>;
}

export interface OraclePods {
  readonly skipped?: boolean;
  readonly error?: string;
  readonly pods?: readonly OraclePod[];
}

/** The member names a path leads to, or undefined. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let found = value;
  for (const name of path) {
    if (typeof found !== "object" || found === null || Array.isArray(found)) return undefined;
    found = (found as JsonObject)[name];
  }
  return found;
}
