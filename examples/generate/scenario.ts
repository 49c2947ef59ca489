import type { NodePlan, PodPlan } from "./simulation/plan.ts";

/** What happened on the node in a step, after its Summary had been taken. */
export type ScenarioEvent = { readonly step: number } & (
  | { readonly kind: "evicted"; readonly pod: string }
  | { readonly kind: "deleted"; readonly pod: string }
  | { readonly kind: "created"; readonly pod: string }
  | { readonly kind: "containersRestarted"; readonly pod: string }
  | { readonly kind: "imagesCollected" }
  /** Node-level reclaim that found nothing left to delete. */
  | { readonly kind: "nothingCollected" }
);

/** One example: who is on the node, how they behave, and what its own kubelet did. */
export interface Scenario {
  /** Also the name of its file. */
  readonly name: string;
  readonly title: string;
  /** One paragraph. */
  readonly description: string;
  readonly lookAt: readonly string[];
  readonly seed: number;
  readonly steps: number;
  readonly node: NodePlan;
  readonly config: Readonly<Record<string, unknown>>;
  readonly pods: readonly PodPlan[];
  readonly events: readonly ScenarioEvent[];
  /** Writes `/proc/meminfo` with each Summary. */
  readonly meminfo?: boolean;
}
