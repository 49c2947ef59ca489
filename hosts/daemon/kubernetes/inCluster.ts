import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Connection, readCredentials, serverUrl } from "./connection.ts";

/** Where the kubelet mounts a pod's service account. */
export const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

/** The API server as a pod sees it; null outside of a pod. */
export function inCluster(
  environment: Readonly<Record<string, string | undefined>>,
  directory = SERVICE_ACCOUNT,
): Connection | null {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = environment;
  const token = join(directory, "token");
  if (host === undefined || port === undefined || !existsSync(token)) return null;
  const name = host.includes(":") ? `[${host}]` : host;
  const materials = {
    token: { file: token },
    authority: { file: join(directory, "ca.crt") },
  };
  return {
    server: serverUrl(`https://${name}:${port}`, "KUBERNETES_SERVICE_HOST"),
    insecureSkipTlsVerify: false,
    credentials: () => readCredentials(materials),
  };
}
