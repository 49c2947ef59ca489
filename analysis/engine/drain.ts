/** What the module says of a drain; `schemas/drain-1.schema.json` says what members mean. */
import type { PodName } from "./schedulingDecision.ts";

/** A node, and the flags of `kubectl drain`. */
export interface DrainRequest {
  readonly node: string;
  readonly ignoreDaemonSets?: boolean;
  readonly deleteEmptyDir?: boolean;
  readonly force?: boolean;
  /** Budgets whose spec is another than their status was counted with: they are counted first. */
  readonly changedBudgets?: readonly PodName[];
  /** Pods that came when their owner was scaled up: ready once they are placed. */
  readonly scaledPods?: readonly PodName[];
}

export type DrainResult = "Drained" | "Blocked" | "Refused" | "Undecided";

/** What the API server answers to an eviction that it refuses. */
export interface EvictionRefusal {
  /** The budget that it asked. */
  readonly budget?: PodName;
  /** The HTTP status: kubectl tries again after 429. */
  readonly code: 429 | 500 | 403;
  readonly message: string;
  readonly cause?: string;
}

interface InRound {
  /** 0 is before the first eviction: pods that were pending already are placed. */
  readonly round: number;
  readonly pod: PodName;
  /** An owner has created the pod meanwhile; it has the name of its predecessor here. */
  readonly replacement?: true;
}

export type DrainEvent = InRound &
  (
    | { readonly kind: "Evicted"; readonly budget?: PodName }
    | ({ readonly kind: "Blocked" } & EvictionRefusal)
    | { readonly kind: "Scheduled"; readonly node: string }
    | {
        readonly kind: "Preempts";
        readonly nominatedNode: string;
        readonly victims: readonly PodName[];
      }
  );

/** Pods that kubectl speaks of together. */
export interface FilteredPods {
  readonly message: string;
  readonly pods: readonly PodName[];
}

export interface BlockedPod extends EvictionRefusal {
  readonly pod: PodName;
  /** The budgets, if the pod has several. */
  readonly budgets?: readonly PodName[];
  /** Why the answer stays that one. */
  readonly why: string;
}

/** A replacement that no node takes, or that plugins which are not modelled would have to judge. */
export interface PendingPod {
  readonly pod: PodName;
  /** The scheduler's own. */
  readonly message?: string;
  readonly notEvaluated?: readonly string[];
}

interface BudgetState {
  readonly currentHealthy: number;
  readonly disruptionsAllowed: number;
}

export interface DrainedBudget extends PodName, BudgetState {
  readonly desiredHealthy: number;
  /** Pods that it selects; absent where the disruption controller did not count them. */
  readonly selectedPods?: number;
  readonly before: BudgetState;
}

export interface Drain {
  readonly plimsoll: "drain/1";
  readonly node: string;
  readonly events: readonly DrainEvent[];
  readonly result: DrainResult;
  readonly refusals: readonly FilteredPods[];
  readonly warnings: readonly FilteredPods[];
  /** Absent when kubectl refuses. */
  readonly blocked?: readonly BlockedPod[];
  readonly pending: readonly PendingPod[];
  /** The budgets of drained pods and the changed ones, after the drain. */
  readonly budgets: readonly DrainedBudget[];
  readonly assumptions: readonly string[];
}
