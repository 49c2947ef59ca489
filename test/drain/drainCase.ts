/** A cluster in which a node is drained, as it is drawn and as the oracle answers it. */
import type { DrainRequest } from "../../analysis/engine/drain.ts";

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly [member: string]: unknown;
  };
  readonly [member: string]: unknown;
}

export interface DrainCase {
  /** Budgets have no status, unless `asGiven`: the disruption controller gives them one. */
  readonly objects: readonly KubernetesObject[];
  readonly request: DrainRequest;
  /** The first evictions find the budgets' own statuses, as a dump has them. */
  readonly asGiven?: true;
}

/** What the disruption controller writes, as far as it is compared. */
export interface BudgetStatus {
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly disruptionsAllowed: number;
  readonly conditions?: readonly { readonly type: string; readonly reason: string }[];
}

/** What the API server answers to an eviction; 201 when the pod goes. */
export interface EvictionAnswer {
  readonly pod: string;
  readonly code: number;
  readonly message?: string;
  readonly cause?: string;
}

/** The answer of test/oracle/drain to one line. */
export interface OracleDrain {
  readonly evicts: readonly string[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly before: Readonly<Record<string, BudgetStatus>>;
  readonly rounds: readonly (readonly EvictionAnswer[])[];
  readonly after: Readonly<Record<string, BudgetStatus>> | null;
}
