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

/** A node that was tried: refused by a plugin, or scored. */
export interface TriedNode {
  readonly name: string;
  readonly filter?: { readonly plugin: string; readonly reasons: readonly string[] };
  readonly scores?: Readonly<Record<string, PluginScore>>;
  readonly total?: number;
}

export type SchedulingResult = "Scheduled" | "Unschedulable" | "Gated" | "NotJudged" | "Error";

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
  /** Nodes that it could have chosen as well. */
  readonly alternatives?: readonly string[];
  /** In the order in which they were tried; from detail 1 on. */
  readonly nodes?: readonly TriedNode[];
  /** Plugins that would have to judge the pod and are not modelled. */
  readonly notJudged?: readonly string[];
  readonly digest: string;
}
