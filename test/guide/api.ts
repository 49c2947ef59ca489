/** An API server on loopback with the nodes and pods of an example cluster. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { stringify } from "yaml";
import { INPUTS } from "../hosts/cli/formInputs.ts";

interface ApiObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly nodeName?: string };
}

export interface Api {
  /** The path of a kubeconfig for it. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

const LISTED: readonly ApiObject[] = JSON.parse(INPUTS.objects).items;

/** The pending pod of the example once more, bound to a node that has no room for it. */
function boundPod(): ApiObject {
  const pending = LISTED.find(({ metadata }) => metadata.name === "cart-1");
  if (pending === undefined) throw new Error("The example has no pod cart-1.");
  const { metadata, spec } = pending;
  return {
    ...pending,
    metadata: { ...metadata, name: "cart-2" },
    spec: { ...spec, nodeName: "worker-1" },
  };
}

const OBJECTS = [...LISTED, boundPod()];

/** `poddisruptionbudgets` lists objects of the kind `PodDisruptionBudget`. */
function isListed({ kind }: ApiObject, resource: string): boolean {
  const name = kind.toLowerCase();
  return [`${name}s`, `${name}es`, name].includes(resource);
}

/** The Summary of a node, as if it had just been measured. */
function summaryOf(node: string): object {
  const time = new Date(Date.now() - 5_000).toISOString();
  const text = INPUTS.summary.replaceAll(/("time": *")[^"]+/g, `$1${time}`);
  const summary = JSON.parse(text);
  return { ...summary, node: { ...summary.node, nodeName: node } };
}

const PROXY = /^\/api\/v1\/nodes\/([^/]+)\/proxy\/(.+)$/;
const LIST = /^\/apis?\/[\w./]*?\/?([a-z]+)$/;
const ONE = /^\/api\/v1\/(?:namespaces\/([^/]+)\/)?([a-z]+)\/([^/]+)$/;

function answerOf({ pathname, searchParams }: URL): object | null {
  if (pathname === "/version") return { major: "1", minor: "35", gitVersion: "v1.35.8" };
  const [, node, document] = PROXY.exec(pathname) ?? [];
  if (node !== undefined) {
    if (document === "stats/summary") return summaryOf(node);
    return JSON.parse(document === "pods" ? INPUTS.pods : INPUTS.configz);
  }
  const [, namespace, resource = "", name = ""] = ONE.exec(pathname) ?? [];
  const one = OBJECTS.find(
    (each) =>
      isListed(each, resource) &&
      each.metadata.name === name &&
      each.metadata.namespace === namespace,
  );
  if (one !== undefined) return one;
  const listed = LIST.exec(pathname)?.[1];
  if (listed === undefined) return null;
  const place = /^spec\.nodeName=(.+)$/.exec(searchParams.get("fieldSelector") ?? "")?.[1];
  const items = OBJECTS.filter((each) => isListed(each, listed)).filter(
    ({ spec }) => place === undefined || spec?.nodeName === place,
  );
  return { kind: "List", apiVersion: "v1", metadata: {}, items };
}

export async function startApi(directory: string): Promise<Api> {
  const server = createServer((request, response) => {
    const answer = answerOf(new URL(request.url ?? "/", "http://api"));
    response.statusCode = answer === null ? 404 : 200;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer ?? { kind: "Status", message: "not found" }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const kubeconfig = join(directory, "kubeconfig");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": "one",
    contexts: [{ name: "one", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster: { server: url } }],
    users: [{ name: "u", user: { token: "token" } }],
  };
  writeFileSync(kubeconfig, stringify(configuration));
  return {
    kubeconfig,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
