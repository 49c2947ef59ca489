import index from "../../../../examples/clusters/index.json" with { type: "json" };

/** A cluster that is shipped with the page. */
export interface ClusterExample {
  readonly name: string;
  readonly title: string;
  /** What happens in it, in a sentence or two. */
  readonly description: string;
  /** A node that is drained: nothing is simulated then. */
  readonly drain?: string;
}

export const CLUSTERS: readonly ClusterExample[] = index;
