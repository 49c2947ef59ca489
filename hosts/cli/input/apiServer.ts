import type { ApiServerOptions } from "../../../analysis/questions/options/cluster.ts";
import type { Connection } from "../../daemon/kubernetes/connection.ts";
import { inCluster } from "../../daemon/kubernetes/inCluster.ts";
import type { Io } from "../../system/io.ts";

/** A kubeconfig that is named, else the account of the pod we run in, else the user's own. */
export async function apiServerConnection(options: ApiServerOptions, io: Io): Promise<Connection> {
  const { kubeconfig, context } = options;
  const isNamed = kubeconfig !== undefined || context !== undefined || io.environment.KUBECONFIG;
  const own = isNamed ? null : inCluster(io.environment);
  if (own !== null) return own;
  // With what reads YAML, which a pod does not need.
  const { kubeconfigPaths, readKubeconfig } = await import("../../daemon/kubernetes/kubeconfig.ts");
  const paths = kubeconfig === undefined ? kubeconfigPaths(io.environment) : [kubeconfig];
  return readKubeconfig(paths, context, io);
}
