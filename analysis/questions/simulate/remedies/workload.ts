/** A workload that a change is about, with the pods that it has now. */
import type { ObjectTree } from "../../change/change.ts";
import type { Workload } from "../participants.ts";
import { type Candidate, Reach, type SimulateChange, single } from "./candidate.ts";
import { type Draft, withPodSpec } from "./draft.ts";

export interface On {
  readonly draft: Draft;
  readonly workload: Workload;
  /** The spec of its pods. */
  readonly spec: ObjectTree;
}

export function workloadText({ kind, namespace, name }: Workload): string {
  return `${kind} ${namespace}/${name}`;
}

export function workloadChange(
  workload: Workload,
  change: Omit<SimulateChange, "objects">,
): SimulateChange {
  return { ...change, objects: [workloadText(workload)] };
}

/** A change without a number of the workload's pods. */
export function podCandidate(
  { draft, workload }: On,
  change: Omit<SimulateChange, "objects">,
  set: (spec: ObjectTree) => void,
): Candidate {
  return single(Reach.Workload, () => ({
    change: workloadChange(workload, change),
    draft: withPodSpec(draft, workload, set),
  }));
}
