import type { NodeCondition, Signal } from "../../analysis/engine/decision.ts";
import type { NodeFacts } from "./nodeFacts.ts";
import type { Json, JsonObject } from "./notation.ts";

/**
 * The language of the vectors. A vector is a scenario: steps carry times, because grace periods and
 * transitions exist in time only. What a step does not mention stays as it was in the step before.
 */
export interface Vector {
  /** A sentence about behavior. */
  readonly title: string;
  /** The section of the specification it comes from. */
  readonly specification: string;
  /** The number in the specification's list of tricky cases. */
  readonly case?: number;
  /** What some release began to do; vectors of one behavior differ in the release they ask for. */
  readonly behavior?: string;
  /** Why the real kubelet cannot be asked about this vector. */
  readonly unconfirmed?: string;
  /** A KubeletConfiguration as its author writes it. */
  readonly config?: JsonObject;
  /** Members of `config` that were given by flag, past the defaulting of the file. */
  readonly flags?: readonly string[];
  readonly profile?: "kubelet" | "proposal-2016";
  /** The release whose behavior is asked for, such as `1.28`; the pinned one when left out. */
  readonly kubeletVersion?: string;
  /** Closed loop: pods that were evicted stay away although the recording still shows them. */
  readonly whatIf?: boolean;
  /** The node's filesystems; `single` when left out. */
  readonly layout?: LayoutName;
  /** The node's capacity, for Node Allocatable and oom_score_adj. */
  readonly capacity?: JsonObject;
  readonly pods?: PodsByName;
  /** What `configure` and `pods` answer. */
  readonly expect?: JsonObject;
  readonly steps?: readonly Step[];
  /** One vector for each row, with `<column>` replaced by the row's value everywhere. */
  readonly examples?: readonly JsonObject[];
}

/** Layouts A to D of specification 1.5; `derived` leaves it to the Summary. */
export type LayoutName = "single" | "image" | "split" | "odd" | "derived";

export interface Step {
  /** Time since the start of the scenario. */
  readonly at: string;
  readonly node?: NodeFacts;
  /** Time of every statistic; the step's own when left out, none when null. */
  readonly statsAt?: string | null;
  /** Lays facts over the pods so far; a null takes the pod away. */
  readonly pods?: Readonly<Record<string, PodFacts | null>>;
  /** null: the Summary cannot be had. A text is served as it is. */
  readonly summary?: string | null;
  /** The PodList as it is served, in place of the one built from `pods`. */
  readonly podList?: string;
  /** The node after node-level reclaim; null: no Summary could be had. */
  readonly reclaimed?: NodeFacts | null;
  /** Members laid over the Summary that was built. */
  readonly overSummary?: JsonObject;
  /** Pods that ask to be admitted after the step, and their answers. */
  readonly admit?: Readonly<Record<string, AdmitFacts>>;
  readonly expect?: JsonObject;
}

export interface Usage {
  readonly memory?: Json;
  readonly rootfs?: Json;
  readonly rootfsInodes?: Json;
  readonly logs?: Json;
  readonly logsInodes?: Json;
  /** Of the whole pod. */
  readonly processes?: Json;
  /** The pod's own `ephemeral-storage` figure. */
  readonly ephemeralStorage?: Json;
}

export interface ContainerFacts {
  readonly request?: JsonObject;
  readonly limit?: JsonObject;
  readonly usage?: Usage;
  /** An init container that keeps running. */
  readonly sidecar?: boolean;
  readonly noStats?: boolean;
}

/** `request`, `limit` and `usage` describe the only container, `main`, unless some are named. */
export interface PodFacts extends ContainerFacts {
  readonly uid?: string;
  readonly namespace?: string;
  readonly priority?: number;
  readonly priorityClassName?: string;
  readonly qosClass?: string;
  readonly phase?: string;
  readonly terminating?: boolean;
  readonly static?: boolean;
  readonly mirror?: boolean;
  readonly annotations?: JsonObject;
  readonly terminationGracePeriodSeconds?: number;
  readonly tolerations?: readonly Json[];
  readonly containers?: Readonly<Record<string, ContainerFacts>>;
  readonly initContainers?: Readonly<Record<string, ContainerFacts>>;
  readonly ephemeralContainers?: Readonly<Record<string, ContainerFacts>>;
  /** Volume sources, with `used` and `inodesUsed` next to them. */
  readonly volumes?: Readonly<Record<string, JsonObject>>;
  readonly overhead?: JsonObject;
  /** Pod-level resources: `requests` and `limits`. */
  readonly resources?: JsonObject;
  /** Members laid over the pod, or over its statistics, that were built. */
  readonly overPod?: JsonObject;
  readonly overStats?: JsonObject;
}

export interface AdmitFacts extends PodFacts {
  readonly admitted: boolean;
  readonly message?: string;
}

export type PodsByName = Readonly<Record<string, PodFacts>>;

/** `memory.available/soft` */
export type ThresholdName = `${Signal}/${"hard" | "soft"}`;
export type Conditions = readonly NodeCondition[];
