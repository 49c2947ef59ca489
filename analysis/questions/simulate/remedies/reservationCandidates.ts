/** More of a node is kept from pods: the scheduler puts fewer of them there. */

import { memberAt, objectOf } from "../../../read/json/untyped.ts";
import { amountOf } from "../../../text/quantityText.ts";
import type { ObjectTree } from "../../change/change.ts";
import type { Participants } from "../participants.ts";
import {
  type Candidate,
  type ChangedDraft,
  listed,
  multiples,
  Reach,
  roundedBytes,
} from "./candidate.ts";
import { shortagesOf } from "./conditions.ts";
import { type Draft, nameOf, nodesNamed, type Resource, withObject } from "./draft.ts";
import { amountText } from "./workloadCandidates.ts";

/** Shares of the allocatable amount. */
const LESS = [0.9, 0.75, 0.5, 0.25];

export function reservationCandidates(
  draft: Draft,
  participants: Participants,
): readonly Candidate[] {
  const nodes = nodesNamed(draft, participants.nodes);
  const resources = shortagesOf(participants.conditions).map(({ resource }) => resource);
  return [...new Set(resources)].flatMap((resource) =>
    reservationCandidate(draft, nodes, resource),
  );
}

/** All nodes of the cycle that have as much to give away as the first one. */
function reservationCandidate(
  draft: Draft,
  nodes: readonly ObjectTree[],
  resource: Resource,
): readonly Candidate[] {
  const allocatable = (node: ObjectTree) =>
    amountOf(memberAt(node, "status", "allocatable", resource));
  const [first] = nodes;
  const now = first === undefined ? null : allocatable(first);
  if (now === null || !(now > 0)) return [];
  const alike = nodes.filter((node) => allocatable(node) === now);
  const changed = (amount: number): ChangedDraft | null => {
    if (amount >= now) return null;
    const more = amountText(resource, now - amount);
    const [from, to] = [amountText(resource, now), amountText(resource, amount)];
    const names = alike.map(nameOf);
    return {
      change: {
        kind: "systemReserved",
        objects: names.map((name) => `Node ${name}`),
        change:
          `Reserve ${more} more ${resource} on ${listed(names)} (systemReserved), so that ` +
          `${to} are allocatable (${from} now)`,
        member: resource,
        from,
        to,
      },
      draft: alike.reduce(
        (each, node) => withObject(each, node, (copy) => [withLess(copy, resource, amount)]),
        draft,
      ),
    };
  };
  const values = multiples(now, LESS);
  return [{ cost: Reach.Kubelet, now, values, rounded: roundedBytes, placesAll: true, changed }];
}

function withLess(node: ObjectTree, resource: Resource, amount: number): ObjectTree {
  const status = objectOf(node.status);
  const allocatable = { ...objectOf(status.allocatable), [resource]: amountText(resource, amount) };
  return { ...node, status: { ...status, allocatable } };
}
