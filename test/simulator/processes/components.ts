/**
 * The control plane of a scenario, as processes on loopback: etcd, kube-apiserver,
 * kube-controller-manager and kube-scheduler of the release that controlplane/go.mod pins.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ApiClient } from "../../../hosts/daemon/kubernetes/client.ts";
import { builtPrograms } from "../../cluster/binaries.ts";
import type { Pem } from "../../cluster/certificates.ts";
import { type ControlPlane, startControlPlane } from "../../cluster/controlPlane.ts";
import { freePorts, Program } from "../../cluster/program.ts";
import { oraclePath, SIMULATOR } from "../../fidelity/oracleProcess.ts";

const MODULE = fileURLToPath(new URL("controlplane", import.meta.url));
const CACHE = fileURLToPath(new URL("../../../build/controlplane", import.meta.url));
const KUBERNETES = "k8s.io/kubernetes/cmd";
const PROGRAMS = {
  etcd: "go.etcd.io/etcd/server/v3",
  "kube-apiserver": `${KUBERNETES}/kube-apiserver`,
  "kube-controller-manager": `${KUBERNETES}/kube-controller-manager`,
  "kube-scheduler": `${KUBERNETES}/kube-scheduler`,
};

/** Pods have no tokens here; all else that the API server admits by default is on. */
const WITHOUT_ADMISSION = ["ServiceAccount"];
const NODES_FLAGS = ["--authorization-mode=Node", "--enable-admission-plugins=NodeRestriction"];
/** The defaults, which the module assumes. */
const NODE_MONITOR_FLAGS = ["--node-monitor-period=5s", "--node-monitor-grace-period=50s"];

export interface Programs {
  /** The folder with the programs of the control plane. */
  readonly controlPlane: string;
  /** The program that plays nodes. */
  readonly nodes: string;
}

export interface Components {
  /** The version that the API server names. */
  readonly kubernetes: string;
  /** A folder with a kubeconfig for the user and for the kubelet of each node. */
  readonly kubeconfigs: string;
  /** Waits until the node lifecycle controller looks at its nodes, and says when that was. */
  nodesLookedAt(): Promise<number>;
  stop(): Promise<void>;
}

/** All programs, built when they are not there; null without Go. */
export function buildAll(): Programs | null {
  const controlPlane = builtPrograms(MODULE, CACHE, PROGRAMS);
  return controlPlane === null ? null : { controlPlane, nodes: oraclePath(undefined, SIMULATOR) };
}

export async function startComponents(
  { controlPlane: programs }: Programs,
  nodes: readonly string[],
): Promise<Components> {
  const binaries = {
    etcd: join(programs, "etcd"),
    kubeApiserver: join(programs, "kube-apiserver"),
  };
  const plane = await startControlPlane(binaries, WITHOUT_ADMISSION, NODES_FLAGS);
  const removed = () => rmSync(plane.directory, { recursive: true, force: true });
  process.once("exit", removed);
  const kubeconfigs = await writeKubeconfigs(plane, nodes);
  const controllers = await startComponent(programs, plane, "kube-controller-manager", [
    ...NODE_MONITOR_FLAGS,
    "--use-service-account-credentials=true",
    `--service-account-private-key-file=${join(plane.directory, "accounts.key")}`,
    `--root-ca-file=${join(plane.directory, "ca.crt")}`,
  ]);
  const scheduler = await startComponent(programs, plane, "kube-scheduler", []);
  const { gitVersion } = await plane.admin.getObject<{ gitVersion: string }>("/version");
  return {
    kubernetes: gitVersion,
    kubeconfigs,
    nodesLookedAt: () => nodesLookedAt(controllers.client),
    async stop() {
      for (const { client, program } of [scheduler, controllers]) {
        client.close();
        await program.stop("SIGKILL");
      }
      await plane.stop();
      process.off("exit", removed);
    },
  };
}

async function writeKubeconfigs(plane: ControlPlane, nodes: readonly string[]): Promise<string> {
  const folder = join(plane.directory, "kubeconfigs");
  mkdirSync(folder);
  const write = async (name: string, user: string, groups: readonly string[]) => {
    const pem = await plane.authority.client(user, groups);
    writeFileSync(join(folder, `${name}.kubeconfig`), kubeconfig(plane, pem), { mode: 0o600 });
  };
  await write("user", "user", ["system:masters"]);
  for (const node of nodes) {
    await write(`kubelet-${node}`, `system:node:${node}`, ["system:nodes"]);
  }
  return folder;
}

function kubeconfig({ server, authority }: ControlPlane, { certificate, key }: Pem): string {
  const encoded = (pem: string) => Buffer.from(pem).toString("base64");
  const user = {
    "client-certificate-data": encoded(certificate),
    "client-key-data": encoded(key),
  };
  const cluster = { server, "certificate-authority-data": encoded(authority.certificate) };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "scenario",
    contexts: [{ name: "scenario", context: { cluster: "scenario", user: "scenario" } }],
    clusters: [{ name: "scenario", cluster }],
    users: [{ name: "scenario", user }],
  });
}

interface Component {
  readonly program: Program;
  /** Asks the component itself, as an administrator. */
  readonly client: ApiClient;
}

async function startComponent(
  programs: string,
  plane: ControlPlane,
  name: string,
  flags: readonly string[],
): Promise<Component> {
  const { authority, directory } = plane;
  const file = (end: string, text: string): string => {
    const path = join(directory, `${name}.${end}`);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const [port] = await freePorts(1);
  const serving = await authority.server(["127.0.0.1"]);
  const path = file("kubeconfig", kubeconfig(plane, await authority.client(`system:${name}`)));
  const program = new Program(join(programs, name), [
    `--kubeconfig=${path}`,
    `--authentication-kubeconfig=${path}`,
    `--authorization-kubeconfig=${path}`,
    "--leader-elect=false",
    "--bind-address=127.0.0.1",
    `--secure-port=${port}`,
    `--tls-cert-file=${file("crt", serving.certificate)}`,
    `--tls-private-key-file=${file("key", serving.key)}`,
    ...flags,
  ]);
  const admin = await authority.client("user", ["system:masters"]);
  const client = new ApiClient({
    server: new URL(`https://127.0.0.1:${port}`),
    insecureSkipTlsVerify: false,
    credentials: async () => ({ authority: authority.certificate, ...admin }),
  });
  await program.ready(async () => {
    try {
      await client.get("/healthz");
      return true;
    } catch {
      return false;
    }
  });
  return { program, client };
}

const LOOKS = /^node_collector_update_all_nodes_health_duration_seconds_count (\d+)/m;
const LOOKS_POLL_MILLISECONDS = 10;

async function nodesLookedAt(controllers: ApiClient): Promise<number> {
  const count = async () => {
    const found = LOOKS.exec((await controllers.get("/metrics")).toString());
    if (found === null)
      throw new Error("kube-controller-manager does not count its looks at nodes.");
    return Number(found[1]);
  };
  const before = await count();
  for (;;) {
    const asked = Date.now();
    if ((await count()) !== before) return (asked + Date.now()) / 2;
    await pause(LOOKS_POLL_MILLISECONDS);
  }
}
