import type { ApiRequest } from "../../../hosts/daemon/kubernetes/exchange.ts";
import type { Shown, SimulatedNode } from "./node.ts";

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** What is true of what it says, for the rules. */
  readonly shown?: Shown;
}

interface StoredLease {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly spec?: { readonly holderIdentity?: string };
}

/** What a request is about, for faults and rules. */
export type Route =
  | "summary"
  | "pods"
  | "configz"
  | "node"
  | "namespace"
  | "breaker"
  | "lease"
  | "slot"
  | "discovery"
  | "pod"
  | "dry-run"
  | "evict"
  | "event";

const ROUTES: readonly (readonly [RegExp, Route])[] = [
  [/\/proxy\/stats\/summary$/, "summary"],
  [/\/proxy\/configz$/, "configz"],
  [/^\/api\/v1\/pods\?/, "pods"],
  [/^\/api\/v1\/nodes\/[^/]+$/, "node"],
  [/\/configmaps\//, "breaker"],
  [/\/leases\/plimsoll-acting-/, "slot"],
  [/\/leases(\/|$)/, "lease"],
  [/\/eviction\?dryRun=All$/, "dry-run"],
  [/\/eviction$/, "evict"],
  [/\/events$/, "event"],
  [/^\/api\/v1$/, "discovery"],
  [/\/pods\/[^/]+$/, "pod"],
  [/^\/api\/v1\/namespaces\/[^/]+$/, "namespace"],
];

export function routeOf({ path, body }: ApiRequest): Route {
  // A Lease that is created has its name in its body alone.
  const created = path.endsWith("/leases") ? (body as StoredLease).metadata.name : "";
  if (created.startsWith("plimsoll-acting-")) return "slot";
  const found = ROUTES.find(([pattern]) => pattern.test(path));
  if (found === undefined) throw new Error(`The simulated API server has no ${path}.`);
  return found[1];
}

/** An API server in memory, with what a daemon asks of it, and the kubelets behind it. */
export class ApiServer {
  readonly nodes: readonly SimulatedNode[];
  /** Null when the ConfigMap does not exist. */
  breaker: Record<string, string> | null = { acting: "allow" };
  /** Refuses evictions as a PodDisruptionBudget does. */
  budgetIsUsedUp = false;
  /** The uids of the pods that were evicted. */
  readonly evicted = new Set<string>();
  readonly #leases = new Map<string, StoredLease>();
  #version = 0;

  constructor(nodes: readonly SimulatedNode[]) {
    this.nodes = nodes;
  }

  holderOf(lease: string): string {
    return this.#leases.get(lease)?.spec?.holderIdentity ?? "";
  }

  /** Does what is asked, and answers. */
  handle(route: Route, asked: ApiRequest): Answer {
    const [, , , group = "", name = "", , third = ""] = asked.path.split(/[/?]/);
    if (group === "nodes" || route === "pods") return this.#ofNode(route, asked, name);
    switch (route) {
      case "lease":
      case "slot":
        return this.#lease(asked);
      case "breaker":
        return this.breaker === null ? refused(404) : ok({ data: this.breaker });
      case "discovery":
        return ok({ resources: [{ name: "pods/eviction", version: "v1" }] });
      case "pod": {
        const pod = this.#nodeOf(name, third)?.pod(name, third) ?? null;
        return pod === null ? refused(404) : ok(pod);
      }
      case "dry-run":
      case "evict":
        return this.#evict(route, asked, name, third);
      case "namespace":
        return ok({ metadata: { annotations: {} } });
      default:
        return ok({}, 201);
    }
  }

  #ofNode(route: Route, { path }: ApiRequest, named: string): Answer {
    const name = route === "pods" ? (/nodeName%3D([\w-]+)/.exec(path)?.[1] ?? "") : named;
    const node = this.nodes.find((each) => each.name === name);
    if (node === undefined) return refused(404);
    switch (route) {
      case "summary":
        return { status: 200, body: node.summary(), shown: node.shown() };
      case "pods":
        return { status: 200, body: node.podList() };
      case "configz":
        return ok({ kubeletconfig: kubeletConfiguration(node) });
      default: {
        const status = node.hasMemoryPressure ? "True" : "False";
        const conditions = [{ type: "MemoryPressure", status }];
        const answer = ok({ metadata: { name }, status: { conditions } });
        return { ...answer, shown: node.shown() };
      }
    }
  }

  #evict(route: Route, asked: ApiRequest, namespace: string, name: string): Answer {
    const node = this.#nodeOf(namespace, name);
    if (node === undefined) return refused(404);
    const { deleteOptions } = asked.body as { deleteOptions: Deletion };
    const { uid } = node.pod(namespace, name)?.metadata ?? {};
    if (deleteOptions.preconditions.uid !== uid) return refused(409);
    if (this.budgetIsUsedUp) {
      const details = { causes: [{ reason: "DisruptionBudget", message: "needs 1 healthy pod" }] };
      return { status: 429, body: JSON.stringify({ message: "the budget is used up", details }) };
    }
    if (route === "evict") {
      this.evicted.add(deleteOptions.preconditions.uid);
      node.delete(namespace, name, deleteOptions.gracePeriodSeconds);
    }
    return ok({ kind: "Status", status: "Success" }, 201);
  }

  #nodeOf(namespace: string, name: string): SimulatedNode | undefined {
    return this.nodes.find((node) => node.pod(namespace, name) !== null);
  }

  /** A write with another version than the last one is refused. */
  #lease({ method, path, body }: ApiRequest): Answer {
    const lease = body as StoredLease | undefined;
    const name = lease?.metadata.name ?? path.split("/").at(-1) ?? "";
    const found = this.#leases.get(name);
    if (method === "GET") return found === undefined ? refused(404) : ok(found);
    if (lease === undefined || (method === "POST" && found !== undefined)) return refused(409);
    const version = found?.metadata.resourceVersion;
    if (method === "PUT" && lease.metadata.resourceVersion !== version) return refused(409);
    this.#version += 1;
    const stored = { ...lease, metadata: { name, resourceVersion: String(this.#version) } };
    this.#leases.set(name, stored);
    return ok(stored, method === "POST" ? 201 : 200);
  }
}

interface Deletion {
  readonly gracePeriodSeconds: number;
  readonly preconditions: { readonly uid: string };
}

export function kubeletConfiguration({ kubeletMebibytes }: SimulatedNode) {
  const evictionHard = { "memory.available": `${kubeletMebibytes}Mi` };
  return { kind: "KubeletConfiguration", evictionHard };
}

function ok(object: object, status = 200): Answer {
  return { status, body: JSON.stringify(object) };
}

function refused(status: number): Answer {
  return { status, body: JSON.stringify({ kind: "Status", message: `it says ${status}` }) };
}
