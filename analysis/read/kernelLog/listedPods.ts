/** The names of pods and containers, by what a cgroup has of them. */
import type { CgroupPod } from "./podCgroup.ts";

interface Named {
  readonly pod: { readonly namespace: string; readonly name: string };
  readonly container?: string;
}

interface V1Pod {
  readonly metadata?: {
    readonly name?: unknown;
    readonly namespace?: unknown;
    readonly uid?: unknown;
    readonly annotations?: Readonly<Record<string, unknown>> | null;
  };
  readonly status?: Readonly<Record<string, unknown>> | null;
}

/** A static pod's cgroup has the hash of its manifest, and not the uid of its mirror pod. */
const HASHES = ["kubernetes.io/config.hash", "kubernetes.io/config.mirror"];
const STATUSES = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"];

export class ListedPods {
  readonly #pods: ReadonlyMap<string, Named["pod"]>;
  readonly #containers: ReadonlyMap<string, Named>;

  constructor(pods: ReadonlyMap<string, Named["pod"]>, containers: ReadonlyMap<string, Named>) {
    this.#pods = pods;
    this.#containers = containers;
  }

  get isEmpty(): boolean {
    return this.#pods.size === 0;
  }

  /** Null for a pod that is not in the list. */
  named({ uid, containerId }: CgroupPod): Named | null {
    const container = containerId === undefined ? undefined : this.#containers.get(containerId);
    if (container !== undefined) return container;
    const pod = uid === undefined ? undefined : this.#pods.get(uid);
    return pod === undefined ? null : { pod };
  }
}

export const NO_PODS = new ListedPods(new Map(), new Map());

/** Reads the pods of a v1 PodList in JSON. */
export function listedPods(podList: Uint8Array): ListedPods {
  const list = JSON.parse(new TextDecoder().decode(podList)) as { items?: unknown };
  const pods = new Map<string, Named["pod"]>();
  const containers = new Map<string, Named>();
  for (const item of Array.isArray(list.items) ? (list.items as (V1Pod | null)[]) : []) {
    const metadata = item?.metadata ?? {};
    const pod = { namespace: text(metadata.namespace), name: text(metadata.name) };
    const keys = [metadata.uid, ...HASHES.map((hash) => metadata.annotations?.[hash])];
    for (const key of keys) if (typeof key === "string" && key !== "") pods.set(key, pod);
    for (const { name, id } of containersOf(item?.status ?? {})) {
      containers.set(id, { pod, container: name });
    }
  }
  return new ListedPods(pods, containers);
}

function containersOf(status: Readonly<Record<string, unknown>>) {
  const statuses = STATUSES.flatMap((key) => (Array.isArray(status[key]) ? status[key] : []));
  return statuses.flatMap((each: Readonly<Record<string, unknown>> | null) => {
    const last = each?.lastState as { terminated?: { containerID?: unknown } } | null | undefined;
    const ids = [each?.containerID, last?.terminated?.containerID];
    return ids.flatMap((id) =>
      typeof id === "string" ? [{ name: text(each?.name), id: id.replace(/^.*:\/\//, "") }] : [],
    );
  });
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
