import { controlPlaneBinaries } from "./binaries.ts";
import { type Cluster, startCluster } from "./cluster.ts";

/** A cluster of its own for one file of tests. */
export async function clusterForTests(): Promise<Cluster> {
  const binaries = controlPlaneBinaries();
  if (binaries === null) throw new Error("There is no control plane to test against.");
  return startCluster(binaries);
}
