/** A real etcd and a real kube-apiserver on loopback, with RBAC on. */
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiClient } from "../../hosts/daemon/kubernetes/client.ts";
import type { Connection, Credentials } from "../../hosts/daemon/kubernetes/connection.ts";
import type { Binaries } from "./binaries.ts";
import { type Authority, createAuthority } from "./certificates.ts";
import { type Egress, startEgress } from "./egress.ts";
import { freePorts, Program } from "./program.ts";

const ADMIN_TOKEN = "admin-of-the-test";

export interface ControlPlane {
  /** `https://127.0.0.1:PORT`. */
  readonly server: string;
  readonly authority: Authority;
  readonly egress: Egress;
  /** May do everything. */
  readonly admin: ApiClient;
  /** A directory of its own, removed at the end. */
  readonly directory: string;
  /** A connection with these credentials and the authority of the API server. */
  connection(credentials: Credentials): Connection;
  /** Ends the API server without warning, and starts it again at the same address. */
  stopApiServer(): Promise<void>;
  startApiServer(): Promise<void>;
  stop(): Promise<void>;
}

/** Nothing fills namespaces with accounts here, and pods of a capture carry their priorities. */
const WITHOUT_ADMISSION = ["ServiceAccount", "Priority"];

export async function startControlPlane(
  binaries: Binaries,
  withoutAdmission: readonly string[] = WITHOUT_ADMISSION,
  moreFlags: readonly string[] = [],
): Promise<ControlPlane> {
  const directory = mkdtempSync(join(tmpdir(), "plimsoll-cluster-"));
  const [etcdPort = 0, peerPort = 0, apiPort = 0] = await freePorts(3);
  const authority = await createAuthority();
  const egress = await startEgress(join(directory, "egress.sock"));
  const flags = await apiServerFlags({
    ...{ directory, authority, egress, etcdPort, apiPort, withoutAdmission },
  });
  const etcd = new Program(binaries.etcd, etcdFlags(directory, etcdPort, peerPort));
  await etcd.ready(async () => isOk(`http://127.0.0.1:${etcdPort}/readyz`));
  const server = `https://127.0.0.1:${apiPort}`;
  const connection = (credentials: Credentials): Connection => ({
    server: new URL(server),
    insecureSkipTlsVerify: false,
    credentials: async () => ({ authority: authority.certificate, ...credentials }),
  });
  const admin = new ApiClient(connection({ token: ADMIN_TOKEN }), { timeoutMilliseconds: 30_000 });
  let apiServer: Program | undefined;
  const startApiServer = async () => {
    apiServer = new Program(binaries.kubeApiserver, [...flags, ...moreFlags]);
    await apiServer.ready(() => answers(admin, "/readyz"));
  };
  await startApiServer();
  return {
    server,
    authority,
    egress,
    admin,
    directory,
    connection,
    startApiServer,
    stopApiServer: async () => apiServer?.stop("SIGKILL"),
    async stop() {
      admin.close();
      await apiServer?.stop("SIGKILL");
      await etcd.stop("SIGKILL");
      await egress.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function isOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function answers(client: ApiClient, path: string): Promise<boolean> {
  try {
    await client.get(path);
    return true;
  } catch {
    return false;
  }
}

function etcdFlags(directory: string, port: number, peerPort: number): readonly string[] {
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return [
    `--data-dir=${join(directory, "etcd")}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    "--unsafe-no-fsync",
    "--log-level=error",
  ];
}

interface Parts {
  readonly directory: string;
  readonly authority: Authority;
  readonly egress: Egress;
  readonly etcdPort: number;
  readonly apiPort: number;
  readonly withoutAdmission: readonly string[];
}

async function apiServerFlags(parts: Parts): Promise<readonly string[]> {
  const { directory, authority, egress, etcdPort, apiPort } = parts;
  const file = (name: string, text: string): string => {
    const path = join(directory, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  mkdirSync(join(directory, "certificates"));
  const serving = await authority.server(["127.0.0.1", "localhost"]);
  const kubeletClient = await authority.client("kube-apiserver", ["system:masters"]);
  const accounts = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ca = file("ca.crt", authority.certificate);
  const accountKey = file(
    "accounts.key",
    accounts.privateKey.export({ type: "sec1", format: "pem" }).toString(),
  );
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    "--endpoint-reconciler-type=none",
    `--secure-port=${apiPort}`,
    `--cert-dir=${join(directory, "certificates")}`,
    `--tls-cert-file=${file("apiserver.crt", serving.certificate)}`,
    `--tls-private-key-file=${file("apiserver.key", serving.key)}`,
    `--client-ca-file=${ca}`,
    `--token-auth-file=${file("tokens.csv", `${ADMIN_TOKEN},admin,admin,"system:masters"\n`)}`,
    "--authorization-mode=RBAC",
    `--disable-admission-plugins=${parts.withoutAdmission.join(",")}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-signing-key-file=${accountKey}`,
    `--service-account-key-file=${accountKey}`,
    "--service-cluster-ip-range=192.0.2.0/24",
    `--kubelet-certificate-authority=${ca}`,
    `--kubelet-client-certificate=${file("kubelet-client.crt", kubeletClient.certificate)}`,
    `--kubelet-client-key=${file("kubelet-client.key", kubeletClient.key)}`,
    "--kubelet-preferred-address-types=InternalIP",
    `--egress-selector-config-file=${file("egress.json", egressSelector(egress.socket))}`,
  ];
}

function egressSelector(udsName: string): string {
  const connection = { proxyProtocol: "HTTPConnect", transport: { uds: { udsName } } };
  return JSON.stringify({
    apiVersion: "apiserver.k8s.io/v1beta1",
    kind: "EgressSelectorConfiguration",
    egressSelections: [{ name: "cluster", connection }],
  });
}
