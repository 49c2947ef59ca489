/** `featureGates` of a configuration. */
import { isObject, type Json, type JsonObject } from "../../vectors/notation.ts";
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
  { AllowOverwriteTerminationGracePeriodSeconds: true },
  { AllowOverwriteTerminationGracePeriodSeconds: false, PodLevelResources: false },
  { LocalStorageCapacityIsolation: false },
  { PodLevelResourcesFixKubeletQOSClass: false },
  { InPlacePodVerticalScalingMemoryBackedVolumes: true },
  { AllBeta: false, PodLevelResources: true, PodLevelResourcesFixKubeletQOSClass: true },
];

/** Percent of configurations that name gates. */
const SHARE = 12;

/** With gates as a late draw, so that everything else of a seed stays as it was. */
export function withFeatureGates(
  source: Source,
  config: Json | undefined,
  release: string,
): Json | undefined {
  if (!source.chance(SHARE) || (config !== undefined && !isObject(config))) return config;
  return { ...config, featureGates: knownGates(source.pick(DRAWN), release) };
}

/**
 * A gate, with the minors of the first and of the last release in which the engine follows it.
 * Before 1.33, AllBeta also switched off sidecars, and earlier what evictions write into a pod's
 * status. A gate that is locked later stops a kubelet that sets it otherwise.
 */
const FOLLOWED: Readonly<Record<string, readonly [number, number]>> = {
  PodLevelResources: [34, Number.POSITIVE_INFINITY],
  KubeletSeparateDiskGC: [29, Number.POSITIVE_INFINITY],
  TaintTolerationComparisonOperators: [35, Number.POSITIVE_INFINITY],
  AllBeta: [33, Number.POSITIVE_INFINITY],
  AllowOverwriteTerminationGracePeriodSeconds: [32, 34],
  LocalStorageCapacityIsolation: [20, 24],
  PodLevelResourcesFixKubeletQOSClass: [37, Number.POSITIVE_INFINITY],
  InPlacePodVerticalScalingMemoryBackedVolumes: [37, Number.POSITIVE_INFINITY],
};

/** Gates that need PodLevelResources, with the minor in which they are first on, or AllBeta is. */
const DEPENDENT: Readonly<Record<string, number>> = {
  InPlacePodLevelResourcesVerticalScaling: 36,
  PodLevelResourceManagers: 37,
  PodLevelResourcesFixDefaulting: 37,
  PodLevelResourcesFixKubeletQOSClass: 37,
};

/** Leaves out gates that a release does not know, and adds those it requires. */
export function knownGates(gates: Json, release: string): Json {
  if (!isObject(gates)) return gates;
  const minor = Number(release.slice("1.".length));
  const known = Object.entries(gates).filter(([name]) => {
    const [first, last] = FOLLOWED[name] ?? [0, 0];
    return minor >= first && minor <= last;
  });
  const featureGates: JsonObject = Object.fromEntries(known);
  const { PodLevelResources: needed = true } = featureGates;
  if (needed === true) return featureGates;
  const dependent = Object.entries(DEPENDENT).filter(([, since]) => minor >= since);
  return { ...featureGates, ...Object.fromEntries(dependent.map(([name]) => [name, false])) };
}
