/** Topology spread constraints, of pods as the API server stores them and of configurations. */
import type { JsonObject } from "../../vectors/notation.ts";
import { withExpression } from "./podAffinity.ts";
import { labelSelector } from "./selectors.ts";
import type { Draw } from "./source.ts";
import { HOSTNAME, REGION, ZONE } from "./words.ts";

const TOPOLOGIES = [ZONE, ZONE, HOSTNAME, HOSTNAME, REGION, "rack"] as const;

/** The API server merges `matchLabelKeys` into the selector since this release. */
const MERGED_SINCE = 34;

/** At most one constraint for each key and kind: the API server refuses others. */
export function spreadConstraints(draw: Draw, labels: JsonObject): JsonObject[] {
  const seen = new Set<string>();
  return Array.from({ length: draw.pick([1, 1, 2, 3]) }, () => constraint(draw, labels)).filter(
    ({ topologyKey, whenUnsatisfiable }) => {
      const key = `${topologyKey} ${whenUnsatisfiable}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    },
  );
}

function constraint(draw: Draw, labels: JsonObject): JsonObject {
  const hard = draw.chance(50);
  const policies = ["Honor", "Ignore"] as const;
  return {
    maxSkew: draw.pick([1, 1, 1, 2, 3, 5]),
    topologyKey: draw.pick(TOPOLOGIES),
    whenUnsatisfiable: hard ? "DoNotSchedule" : "ScheduleAnyway",
    ...(hard ? draw.maybe(25, () => ({ minDomains: draw.pick([1, 2, 3, 5]) })) : {}),
    ...draw.maybe(20, () => ({ nodeAffinityPolicy: draw.pick(policies) })),
    ...draw.maybe(25, () => ({ nodeTaintsPolicy: draw.pick(policies) })),
    ...selected(draw, labels),
  };
}

function selected(draw: Draw, labels: JsonObject): JsonObject {
  if (draw.chance(5)) return {};
  const selector = ownSelector(draw, labels);
  const keys = Object.keys(labels);
  if (keys.length === 0 || !draw.chance(20)) return { labelSelector: selector };
  const key = draw.chance(85) ? draw.pick(keys) : "missing";
  const value = labels[key];
  const merged = draw.minor >= MERGED_SINCE && value !== undefined;
  const expression = { key, operator: "In", values: [value ?? null] };
  return {
    matchLabelKeys: [key],
    labelSelector: merged ? withExpression(selector, expression) : selector,
  };
}

/** Pods are mostly spread among their own. */
function ownSelector(draw: Draw, labels: JsonObject): JsonObject {
  const app = labels.app;
  return app !== undefined && draw.chance(65) ? { matchLabels: { app } } : labelSelector(draw);
}

/** What a configuration spreads pods by that have no constraints of their own. */
export function defaultConstraints(draw: Draw): JsonObject[] {
  const keys = draw.shuffled([ZONE, HOSTNAME, REGION, "rack"]).slice(0, draw.between(1, 2));
  return keys.map((topologyKey) => ({
    maxSkew: draw.pick([1, 2, 5]),
    topologyKey,
    whenUnsatisfiable: draw.pick(["ScheduleAnyway", "ScheduleAnyway", "DoNotSchedule"]),
  }));
}
