/** The members of Kubernetes' objects that are read here; the objects hold many more. */

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export interface PodObject {
  readonly metadata: {
    readonly uid: string;
    readonly generation?: number;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly Condition[] };
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
  readonly timeAdded?: string;
}

export interface NodeObject {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly spec?: { readonly taints?: readonly Taint[] };
  readonly status?: NodeStatus;
}

interface NodeStatus extends Partial<Record<"nodeInfo", { readonly kubeletVersion?: string }>> {
  readonly conditions?: readonly Condition[];
  /** Quantities, such as `{"memory": "8Gi"}`. */
  readonly capacity?: Readonly<Record<string, string>>;
  readonly addresses?: readonly { readonly type: string; readonly address: string }[];
  readonly daemonEndpoints?: { readonly kubeletEndpoint?: { readonly Port?: number } };
}

/** What discovery says about one version of a group. */
export interface ApiResources {
  readonly resources?: readonly { readonly name?: string; readonly version?: string }[];
}

export const MERGE_PATCH = "application/strategic-merge-patch+json";

export function podPath(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  subresource = "",
): string {
  const pods = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`;
  return joined(`${pods}/${encodeURIComponent(name)}`, subresource);
}

export function nodePath(name: string, subresource = ""): string {
  return joined(`/api/v1/nodes/${encodeURIComponent(name)}`, subresource);
}

/** The same request, of which the server does everything but the change. */
export function withDryRun(path: string, dryRun: boolean): string {
  return dryRun ? `${path}?dryRun=All` : path;
}

function joined(path: string, subresource: string): string {
  return subresource === "" ? path : `${path}/${subresource}`;
}

/** A time as Kubernetes writes it: whole seconds in UTC. */
export function timeOfSecond(time: string): string {
  return `${time.slice(0, 19)}Z`;
}
