/** A workload that a change is about, with the pods that it has now. */
import type { ObjectTree } from "../../cluster/change.ts";
import type { Workload } from "../involved.ts";
import type { Draft } from "./draft.ts";
import type { Trial } from "./lever.ts";

export interface On {
  readonly draft: Draft;
  readonly workload: Workload;
  /** Of its pods. */
  readonly spec: ObjectTree;
}

export function workloadText({ kind, namespace, name }: Workload): string {
  return `${kind} ${namespace}/${name}`;
}

export function facts(workload: Workload, more: Omit<Trial["facts"], "objects">): Trial["facts"] {
  return { objects: [workloadText(workload)], ...more };
}
