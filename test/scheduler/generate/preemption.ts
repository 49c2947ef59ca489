/** Inputs that only preemption reads: starts, pods that are ending, budgets, crowds. */
import type { JsonObject } from "../../vectors/notation.ts";
import type { Draw } from "./source.ts";
import { APPS, TIERS } from "./words.ts";

const START = Date.UTC(2026, 0, 1, 6);

/** The objects of a scenario, with what makes preemption choose between them. */
export function withPreemption(draw: Draw, objects: readonly JsonObject[]): JsonObject[] {
  const spaces = new Set(
    objects.filter(isPod).map(({ metadata }) => (metadata as JsonObject).namespace),
  );
  const held = new Set<string>();
  return [
    ...objects
      .flatMap((object) => (isPod(object) ? podsOf(draw, object) : [object]))
      .map((object) => (isPod(object) ? withoutClash(object, held) : object)),
    ...[...spaces].flatMap((namespace) => budgets(draw, namespace as string)),
  ];
}

function isPod({ kind }: JsonObject): boolean {
  return kind === "Pod";
}

/**
 * No kubelet lets two pods hold a port. The scheduler forgets that it is taken when one of them
 * goes; Plimsoll does not.
 */
function withoutClash(pod: JsonObject, held: Set<string>): JsonObject {
  const spec = pod.spec as JsonObject;
  if (spec.nodeName === undefined) return pod;
  const lists = [spec.containers, spec.initContainers].flatMap((list) => list ?? []);
  const ports = (lists as JsonObject[]).flatMap(({ ports }) => (ports ?? []) as JsonObject[]);
  const keys = ports.map(({ hostPort }) => `${spec.nodeName} ${hostPort}`);
  const isTaken = keys.some((key, index) => held.has(key) || keys.indexOf(key) < index);
  if (!isTaken) {
    for (const key of keys) held.add(key);
    return pod;
  }
  const bare = (list: unknown) =>
    ((list ?? []) as JsonObject[]).map(({ ports: _, ...container }) => container);
  return {
    ...pod,
    spec: {
      ...spec,
      containers: bare(spec.containers),
      ...(spec.initContainers === undefined ? {} : { initContainers: bare(spec.initContainers) }),
    },
  };
}

/** A pod; some placed ones with a crowd of their like. */
function podsOf(draw: Draw, pod: JsonObject): JsonObject[] {
  const { nodeName } = pod.spec as JsonObject;
  if (nodeName === undefined) {
    return [draw.chance(75) ? withPriority(pod, draw.pick([5, 1000, 1000, 100_000])) : pod];
  }
  const copies = draw.chance(6) ? draw.between(4, 30) : 1;
  return Array.from({ length: copies }, (_, copy) => standing(draw, pod, copy));
}

function standing(draw: Draw, pod: JsonObject, copy: number): JsonObject {
  const metadata = pod.metadata as JsonObject;
  const name = copy === 0 ? metadata.name : `${metadata.name}-${copy}`;
  const isEnding = draw.chance(6);
  const low = draw.chance(70) ? withPriority(pod, draw.pick([-10, -10, 0, 3, 5])) : pod;
  return {
    ...low,
    metadata: {
      ...metadata,
      name: name as string,
      uid: `uid-${name}`,
      ...(isEnding ? { deletionTimestamp: timeOf(100) } : {}),
    },
    status: {
      ...(pod.status as JsonObject),
      ...draw.maybe(85, () => ({ startTime: timeOf(draw.below(5)) })),
      ...(isEnding && draw.chance(60) ? { conditions: [disruption(draw)] } : {}),
    },
  };
}

function withPriority(pod: JsonObject, priority: number): JsonObject {
  const { priorityClassName: _, ...spec } = pod.spec as JsonObject;
  return { ...pod, spec: { ...spec, priority } };
}

function disruption(draw: Draw): JsonObject {
  return {
    type: "DisruptionTarget",
    status: draw.pick(["True", "True", "False"]),
    reason: draw.pick(["PreemptionByScheduler", "PreemptionByScheduler", "EvictionByEvictionAPI"]),
  };
}

function timeOf(seconds: number): string {
  return new Date(START + 1000 * seconds).toISOString().replace(".000", "");
}

function budgets(draw: Draw, namespace: string): JsonObject[] {
  return Array.from({ length: draw.below(4) }, (_, index) => {
    const selector = draw.pick<JsonObject>([
      { matchLabels: { app: draw.pick(APPS) } },
      { matchLabels: { tier: draw.pick(TIERS) } },
      { matchExpressions: [{ key: "app", operator: "Exists" }] },
      {},
    ]);
    return {
      kind: "PodDisruptionBudget",
      apiVersion: "policy/v1",
      metadata: { namespace, name: `budget-${index}` },
      spec: { ...draw.maybe(90, () => ({ selector })) },
      status: {
        disruptionsAllowed: draw.pick([0, 0, 1, 2]),
        ...draw.maybe(20, () => ({ disruptedPods: { "on-1": timeOf(50), "on-4": timeOf(50) } })),
      },
    };
  });
}
