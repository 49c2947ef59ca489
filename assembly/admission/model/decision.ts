/** What was decided about the pod that asked, and why; reports read it. */
import { NO_ROW } from "../../objects/model/table.ts";

/** Which part of a kubelet rejects a pod. */
export enum Verdict {
  None = 0,
  Admitted,
  /** Eviction pressure. */
  Pressure,
  OSLabel,
  OSField,
  SupplementalGroupsPolicy,
  /** What the filters found, the first of it being the reason. */
  Filters,
  /** Critical, and no pods can be preempted that would free enough. */
  NothingToPreempt,
}

/** Reasons other than resources, in the kubelet's order. */
export enum Failure {
  NodeAffinity = 1,
  NodeName = 2,
  NodePorts = 4,
  TaintToleration = 8,
}

@unmanaged
export class Decision {
  verdict: Verdict;
  /** `Failure` flags. */
  failures: u32;
  /** Resources that do not suffice. */
  insufficient: u32;
  /** The first untolerated taint of the node. */
  taint: i32;
  /** Row of the pod that asked, of its spec as admitted and on the node, and of the node. */
  pod: u32;
  spec: u32;
  specOnNode: u32;
  node: u32;
  qosClass: u32;
  isCritical: u32;
  /** The order of pods or resources, which is chance, may decide. */
  orderDecides: u32;
  /** How many pods are preempted. */
  preempted: u32;
  /** Pressure that the node reports, bits by `NodeCondition`. */
  conditions: u32;
}

const DECISION_SIZE: usize = offsetof<Decision>();
export const decision = changetype<Decision>(memory.data(offsetof<Decision>(), 8));

export function clearDecision(): void {
  memory.fill(changetype<usize>(decision), 0, DECISION_SIZE);
  decision.pod = NO_ROW;
  decision.node = NO_ROW;
}
