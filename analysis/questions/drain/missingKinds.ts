import type { SchedulerSummary } from "../../engine/schedulerEngine.ts";

const NEEDED: readonly (readonly [kind: string, sentence: string])[] = [
  ["Pod", "; add what kubectl get pods --all-namespaces --output json prints."],
  [
    "PodDisruptionBudget",
    ", and none is assumed; if the cluster has any, add what " +
      "kubectl get pdb --all-namespaces --output json prints.",
  ],
];

/** A file does not show that a kind was left out, and a drain without it looks easy. */
export function missingKinds(
  objects: SchedulerSummary["objects"],
  listed: ReadonlySet<string>,
): readonly string[] {
  const missing = NEEDED.filter(([kind]) => objects[kind] === undefined && !listed.has(kind));
  return missing.map(([kind, sentence]) => `No ${kind} is among the objects${sentence}`);
}
