/** A small cluster, what its workloads use, and changes to it, in the form for both sides. */

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

export interface NodeScenario {
  readonly node: KubernetesObject;
  readonly registersAt: string;
  readonly system: string;
  readonly kubelet: Readonly<Record<string, unknown>>;
  readonly phases: { readonly heartbeat: string; readonly eviction: string };
}

/** A Node with what a scenario needs of it: 600 Mi are not for pods. */
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
  | { readonly uncordon: string }
  | { readonly taint: string; readonly key: string; readonly value?: string }
  | { readonly untaint: string; readonly key: string }
  | { readonly delete: Owner }
  /** The pod that an owner made as its so-many-th one, from 1 on. */
  | { readonly deletePod: Owner; readonly number: number }
  | { readonly disconnect: string }
  | { readonly reconnect: string }
);

export interface Scenario {
  readonly id: string;
  /** The release of Kubernetes; the one that test/oracle pins when left out. */
  readonly release?: string;
  readonly minutes: number;
  readonly nodes: readonly NodeScenario[];
  readonly workloads: readonly Workload[];
  readonly changes: readonly Change[];
  /** Objects that exist when the scenario begins, other than nodes: with UIDs, status and times. */
  readonly standing?: readonly KubernetesObject[];
  readonly terminatedPodThreshold?: number;
  /** How long a controller of the real code starts after the one before it; it has a default. */
  readonly betweenStarts?: string;
}

/** Behind the first of so many refusals nothing is compared: such a scenario takes hours. */
const REFUSALS_MAX = 100;

/** What is left open: the order of what happens at once, what calls take, when components start. */
export interface Turns {
  /** Draws another legal order; 0 for the canonical one. */
  readonly seed: number;
  readonly callsTakeUpTo?: string;
  readonly betweenStarts?: string;
}

/** The canonical turns, and those that are tried where they lead elsewhere. */
export const CANONICAL: Turns = { seed: 0 };
export const OTHER_TURNS: readonly Turns[] = [
  // The module's controllers start all at once.
  { seed: 0, betweenStarts: "1ms" },
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((seed) => ({ seed })),
  ...Array.from({ length: 20 }, (_, index) => ({ seed: 11 + index, callsTakeUpTo: "10ms" })),
];

/** The scenario as test/oracle/simulator reads it. */
export function forOracle(scenario: Scenario, turns = CANONICAL): string {
  const { id, minutes, nodes, workloads } = scenario;
  const { standing, terminatedPodThreshold } = scenario;
  const objects = [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } }];
  const changes = scenario.changes.map((change) => ({ at: change.at, ...oracleChange(change) }));
  const until = `${minutes}m`;
  const refusalsMax = REFUSALS_MAX;
  const open = { betweenStarts: scenario.betweenStarts, ...turns };
  const known = { id, until, ...open, nodes, objects, workloads, changes, refusalsMax };
  return JSON.stringify({ ...known, standing, terminatedPodThreshold });
}

function oracleChange(change: Change): object {
  if ("scale" in change) {
    return { patch: { ...change.scale, with: { spec: { replicas: change.replicas } } } };
  }
  if ("cordon" in change) return nodePatch(change.cordon, { unschedulable: true });
  if ("uncordon" in change) return nodePatch(change.uncordon, { unschedulable: false });
  if ("taint" in change) return { taint: { node: change.taint, ...noExecute(change) } };
  if ("untaint" in change) return { untaint: { node: change.untaint, ...noExecute(change) } };
  if ("deletePod" in change) {
    return { deletePod: { owner: change.deletePod, number: change.number } };
  }
  const { at: _, ...rest } = change;
  return rest;
}

function nodePatch(name: string, spec: object): object {
  return { patch: { kind: "Node", name, with: { spec } } };
}

interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect?: string;
}

function noExecute({ key, value, effect = "NoExecute" }: Taint): object {
  return { key, effect, ...(value === undefined ? {} : { value }) };
}

function taintsOf({ spec }: KubernetesObject): Taint[] {
  return (spec as { taints?: Taint[] } | undefined)?.taints ?? [];
}

/** The objects and the scenario as the module reads them. */
export function forModule(scenario: Scenario): {
  readonly objects: string;
  readonly scenario: string;
} {
  const items = [...scenario.nodes.map(({ node }) => node), ...(scenario.standing ?? [])];
  const nodes = scenario.nodes.map(({ node, system, kubelet, phases }) => ({
    name: node.metadata.name,
    system: { memory: system },
    kubelet,
    heartbeat: phases.heartbeat,
    evictionStep: phases.eviction,
  }));
  const workloads = scenario.workloads.map(({ owner, memory }) => {
    const { growthPerSecond, ...rest } = memory;
    return { owner, memory: { ...rest, growth: `${growthPerSecond}/s` } };
  });
  const taints = new Map(
    scenario.nodes.map(({ node }) => [node.metadata.name, taintsOf(node)] as const),
  );
  const changes = scenario.changes.map((change) => ({
    at: change.at,
    ...moduleChange(change, taints),
  }));
  const { terminatedPodThreshold } = scenario;
  return {
    objects: JSON.stringify({ kind: "List", items }),
    scenario: JSON.stringify({ nodes, workloads, changes, terminatedPodThreshold }),
  };
}

/** The module gets all taints of a node: `taints` has those that changes before it left. */
function moduleChange(change: Change, taints: Map<string, Taint[]>): object {
  if ("scale" in change) return { apply: { ...change.scale, replicas: change.replicas } };
  if ("cordon" in change) {
    return { apply: { kind: "Node", name: change.cordon, unschedulable: true } };
  }
  if ("uncordon" in change) {
    return { apply: { kind: "Node", name: change.uncordon, unschedulable: false } };
  }
  if ("taint" in change || "untaint" in change) {
    const name = "taint" in change ? change.taint : change.untaint;
    const others = (taints.get(name) ?? []).filter(
      ({ key, effect = "NoExecute" }) => key !== change.key || effect !== "NoExecute",
    );
    taints.set(name, "taint" in change ? [...others, change] : others);
    return { apply: { kind: "Node", name, taints: taints.get(name)?.map(noExecute) } };
  }
  if ("deletePod" in change) {
    const { namespace, name } = change.deletePod;
    return { delete: { kind: "Pod", namespace, name: `${name}-${change.number}` } };
  }
  const { at: _, ...rest } = change;
  return rest;
}
