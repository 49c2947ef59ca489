/** What the page and the worker of its clusters say to each other. */

import type { Decision } from "../../../../analysis/engine/decision.ts";
import type { Drain } from "../../../../analysis/engine/drain.ts";
import type { PodName } from "../../../../analysis/engine/schedulingDecision.ts";
import type { DrainRemedies } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import type { RefusalGroup } from "../../../../analysis/questions/schedule/refusalGroups.ts";
import type { ClusterRun } from "../../../../analysis/questions/simulate/moments.ts";
import type { SimulateRemedy } from "../../../../analysis/questions/simulate/remedies/simulateRemedies.ts";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";
import type { DrainFlags } from "./clusterList.ts";

/** The changes that were found, each tried by its place among them. */
export interface FoundRemedies {
  readonly remedies: readonly SimulateRemedy[];
  /** How far was searched. */
  readonly words: string;
}

export interface ClusterTexts {
  readonly objects: readonly GivenDocument[];
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
      /** Null for the one that raises a question first. */
      readonly node: string | null;
      readonly flags?: DrainFlags;
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

interface Noted {
  /** What is inferred, assumed and followed of the objects. */
  readonly notes: readonly string[];
}

export type ClusterAnswer =
  | ({ readonly kind: "run"; readonly run: ClusterRun } & Noted)
  /** So many changes were tried. */
  | { readonly kind: "progress"; readonly done: number; readonly total: null }
  | { readonly kind: "remedies"; readonly found: FoundRemedies }
  | ({
      readonly kind: "drained";
      readonly drain: Drain;
      /** The nodes that could be drained, with the one that is. */
      readonly nodes: readonly string[];
      readonly node: string;
    } & Noted)
  | { readonly kind: "drainRemedies"; readonly found: DrainRemedies }
  /** Null where the cluster is not any more as the scheduler found it. */
  | { readonly kind: "refusals"; readonly groups: readonly RefusalGroup[] | null }
  | { readonly kind: "explained"; readonly time: number; readonly decision: Decision }
  | { readonly kind: "failed"; readonly sentence: string };
