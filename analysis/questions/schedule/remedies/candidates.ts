/** Changes of a pod that might answer what keeps it from nodes; a decision says which do. */

import type {
  Insufficiency,
  PodName,
  SchedulingDecision,
  TriedNode,
} from "../../../engine/schedulingDecision.ts";
import { listOf, objectOf } from "../../../read/json/untyped.ts";
import { nodeState } from "../../../read/messages/nodeStates.ts";
import { podText } from "../../../text/podText.ts";
import { amountOf } from "../../../text/quantityText.ts";
import type { ObjectTree } from "../../change/change.ts";
import type { RemedyChange } from "../../remedy.ts";
import type { CandidateChange } from "../../search.ts";

/** The most candidates of a kind: the nearest, or those for the most frequent reasons. */
const EACH_MAX = 3;
const MEBIBYTE = 2 ** 20;
const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

export type ScheduleChangeKind =
  | "affinity"
  | "label"
  | "nodeSelector"
  | "priority"
  | "requests"
  | "schedulingGates"
  | "toleration"
  | "topologySpread"
  | "uncordon";

/** A change that `readChange` reads. */
export type ScheduleChange = RemedyChange<ScheduleChangeKind>;

/** What may be changed, without how it is applied. */
export interface Candidate extends Omit<CandidateChange<never>, "apply"> {
  /** Null for a value that cannot be written. */
  changeTo(value: number): ScheduleChange | null;
}

/** A pod that was decided on, and why. */
interface Refused {
  readonly pod: ObjectTree;
  readonly name: PodName;
  readonly nodes: readonly TriedNode[];
}

/** Its cost is its place among the others. */
type Row = Omit<Candidate, "cost">;
type Candidates = (refused: Refused) => readonly Row[];

/** By the plugin that refuses nodes, or for each of them; the smallest change first. */
const ROWS: readonly (readonly [plugin: string | null, candidates: Candidates])[] = [
  ["NodeResourcesFit", smallerRequests],
  [null, uncordoned],
  ["NodeUnschedulable", tolerationOfCordons],
  ["TaintToleration", tolerations],
  ["NodeAffinity", looserSelectors],
  ["PodTopologySpread", softerSpread],
  ["InterPodAffinity", looserAffinity],
];

/** What may place a pod that no node takes. */
export function placingCandidates(
  pod: ObjectTree,
  decision: SchedulingDecision,
): readonly Candidate[] {
  const { nodes = [], result, pod: name } = decision;
  const refused = { pod, name, nodes };
  if (result === "Gated") return ordered([ungated(refused)]);
  const plugins = new Set(nodes.flatMap(({ filter }) => filter?.plugin ?? []));
  const rows = ROWS.filter(([plugin]) => plugin === null || plugins.has(plugin));
  return ordered(rows.map(([, candidates]) => candidates(refused)));
}

/** What may move a pod to another node: it asks for more, or more nodes take it. */
export function movingCandidates(
  pod: ObjectTree,
  decision: SchedulingDecision,
): readonly Candidate[] {
  const refused = { pod, name: decision.pod, nodes: decision.nodes ?? [] };
  return ordered([
    GROWING.flatMap((resource) => largerRequest(refused, resource)),
    tolerations(refused),
    placingCandidates(pod, decision).flatMap(apart),
  ]);
}

/** Each smaller request by itself: it may move the pod to another node than one before it. */
function apart({ values, ...candidate }: Candidate): readonly Candidate[] {
  return values.map((value) => ({ ...candidate, values: [value] }));
}

function ordered(rows: readonly (readonly Row[])[]): readonly Candidate[] {
  return rows.flat().map((candidate, cost) => ({ ...candidate, cost }));
}

function podChange(kind: ScheduleChangeKind, name: PodName, verb: string, rest: string) {
  return changeOf(kind, `Pod ${podText(name)}`, `${verb} pod/${podText(name)} ${rest}`);
}

function changeOf(kind: ScheduleChangeKind, object: string, text: string): ScheduleChange {
  return { kind, objects: [object], change: text, whatIf: [text] };
}

/** A change without a number. */
function single(change: ScheduleChange): Row {
  return { values: [1], changeTo: () => change };
}

function patched(kind: ScheduleChangeKind, name: PodName, spec: object) {
  return single(podChange(kind, name, "patch", JSON.stringify({ spec })));
}

function ungated({ name }: Refused): readonly Row[] {
  return [patched("schedulingGates", name, { schedulingGates: null })];
}

/** The first nodes that are cordoned; a profile without NodeUnschedulable has their taint still. */
function uncordoned({ nodes }: Refused): readonly Row[] {
  const cordoned = nodes.filter(
    ({ filter }) => filter?.plugin === "NodeUnschedulable" || filter?.taint?.key === UNSCHEDULABLE,
  );
  return cordoned
    .slice(0, EACH_MAX)
    .map(({ name }) => single(changeOf("uncordon", `Node ${name}`, `uncordon ${name}`)));
}

/** Whether a pod could then be placed on any cordoned node. */
export function toleratesCordons({ kind, change }: ScheduleChange): boolean {
  return kind === "toleration" && change.includes(UNSCHEDULABLE);
}

function tolerationOfCordons({ name }: Refused): readonly Row[] {
  return [tolerated(name, `${UNSCHEDULABLE}:NoSchedule`)];
}

function tolerated(name: PodName, taint: string) {
  return single(podChange("toleration", name, "tolerate", taint));
}

/** The highest priority that users may give their pods. */
export const PRIORITY_MAX = 1_000_000_000;

/** The pod with a priority of its own, whatever its class says. */
export function withPriority(name: PodName, priority: number): ScheduleChange {
  return podChange("priority", name, "patch", JSON.stringify({ spec: { priority } }));
}

/**
 * What a request has to become for the nodes that lack least of what is asked for: the first that
 * is small enough is the largest of them.
 */
function smallerRequests({ pod, name, nodes }: Refused): readonly Row[] {
  const lacking = nodes.flatMap(({ filter }) => {
    const insufficient = filter?.insufficient ?? [];
    return insufficient.length === 0 ? [] : [{ insufficient, share: shareOf(insufficient) }];
  });
  lacking.sort((a, b) => a.share - b.share);
  const found = lacking.flatMap(({ insufficient }) => smaller(pod, insufficient) ?? []);
  const texts = [...new Set(found)].slice(0, EACH_MAX);
  if (texts.length === 0) return [];
  return [{ values: [...texts.keys()], changeTo: (index) => requesting(name, texts[index]) }];
}

function requesting(name: PodName, requests: string | null | undefined): ScheduleChange | null {
  return requests == null ? null : podChange("requests", name, "set resources", requests);
}

function shareOf(insufficient: readonly Insufficiency[]): number {
  return Math.max(...insufficient.map(({ requested, free }) => (requested - free) / requested));
}

/** Each resource is asked for less by the container that asks for most of it. */
function smaller(pod: ObjectTree, insufficient: readonly Insufficiency[]): string | null {
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
  return requestText(pod, name, requests);
}

function requestText(pod: ObjectTree, name: string, requests: readonly string[]): string {
  const list = `--requests=${requests.join(",")}`;
  return containersOf(pod).length > 1 ? `${list} -c ${name}` : list;
}

/** Requests that are made larger until the pod moves. */
const GROWING = ["memory", "cpu"];
const LARGER = [2, 4, 8, 16, 32];

function largerRequest({ pod, name }: Refused, resource: string): readonly Row[] {
  const largest = largestRequest(pod, resource);
  if (largest === null) return [];
  const { amount: now, name: container } = largest;
  return [
    {
      now,
      values: LARGER.map((factor) => now * factor),
      changeTo(amount) {
        const text = amountText(resource, amount);
        if (text === null) return null;
        const more = requesting(name, requestText(pod, container, [`${resource}=${text}`]));
        return more === null ? null : { ...more, to: text };
      },
    },
  ];
}

interface ContainerRequest {
  readonly name: string;
  readonly amount: number;
}

/** The container that asks for most of a resource; null when none asks for it. */
function largestRequest(pod: ObjectTree, resource: string): ContainerRequest | null {
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
function tolerations({ name, nodes }: Refused): readonly Row[] {
  const counts = new Map<string, number>();
  for (const { filter } of nodes) {
    // Kubernetes sets it by the state of the node, which a toleration does not mend.
    if (filter?.taint === undefined || nodeState(filter.taint.key) !== null) continue;
    const { key, value, effect } = filter.taint;
    const text = `${key}${value === undefined ? "" : `=${value}`}:${effect}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, EACH_MAX);
  return most.map(([taint]) => tolerated(name, taint));
}

function looserSelectors({ pod, name }: Refused): readonly Row[] {
  const { nodeSelector, affinity } = objectOf(pod.spec);
  const keys = Object.keys(objectOf(nodeSelector)).slice(0, EACH_MAX);
  const without = keys.map((key) =>
    patched("nodeSelector", name, { nodeSelector: { [key]: null } }),
  );
  const { nodeAffinity } = objectOf(affinity);
  const isRequired = objectOf(nodeAffinity)[REQUIRED] !== undefined;
  if (!isRequired) return without;
  return [...without, withoutRule(name, "nodeAffinity")];
}

function withoutRule(name: PodName, rule: string) {
  return patched("affinity", name, { affinity: { [rule]: { [REQUIRED]: null } } });
}

/** Each hard constraint as a soft one. */
function softerSpread({ pod, name }: Refused): readonly Row[] {
  const constraints = listOf(objectOf(pod.spec).topologySpreadConstraints);
  const hard = constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === "DoNotSchedule");
  return hard.slice(0, EACH_MAX).map((constraint) => {
    const soft = { ...constraint, whenUnsatisfiable: "ScheduleAnyway" };
    return patched("topologySpread", name, {
      topologySpreadConstraints: constraints.map((each) => (each === constraint ? soft : each)),
    });
  });
}

/** Removes a rule of the pod, or a label that rules of other pods select. */
function looserAffinity({ pod, name }: Refused): readonly Row[] {
  const { affinity } = objectOf(pod.spec);
  const own = ["podAffinity", "podAntiAffinity"].flatMap((kind) => {
    const isRequired = objectOf(objectOf(affinity)[kind])[REQUIRED] !== undefined;
    return isRequired ? [withoutRule(name, kind)] : [];
  });
  const labels = Object.keys(objectOf(objectOf(pod.metadata).labels)).slice(0, EACH_MAX);
  return [...own, ...labels.map((key) => single(podChange("label", name, "label", `${key}-`)))];
}

function containersOf(pod: ObjectTree): readonly ObjectTree[] {
  return listOf(objectOf(pod.spec).containers);
}
