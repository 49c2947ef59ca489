/** A controller that is compared by itself, and the objects that its scenarios are made of. */
import type { Draw } from "../draw.ts";
import type { Change, KubernetesObject, NodeScenario, Owner, Scenario } from "../scenario.ts";

export interface Controller {
  readonly name: string;
  /** A small scenario at or close to the rules of this controller. */
  readonly draw: (draw: Draw, id: string) => Scenario;
}

export type Tree = Readonly<Record<string, unknown>>;

export const NAMESPACE = "shop";

interface NodeOptions {
  readonly cpu?: string;
  readonly pods?: number;
  readonly labels?: Tree;
  readonly spec?: Tree;
  readonly phases?: NodeScenario["phases"];
  readonly kubelet?: NodeScenario["kubelet"];
}

const PHASES = { heartbeat: "3.3s", eviction: "4.4s" };
const KUBELET = { evictionHard: { "memory.available": "100Mi" } };

/** A node with room for many pods, whose kubelet has nothing to evict. */
export function nodeScenario(index: number, options: NodeOptions = {}): NodeScenario {
  const name = `worker-${index + 1}`;
  const amounts = { cpu: options.cpu ?? "8", memory: "16Gi", pods: `${options.pods ?? 110}` };
  const labels = { "kubernetes.io/hostname": name, ...options.labels };
  return {
    node: {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name, labels },
      ...(options.spec === undefined ? {} : { spec: options.spec }),
      status: { capacity: amounts, allocatable: amounts },
    },
    registersAt: `${index}us`,
    system: "100Mi",
    kubelet: options.kubelet ?? KUBELET,
    phases: options.phases ?? PHASES,
  };
}

export function nodeScenarios(draw: Draw, least: number, most: number): NodeScenario[] {
  return Array.from({ length: draw.integer(least, most) }, (_, index) => nodeScenario(index));
}

export function ownerOf(kind: string, name = "app"): Owner {
  return { kind, namespace: NAMESPACE, name };
}

const VERSIONS: Readonly<Record<string, string>> = { Job: "batch/v1" };

export function uidOf({ kind, name }: Owner): string {
  return `00000000-${kind}-${name}`;
}

/** An owner whose pods have one container; `spec` is its spec without selector and template. */
export function ownerObject(owner: Owner, spec: Tree, podSpec: Tree = {}): KubernetesObject {
  const labels = { app: owner.name };
  const containers = [{ name: "main", image: "app" }];
  const selector = owner.kind === "Job" ? {} : { selector: { matchLabels: labels } };
  const template = { metadata: { labels }, spec: { containers, ...podSpec } };
  return {
    apiVersion: VERSIONS[owner.kind] ?? "apps/v1",
    kind: owner.kind,
    metadata: { name: owner.name, namespace: owner.namespace },
    spec: { ...selector, template, ...spec },
  };
}

/** The same as in a cluster: with a UID that its pods name. */
export function standingOwner(object: KubernetesObject): KubernetesObject {
  const { kind, metadata } = object;
  const uid = uidOf(ownerOf(kind, metadata.name));
  return {
    ...object,
    metadata: { ...metadata, uid, generation: 1, creationTimestamp: "1999-12-31T00:00:00Z" },
  };
}

/** A moment so many seconds before the scenario begins, as Kubernetes writes it. */
export function before(seconds: number): string {
  return `${new Date(Date.UTC(2000, 0, 1) - seconds * 1000).toISOString().slice(0, 19)}Z`;
}

interface Standing {
  readonly name: string;
  readonly owner?: Owner;
  readonly node?: string;
  readonly phase: string;
  /** How many seconds ago it came, and became ready. */
  readonly created: number;
  readonly ready?: number;
  readonly spec?: Tree;
  readonly metadata?: Tree;
  readonly status?: Tree;
  readonly labels?: Tree;
}

/** A pod that exists when the scenario begins. */
export function standingPod(of: Standing): KubernetesObject {
  const { name, owner, node, phase, created, ready } = of;
  const version = owner && (VERSIONS[owner.kind] ?? "apps/v1");
  const reference = owner && {
    apiVersion: version,
    kind: owner.kind,
    name: owner.name,
    uid: uidOf(owner),
    controller: true,
    blockOwnerDeletion: true,
  };
  const since = ready === undefined ? undefined : before(ready);
  const conditions = ["Ready", "ContainersReady"].map((type) => ({
    type,
    status: since === undefined ? "False" : "True",
    lastTransitionTime: since ?? before(created),
  }));
  const started = phase === "Pending" ? {} : { startTime: since ?? before(created), conditions };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: NAMESPACE,
      uid: `11111111-${name}`,
      creationTimestamp: before(created),
      labels: { ...(owner === undefined ? {} : { app: owner.name }), ...of.labels },
      ...(reference === undefined ? {} : { ownerReferences: [reference] }),
      ...of.metadata,
    },
    spec: {
      containers: [{ name: "main", image: "app" }],
      ...(node === undefined ? {} : { nodeName: node }),
      ...of.spec,
    },
    status: { phase, ...started, ...of.status },
  };
}

/** A moment between two seconds that no loop of a component has. */
export function moment(draw: Draw, least: number, most: number): string {
  return `${draw.integer(least, most)}.${draw.integer(100, 899)}s`;
}

/** None, one or two moments that are some seconds apart. */
export function twoMoments(draw: Draw, least: number, most: number): string[] {
  const middle = Math.floor((least + most) / 2);
  const moments = [moment(draw, least, middle - 2), moment(draw, middle + 2, most)];
  return moments.filter(() => draw.happens(0.6));
}

/** Changes in their order. */
export function inOrder<T extends { readonly at: string }>(changes: readonly T[]): T[] {
  return [...changes].sort((a, b) => Number.parseFloat(a.at) - Number.parseFloat(b.at));
}

/** Some of the pods that an owner makes at first are deleted, each at most once. */
export function deletions(draw: Draw, owner: Owner, count: number, chance: number): Change[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return numbers
    .filter(() => draw.happens(chance))
    .map((number) => ({ at: moment(draw, 10, 33), deletePod: owner, number }));
}
