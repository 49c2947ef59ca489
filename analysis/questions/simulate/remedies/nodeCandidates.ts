/** Changes of the nodes that take part: which pods they take, how large they are, how many. */

import { listOf, memberAt, objectOf } from "../../../read/json/untyped.ts";
import { kubeletOf, nodesOf, type Scenario, withNode } from "../../../read/objects/scenario.ts";
import { amountOf } from "../../../text/quantityText.ts";
import { type ObjectTree, readChange } from "../../change/change.ts";
import type { Participants } from "../participants.ts";
import {
  type Candidate,
  type ChangedDraft,
  listed,
  multiples,
  Reach,
  single,
} from "./candidate.ts";
import { shortagesOf, unfitResources } from "./conditions.ts";
import { type Draft, nameOf, nodesNamed, type Resource, withObject } from "./draft.ts";
import { amountText } from "./workloadCandidates.ts";

const NODES_MAX = 3;
const TAINTS_MAX = 2;
const LARGER = [1.25, 1.5, 2, 3, 4];
const MORE_NODES = [1, 2, 4];
/** Machines come in whole gibibytes, and in whole cores. */
const UNITS: Readonly<Record<Resource, number>> = {
  cpu: 1,
  "ephemeral-storage": 2 ** 30,
  memory: 2 ** 30,
};

export function nodeCandidates(draft: Draft, participants: Participants): readonly Candidate[] {
  const nodes = nodesNamed(draft, participants.nodes);
  const first = nodes.slice(0, NODES_MAX);
  const short = shortagesOf(participants.conditions).map(({ resource }) => resource);
  const resources = new Set([...short, ...unfitResources(participants.reasons)]);
  return [
    ...first.flatMap((node) => taintCandidates(draft, node)),
    ...first.map((node) => cordonCandidate(draft, node)),
    ...[...resources].flatMap((resource) => sizeCandidate(draft, nodes, resource)),
    ...first.slice(0, 1).map((node) => copyCandidate(draft, node)),
  ];
}

function cordonCandidate(draft: Draft, node: ObjectTree): Candidate {
  const name = nameOf(node);
  return single(Reach.Placement, () => {
    if (memberAt(node, "spec", "unschedulable") === true) return null;
    return {
      change: {
        ...{ kind: "cordon", objects: [`Node ${name}`], change: `Cordon ${name}` },
        member: "spec.unschedulable",
      },
      draft: withObject(draft, node, (copy) => readChange(`cordon ${name}`).apply(copy)),
    };
  });
}

function taintCandidates(draft: Draft, node: ObjectTree): readonly Candidate[] {
  const name = nameOf(node);
  const taints = listOf(memberAt(node, "spec", "taints")).slice(0, TAINTS_MAX);
  return taints.map((taint) => {
    const value = taint.value === undefined || taint.value === "" ? "" : `=${taint.value}`;
    const text = `${taint.key}${value}:${taint.effect}`;
    return single(Reach.Placement, () => ({
      change: {
        ...{ kind: "taint", objects: [`Node ${name}`] },
        ...{ change: `Remove the taint ${text} from ${name}`, member: "spec.taints", from: text },
      },
      draft: withObject(draft, node, (copy) => {
        const spec = objectOf(copy.spec);
        const kept = listOf(spec.taints).filter(
          ({ key, effect }) => key !== taint.key || effect !== taint.effect,
        );
        copy.spec = { ...spec, taints: kept };
        return [copy];
      }),
    }));
  });
}

/** All nodes of the cycle that are as large as the first one. */
function sizeCandidate(
  draft: Draft,
  nodes: readonly ObjectTree[],
  resource: Resource,
): readonly Candidate[] {
  const capacity = (node: ObjectTree) => amountOf(memberAt(node, "status", "capacity", resource));
  const [first] = nodes;
  const now = first === undefined ? null : capacity(first);
  if (now === null || !(now > 0)) return [];
  const alike = nodes.filter((node) => capacity(node) === now);
  const names = alike.map(nameOf);
  const changed = (amount: number): ChangedDraft | null => {
    if (amount <= now) return null;
    const [from, to] = [amountText(resource, now), amountText(resource, amount)];
    return {
      change: {
        kind: "nodeSize",
        objects: names.map((name) => `Node ${name}`),
        change: `Give ${listed(names)} ${to} of ${resource} (${from} now)`,
        member: resource,
        from,
        to,
      },
      draft: alike.reduce(
        (each, node) => withObject(each, node, (copy) => [larger(copy, resource, amount - now)]),
        draft,
      ),
    };
  };
  const unit = UNITS[resource];
  const rounded = (amount: number) => Math.ceil(amount / unit) * unit;
  return [{ cost: Reach.Nodes, now, values: multiples(now, LARGER), rounded, changed }];
}

/** What is reserved stays what it was. */
function larger(node: ObjectTree, resource: Resource, more: number): ObjectTree {
  const status = { ...objectOf(node.status) };
  for (const list of ["capacity", "allocatable"]) {
    const amounts = objectOf(status[list]);
    const now = amountOf(amounts[resource]);
    if (now !== null) status[list] = { ...amounts, [resource]: amountText(resource, now + more) };
  }
  return { ...node, status };
}

function copyCandidate(draft: Draft, node: ObjectTree): Candidate {
  const name = nameOf(node);
  const changed = (count: number): ChangedDraft => {
    const objects = withObject(draft, node, (copy) =>
      readChange(`copy node/${name} ${count}`).apply(copy),
    ).objects;
    const before = new Set(draft.objects.map((each) => (each.kind === "Node" ? nameOf(each) : "")));
    const added = objects
      .filter((each) => each.kind === "Node")
      .map(nameOf)
      .filter((each) => !before.has(each));
    return {
      change: {
        kind: "node",
        objects: [`Node ${name}`],
        change: `Add ${count === 1 ? "a node" : `${count} nodes`} like ${name}`,
        to: String(count),
      },
      draft: {
        objects,
        scenario: added.reduce((scenario, each) => asNode(scenario, name, each), draft.scenario),
      },
    };
  };
  return { cost: Reach.Nodes, now: 1, values: MORE_NODES, rounded: Math.round, changed };
}

/** The new node is configured as the one that it is like; its phases are its own. */
function asNode(scenario: Scenario, name: string, added: string): Scenario {
  const { system, inodes } = nodesOf(scenario).find((node) => node.name === name) ?? {};
  const kubelet = kubeletOf(scenario, name);
  const members = {
    ...(system === undefined ? {} : { system }),
    ...(inodes === undefined ? {} : { inodes }),
    ...(kubelet === null ? {} : { kubelet }),
  };
  return Object.keys(members).length === 0 ? scenario : withNode(scenario, added, members);
}
