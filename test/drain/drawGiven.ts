/**
 * Drains that begin with statuses which the disruption controller did not write for these pods:
 * a dump has what was stored when it was taken, also of a controller that does not run.
 */
import { Random } from "../parsers/random.ts";
import type { DrainCase, KubernetesObject } from "./drainCase.ts";
import { drawCase } from "./drawCase.ts";

/** The API server refuses every eviction beyond 2000. */
const DISRUPTED = [0, 0, 0, 0, 1, 2000, 2001, 2001];
/** Other numbers than those of the cases that are counted. */
const OFFSET = 500_000;

const condition = { type: "DisruptionAllowed", message: "" };
/** Of budgets that allow some: server and controller write the condition with the number. */
const ALLOWING = [[], [{ ...condition, status: "True", reason: "SufficientPods" }]];
const DISALLOWING = [
  [],
  [{ ...condition, status: "False", reason: "InsufficientPods" }],
  [{ ...condition, status: "False", reason: "SyncFailed", message: "no scale" }],
];

function withStatus(random: Random, budget: KubernetesObject): KubernetesObject {
  const entries = Array.from({ length: random.pick(DISRUPTED) }, (_, index) => {
    return [`gone-${index}`, "2026-12-01T00:00:00Z"] as const;
  });
  const disruptionsAllowed = random.pick([-1, 0, 0, 1, 2]);
  const status = {
    observedGeneration: random.chance(88) ? 1 : 0,
    disruptionsAllowed,
    currentHealthy: random.below(4),
    desiredHealthy: random.below(4),
    expectedPods: random.below(5),
    conditions: random.pick(disruptionsAllowed > 0 ? ALLOWING : DISALLOWING),
    disruptedPods: Object.fromEntries(entries),
  };
  return { ...budget, status };
}

/** The case of a number, with the flags that `plimsoll upgrade` drains with. */
export function drawGiven(seed: number, number: number): DrainCase {
  const { objects, request } = drawCase(seed, OFFSET + number);
  const random = new Random(Math.imul(seed, 1_000_003) + OFFSET + number);
  return {
    objects: objects.map((object) =>
      object.kind === "PodDisruptionBudget" ? withStatus(random, object) : object,
    ),
    request: { node: request.node, ignoreDaemonSets: true, deleteEmptyDir: true },
    asGiven: true,
  };
}
