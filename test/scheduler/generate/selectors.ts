/** Label selectors, node selectors, and the labels they meet. */
import type { JsonObject } from "../../vectors/notation.ts";
import type { Draw } from "./source.ts";
import { APPS, DISKS, GENERATIONS, HOSTNAME, TIERS, VERSIONS, ZONE, ZONES } from "./words.ts";

export function podLabels(draw: Draw): JsonObject {
  return {
    ...draw.maybe(85, () => ({ app: draw.pick(APPS) })),
    ...draw.maybe(40, () => ({ tier: draw.pick(TIERS) })),
    ...draw.maybe(40, () => ({ version: draw.pick(VERSIONS) })),
  };
}

/** A selector of pods; an empty one selects all, and a missing one none. */
export function labelSelector(draw: Draw): JsonObject {
  return draw.weighted({ app: 50, expressions: 35, empty: 8, both: 7 }) === "empty"
    ? {}
    : {
        ...draw.maybe(65, () => ({ matchLabels: { app: draw.pick(APPS) } })),
        ...draw.maybe(45, () => ({ matchExpressions: [labelExpression(draw)] })),
      };
}

function labelExpression(draw: Draw): JsonObject {
  const [key, values] = draw.pick([
    ["app", APPS],
    ["tier", TIERS],
    ["version", VERSIONS],
    ["missing", ["x"]],
  ] as const);
  const operator = draw.pick(["In", "NotIn", "Exists", "DoesNotExist"]);
  if (operator === "Exists" || operator === "DoesNotExist") return { key, operator };
  return { key, operator, values: atLeastOne(draw, values) };
}

function atLeastOne<T>(draw: Draw, values: readonly T[]): T[] {
  const drawn = draw.some(values, 50);
  return drawn.length > 0 ? drawn : [draw.pick(values)];
}

/** One term of a node selector; a term without requirements matches nothing. */
export function nodeSelectorTerm(draw: Draw, nodes: readonly string[]): JsonObject {
  const expressions = draw.chance(92) ? [nodeExpression(draw, nodes)] : [];
  if (draw.chance(30)) expressions.push(nodeExpression(draw, nodes));
  return {
    ...(expressions.length > 0 ? { matchExpressions: expressions } : {}),
    ...draw.maybe(12, () => ({ matchFields: [nodeField(draw, nodes)] })),
  };
}

function nodeExpression(draw: Draw, nodes: readonly string[]): JsonObject {
  const kind = draw.weighted({ zone: 30, disk: 30, generation: 25, hostname: 10, missing: 5 });
  switch (kind) {
    case "generation":
      return draw.chance(60)
        ? { key: "generation", operator: draw.pick(["Gt", "Lt"]), values: [draw.pick(["3", "6"])] }
        : setExpression(draw, "generation", GENERATIONS);
    case "zone":
      return setExpression(draw, ZONE, ZONES);
    case "disk":
      return setExpression(draw, "disk", DISKS);
    case "hostname":
      return setExpression(draw, HOSTNAME, nodes.slice(0, 6));
    default:
      return setExpression(draw, "missing", ["x"]);
  }
}

function setExpression(draw: Draw, key: string, values: readonly string[]): JsonObject {
  const operator = draw.pick(["In", "In", "NotIn", "Exists", "DoesNotExist"]);
  if (operator === "Exists" || operator === "DoesNotExist") return { key, operator };
  return { key, operator, values: atLeastOne(draw, values) };
}

/** The API server takes one value here. */
function nodeField(draw: Draw, nodes: readonly string[]): JsonObject {
  const name = draw.chance(90) ? draw.pick(nodes) : "gone";
  return { key: "metadata.name", operator: draw.pick(["In", "In", "NotIn"]), values: [name] };
}
