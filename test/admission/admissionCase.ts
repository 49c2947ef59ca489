import type { Json } from "../vectors/notation.ts";

/** A question to a kubelet: does this node take this pod? Documents as Kubernetes serves them. */
export interface AdmissionCase {
  readonly node: Json;
  /** v1 Pods, in any order. */
  readonly pods: readonly Json[];
  readonly pod: Json;
  /** Such as `1.31`; the pinned release when left out. */
  readonly kubeletVersion?: string;
}

/** What the kubelet does to one pod to make room, in the order it does it. */
export interface PreemptedPod {
  readonly uid: string;
  readonly event: string;
  readonly phase: string;
  readonly reason: string;
  readonly message: string;
  readonly condition?: { readonly type: string; readonly reason: string; readonly message: string };
}

export interface AdmissionOutcome {
  readonly admit: boolean;
  readonly reason?: string;
  readonly message?: string;
  readonly preempted?: readonly PreemptedPod[];
}

/** The oracle's answer; test/oracle/README.md explains it. */
export interface OracleAdmission {
  readonly kubernetes: string;
  readonly invalid?: string;
  readonly crash?: string;
  /** An exponent that would keep the kubelet busy. */
  readonly skipped?: boolean;
  readonly canonical?: readonly AdmissionOutcome[];
  readonly other?: readonly AdmissionOutcome[];
}
