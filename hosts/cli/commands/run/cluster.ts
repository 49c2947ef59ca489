import { hostname } from "node:os";
import type { GuardRailReports } from "../../../daemon/acting/guardRailReports.ts";
import { KubernetesCluster } from "../../../daemon/actuators/kubernetes/cluster.ts";
import type { KubeletPolicy } from "../../../daemon/kubelet/kubeletPolicy.ts";
import { ApiClient } from "../../../daemon/kubernetes/client.ts";
import { leaseIdentity } from "../../../daemon/kubernetes/lease.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import { apiServerConnection } from "../../input/apiServer.ts";
import { nodeNameOf } from "./kubernetes.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions } from "./options.ts";

/** Where Leases and the breaker are by default. */
const NAMESPACE = "plimsoll";

/** The cluster as the guard rails of `--act kubernetes` ask it; the Lease is taken from now on. */
export async function openCluster(
  options: RunOptions,
  opened: OpenedSource,
  kubelet: KubeletPolicy,
  guardRailReports: GuardRailReports,
  io: Io,
): Promise<KubernetesCluster> {
  const { environment } = io;
  const cluster = new KubernetesCluster({
    client: new ApiClient(await apiServerConnection(options, io)),
    node: opened.node.header?.node ?? nodeNameOf(options, io),
    kubelet,
    namespace: options.leaseNamespace ?? environment.POD_NAMESPACE ?? NAMESPACE,
    identity: leaseIdentity(environment.POD_NAME ?? hostname()),
    clock: SYSTEM_CLOCK,
    dryRun: options.dryRun ?? false,
    guardRailReports,
  });
  cluster.start();
  return cluster;
}
