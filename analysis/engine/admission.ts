/** What the admission module answers; schemas/admission-1.schema.json is its contract. */

/** An event as the kubelet records it on a pod. */
export interface PodEvent {
  readonly type: "Warning";
  readonly reason: string;
  readonly message: string;
}

export interface PodConditionSet {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** The status that the kubelet gives a pod it rejects or preempts. */
export interface EndedStatus {
  readonly phase: "Failed";
  readonly reason: string;
  readonly message: string;
  readonly conditions?: readonly PodConditionSet[];
}

export interface AdmissionPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly qosClass: string;
  /** Absent where the pod states none. */
  readonly priority?: number;
  readonly critical: boolean;
}

/** One resource of the node, in its unit: cpu in thousandths, bytes, or a count. */
export interface ResourceFit {
  readonly resource: string;
  readonly requested: number;
  readonly used: number;
  readonly capacity: number;
  readonly fits: boolean;
}

/** Why the pod does not fit; the first one is the reason that the kubelet gives. */
export interface AdmissionFailure {
  readonly filter: string;
  readonly reason: string;
  readonly message: string;
  readonly resource?: string;
  /** How much is missing. */
  readonly missing?: number;
  readonly taint?: { readonly key: string; readonly value?: string; readonly effect: string };
  /** The pods that hold a host port that it asks for. */
  readonly heldBy?: readonly AdmissionPod[];
}

export interface Requirement {
  readonly resource: string;
  readonly amount: number;
}

/** Why a pod was chosen: its requests were closest to what was still missing in its class. */
export interface Choice {
  /** What the pods of its class still had to free before it was chosen. */
  readonly required: readonly Requirement[];
  /** What it frees of each of these. */
  readonly frees: readonly Requirement[];
  /** The sum of the squared shares that it leaves over, cut to six places. */
  readonly distance: number;
  /** Other pods were equal to it in all that the kubelet compares. */
  readonly hasEquals: boolean;
}

export interface PreemptedPod extends AdmissionPod {
  readonly choice: Choice;
  readonly event: PodEvent;
  readonly status: EndedStatus;
}

/** What would have let the pod in. */
export interface WouldAdmit {
  /** The most that it may request, of each resource that is short. */
  readonly requests?: readonly { readonly resource: string; readonly atMost: number }[];
  /** The pods that the kubelet would preempt if this pod were critical, in its order. */
  readonly preempting?: readonly AdmissionPod[];
  readonly sentence: string;
}

export interface NotEvaluated {
  readonly name: string;
  readonly why: string;
}

export interface Admission {
  readonly plimsoll: "admission/1";
  readonly kubelet: string;
  readonly pod: AdmissionPod;
  readonly node: string;
  readonly admitted: boolean;
  readonly reason?: string;
  readonly message?: string;
  readonly sentence: string;
  /** The event of a rejected pod. */
  readonly event?: PodEvent;
  readonly status?: EndedStatus;
  readonly preempted?: readonly PreemptedPod[];
  /** The kubelet lists pods and resources in an order of chance, and another may end otherwise. */
  readonly orderDecides: boolean;
  readonly digest: string;
  readonly resources?: readonly ResourceFit[];
  readonly failures?: readonly AdmissionFailure[];
  readonly notEvaluated?: readonly NotEvaluated[];
  readonly wouldAdmit?: WouldAdmit;
}
