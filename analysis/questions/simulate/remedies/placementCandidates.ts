/** Changes of the rules by which the scheduler keeps a workload's pods together or apart. */

import { listOf, memberAt, objectOf } from "../../../read/json/untyped.ts";
import { amountOf } from "../../../text/quantityText.ts";
import type { ObjectTree } from "../../change/change.ts";
import type { Candidate } from "./candidate.ts";
import { ownerObject } from "./draft.ts";
import { type On, podCandidate, workloadText } from "./workload.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const HOSTNAME = "kubernetes.io/hostname";
const SPREADS_MAX = 2;

/** The members of `spec.affinity`, as people call their required rules. */
const RULES = {
  nodeAffinity: "node affinity",
  podAffinity: "pod affinity",
  podAntiAffinity: "pod anti-affinity",
} as const;

/** Rules without which the scheduler has more nodes to choose from. */
export function relaxingCandidates(on: On): readonly Candidate[] {
  const affinity = objectOf(on.spec.affinity);
  const required = Object.entries(RULES).flatMap(([member, words]) =>
    objectOf(affinity[member])[REQUIRED] === undefined ? [] : [withoutRule(on, member, words)],
  );
  const spreads = listOf(on.spec.topologySpreadConstraints);
  const hard = spreads.flatMap((each, index) => (isHard(each) ? [index] : []));
  return [...required, ...hard.slice(0, SPREADS_MAX).map((index) => preferredSpread(on, index))];
}

/** The default is what the API server gives. */
function isHard({ whenUnsatisfiable = "DoNotSchedule" }: ObjectTree): boolean {
  return whenUnsatisfiable === "DoNotSchedule";
}

function withoutRule(on: On, member: string, words: string): Candidate {
  const change = `Remove the required ${words} from ${workloadText(on.workload)}`;
  const at = `spec.affinity.${member}`;
  return podCandidate(on, { kind: "affinity", change, member: at }, (spec) => {
    const affinity = objectOf(spec.affinity);
    const { [REQUIRED]: _, ...preferred } = objectOf(affinity[member]);
    spec.affinity = { ...affinity, [member]: preferred };
  });
}

function preferredSpread(on: On, index: number): Candidate {
  const key = String(listOf(on.spec.topologySpreadConstraints)[index]?.topologyKey);
  const of = workloadText(on.workload);
  const change = {
    kind: "topologySpread",
    change: `Let ${of} prefer its spread over ${key} (ScheduleAnyway)`,
    member: `spec.topologySpreadConstraints[${index}].whenUnsatisfiable`,
    from: "DoNotSchedule",
    to: "ScheduleAnyway",
  } as const;
  return podCandidate(on, change, (spec) => {
    spec.topologySpreadConstraints = listOf(spec.topologySpreadConstraints).map((constraint, at) =>
      at === index ? { ...constraint, whenUnsatisfiable: "ScheduleAnyway" } : constraint,
    );
  });
}

/** Rules that keep several pods of a workload from one node, where it has none yet. */
export function separatingCandidates(on: On): readonly Candidate[] {
  const labelSelector = selectorOf(on);
  if (labelSelector === null || isSeparated(on.spec)) return [];
  return [spreadCandidate(on, labelSelector), antiAffinityCandidate(on, labelSelector)];
}

/** Null where there is nothing to keep apart, or nothing to know the pods by. */
function selectorOf({ draft, workload }: On): ObjectTree | null {
  if (workload.kind === "DaemonSet" || workload.kind === "Job") return null;
  const owner = ownerObject(draft, workload);
  if (owner === undefined || (amountOf(memberAt(owner, "spec", "replicas")) ?? 1) < 2) return null;
  const selector = objectOf(memberAt(owner, "spec", "selector"));
  if (Object.keys(selector).length > 0) return selector;
  const labels = objectOf(memberAt(owner, "spec", "template", "metadata", "labels"));
  return Object.keys(labels).length === 0 ? null : { matchLabels: labels };
}

function isSeparated({ affinity, topologySpreadConstraints }: ObjectTree): boolean {
  if (objectOf(objectOf(affinity).podAntiAffinity)[REQUIRED] !== undefined) return true;
  return listOf(topologySpreadConstraints).some(isHard);
}

function spreadCandidate(on: On, labelSelector: ObjectTree): Candidate {
  const change = `Spread ${workloadText(on.workload)} over nodes (maxSkew 1, DoNotSchedule)`;
  const member = "spec.topologySpreadConstraints";
  return podCandidate(on, { kind: "topologySpread", change, member, to: HOSTNAME }, (spec) => {
    const rule = { maxSkew: 1, topologyKey: HOSTNAME, whenUnsatisfiable: "DoNotSchedule" };
    const others = listOf(spec.topologySpreadConstraints);
    spec.topologySpreadConstraints = [...others, { ...rule, labelSelector }];
  });
}

function antiAffinityCandidate(on: On, labelSelector: ObjectTree): Candidate {
  const of = workloadText(on.workload);
  const change = `Keep pods of ${of} on different nodes (required anti-affinity)`;
  const member = "spec.affinity.podAntiAffinity";
  return podCandidate(on, { kind: "affinity", change, member, to: HOSTNAME }, (spec) => {
    const affinity = objectOf(spec.affinity);
    const preferred = objectOf(affinity.podAntiAffinity);
    const term = { topologyKey: HOSTNAME, labelSelector };
    spec.affinity = { ...affinity, podAntiAffinity: { ...preferred, [REQUIRED]: [term] } };
  });
}
