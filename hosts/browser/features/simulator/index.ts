import { CLUSTERS, isOfDrain } from "./clusterList.ts";
import { ClusterMain } from "./clusterPlace.tsx";
import { Clusters } from "./clusters.ts";
import { documentsOf } from "./openedCluster.ts";

/** A cluster in virtual time, in place of a capture. */
export const simulator = {
  model: Clusters,
  View: ClusterMain,
  examples: CLUSTERS,
  isOfDrain,
  documentsOf,
};
