import type { DrainFlag } from "../../../../analysis/questions/drain/flags.ts";
import index from "../../../../examples/clusters/index.json" with { type: "json" };
import type { BroughtCluster } from "../../session/protocol.ts";

/** Flags of `kubectl drain`, in their order. */
export type DrainFlags = readonly DrainFlag[];

/** A cluster that is shipped with the page. */
export interface ClusterExample {
  readonly name: string;
  readonly title: string;
  /** What happens in it, in a sentence or two. */
  readonly description: string;
  /** A node that is drained: nothing is simulated then. */
  readonly drain?: string;
  /** The flags of kubectl that are given; none where it is absent. */
  readonly flags?: DrainFlags;
  /** Objects of one's own, read in place of those of an example. */
  readonly brought?: BroughtCluster;
}

export const CLUSTERS: readonly ClusterExample[] = index;

/** Whether a node of it is drained, and nothing simulated. */
export function isOfDrain({ drain, brought }: ClusterExample): boolean {
  return drain !== undefined || brought?.purpose === "drain";
}
