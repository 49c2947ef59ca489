/** A control plane with one node, its stand-in kubelet, and the roles of the manifests. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { ApiClient } from "../../hosts/daemon/kubernetes/client.ts";
import type { Binaries } from "./binaries.ts";
import { type ControlPlane, startControlPlane } from "./controlPlane.ts";
import { NODE_ADDRESS } from "./egress.ts";
import { type KubeletStandIn, startKubelet } from "./kubelet.ts";

const DEPLOY = new URL("../../hosts/daemon/deploy/", import.meta.url);
const MANIFESTS = ["observing/namespace.yaml", "observing/rbac.yaml", "acting/rbac.yaml"].map(
  (path) => fileURLToPath(new URL(path, DEPLOY)),
);
export const NODE = "worker-3";
const ACCOUNT = "plimsoll";

interface KubernetesObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  /** Of a ClusterRole. */
  readonly rules?: readonly {
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

export interface Cluster extends ControlPlane {
  readonly kubelet: KubeletStandIn;
  create(path: string, object: object): Promise<{ metadata: { uid: string } }>;
  /** A new token of the manifests' service account. */
  token(): Promise<string>;
  /** The service account with exactly these roles bound to it. */
  bind(...roles: readonly string[]): Promise<void>;
  /** A client with a new token of the service account; closed at the end. */
  client(): Promise<ApiClient>;
  /** The path of a kubeconfig that names a token file, and that file. */
  kubeconfig(): Promise<{ path: string; tokenFile: string }>;
}

export async function startCluster(binaries: Binaries): Promise<Cluster> {
  const plane = await startControlPlane(binaries);
  const { admin, authority, directory } = plane;
  const clients: ApiClient[] = [];
  const create: Cluster["create"] = async (path, body) =>
    JSON.parse((await admin.request({ method: "POST", path, body })).toString());
  for (const object of manifestObjects()) await create(collectionOf(object), object);
  const kubelet = await startKubelet(NODE, authority, admin);
  plane.egress.leadTo(kubelet.port);
  await createNode(plane, kubelet.port);
  const token = () => tokenOf(admin);
  return {
    ...plane,
    kubelet,
    create,
    token,
    bind: (...roles) => bindRoles(admin, roles),
    async client() {
      const client = new ApiClient(plane.connection({ token: await token() }));
      clients.push(client);
      return client;
    },
    async kubeconfig() {
      const tokenFile = join(directory, "token");
      writeFileSync(tokenFile, await token(), { mode: 0o600 });
      const path = join(directory, "kubeconfig");
      writeFileSync(path, kubeconfigText(plane.server, authority.certificate, tokenFile));
      return { path, tokenFile };
    },
    async stop() {
      for (const client of clients) client.close();
      await kubelet.close();
      await plane.stop();
    },
  };
}

/** The objects of the manifests, as `kubectl apply` would create them. */
function manifestObjects(): readonly KubernetesObject[] {
  return MANIFESTS.flatMap((path) =>
    parseAllDocuments(readFileSync(path, "utf8")).map((document) => document.toJS()),
  );
}

function collectionOf({ kind, apiVersion, metadata }: KubernetesObject): string {
  const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  const { namespace } = metadata;
  const plural = `${kind.toLowerCase()}s`;
  return namespace === undefined
    ? `${root}/${plural}`
    : `${root}/namespaces/${namespace}/${plural}`;
}

async function createNode({ admin }: ControlPlane, port: number): Promise<void> {
  const body = { apiVersion: "v1", kind: "Node", metadata: { name: NODE } };
  await admin.request({ method: "POST", path: "/api/v1/nodes", body });
  await admin.request({
    method: "PATCH",
    path: `/api/v1/nodes/${NODE}/status`,
    contentType: "application/strategic-merge-patch+json",
    body: {
      status: {
        addresses: [{ type: "InternalIP", address: NODE_ADDRESS }],
        daemonEndpoints: { kubeletEndpoint: { Port: port } },
        nodeInfo: { kubeletVersion: "v1.35.8" },
        capacity: { memory: "8Gi" },
        conditions: [{ type: "Ready", status: "True" }],
      },
    },
  });
}

async function tokenOf(admin: ApiClient): Promise<string> {
  const answer = await admin.request({
    method: "POST",
    path: `/api/v1/namespaces/${ACCOUNT}/serviceaccounts/${ACCOUNT}/token`,
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} },
  });
  return JSON.parse(answer.toString()).status.token;
}

const BINDINGS = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";

async function bindRoles(admin: ApiClient, roles: readonly string[]): Promise<void> {
  const { items } = await admin.getObject<{ items: readonly KubernetesObject[] }>(BINDINGS);
  const old = items.filter(({ metadata }) => metadata.name.startsWith("plimsoll-"));
  for (const { metadata } of old) {
    await admin.request({ method: "DELETE", path: `${BINDINGS}/${metadata.name}` });
  }
  for (const name of roles) {
    const body = {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", namespace: ACCOUNT, name: ACCOUNT }],
    };
    await admin.request({ method: "POST", path: BINDINGS, body });
  }
  await inForce(admin, roles);
}

/** The API server learns of bindings from a watch: asks until each right is as it should be. */
async function inForce(admin: ApiClient, roles: readonly string[]): Promise<void> {
  const clusterRoles = manifestObjects().filter(({ kind }) => kind === "ClusterRole");
  const rights = clusterRoles.flatMap(({ metadata, rules = [] }) =>
    rules.flatMap(({ resources, verbs }) =>
      resources.flatMap((resource) =>
        verbs.map((verb) => [metadata.name, resource, verb] as const),
      ),
    ),
  );
  const wanted = new Set(
    rights.filter(([role]) => roles.includes(role)).map(([, ...right]) => right.join()),
  );
  for (const [, resource, verb] of rights) {
    const isWanted = wanted.has([resource, verb].join());
    while ((await isAllowed(admin, resource, verb)) !== isWanted) await pause(20);
  }
}

async function isAllowed(admin: ApiClient, right: string, verb: string): Promise<boolean> {
  const [resource, subresource] = right.split("/");
  const user = `system:serviceaccount:${ACCOUNT}:${ACCOUNT}`;
  const answer = await admin.request({
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    body: {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user, resourceAttributes: { version: "v1", verb, resource, subresource } },
    },
  });
  return JSON.parse(answer.toString()).status.allowed;
}

function kubeconfigText(server: string, authority: string, tokenFile: string): string {
  const ca = Buffer.from(authority).toString("base64");
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "test",
    contexts: [{ name: "test", context: { cluster: "test", user: "plimsoll" } }],
    clusters: [{ name: "test", cluster: { server, "certificate-authority-data": ca } }],
    users: [{ name: "plimsoll", user: { tokenFile } }],
  });
}
