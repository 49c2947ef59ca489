import { hostname } from "node:os";
import { KubernetesCluster } from "../../actuators/kubernetes/cluster.ts";
import type { Hindrances } from "../../daemon/hindrances.ts";
import type { Io } from "../../io.ts";
import type { KubeletPolicy } from "../../kubelet/kubeletPolicy.ts";
import { ApiClient } from "../../kubernetes/client.ts";
import { leaseIdentity } from "../../kubernetes/lease.ts";
import { SYSTEM_CLOCK } from "../../systemClock.ts";
import { apiServerConnection, nodeNameOf } from "./kubernetes.ts";
import type { RunOptions } from "./options.ts";
import type { OpenedSource } from "./sources.ts";

/** Where Leases and the breaker are when nobody says so. */
const NAMESPACE = "plimsoll";

/** The cluster as the guard rails of `--act kubernetes` ask it; the Lease is taken from now on. */
export async function openCluster(
  options: RunOptions,
  opened: OpenedSource,
  kubelet: KubeletPolicy,
  hindrances: Hindrances,
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
    hindrances,
  });
  cluster.start();
  return cluster;
}
