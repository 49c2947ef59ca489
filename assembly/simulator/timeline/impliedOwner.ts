/** The owner of a pod; one that no document has is made of the pods that name it. */

import { asciiAt, equalText } from "../../base/text.ts";
import { listCount, valueOf, wordOf } from "../../objects/model/list.ts";
import { Pod, podAt } from "../../objects/model/pod.ts";
import { internLiteral, internText, textAt, textSize } from "../../objects/model/text.ts";
import {
  appendOwner,
  findOwner,
  keepTemplate,
  Owner,
  OwnerKind,
  ownerAt,
  owners,
} from "../model/owner.ts";
import { NEVER } from "../model/time.ts";

/** Row plus 1 of the owner of a pod; one that no document has is made of the pod itself. */
export function ownerOfPod(row: u32): u32 {
  const pod = podAt(row);
  const controller = pod.controller;
  if (controller == 0 || listCount(controller) < 3) return 0;
  const kind = wordOf(controller, 1);
  const name = wordOf(controller, 2);
  if (kind == internLiteral("Node")) return 0;
  const known = findOwner(kind, pod.namespace, name);
  if (known != 0) {
    const owner = ownerAt(known - 1);
    if (owner.template == 0) owner.template = templateOfPod(pod);
    if (isImplied(owner)) owner.replicas++;
    return known;
  }
  const place = appendOwner();
  if (place == 0) return 0;
  const owner = changetype<Owner>(place);
  owner.namespace = pod.namespace;
  owner.name = name;
  owner.kindText = kind;
  owner.kind = kindOf(kind);
  owner.replicas = 1;
  owner.backoffLimit = BACKOFF_LIMIT;
  owner.completions = -1;
  owner.startedAt = NEVER;
  owner.deadline = NEVER;
  owner.created = IMPLIED;
  owner.deployment = deploymentOf(kind, name, pod.labels);
  owner.template = templateOfPod(pod);
  return owners.count;
}

/** The scheduler has chosen the node of a pod that is there; the next one may get another one. */
function templateOfPod(pod: Pod): u32 {
  const node = pod.nodeName;
  pod.nodeName = 0;
  const template = keepTemplate(changetype<usize>(pod));
  pod.nodeName = node;
  return template;
}

const BACKOFF_LIMIT: i32 = 6;

/** Pods of an owner without a document are numbered far above the existing ones. */
const IMPLIED: u32 = 1000;

/** Whether an owner is known by its pods alone: it wants as many as it has. */
function isImplied(owner: Owner): bool {
  return owner.created == IMPLIED;
}

function kindOf(kind: u32): OwnerKind {
  if (kind == internLiteral("StatefulSet")) return OwnerKind.StatefulSet;
  if (kind == internLiteral("DaemonSet")) return OwnerKind.DaemonSet;
  return kind == internLiteral("Job") ? OwnerKind.Job : OwnerKind.Replicas;
}

/** The name of a ReplicaSet is that of its Deployment, `-`, and the hash of the template. */
function deploymentOf(kind: u32, name: u32, labels: u32): u32 {
  if (kind != internLiteral("ReplicaSet")) return 0;
  const hash = valueOf(labels, internLiteral("pod-template-hash"), 0);
  const size = textSize(name) - textSize(hash) - 1;
  if (hash == 0 || size <= 0) return 0;
  const end = textAt(name) + usize(size);
  if (load<u8>(end) != asciiAt("-", 0)) return 0;
  if (!equalText(end + 1, textSize(hash), textAt(hash), textSize(hash))) return 0;
  return internText(textAt(name), size);
}
