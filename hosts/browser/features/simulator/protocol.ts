/** What the page and the worker of its clusters say to each other. */

import type { Decision } from "../../../../analysis/engine/decision.ts";
import type { Drain } from "../../../../analysis/engine/drain.ts";
import type { PodName } from "../../../../analysis/engine/schedulingDecision.ts";
import type {
  SimulatorEvent,
  SimulatorVerdict,
} from "../../../../analysis/engine/simulatorEvent.ts";
import type { DrainRemedies } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import type { RefusalGroup } from "../../../../analysis/questions/schedule/refusalGroups.ts";
import type { SimulateRemedy } from "../../../../analysis/questions/simulate/remedies/simulateRemedies.ts";

/** What a node is filled by: what it runs short of. */
export type Measure = "memory" | "disk" | "inodes" | "cpu";

/** A pod on a node. */
export interface PodUsage {
  readonly pod: string;
  /** The number of its owner among those of the run. */
  readonly owner: number;
  readonly amount: number;
}

/** A node at a moment. */
export interface NodeUsage {
  /** With what the system uses. */
  readonly amount: number;
  readonly conditions: readonly string[];
  readonly pods: readonly PodUsage[];
}

export interface Moment {
  /** Seconds since the start. */
  readonly time: number;
  /** In the order of the nodes. */
  readonly usages: readonly NodeUsage[];
  /** Pods that wait for a node. */
  readonly waiting: readonly Omit<PodUsage, "amount">[];
}

/** A node. */
export interface SimulatedNode {
  readonly name: string;
  readonly capacity: number;
  /** The amount above which the kubelet evicts or rejects; null where nothing is observed. */
  readonly line: number | null;
  readonly lineWords: string;
}

/** What happened, in the words of the command line. */
export interface WordedEvent extends SimulatorEvent {
  readonly words: string;
}

/** A cluster that was simulated. */
export interface ClusterRun {
  readonly verdict: SimulatorVerdict;
  readonly words: string;
  readonly measure: Measure;
  readonly nodes: readonly SimulatedNode[];
  readonly owners: readonly string[];
  readonly events: readonly WordedEvent[];
  readonly moments: readonly Moment[];
}

/** The changes that were found, each tried by its place among them. */
export interface FoundRemedies {
  readonly remedies: readonly SimulateRemedy[];
  /** How far was searched. */
  readonly words: string;
}

export interface ClusterTexts {
  readonly objects: string;
  /** Null for a node that is drained. */
  readonly scenario: string | null;
}

export type ClusterRequest =
  | {
      readonly kind: "open";
      readonly texts: ClusterTexts;
      readonly loop: WebAssembly.Module;
      readonly core: WebAssembly.Module;
    }
  | {
      readonly kind: "drain";
      readonly texts: ClusterTexts;
      readonly cluster: WebAssembly.Module;
      readonly node: string;
    }
  | { readonly kind: "search" }
  | { readonly kind: "try"; readonly change: number }
  | {
      readonly kind: "explain";
      readonly node: string;
      readonly time: number;
      /** The pod that was evicted then: what is explained is the decision on it. */
      readonly pod: string | null;
      readonly change: number | null;
    }
  /** Which nodes refused a pod when the scheduler said so. */
  | {
      readonly kind: "refusals";
      readonly time: number;
      readonly pod: PodName;
      readonly message: string;
      readonly change: number | null;
    };

export type ClusterAnswer =
  | { readonly kind: "run"; readonly run: ClusterRun }
  /** So many changes were tried. */
  | { readonly kind: "progress"; readonly done: number; readonly total: null }
  | { readonly kind: "remedies"; readonly found: FoundRemedies }
  | { readonly kind: "drained"; readonly drain: Drain }
  | { readonly kind: "drainRemedies"; readonly found: DrainRemedies }
  /** Null where the cluster is not any more as the scheduler found it. */
  | { readonly kind: "refusals"; readonly groups: readonly RefusalGroup[] | null }
  | { readonly kind: "explained"; readonly time: number; readonly decision: Decision }
  | { readonly kind: "failed"; readonly sentence: string };
