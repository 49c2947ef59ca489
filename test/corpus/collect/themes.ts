/** Themes of corpora: what decides in every scenario of one, and the releases that answer. */
import { RELEASES } from "../../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../../analysis/text/release.ts";
import { knownGates } from "../../fidelity/generate/featureGates.ts";
import { PINNED_RELEASE, type Scenario } from "../../fidelity/scenario.ts";
import { isObject, type Json, type JsonObject } from "../../vectors/notation.ts";
import type { Forms } from "./deciding.ts";
import { releaseScenarios } from "./vectorScenarios.ts";

export interface Theme {
  /** The release that scenarios are drawn for. */
  readonly drawnFor: string;
  readonly forms: Forms;
  /** The releases whose code is asked; each has a corpus of its own. */
  readonly releases: readonly string[];
  /** What every corpus of the theme begins with. */
  readonly first: readonly Scenario[];
}

const { newest } = RELEASES.eviction;
/** The newest release that is followed, and the one before. */
const LAST_TWO = [formatRelease(newest - 1), formatRelease(newest)] as const;

export const THEMES: Readonly<Record<string, Theme>> = {
  resizes: {
    drawnFor: PINNED_RELEASE,
    forms: (scenario) => [scenario, withoutAllocations(scenario)],
    releases: [PINNED_RELEASE],
    first: [],
  },
  releases: {
    drawnFor: LAST_TWO[1],
    forms: (scenario) => [asOf(scenario, LAST_TWO[0]), asOf(scenario, LAST_TWO[1])],
    releases: LAST_TWO,
    first: releaseScenarios(LAST_TWO),
  },
};

/** The scenario on a kubelet of a release, with the gates that one knows and requires. */
export function asOf(scenario: Scenario, release: string): Scenario {
  const { config } = scenario;
  const followed = { ...scenario, kubeletVersion: release };
  if (!isObject(config) || !isObject(config.featureGates)) return followed;
  const featureGates = knownGates(config.featureGates, release);
  return { ...followed, config: { ...config, featureGates } };
}

function withoutAllocations(scenario: Scenario): Scenario {
  return stripped(scenario as unknown as Json) as unknown as Scenario;
}

function stripped(value: Json): Json {
  if (Array.isArray(value)) return value.map(stripped);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "allocatedResources");
  return Object.fromEntries(
    kept.map(([name, member]) => [name, stripped(member as Json)]),
  ) as JsonObject;
}
