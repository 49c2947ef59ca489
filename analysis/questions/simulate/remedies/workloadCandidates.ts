/** Changes of the workloads that take part: what they ask for, tolerate and are tied to. */

import { listOf, objectOf } from "../../../read/json/untyped.ts";
import { amountOf, bytesText, coresText } from "../../../text/quantityText.ts";
import type { ObjectTree } from "../../change/change.ts";
import type { Participants } from "../participants.ts";
import { type Candidate, type ChangedDraft, multiples, Reach, roundedBytes } from "./candidate.ts";
import { shortagesOf, unfitResources } from "./conditions.ts";
import {
  type ContainerAmount,
  type Draft,
  largestContainer,
  nameOf,
  ownerObject,
  podSpecOf,
  type Resource,
  setAmount,
  withObject,
  withPodSpec,
} from "./draft.ts";
import { relaxingCandidates, separatingCandidates } from "./placementCandidates.ts";
import { type On, podCandidate, workloadChange, workloadText } from "./workload.ts";

/** The most workloads that are changed: those that are evicted most often. */
const WORKLOADS_MAX = 3;
const TOLERATIONS_MAX = 4;
const LARGER = [1.5, 2, 3, 4, 6, 8, 12];
const SMALLER = [0.75, 0.5, 0.25, 0.125];
const FEWER = [1, 2, 4, 8];
/** What a request begins with where there is none. */
const FIRST_REQUEST = { cpu: 0.1, "ephemeral-storage": 2 ** 28, memory: 2 ** 26 };

export function workloadCandidates(draft: Draft, participants: Participants): readonly Candidate[] {
  return participants.workloads.slice(0, WORKLOADS_MAX).flatMap((workload) => {
    const spec = podSpecOf(draft, workload);
    if (spec === null) return [];
    const on = { draft, workload, spec };
    const short = shortagesOf(participants.conditions).map(({ resource }) => resource);
    return [
      ...tolerationCandidates(on),
      ...bindingCandidates(on),
      ...relaxingCandidates(on),
      ...short.flatMap((resource) => requestCandidate(on, resource, LARGER)),
      ...(short.includes("memory") ? limitCandidate(on) : []),
      ...unfitResources(participants.reasons).flatMap((each) =>
        requestCandidate(on, each, SMALLER),
      ),
      ...replicaCandidate(on),
      ...separatingCandidates(on),
    ];
  });
}

export function amountText(resource: Resource, amount: number): string {
  return resource === "cpu" ? coresText(amount) : bytesText(amount);
}

function rounded(resource: Resource): (amount: number) => number {
  if (resource !== "cpu") return roundedBytes;
  return (cores) => Math.max(0.01, Math.round(cores * 20) / 20);
}

function requestCandidate(
  on: On,
  resource: Resource,
  factors: readonly number[],
): readonly Candidate[] {
  const largest = largestContainer(on.spec, resource);
  if (largest === null) return [];
  const isLarger = (factors[0] ?? 0) > 1;
  if (largest.request === 0 && !isLarger) return [];
  const now = largest.request;
  const begin = now === 0 ? FIRST_REQUEST[resource] : now;
  const values = now === 0 ? [begin, ...multiples(begin, LARGER)] : multiples(now, factors);
  const changed = (amount: number) => changedRequest(on, resource, largest, amount);
  return [{ cost: Reach.Workload, now: begin, values, rounded: rounded(resource), changed }];
}

function changedRequest(
  { draft, workload }: On,
  resource: Resource,
  { container, request, limit }: ContainerAmount,
  amount: number,
): ChangedDraft | null {
  if (amount === request) return null;
  const to = amountText(resource, amount);
  const from = request === 0 ? "none" : amountText(resource, request);
  // A request above its limit is refused by the API server.
  const raisesLimit = limit !== null && amount > limit;
  const verb = amount > request ? "Raise" : "Lower";
  const what = raisesLimit ? `${resource} request and limit` : `${resource} request`;
  const change = `${verb} the ${what} of ${workloadText(workload)} from ${from} to ${to}`;
  const amounts = { requests: to, ...(raisesLimit ? { limits: to } : {}) };
  return {
    change: workloadChange(workload, {
      ...{ kind: "requests", change, member: resource, container, from, to },
    }),
    draft: withPodSpec(draft, workload, (spec) =>
      setAmount(spec, { container, resource }, amounts),
    ),
  };
}

/** A limit keeps a container from taking the node's memory: it is killed in its own cgroup. */
function limitCandidate({ draft, workload, spec }: On): readonly Candidate[] {
  const largest = largestContainer(spec, "memory");
  if (largest === null) return [];
  const { container, limit, request } = largest;
  const base = limit ?? (request === 0 ? FIRST_REQUEST.memory : request);
  const changed = (amount: number): ChangedDraft | null => {
    if (amount === limit || amount < request) return null;
    const to = bytesText(amount);
    const from = limit === null ? "none" : bytesText(limit);
    return {
      change: workloadChange(workload, {
        kind: "limits",
        change: `Set the memory limit of ${workloadText(workload)} to ${to} (${from} now)`,
        ...{ member: "memory", container, from, to },
      }),
      draft: withPodSpec(draft, workload, (each) =>
        setAmount(each, { container, resource: "memory" }, { limits: to }),
      ),
    };
  };
  // The mildest limit leaves most room.
  const values = limit === null ? multiples(base, [8, 4, 2, 1.5, 1]) : multiples(base, [0.75, 0.5]);
  return [{ cost: Reach.Workload, now: base, values, rounded: roundedBytes, changed }];
}

function tolerationCandidates(on: On): readonly Candidate[] {
  const tolerations = listOf(on.spec.tolerations).slice(0, TOLERATIONS_MAX);
  return tolerations.flatMap((toleration, index) => {
    const text = tolerationText(toleration);
    const without = changedToleration(on, index, null, `Remove the toleration of ${text} from`);
    if (toleration.tolerationSeconds === undefined) return [without];
    const { tolerationSeconds, ...forEver } = toleration;
    const sentence = `Tolerate ${text} without tolerationSeconds (${tolerationSeconds} now) in`;
    return [changedToleration(on, index, forEver, sentence), without];
  });
}

function changedToleration(
  on: On,
  index: number,
  instead: ObjectTree | null,
  sentence: string,
): Candidate {
  const change = {
    kind: "toleration",
    change: `${sentence} ${workloadText(on.workload)}`,
    member: `spec.tolerations[${index}]`,
    ...(instead === null ? {} : { to: tolerationText(instead) }),
  } as const;
  return podCandidate(on, change, (spec) => {
    const all = listOf(spec.tolerations);
    const kept = instead === null ? [] : [instead];
    spec.tolerations = all.flatMap((each, at) => (at === index ? kept : [each]));
  });
}

function tolerationText({ key, value, effect, operator }: ObjectTree): string {
  const effects = effect === undefined ? "" : `:${effect}`;
  if (key === undefined) return `every taint${effects}`;
  return `${key}${operator === "Exists" || value === undefined ? "" : `=${value}`}${effects}`;
}

const SELECTORS_MAX = 2;

/** What ties the pods to a node. */
function bindingCandidates(on: On): readonly Candidate[] {
  const { workload, spec } = on;
  const { nodeName, nodeSelector } = spec;
  const of = workloadText(workload);
  const selectors = Object.keys(objectOf(nodeSelector)).slice(0, SELECTORS_MAX);
  const unselected = selectors.map((key) => {
    const change = `Remove ${key} from the nodeSelector of ${of}`;
    return podCandidate(on, { kind: "nodeSelector", change, member: key }, (each) => {
      const { [key]: _, ...others } = objectOf(nodeSelector);
      each.nodeName = undefined;
      each.nodeSelector = others;
    });
  });
  // A pod without an owner that has its node was placed there.
  if (typeof nodeName !== "string" || workload.kind === "Pod") return unselected;
  const change = `Remove spec.nodeName (${nodeName}) from ${of}: the scheduler places its pods`;
  const named = { kind: "nodeName", change, member: "spec.nodeName", from: nodeName } as const;
  const without = podCandidate(on, named, (each) => {
    each.nodeName = undefined;
    each.nodeSelector = nodeSelector;
  });
  return [without, ...unselected];
}

function replicaCandidate({ draft, workload }: On): readonly Candidate[] {
  const owner = ownerObject(draft, workload);
  if (owner === undefined || workload.kind === "DaemonSet" || workload.kind === "Job") return [];
  const now = amountOf(objectOf(owner.spec).replicas) ?? 1;
  const changed = (replicas: number): ChangedDraft | null => {
    if (replicas < 1 || replicas >= now) return null;
    return {
      change: workloadChange(workload, {
        kind: "replicas",
        change: `Run ${replicas} of ${nameOf(owner)} instead of ${now} (${workloadText(workload)})`,
        member: "spec.replicas",
        from: String(now),
        to: String(replicas),
      }),
      draft: withObject(draft, owner, (copy) => {
        copy.spec = { ...objectOf(copy.spec), replicas };
        return [copy];
      }),
    };
  };
  const values = FEWER.map((fewer) => now - fewer);
  return [{ cost: Reach.Replicas, now, values, rounded: Math.round, changed }];
}
