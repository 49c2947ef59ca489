/**
 * A KubeSchedulerConfiguration of an earlier version as one of v1, as kube-scheduler itself read
 * it: pkg/scheduler/apis/config of the last release that has each version.
 */
import { SCHEDULER_VERSIONS } from "../../engine/contract/releases.ts";
import { formatRelease } from "../../text/release.ts";
import { listOf, type Members, objectOf } from "../json/untyped.ts";

const GROUP = "kubescheduler.config.k8s.io";

/** Plugins of earlier versions that v1 does not have, and what does their work. */
const REMOVED: Readonly<Record<string, string>> = {
  SelectorSpread: "PodTopologySpread spreads pods by default",
  NodeLabel: "use node affinity",
  ServiceAffinity: "use pod affinity",
  NodePreferAvoidPods: "use taints",
};
/** Plugins of v1beta1 that became ways of NodeResourcesFit to score. */
const STRATEGIES: Readonly<Record<string, string>> = {
  NodeResourcesLeastAllocated: "LeastAllocated",
  NodeResourcesMostAllocated: "MostAllocated",
  RequestedToCapacityRatio: "RequestedToCapacityRatio",
};
/** The one that v1beta1 scores with unless another is enabled. */
const DEFAULT_STRATEGY = "NodeResourcesLeastAllocated";
const FIT = "NodeResourcesFit";
const ADDRESSES = ["healthzBindAddress", "metricsBindAddress"];

export interface ConvertedConfiguration {
  readonly configuration: Members;
  /** What was changed, a sentence each; empty where nothing had to be. */
  readonly changes: readonly string[];
}

export function convertedConfiguration(document: Members): ConvertedConfiguration {
  const row = SCHEDULER_VERSIONS.find(
    ({ version }) => document.apiVersion === `${GROUP}/${version}`,
  );
  if (row === undefined) return { configuration: document, changes: [] };
  const changes = [
    `${GROUP}/${row.version} is not read by kube-scheduler since ${formatRelease(row.until)}; ` +
      "it is converted to v1.",
  ];
  const { profiles, ...rest } = document;
  const addresses = ADDRESSES.filter((name) => rest[name] !== undefined);
  for (const name of addresses) {
    changes.push(`${name}: v1 does not have it; kube-scheduler serves at --secure-port.`);
  }
  const kept = Object.entries(rest).filter(([name]) => !addresses.includes(name));
  if (row.version !== "v1beta3") {
    changes.push(
      "Default weights of v1 apply: TaintToleration 3, NodeAffinity 2, InterPodAffinity 2 " +
        "(1 before).",
    );
  }
  const converted = listOf(profiles).map((profile) => convertedProfile(profile, changes));
  return {
    configuration: {
      ...Object.fromEntries(kept),
      apiVersion: `${GROUP}/v1`,
      ...(profiles === undefined ? {} : { profiles: converted }),
    },
    changes: [...new Set(changes)],
  };
}

function convertedProfile(profile: Members, changes: string[]): Members {
  const strategies = new Set<string>();
  const points = Object.entries(objectOf(profile.plugins)).map(([point, set]) => [
    point,
    convertedSet(objectOf(set), strategies, changes),
  ]);
  const settings = listOf(profile.pluginConfig).filter(({ name }) => !isRemoved(name, changes));
  const byDefault = settings.find(({ name }) => name === DEFAULT_STRATEGY)?.name;
  const strategy = [...strategies].at(-1) ?? byDefault;
  const others = settings.filter(({ name }) => !isStrategy(name) && name !== FIT);
  const fit = settings.find(({ name }) => name === FIT);
  const args = settings.find(({ name }) => name === strategy)?.args;
  const scored = strategy === undefined ? undefined : scoringStrategy(String(strategy), args);
  const isFit = fit !== undefined || scored !== undefined;
  const fitArgs = {
    ...withoutType(fit?.args),
    ...(scored === undefined ? {} : { scoringStrategy: scored }),
  };
  return {
    ...profile,
    ...(profile.plugins === undefined ? {} : { plugins: Object.fromEntries(points) }),
    ...(profile.pluginConfig === undefined && !isFit
      ? {}
      : {
          pluginConfig: [
            ...others.map((setting) => ({ ...setting, args: withoutType(setting.args) })),
            ...(isFit ? [{ name: FIT, args: fitArgs }] : []),
          ],
        }),
  };
}

/** What is enabled counts: one strategy disables another that was the default. */
function convertedSet(set: Members, strategies: Set<string>, changes: string[]): Members {
  const enabled = listOf(set.enabled).filter(({ name }) => !isRemoved(name, changes));
  const disabled = listOf(set.disabled).filter(({ name }) => !isRemoved(name, changes));
  for (const { name } of enabled) {
    if (!isStrategy(name)) continue;
    strategies.add(String(name));
    changes.push(
      `${name}: it is the scoring strategy ${STRATEGIES[String(name)]} of ${FIT} in v1.`,
    );
  }
  const isScored = enabled.some(({ name }) => isStrategy(name));
  const off = disabled.filter(({ name }) => !isStrategy(name));
  const isOff = disabled.some(({ name }) => name === DEFAULT_STRATEGY);
  const fit = isOff || isScored ? [{ name: FIT }] : [];
  const all = off.some(({ name }) => name === "*");
  return {
    ...(set.enabled === undefined
      ? {}
      : {
          enabled: enabled.map((each) => (isStrategy(each.name) ? { ...each, name: FIT } : each)),
        }),
    ...(set.disabled === undefined && fit.length === 0
      ? {}
      : { disabled: all ? off : [...off, ...fit] }),
  };
}

function scoringStrategy(plugin: string, args: unknown): Members {
  const { shape, resources } = objectOf(args);
  return {
    type: STRATEGIES[plugin],
    ...(resources === undefined ? {} : { resources }),
    ...(shape === undefined ? {} : { requestedToCapacityRatio: { shape } }),
  };
}

function isStrategy(name: unknown): boolean {
  return typeof name === "string" && Object.hasOwn(STRATEGIES, name);
}

function isRemoved(name: unknown, changes: string[]): boolean {
  if (typeof name !== "string" || !Object.hasOwn(REMOVED, name)) return false;
  changes.push(`${name}: v1 does not have this plugin; ${REMOVED[name]}.`);
  return true;
}

/** Arguments carry the version that they were written for. */
function withoutType(args: unknown): Members {
  const { apiVersion: _, kind: __, ...rest } = objectOf(args);
  return rest;
}
