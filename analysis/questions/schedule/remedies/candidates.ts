/** Changes of a pod that might answer what keeps it from nodes; a decision says which do. */

import type {
  Insufficiency,
  SchedulingDecision,
  TriedNode,
} from "../../../engine/schedulingDecision.ts";
import { listOf, objectOf } from "../../../read/json/untyped.ts";
import { amountOf } from "../../../text/quantityText.ts";
import type { ObjectTree } from "../../change/change.ts";

/** Of each kind: the nearest, or what most nodes refuse with. */
const EACH_MAX = 3;
const MEBIBYTE = 2 ** 20;
const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

export const REQUEST_VERB = "set resources";

/** A part of a change as `readChange` reads it, without the object: its words before and behind. */
export interface Candidate {
  readonly verb: string;
  readonly rest: string;
  /** A node that changes; it is the pod otherwise. */
  readonly node?: string;
}

/** The nearest first: requests, cordons, tolerations, labels, selectors, then rules of the pod. */
export function candidatesOf(pod: ObjectTree, decision: SchedulingDecision): readonly Candidate[] {
  const { nodes = [], result } = decision;
  if (result === "Gated") return [patch({ schedulingGates: null })];
  const refused = new Set(nodes.flatMap(({ filter }) => filter?.plugin ?? []));
  const of = (plugin: string, candidates: () => readonly Candidate[]) =>
    refused.has(plugin) ? candidates() : [];
  return [
    ...of("NodeResourcesFit", () => smallerRequests(pod, nodes)),
    ...uncordoned(nodes),
    ...of("NodeUnschedulable", () => [{ verb: "tolerate", rest: `${UNSCHEDULABLE}:NoSchedule` }]),
    ...of("TaintToleration", () => tolerations(nodes)),
    ...of("NodeAffinity", () => looserSelectors(pod)),
    ...of("PodTopologySpread", () => softerSpread(pod)),
    ...of("InterPodAffinity", () => looserAffinity(pod)),
  ];
}

/** The first nodes that are cordoned; a profile without NodeUnschedulable has their taint still. */
function uncordoned(nodes: readonly TriedNode[]): readonly Candidate[] {
  const cordoned = nodes.filter(
    ({ filter }) => filter?.plugin === "NodeUnschedulable" || filter?.taint?.key === UNSCHEDULABLE,
  );
  return cordoned
    .slice(0, EACH_MAX)
    .map(({ name }) => ({ verb: "uncordon", rest: "", node: name }));
}

function patch(spec: object): Candidate {
  return { verb: "patch", rest: JSON.stringify({ spec }) };
}

/** Of what users may give their pods. */
export const PRIORITY_MAX = 1_000_000_000;

/** The pod with a priority of its own, whatever its class says. */
export function priorityCandidate(priority: number): Candidate {
  return patch({ priority });
}

/** What a request has to become for the nodes that lack least of what is asked for. */
function smallerRequests(pod: ObjectTree, nodes: readonly TriedNode[]): readonly Candidate[] {
  const lacking = nodes.flatMap(({ filter }) => {
    const insufficient = filter?.insufficient ?? [];
    return insufficient.length === 0 ? [] : [{ insufficient, share: shareOf(insufficient) }];
  });
  lacking.sort((a, b) => a.share - b.share);
  const found = lacking.flatMap(({ insufficient }) => smaller(pod, insufficient) ?? []);
  const texts = [...new Set(found.map(({ rest }) => rest))].slice(0, EACH_MAX);
  return texts.map((rest) => ({ verb: REQUEST_VERB, rest }));
}

function shareOf(insufficient: readonly Insufficiency[]): number {
  return Math.max(...insufficient.map(({ requested, free }) => (requested - free) / requested));
}

/** Each resource is asked for less by the container that asks for most of it. */
function smaller(pod: ObjectTree, insufficient: readonly Insufficiency[]): Candidate | null {
  const byContainer = new Map<string, string[]>();
  for (const { resource, requested, free } of insufficient) {
    const largest = largestRequest(pod, resource);
    if (largest === null) return null;
    const amount = amountText(resource, largest.amount - (requested - free));
    if (amount === null) return null;
    const requests = byContainer.get(largest.name) ?? [];
    byContainer.set(largest.name, [...requests, `${resource}=${amount}`]);
  }
  const [[name, requests] = ["", []], second] = byContainer;
  if (requests.length === 0 || second !== undefined) return null;
  return requestCandidate(pod, name, requests);
}

function requestCandidate(pod: ObjectTree, name: string, requests: readonly string[]): Candidate {
  const list = `--requests=${requests.join(",")}`;
  const rest = containersOf(pod).length > 1 ? `${list} -c ${name}` : list;
  return { verb: REQUEST_VERB, rest };
}

/** A request of one resource, in the units that the scheduler counts in. */
export function requestOf(pod: ObjectTree, resource: string, amount: number): Candidate | null {
  const largest = largestRequest(pod, resource);
  const text = amountText(resource, amount);
  if (largest === null || text === null) return null;
  return requestCandidate(pod, largest.name, [`${resource}=${text}`]);
}

export interface ContainerRequest {
  readonly name: string;
  readonly amount: number;
}

/** The container that asks for most of a resource; null when none asks for it. */
export function largestRequest(pod: ObjectTree, resource: string): ContainerRequest | null {
  const scale = resource === "cpu" ? 1000 : 1;
  let largest: ContainerRequest | null = null;
  for (const { name, resources } of containersOf(pod)) {
    const { requests, limits } = objectOf(resources);
    const quantity = objectOf(requests)[resource] ?? objectOf(limits)[resource];
    const amount = scale * (amountOf(quantity) ?? 0);
    if (amount > (largest?.amount ?? 0)) largest = { name: String(name), amount };
  }
  return largest;
}

/** Rounded down to what people write; null for nothing. */
function amountText(resource: string, amount: number): string | null {
  if (resource === "cpu") return amount < 1 ? null : `${Math.floor(amount)}m`;
  if (resource !== "memory" && resource !== "ephemeral-storage") {
    return amount < 1 ? null : String(Math.floor(amount));
  }
  return amount < MEBIBYTE ? null : `${Math.floor(amount / MEBIBYTE)}Mi`;
}

/** The taints that most nodes refuse with. */
export function tolerations(nodes: readonly TriedNode[]): readonly Candidate[] {
  const counts = new Map<string, number>();
  for (const { filter } of nodes) {
    if (filter?.taint === undefined) continue;
    const { key, value, effect } = filter.taint;
    const text = `${key}${value === undefined ? "" : `=${value}`}:${effect}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, EACH_MAX);
  return most.map(([rest]) => ({ verb: "tolerate", rest }));
}

function looserSelectors(pod: ObjectTree): readonly Candidate[] {
  const { nodeSelector, affinity } = objectOf(pod.spec);
  const keys = Object.keys(objectOf(nodeSelector)).slice(0, EACH_MAX);
  const without = keys.map((key) => patch({ nodeSelector: { [key]: null } }));
  const { nodeAffinity } = objectOf(affinity);
  const isRequired = objectOf(nodeAffinity)[REQUIRED] !== undefined;
  if (!isRequired) return without;
  return [...without, patch({ affinity: { nodeAffinity: { [REQUIRED]: null } } })];
}

/** Each hard constraint as a soft one. */
function softerSpread(pod: ObjectTree): readonly Candidate[] {
  const constraints = listOf(objectOf(pod.spec).topologySpreadConstraints);
  const hard = constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === "DoNotSchedule");
  return hard.slice(0, EACH_MAX).map((constraint) => {
    const soft = { ...constraint, whenUnsatisfiable: "ScheduleAnyway" };
    return patch({
      topologySpreadConstraints: constraints.map((each) => (each === constraint ? soft : each)),
    });
  });
}

/** Without a rule of the pod, or without a label that rules of others mean. */
function looserAffinity(pod: ObjectTree): readonly Candidate[] {
  const { affinity } = objectOf(pod.spec);
  const own = ["podAffinity", "podAntiAffinity"].flatMap((kind) => {
    const isRequired = objectOf(objectOf(affinity)[kind])[REQUIRED] !== undefined;
    return isRequired ? [patch({ affinity: { [kind]: { [REQUIRED]: null } } })] : [];
  });
  const labels = Object.keys(objectOf(objectOf(pod.metadata).labels)).slice(0, EACH_MAX);
  return [...own, ...labels.map((key) => ({ verb: "label", rest: `${key}-` }))];
}

function containersOf(pod: ObjectTree): readonly ObjectTree[] {
  return listOf(objectOf(pod.spec).containers);
}
