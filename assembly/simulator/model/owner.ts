/** What makes pods, and makes them again: a row each, with the pod that it makes. */
import { Pod } from "../../objects/model/pod.ts";
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { OWNERS_OFFSET, TEMPLATES_OFFSET } from "../memory.ts";

export enum OwnerKind {
  /** A ReplicaSet, a ReplicationController, or a Deployment without a ReplicaSet. */
  Replicas = 0,
  StatefulSet,
  DaemonSet,
  Job,
  /** An owner that no document has: its pods that ended are not made again. */
  Unknown,
}

export enum JobFlag {
  Suspended = 1,
  /** A pod that is being deleted has failed, and is replaced, when it has ended. */
  AwaitsEnds = 2,
  /** It has completed or failed. */
  Over = 4,
  /** It has a setting that is not supported. */
  Unfollowed = 8,
}

@unmanaged
export class Owner {
  namespace: u32;
  name: u32;
  kind: OwnerKind;
  /** As the documents call it: a word of `controller`, and its name. */
  kindText: u32;
  /** The name of the Deployment that a ReplicaSet belongs to, or 0. */
  deployment: u32;
  /** A Deployment that makes no ReplicaSet. */
  isPaused: u32;
  /** For a Deployment: a set of requirements; and the name of the ReplicaSet that it creates. */
  selector: u32;
  replicaSet: u32;
  replicas: i32;
  /** Row of the pod that it makes, plus 1. */
  template: u32;
  /** Pods that it made. */
  created: u32;
  /** First free row of pods plus 1. */
  free: u32;
  /** Its pods in the order in which they came, plus 1, and how many of them are active. */
  oldest: u32;
  newest: u32;
  active: i32;
  /** A StatefulSet with the pod management policy Parallel. */
  isParallel: u32;
  /** For a StatefulSet: the ordinal of its first pod, and how long one runs before the next one. */
  firstOrdinal: i32;
  minReadySeconds: i32;
  /** For a Job: pods that failed, including those in this scenario, and how many may. */
  failures: u32;
  recentFailures: u32;
  backoffLimit: i32;
  /** Pods that have to succeed, -1 where the spec does not say it, and that have succeeded. */
  completions: i32;
  succeeded: i32;
  /** `JobFlag` flags. */
  job: u32;
  /** What its pods use, plus 1; 0 without an entry. */
  workload: u32;
  /** What was recorded of its pods, each by itself: the first and the last one, plus 1. */
  records: u32;
  lastRecord: u32;
  /** Row of the node that evicted a pod of it last, plus 1. */
  evictedBy: u32;
  /** For a DaemonSet, at its last sync: nodes that have one of its pods and would get none now. */
  misscheduled: u32;
  /** When it looks at its pods again. */
  dueAt: i64;
  /** When its controller has finished creating pods: before that it does not look again. */
  busyUntil: i64;
  /** For a Job: the counts in its status, as one word. */
  status: u64;
  /** For a Job: when a pod last failed, since when it runs, and how long it may; else NEVER. */
  failedAt: i64;
  startedAt: i64;
  deadline: i64;
}

const OWNER_BYTES: usize = offsetof<Owner>();
const TEMPLATE_BYTES: usize = offsetof<Pod>();
export const owners = changetype<Table>(OWNERS_OFFSET);
const templates = changetype<Table>(TEMPLATES_OFFSET);

export function ownerAt(row: u32): Owner {
  return changetype<Owner>(rowAt(owners, row));
}

/** A new row, or 0 after a failure. */
export function appendOwner(): usize {
  return appendRow(owners, OWNER_BYTES);
}

/** Keeps a pod as a template; its row plus 1, or 0 after a failure. */
export function keepTemplate(pod: usize): u32 {
  const place = appendRow(templates, TEMPLATE_BYTES);
  if (place == 0) return 0;
  memory.copy(place, pod, TEMPLATE_BYTES);
  return templates.count;
}

export function templateOf(owner: Owner): Pod {
  return changetype<Pod>(rowAt(templates, owner.template - 1));
}

/** Whether a Job has a setting that is not supported. */
export function areUnfollowed(): bool {
  for (let row: u32 = 0; row < owners.count; row++) {
    if ((ownerAt(row).job & JobFlag.Unfollowed) != 0) return true;
  }
  return false;
}

/** Row plus 1 of the owner that pods name so; 0 without one. */
export function findOwner(kindText: u32, namespace: u32, name: u32): u32 {
  for (let row: u32 = 0; row < owners.count; row++) {
    const owner = ownerAt(row);
    if (owner.name != name || owner.namespace != namespace) continue;
    if (owner.kindText == kindText) return row + 1;
  }
  return 0;
}

/**
 * Row plus 1 of what makes an owner's pods: of a Deployment's ReplicaSets the one with its spec, or
 * that has most, where the documents have any; else the owner itself.
 */
export function makerOf(named: u32): u32 {
  const deployment = ownerAt(named - 1);
  let maker = named;
  if (deployment.kindText != internLiteral("Deployment")) return maker;
  for (let row: u32 = 0; row < owners.count; row++) {
    const owner = ownerAt(row);
    if (owner.deployment != deployment.name || owner.namespace != deployment.namespace) continue;
    if (maker == named || isRather(deployment, owner, ownerAt(maker - 1))) maker = row + 1;
  }
  return maker;
}

/** Whether a ReplicaSet is the Deployment's current one rather than another one. */
function isRather(deployment: Owner, one: Owner, other: Owner): bool {
  const isSame = hasSpecOf(one, deployment);
  if (isSame != hasSpecOf(other, deployment)) return isSame;
  return one.replicas >= other.replicas;
}

function hasSpecOf(owner: Owner, deployment: Owner): bool {
  if (owner.template == 0 || deployment.template == 0) return false;
  return templateOf(owner).spec == templateOf(deployment).spec;
}
