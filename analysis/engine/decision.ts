/**
 * The documents the module writes, as types. Numbers are exact integers in the JSON text; a value
 * above 2^53 loses its last digits only in a host that reads it with `JSON.parse`.
 * Times are RFC 3339 in UTC.
 */
import type { PROFILES } from "./contract/profiles.ts";
import { SIGNAL_ROWS } from "./contract/signals.ts";

export type Signal = (typeof SIGNAL_ROWS)[number]["name"];

export type Profile = (typeof PROFILES)[number];

/** The signals in the kubelet's canonical order. */
export const SIGNALS: readonly Signal[] = SIGNAL_ROWS.map(({ name }) => name);

export type NodeCondition = "MemoryPressure" | "DiskPressure" | "PIDPressure";

export type ActionName = "None" | "ReclaimNodeLevelResources" | "EvictPod" | "EvictPods";

export interface PodName {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

export interface Eviction extends PodName {
  /** The grace period override the kubelet hands to the pod worker. */
  readonly gracePeriodSeconds: number;
  readonly reason: "Evicted";
  readonly message: string;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Absent for node pressure; a local storage limit otherwise. */
  readonly cause?: "emptyDirLimit" | "podEphemeralStorageLimit" | "containerEphemeralStorageLimit";
}

/** What would happen to a pod under another choice of the kubelet. */
export type AlternativePod = PodName &
  Pick<Eviction, "gracePeriodSeconds" | "message" | "annotations">;

/** Another outcome the kubelet could legally have had in the same step. */
export interface Alternative {
  readonly signal: Signal;
  readonly hard: boolean;
  /** The probability of this threshold, as in the decision. */
  readonly probability?: string;
  readonly reclaim: readonly string[];
  /** Pods tied for first place under that threshold. */
  readonly pods: readonly AlternativePod[];
}

export interface Observation {
  readonly signal: Signal;
  readonly available: number;
  readonly capacity: number;
  readonly time: string | null;
}

export type ThresholdOrigin =
  | "evictionHard"
  | "evictionSoft"
  | "default"
  | "enforceNodeAllocatable"
  | "containerfs";

export interface ThresholdArithmetic {
  readonly signal: Signal;
  readonly hard: boolean;
  readonly origin: ThresholdOrigin;
  /** The user's spelling: `100Mi`, `10%`. */
  readonly value: string;
  /** Value applied to the observed capacity; absent without an observation. */
  readonly limit?: number;
  readonly available?: number;
  readonly capacity?: number;
  /** limit > available. */
  readonly met: boolean;
  /** Crossed earlier and not yet above limit + minimum reclaim. */
  readonly unresolved: boolean;
  /** Met or unresolved, and its grace period has passed. */
  readonly gracePeriodSatisfied: boolean;
  /** The signal's stats are newer than the last step's. */
  readonly updatedStats: boolean;
  readonly since?: string;
  readonly gracePeriodSeconds: number;
  readonly graceRemainingSeconds?: number;
  readonly minReclaim?: string;
  /** Minimum reclaim applied to the capacity. */
  readonly minReclaimAmount?: number;
  readonly sentence: string;
}

export interface UsageParts {
  readonly name: string;
  readonly kind: "container" | "initContainer" | "sidecar" | "ephemeral" | "volume";
  readonly memoryWorkingSetBytes?: number;
  readonly rootfsUsedBytes?: number;
  readonly rootfsInodesUsed?: number;
  readonly logsUsedBytes?: number;
  readonly logsInodesUsed?: number;
  readonly usedBytes?: number;
  readonly inodesUsed?: number;
  /** Whether this part counts in the ranking of this step: of a container, of a volume. */
  readonly rootfsCounted?: boolean;
  readonly logsCounted?: boolean;
  readonly counted?: boolean;
  readonly memoryRequest?: string;
  readonly ephemeralStorageRequest?: string;
  readonly oomScoreAdj?: number;
}

export interface RankedPod extends PodName {
  /** 1 is evicted first. */
  readonly position: number;
  readonly hasStats: boolean;
  readonly exceedsRequest?: boolean;
  readonly priority: number;
  readonly usage: number;
  readonly request: number;
  readonly usageMinusRequest: number;
  readonly processCount?: number;
  readonly qosClass: "Guaranteed" | "Burstable" | "BestEffort";
  /** Why the pod cannot be evicted; absent for one that can. */
  readonly skipped?: string;
  /** Equal in every comparator to the pod before it. */
  readonly tied: boolean;
  readonly parts: readonly UsageParts[];
  /** Which comparator puts it behind the pod before it, in words. */
  readonly sentence: string;
}

export interface Counterfactual {
  readonly change: "request" | "priority" | "threshold";
  readonly from: string;
  readonly to: string;
  /** The step was re-run with the change and spared the pod. */
  readonly verified: boolean;
  /** What the step does with the change. */
  readonly action: ActionName;
  readonly evicted?: PodName;
  readonly sentence: string;
}

export interface Allocatable {
  readonly resource: string;
  readonly capacity?: string;
  readonly systemReserved: string;
  readonly kubeReserved: string;
  /** Absent when it is a percentage of a capacity that is not known. */
  readonly evictionHard?: string;
  readonly allocatable?: string;
}

export interface Decision {
  readonly plimsoll: "decision/1";
  readonly time: string;
  readonly step: number;
  readonly action: ActionName;
  /** The threshold that was chosen to reclaim; absent when none drives eviction. */
  readonly signal?: Signal;
  readonly hard?: boolean;
  /**
   * How probable it is that a kubelet takes this threshold, such as `7/8`; its alternatives take
   * the rest. Absent when there is no other one to take, and when it is not known.
   */
  readonly probability?: string;
  readonly resource?: "memory" | "ephemeral-storage" | "inodes" | "pids";
  readonly limit?: number;
  readonly available?: number;
  readonly capacity?: number;
  /** Why the step ended before it looked at anything. */
  readonly failed?: string;
  /** Where a kubelet would end in a panic, and what was decided on instead. */
  readonly crash?: string;
  readonly nodeConditions: readonly NodeCondition[];
  /** Node-level reclaim functions, in order, under the kubelet's names. */
  readonly reclaim: readonly string[];
  /** Whether node-level reclaim was enough; absent when there was none. */
  readonly reclaimSufficient?: boolean;
  /**
   * Nothing is recorded after the reclaim, so it is assumed to have freed nothing. The host knows
   * it; an answer of the module does not have it.
   */
  readonly reclaimAssumed?: true;
  readonly evictions: readonly Eviction[];
  readonly alternatives: readonly Alternative[];
  /** What is odd about the time of the step; absent when nothing is. */
  readonly warnings?: readonly { readonly rule: string; readonly message: string }[];
  /** Present when the step had no Summary: nothing was evaluated. */
  readonly missed?: true;
  readonly observations?: readonly Observation[];
  readonly thresholds?: readonly ThresholdArithmetic[];
  /** The signal that was asked for, by which the ranking is, and its resource. */
  readonly rankingSignal?: Signal;
  readonly rankingResource?: Decision["resource"];
  readonly ranking?: readonly RankedPod[];
  /** Critical pods whose turn came and which the kubelet refuses to evict. */
  readonly refused?: readonly PodName[];
  readonly nodeAllocatable?: readonly Allocatable[];
  /** Pods of the Summary that the pod list does not have. */
  readonly unknownPods?: number;
  /** The pod the counterfactuals are about, and its rank in this step. */
  readonly subject?: PodName;
  readonly standing?: string;
  readonly counterfactuals?: readonly Counterfactual[];
  /** Present when closed-loop what-if changed what this step saw. */
  readonly assumption?: string;
  readonly digest: string;
}

export interface PolicyThreshold {
  readonly signal: Signal;
  readonly hard: boolean;
  readonly origin: ThresholdOrigin;
  readonly value: string;
  readonly gracePeriodSeconds: number;
  readonly minReclaim?: string;
}

export interface Finding {
  /** A stable identifier, such as `defaults-wiped`. */
  readonly rule: string;
  /** The member it is about, such as `evictionHard["memory.available"]`. */
  readonly path: string;
  readonly message: string;
}

/** What `configure` answers. */
export interface Policy {
  readonly plimsoll: "policy/1";
  readonly profile: Profile;
  readonly kubeletVersion: string;
  readonly layout: {
    readonly dedicatedImageFs: boolean;
    readonly splitContainerFs: boolean;
  } | null;
  readonly thresholds: readonly PolicyThreshold[];
  readonly pressureTransitionPeriodSeconds: number;
  readonly maxPodGracePeriodSeconds: number;
  readonly localStorageCapacityIsolation: boolean;
  readonly warnings: readonly Finding[];
}

export interface PodFacts extends PodName {
  readonly active: boolean;
  readonly qosClass: "Guaranteed" | "Burstable" | "BestEffort";
  readonly priority: number;
  readonly critical: boolean;
  readonly memoryRequest: string;
  readonly ephemeralStorageRequest: string;
}

/** What `pods` answers. */
export interface PodTable {
  readonly plimsoll: "pods/1";
  readonly pods: readonly PodFacts[];
}

/** What `admit` answers: whether the node would take a pod under its conditions. */
export interface PodAdmitResult {
  readonly plimsoll: "pod-admit/1";
  readonly admit: boolean;
  readonly reason?: "Evicted";
  readonly message?: string;
  readonly sentence: string;
}

/** What every verb answers when it fails. */
export interface ErrorAnswer {
  readonly plimsoll: "error/1";
  readonly status: number;
  readonly document: string;
  /** Such as `$.node.fs.availableBytes`. */
  readonly path?: string;
  /** Byte offset in the document. */
  readonly offset?: number;
  readonly reason: string;
  /** Every error of an InvalidConfiguration, the first one first. */
  readonly errors?: readonly Finding[];
}
