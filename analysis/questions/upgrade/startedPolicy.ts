/** A capture's configuration for the kubelet of a release that may not start with it. */
import type { Finding, Policy } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { objectOf } from "../../read/json/untyped.ts";
import { readable } from "../../read/readable.ts";
import { withoutRefused } from "./corrections.ts";
import type { ComparedReleases } from "./rules.ts";

export interface StartedPolicy {
  readonly policy: Policy;
  /** The configuration in force: a kubelet starts with it. */
  readonly json: string;
  /** What stops the kubelet, and is corrected or left out in it. */
  readonly refused: readonly Finding[];
}

/** A setting that is left out may have another one depend on it. */
const ROUNDS_MAX = 3;

/** Configures the engine; throws EngineError for a text that is not a configuration even then. */
export function startedPolicy(
  engine: EvictionEngine,
  given: string,
  releases: ComparedReleases,
): StartedPolicy {
  const refused: Finding[] = [];
  let json = given;
  for (let round = 0; ; round += 1) {
    try {
      engine.configure(json);
      return { policy: readable(engine.report<Policy>()), json, refused };
    } catch (error) {
      if (!(error instanceof EngineError) || error.errors.length === 0) throw error;
      if (round === ROUNDS_MAX) throw error;
      const configuration = objectOf(JSON.parse(json));
      json = JSON.stringify(withoutRefused(configuration, error.errors, releases));
      refused.push(...error.errors);
    }
  }
}
