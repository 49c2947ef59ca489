/** Affinity to other pods, as the API server stores it. */
import type { JsonObject } from "../../vectors/notation.ts";
import { labelSelector } from "./selectors.ts";
import type { Draw } from "./source.ts";
import { HOSTNAME, NAMESPACES, REGION, ZONE } from "./words.ts";

const TOPOLOGIES = [HOSTNAME, HOSTNAME, ZONE, ZONE, REGION, "rack"] as const;

export function podAffinity(draw: Draw, labels: JsonObject): JsonObject {
  return {
    ...draw.maybe(45, () => ({ podAffinity: terms(draw, labels) })),
    ...draw.maybe(55, () => ({ podAntiAffinity: terms(draw, labels) })),
  };
}

function terms(draw: Draw, labels: JsonObject): JsonObject {
  return {
    ...draw.maybe(40, () => ({
      requiredDuringSchedulingIgnoredDuringExecution: list(draw, () => term(draw, labels)),
    })),
    ...draw.maybe(60, () => ({
      preferredDuringSchedulingIgnoredDuringExecution: list(draw, () => ({
        weight: draw.between(1, 100),
        podAffinityTerm: term(draw, labels),
      })),
    })),
  };
}

function list(draw: Draw, item: () => JsonObject): JsonObject[] {
  return Array.from({ length: draw.pick([1, 1, 1, 2, 3]) }, item);
}

function term(draw: Draw, labels: JsonObject): JsonObject {
  const selector = draw.chance(95) ? { labelSelector: labelSelector(draw) } : {};
  const namespaces = draw.weighted({ own: 60, named: 15, selected: 15, all: 5, both: 5 });
  return {
    topologyKey: draw.pick(TOPOLOGIES),
    ...(namespaces === "named" || namespaces === "both"
      ? { namespaces: draw.some(NAMESPACES, 60) }
      : {}),
    ...(namespaces === "selected" || namespaces === "both"
      ? { namespaceSelector: namespaceSelector(draw) }
      : {}),
    ...(namespaces === "all" ? { namespaceSelector: {} } : {}),
    ...withLabelKeys(draw, selector, labels),
  };
}

function namespaceSelector(draw: Draw): JsonObject {
  const matchLabels = { team: draw.pick(["x", "y"]) };
  const operator = draw.pick(["In", "NotIn", "NotIn", "Exists", "DoesNotExist"]);
  const key = draw.pick(["team", "team", "env"]);
  const values = operator.endsWith("In")
    ? { values: draw.pick([["x"], ["y"], ["x", "y"], ["z"]]) }
    : {};
  const matchExpressions = [{ key, operator, ...values }];
  return draw.weighted({ labels: 50, expressions: 40, both: 10 }) === "labels"
    ? { matchLabels }
    : { ...draw.maybe(20, () => ({ matchLabels })), matchExpressions };
}

/** `matchLabelKeys` and `mismatchLabelKeys`, which the API server writes into the selector. */
function withLabelKeys(draw: Draw, term: JsonObject, labels: JsonObject): JsonObject {
  const present = Object.keys(labels);
  // The keys are a beta feature from 1.31 on.
  if (!("labelSelector" in term) || present.length === 0 || !draw.chance(15)) return term;
  const key = draw.pick(present);
  const same = draw.chance(60);
  const expression = { key, operator: same ? "In" : "NotIn", values: [labels[key] ?? null] };
  return {
    [same ? "matchLabelKeys" : "mismatchLabelKeys"]: [key],
    labelSelector: withExpression(term.labelSelector as JsonObject, expression),
  };
}

export function withExpression(selector: JsonObject, expression: JsonObject): JsonObject {
  const before = (selector.matchExpressions ?? []) as readonly JsonObject[];
  return { ...selector, matchExpressions: [...before, expression] };
}
