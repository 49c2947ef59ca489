/** What selects pods from outside: namespaces, services, replication owners, priority classes. */
import type { JsonObject } from "../../vectors/notation.ts";
import type { Draw } from "./source.ts";
import { APPS, TIERS } from "./words.ts";

export function namespaces(draw: Draw, names: readonly string[]): JsonObject[] {
  return names.flatMap((name) => {
    if (!draw.chance(92)) return [];
    const labels = {
      "kubernetes.io/metadata.name": name,
      ...draw.maybe(70, () => ({ team: draw.pick(["x", "y"]) })),
    };
    return [{ kind: "Namespace", apiVersion: "v1", metadata: { name, labels } }];
  });
}

export function owners(draw: Draw, names: readonly string[]): JsonObject[] {
  if (!draw.shows("owners")) return [];
  return names.flatMap((namespace) => APPS.flatMap((app) => ownersOf(draw, namespace, app)));
}

function ownersOf(draw: Draw, namespace: string, app: string): JsonObject[] {
  const metadata = { name: app, namespace };
  const labels = { app, ...draw.maybe(20, () => ({ tier: draw.pick(TIERS) })) };
  const selector = draw.chance(85) ? { matchLabels: labels } : inSelector(labels);
  const made: JsonObject[] = [];
  if (draw.chance(40)) {
    const spec = draw.chance(90) ? { selector: labels } : {};
    made.push({ kind: "Service", apiVersion: "v1", metadata, spec });
  }
  if (draw.chance(35)) {
    made.push({ kind: "ReplicaSet", apiVersion: "apps/v1", metadata, spec: { selector } });
  }
  if (draw.chance(20)) {
    made.push({ kind: "StatefulSet", apiVersion: "apps/v1", metadata, spec: { selector } });
  }
  if (draw.chance(15)) {
    const spec = { selector: labels };
    made.push({ kind: "ReplicationController", apiVersion: "v1", metadata, spec });
  } else if (draw.chance(60)) made.push(...contradictingOwners(draw, namespace, app));
  return made;
}

/** A Service of each tier, and a ReplicationController that may ask for another one. */
function contradictingOwners(draw: Draw, namespace: string, app: string): JsonObject[] {
  const services = TIERS.map((tier) => {
    const metadata = { name: `${app}-${tier}`, namespace };
    return { kind: "Service", apiVersion: "v1", metadata, spec: { selector: { app, tier } } };
  });
  const spec = { selector: { app, tier: draw.pick(TIERS) } };
  const metadata = { name: app, namespace };
  return [...services, { kind: "ReplicationController", apiVersion: "v1", metadata, spec }];
}

function inSelector(labels: JsonObject): JsonObject {
  return {
    matchExpressions: Object.entries(labels).map(([key, value]) => ({
      key,
      operator: "In",
      values: [value ?? null],
    })),
  };
}

export function priorityClasses(draw: Draw): JsonObject[] {
  if (!draw.shows("priorities", 70)) return [];
  return ["low", "high"].map((name, index) => ({
    kind: "PriorityClass",
    apiVersion: "scheduling.k8s.io/v1",
    metadata: { name },
    value: index === 0 ? -5 : 100_000,
    ...draw.maybe(25, () => ({ globalDefault: true })),
    ...draw.maybe(20, () => ({ preemptionPolicy: "Never" })),
  }));
}
