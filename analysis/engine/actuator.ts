import type { Decision, Eviction, NodeCondition } from "./decision.ts";

/** The outcome of one act. */
export interface Outcome {
  readonly done: boolean;
  /**
   * Present when `done` is false and yet it may have been done: no answer came, or none that proves
   * that it was refused. It counts as done, so that it is never done twice.
   */
  readonly unknown?: true;
  /** One sentence: what was done, or why it was not. */
  readonly sentence: string;
}

/** Why an act must not be carried out, asked right before it is; null when it may. */
export type LastObjection = () => Promise<string | null>;

export const noObjection: LastObjection = async () => null;

/**
 * Carries a decision out. The default actuator of every host observes: it does nothing and says
 * so. A failure is an outcome, not a rejection: the kubelet counts a failed eviction as made
 * (Spec 3.11).
 */
export interface Actuator {
  readonly name: string;
  /** False for an actuator that only observes. */
  readonly acts: boolean;
  /** Runs the kubelet's functions named in `decision.reclaim`, in order. Spec 3.10. */
  reclaimNodeLevelResources(decision: Decision): Promise<Outcome>;
  /**
   * Evicts one pod of `decision.evictions`. An actuator that waits for answers of others before it
   * evicts asks for an objection after the last of them.
   */
  evict(eviction: Eviction, decision: Decision, objection?: LastObjection): Promise<Outcome>;
  /** Publishes the conditions the node reports from now on. */
  setNodeConditions(
    conditions: readonly NodeCondition[],
    decision: Decision,
    objection?: LastObjection,
  ): Promise<Outcome>;
}
