/** Changes of the rules by which the scheduler keeps a workload's pods together or apart. */
import type { ObjectTree } from "../../cluster/change.ts";
import { memberAt } from "../../configuration/members.ts";
import { amountOf } from "../../quantityText.ts";
import { ownerObject, treeOf, treesOf, withPodSpec } from "./draft.ts";
import { type Lever, Reach, single } from "./lever.ts";
import { facts, type On, workloadText } from "./workload.ts";

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
export function relaxingLevers(on: On): readonly Lever[] {
  const affinity = treeOf(on.spec.affinity);
  const required = Object.entries(RULES).flatMap(([member, words]) =>
    treeOf(affinity[member])[REQUIRED] === undefined ? [] : [withoutRule(on, member, words)],
  );
  const spreads = treesOf(on.spec.topologySpreadConstraints);
  const hard = spreads.flatMap((each, index) => (isHard(each) ? [index] : []));
  return [...required, ...hard.slice(0, SPREADS_MAX).map((index) => preferredSpread(on, index))];
}

/** The default is what the API server gives. */
function isHard({ whenUnsatisfiable = "DoNotSchedule" }: ObjectTree): boolean {
  return whenUnsatisfiable === "DoNotSchedule";
}

function withoutRule({ draft, workload }: On, member: string, words: string): Lever {
  return single(Reach.Workload, () => ({
    change: `Remove the required ${words} from ${workloadText(workload)}.`,
    facts: facts(workload, { lever: "affinity", member: `spec.affinity.${member}` }),
    draft: withPodSpec(draft, workload, (spec) => {
      const affinity = treeOf(spec.affinity);
      const { [REQUIRED]: _, ...preferred } = treeOf(affinity[member]);
      spec.affinity = { ...affinity, [member]: preferred };
    }),
  }));
}

function preferredSpread({ draft, workload, spec }: On, index: number): Lever {
  const key = String(treesOf(spec.topologySpreadConstraints)[index]?.topologyKey);
  return single(Reach.Workload, () => ({
    change: `Let ${workloadText(workload)} prefer its spread over ${key} (ScheduleAnyway).`,
    facts: facts(workload, {
      lever: "topologySpread",
      member: `spec.topologySpreadConstraints[${index}].whenUnsatisfiable`,
      from: "DoNotSchedule",
      to: "ScheduleAnyway",
    }),
    draft: withPodSpec(draft, workload, (each) => {
      each.topologySpreadConstraints = treesOf(each.topologySpreadConstraints).map(
        (constraint, at) =>
          at === index ? { ...constraint, whenUnsatisfiable: "ScheduleAnyway" } : constraint,
      );
    }),
  }));
}

/** Rules that keep several pods of a workload from one node, where it has none yet. */
export function separatingLevers(on: On): readonly Lever[] {
  const labelSelector = selectorOf(on);
  if (labelSelector === null || isSeparated(on.spec)) return [];
  return [spreadLever(on, labelSelector), antiAffinityLever(on, labelSelector)];
}

/** Null where there is nothing to keep apart, or nothing to know the pods by. */
function selectorOf({ draft, workload }: On): ObjectTree | null {
  if (workload.kind === "DaemonSet" || workload.kind === "Job") return null;
  const owner = ownerObject(draft, workload);
  if (owner === undefined || (amountOf(memberAt(owner, "spec", "replicas")) ?? 1) < 2) return null;
  const selector = treeOf(memberAt(owner, "spec", "selector"));
  if (Object.keys(selector).length > 0) return selector;
  const labels = treeOf(memberAt(owner, "spec", "template", "metadata", "labels"));
  return Object.keys(labels).length === 0 ? null : { matchLabels: labels };
}

function isSeparated({ affinity, topologySpreadConstraints }: ObjectTree): boolean {
  if (treeOf(treeOf(affinity).podAntiAffinity)[REQUIRED] !== undefined) return true;
  return treesOf(topologySpreadConstraints).some(isHard);
}

function spreadLever({ draft, workload }: On, labelSelector: ObjectTree): Lever {
  const constraint = {
    maxSkew: 1,
    topologyKey: HOSTNAME,
    whenUnsatisfiable: "DoNotSchedule",
    labelSelector,
  };
  return single(Reach.Workload, () => ({
    change: `Spread ${workloadText(workload)} over nodes (maxSkew 1, DoNotSchedule).`,
    facts: facts(workload, {
      lever: "topologySpread",
      member: "spec.topologySpreadConstraints",
      to: HOSTNAME,
    }),
    draft: withPodSpec(draft, workload, (spec) => {
      const others = treesOf(spec.topologySpreadConstraints);
      spec.topologySpreadConstraints = [...others, constraint];
    }),
  }));
}

function antiAffinityLever({ draft, workload }: On, labelSelector: ObjectTree): Lever {
  return single(Reach.Workload, () => ({
    change: `Keep pods of ${workloadText(workload)} on different nodes (required anti-affinity).`,
    facts: facts(workload, {
      lever: "affinity",
      member: "spec.affinity.podAntiAffinity",
      to: HOSTNAME,
    }),
    draft: withPodSpec(draft, workload, (spec) => {
      const affinity = treeOf(spec.affinity);
      const preferred = treeOf(affinity.podAntiAffinity);
      const term = { topologyKey: HOSTNAME, labelSelector };
      spec.affinity = { ...affinity, podAntiAffinity: { ...preferred, [REQUIRED]: [term] } };
    }),
  }));
}
