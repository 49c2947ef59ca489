/** `featureGates` of a configuration. */
import { isObject, type Json, type JsonObject } from "../../vectors/notation.ts";
import type { Scenario } from "../scenario.ts";
import type { Source } from "./source.ts";

const DRAWN: readonly Json[] = [
  null,
  {},
  { PodLevelResources: false },
  { PodLevelResources: false, KubeletSeparateDiskGC: true },
  { PodLevelResources: null },
  { KubeletSeparateDiskGC: false },
  { KubeletSeparateDiskGC: true, PodLevelResources: true },
  { AllBeta: false },
  { AllBeta: false, PodLevelResources: true },
  { KubeletSeparateDiskGC: true, AllBeta: false },
  { AllBeta: true, PodLevelResources: false },
  { TaintTolerationComparisonOperators: true },
];

/** Percent of configurations that name gates. */
const SHARE = 12;

/** With gates as its last draw, so that everything else of a seed stays as it was. */
export function withFeatureGates(source: Source, config: Json | undefined): Json | undefined {
  if (!source.chance(SHARE) || (config !== undefined && !isObject(config))) return config;
  return { ...config, featureGates: source.pick(DRAWN) };
}

/**
 * A gate, and the minor of the first release from which on the engine follows it. Before 1.33,
 * AllBeta also switched off sidecars, and earlier what evictions write into a pod's status.
 */
const FOLLOWED: Readonly<Record<string, number>> = {
  PodLevelResources: 34,
  KubeletSeparateDiskGC: 29,
  TaintTolerationComparisonOperators: 35,
  AllBeta: 33,
};

/** Is on by default since 1.36, and needs PodLevelResources. */
const DEPENDENT = { InPlacePodLevelResourcesVerticalScaling: false };
const DEPENDENT_SINCE = 36;

/** Leaves out gates that a release does not know, and brings those it wants beside them. */
export function withKnownGates(scenario: Scenario, release: string): Scenario {
  const { config } = scenario;
  if (!isObject(config) || !isObject(config.featureGates)) return scenario;
  const minor = Number(release.slice("1.".length));
  const gates = Object.entries(config.featureGates);
  const known = gates.filter(([name]) => minor >= (FOLLOWED[name] ?? 0));
  const featureGates: JsonObject = Object.fromEntries(known);
  const { PodLevelResources: needed = true } = featureGates;
  if (minor >= DEPENDENT_SINCE && needed !== true) Object.assign(featureGates, DEPENDENT);
  return { ...scenario, config: { ...config, featureGates } };
}
