/** A workload that a change is about, with the pods that it has now. */
import type { ObjectTree } from "../../change/change.ts";
import type { Workload } from "../participants.ts";
import { type Draft, withPodSpec } from "./draft.ts";
import { type EndFacts, type Lever, Reach, single } from "./lever.ts";

export interface On {
  readonly draft: Draft;
  readonly workload: Workload;
  /** Of its pods. */
  readonly spec: ObjectTree;
}

export function workloadText({ kind, namespace, name }: Workload): string {
  return `${kind} ${namespace}/${name}`;
}

type MoreFacts = Omit<EndFacts, "objects">;

export function facts(workload: Workload, more: MoreFacts): EndFacts {
  return { objects: [workloadText(workload)], ...more };
}

/** A change without a number of the workload's pods. */
export function podLever(
  { draft, workload }: On,
  change: string,
  more: MoreFacts,
  set: (spec: ObjectTree) => void,
): Lever {
  return single(Reach.Workload, () => ({
    change,
    facts: facts(workload, more),
    draft: withPodSpec(draft, workload, set),
  }));
}
