/** A small cluster, what its workloads use, and what is done to it: as both sides are told it. */

export interface Owner {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [member: string]: unknown };
  readonly [member: string]: unknown;
}

export interface NodeStory {
  readonly node: KubernetesObject;
  readonly registersAt: string;
  readonly system: string;
  readonly kubelet: Readonly<Record<string, unknown>>;
  readonly phases: { readonly heartbeat: string; readonly eviction: string };
}

/** A Node with what a story needs of it: 600 Mi are not for pods. */
export function nodeObject(name: string, mebibytes: number): KubernetesObject {
  const amounts = (memory: number) => ({ cpu: "8", memory: `${memory}Mi`, pods: "110" });
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels: { "kubernetes.io/hostname": name } },
    status: { capacity: amounts(mebibytes), allocatable: amounts(mebibytes - 600) },
  };
}

export interface Workload {
  readonly owner: Owner;
  readonly memory: {
    readonly base: string;
    readonly growthPerSecond: string;
    readonly max: string;
    readonly spikes?: readonly Readonly<Record<string, string>>[];
  };
}

export type Change = { readonly at: string } & (
  | { readonly create: KubernetesObject }
  | { readonly scale: Owner; readonly replicas: number }
  | { readonly cordon: string }
  | { readonly taint: string; readonly key: string }
  | { readonly disconnect: string }
  | { readonly reconnect: string }
);

export interface Story {
  readonly id: string;
  readonly minutes: number;
  readonly nodes: readonly NodeStory[];
  readonly workloads: readonly Workload[];
  readonly changes: readonly Change[];
}

/** Behind the first of so many refusals nothing is compared: such a story takes hours. */
const REFUSALS_MAX = 100;

/** The story as test/oracle/loop reads it; `seed` draws another legal order of what happens. */
export function forOracle(story: Story, seed = 0): string {
  const { id, minutes, nodes, workloads } = story;
  const objects = [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } }];
  const changes = story.changes.map((change) => ({ at: change.at, ...oracleChange(change) }));
  const until = `${minutes}m`;
  const refusalsMax = REFUSALS_MAX;
  return JSON.stringify({ id, until, seed, nodes, objects, workloads, changes, refusalsMax });
}

function oracleChange(change: Change): object {
  if ("scale" in change) {
    return { patch: { ...change.scale, with: { spec: { replicas: change.replicas } } } };
  }
  if ("cordon" in change) return nodePatch(change.cordon, { unschedulable: true });
  if ("taint" in change) return { taint: { node: change.taint, ...noExecute(change.key) } };
  const { at: _, ...rest } = change;
  return rest;
}

function nodePatch(name: string, spec: object): object {
  return { patch: { kind: "Node", name, with: { spec } } };
}

function noExecute(key: string): object {
  return { key, effect: "NoExecute" };
}

/** The objects and the story as the module reads them. */
export function forModule(story: Story): { readonly objects: string; readonly story: string } {
  const items = story.nodes.map(({ node }) => node);
  const nodes = story.nodes.map(({ node, system, kubelet, phases }) => ({
    name: node.metadata.name,
    system: { memory: system },
    kubelet,
    heartbeat: phases.heartbeat,
    evictionStep: phases.eviction,
  }));
  const workloads = story.workloads.map(({ owner, memory }) => {
    const { growthPerSecond, ...rest } = memory;
    return { owner, memory: { ...rest, growth: `${growthPerSecond}/s` } };
  });
  const changes = story.changes.map((change) => ({ at: change.at, ...moduleChange(change) }));
  return {
    objects: JSON.stringify({ kind: "List", items }),
    story: JSON.stringify({ nodes, workloads, changes }),
  };
}

function moduleChange(change: Change): object {
  if ("scale" in change) return { apply: { ...change.scale, replicas: change.replicas } };
  if ("cordon" in change) {
    return { apply: { kind: "Node", name: change.cordon, unschedulable: true } };
  }
  if ("taint" in change) {
    return { apply: { kind: "Node", name: change.taint, taints: [noExecute(change.key)] } };
  }
  const { at: _, ...rest } = change;
  return rest;
}
