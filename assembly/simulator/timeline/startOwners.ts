/** Owners of pods, as documents have them, begin to look at their pods. */

import { Kind } from "../../objects/model/kind.ts";
import {
  appendObject,
  indexObject,
  ObjectFlag,
  ObjectRow,
  objectsOf,
} from "../../objects/model/objectRow.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { withDefaultTolerations } from "../control/daemons.ts";
import { staleView } from "../control/placement.ts";
import { numbered, wakeOwner } from "../control/pods.ts";
import { makerOf, Owner, OwnerKind, ownerAt, owners, templateOf } from "../model/owner.ts";
import { inScenario } from "../model/starts.ts";
import { CALL_TAKES, NEVER } from "../model/time.ts";
import { findWorkload } from "../model/workload.ts";

/** Owners that documents have, from a row on. */
export function startOwners(from: u32): void {
  for (let row = from; row < owners.count; row++) addTolerations(ownerAt(row));
  for (let row = from; row < owners.count; row++) {
    const owner = ownerAt(row);
    owner.dueAt = NEVER;
    owner.workload = workloadOf(owner);
    owner.startedAt = inScenario(owner.startedAt);
    if (owner.kindText == internLiteral("Deployment")) {
      const maker = makerOf(row + 1);
      if (maker != row + 1) handOver(owner, maker - 1);
      else if (owner.isPaused != 0) owner.template = 0;
      else makeReplicaSet(owner);
    }
    wakeOwner(row, callsBeforePods(owner) * CALL_TAKES);
  }
}

/** The pods of a DaemonSet have tolerations of these taints already, which last. */
function addTolerations(owner: Owner): void {
  if (owner.template == 0 || owner.kind == OwnerKind.DaemonSet) return;
  const template = templateOf(owner);
  template.spec = withDefaultTolerations(template.spec);
}

/** The ReplicaSet of a Deployment follows it, but not in a rollout, which is not simulated. */
function handOver(deployment: Owner, maker: u32): void {
  let others: i32 = 0;
  for (let row: u32 = 0; row < owners.count; row++) {
    const owner = ownerAt(row);
    const isOther = row != maker && owner.deployment == deployment.name;
    if (isOther && owner.namespace == deployment.namespace) others += owner.replicas;
  }
  if (others == 0) ownerAt(maker).replicas = deployment.replicas;
  deployment.replicas = 0;
}

/** The scheduler spreads the pods of a ReplicaSet by its selector. */
function makeReplicaSet(owner: Owner): void {
  const place = appendObject(Kind.ReplicaSet);
  if (place == 0) return;
  const row = changetype<ObjectRow>(place);
  owner.replicaSet = numbered(owner.name, 1);
  row.namespace = owner.namespace;
  row.name = owner.replicaSet;
  row.selector = owner.selector;
  row.flags = ObjectFlag.HasSelector;
  indexObject(Kind.ReplicaSet, objectsOf(Kind.ReplicaSet).count - 1);
  staleView();
}

/** A Deployment makes a ReplicaSet first; the others but that one a ControllerRevision. */
function callsBeforePods(owner: Owner): i64 {
  if (owner.kindText == internLiteral("Deployment")) return 3;
  if (owner.kind == OwnerKind.StatefulSet) return 4;
  return owner.kind == OwnerKind.DaemonSet ? 2 : 1;
}

/** What pods of the Deployment use is said under its name, or under that of its ReplicaSet. */
function workloadOf(owner: Owner): u32 {
  if (owner.deployment != 0) {
    const kind = internLiteral("Deployment");
    const found = findWorkload(kind, owner.namespace, owner.deployment);
    if (found != 0) return found;
  }
  return findWorkload(owner.kindText, owner.namespace, owner.name);
}
