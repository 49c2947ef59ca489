/** What the cluster module answers; `schemas/schedule-1.schema.json` says what members mean. */

export interface PodName {
  readonly namespace: string;
  readonly name: string;
}

export interface PluginScore {
  readonly raw: number;
  readonly normalized: number;
  readonly weight: number;
}

/** A resource that a node has too little of; CPU in thousandths, all else in units and bytes. */
export interface Insufficiency {
  readonly resource: string;
  /** By the whole pod. */
  readonly requested: number;
  readonly free: number;
}

/** Why a node cannot take a pod; from detail 2 on with what it comes from. */
export interface Refusal {
  readonly plugin: string;
  readonly reasons: readonly string[];
  readonly insufficient?: readonly Insufficiency[];
  /** The first one that is not tolerated. */
  readonly taint?: { readonly key: string; readonly value?: string; readonly effect: string };
}

/** A node that was tried: refused by a plugin, or scored. */
export interface TriedNode {
  readonly name: string;
  readonly filter?: Refusal;
  readonly scores?: Readonly<Record<string, PluginScore>>;
  readonly total?: number;
}

/** A node that the pod could preempt on, by what the scheduler compares it. */
export interface PreemptionCandidate {
  readonly name: string;
  /** Whether no other node is better. */
  readonly best: boolean;
  /** Victims that go although a PodDisruptionBudget forbids it. */
  readonly budgetViolations: number;
  readonly highestPriority: number;
  readonly sumOfPriorities: number;
  /** The earliest start of the victims of the highest priority; absent when none has started. */
  readonly earliestStart?: string;
  /** The most important first. */
  readonly victims: readonly PodName[];
}

export type SchedulingResult = "Scheduled" | "Unschedulable" | "Gated" | "NotEvaluated" | "Error";

export interface SchedulingDecision {
  readonly step: number;
  readonly pod: PodName & { readonly uid?: string };
  readonly result: SchedulingResult;
  readonly node?: string;
  readonly nominatedNode?: string;
  readonly victims?: readonly PodName[];
  readonly evaluated: number;
  readonly feasible: number;
  /** The scheduler's own. */
  readonly message?: string;
  /** Nodes that it could have chosen as well, or nominated. */
  readonly alternatives?: readonly string[];
  /** The nodes in the order in which they were tried; from detail 1 on. */
  readonly nodes?: readonly TriedNode[];
  /** The candidates of a pod that preempts, from detail 1 on. */
  readonly candidates?: readonly PreemptionCandidate[];
  /** Plugins that would have to judge the pod and are not modelled. */
  readonly notEvaluated?: readonly string[];
  readonly digest: string;
}
