/** The subjects of workloads: an owner or a pod that exists, or that a change creates. */
import { Document, Status } from "../../abi.ts";
import { clearFailure, fail } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { equalText } from "../../base/text.ts";
import { clearMetadata, metadata, readMetadata } from "../../objects/documents/metadata.ts";
import { readTextInto, textRead } from "../../objects/documents/values.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { findPod, podAt, pods } from "../../objects/model/pod.ts";
import { ContainerWord, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral, textAt, textSize } from "../../objects/model/text.ts";
import { ChangeKind, changeAt, changes } from "../model/change.ts";
import { findOwner, ownerAt, templateOf } from "../model/owner.ts";
import { findWorkload, indexWorkload, Workload, workloadAt, workloads } from "../model/workload.ts";
import { SimulatorReason } from "../reasons.ts";

/** False after a failure. */
export function areWorkloadsThere(): bool {
  for (let row: u32 = 0; row < workloads.count; row++) {
    if (!takeEntry(row)) return false;
    const workload = workloadAt(row);
    if (!isThere(workload) && !isCreated(workload)) {
      return refuse(workload, SimulatorReason.NoWorkload);
    }
    const spec = specOf(workload);
    if (workload.container != 0 && spec != NO_ROW && !hasContainer(spec, workload.container)) {
      return refuse(workload, SimulatorReason.NoContainer);
    }
  }
  return true;
}

/** A pod has no more containers than this. */
const CONTAINERS_MAX = 64;

/** The entry joins those of the same pods, which are about other containers. */
function takeEntry(row: u32): bool {
  const workload = workloadAt(row);
  let entry = findWorkload(workload.kind, workload.namespace, workload.name);
  if (entry == 0) return indexWorkload(row);
  for (let count = 1; count <= CONTAINERS_MAX; count++) {
    const other = workloadAt(entry - 1);
    const isSame = workload.container == 0 || other.container == workload.container;
    if (isSame || other.container == 0) break;
    if (other.nextContainer == 0) {
      other.nextContainer = row + 1;
      return true;
    }
    entry = other.nextContainer;
  }
  return refuse(workload, SimulatorReason.Twice);
}

function refuse(workload: Workload, reason: SimulatorReason): bool {
  fail(Status.NotFound, reason, workload.place);
  return false;
}

/** The spec of its pods, where one is known; NO_ROW without one. */
function specOf(workload: Workload): u32 {
  const owner = findOwner(workload.kind, workload.namespace, workload.name);
  if (owner != 0) {
    return ownerAt(owner - 1).template == 0 ? NO_ROW : templateOf(ownerAt(owner - 1)).spec;
  }
  if (workload.kind != internLiteral("Pod")) return NO_ROW;
  const pod = findPod(workload.namespace, workload.name);
  return pod == NO_ROW ? NO_ROW : podAt(pod).spec;
}

function hasContainer(spec: u32, name: u32): bool {
  const containers = specWord(spec, SpecWord.Containers);
  for (let index: u32 = 0; index < listCount(containers); index++) {
    if (wordOf(wordOf(containers, index), ContainerWord.Name) == name) return true;
  }
  return false;
}

function isThere(workload: Workload): bool {
  if (findOwner(workload.kind, workload.namespace, workload.name) != 0) return true;
  if (workload.kind == internLiteral("Pod")) {
    return findPod(workload.namespace, workload.name) != NO_ROW;
  }
  for (let row: u32 = 0; row < pods.count; row++) {
    const pod = podAt(row);
    if (pod.namespace == workload.namespace && isOwnedBy(pod.controller, workload)) return true;
  }
  return false;
}

/** A Deployment without a document is known by its ReplicaSets: their names begin with its own. */
function isOwnedBy(controller: u32, workload: Workload): bool {
  if (controller == 0 || listCount(controller) < 3) return false;
  const kind = wordOf(controller, 1);
  const name = wordOf(controller, 2);
  if (kind == workload.kind) return name == workload.name;
  const isOfSet = kind == internLiteral("ReplicaSet");
  if (!isOfSet || workload.kind != internLiteral("Deployment")) return false;
  const size = textSize(workload.name);
  if (textSize(name) <= size) return false;
  return equalText(textAt(name), size, textAt(workload.name), size);
}

/** Whether a change creates it, or a list in which it may be. */
function isCreated(workload: Workload): bool {
  for (let row: u32 = 0; row < changes.count; row++) {
    if (changeAt(row).act != ChangeKind.Create) continue;
    if (isCreatedBy(textAt(changeAt(row).value), workload)) return true;
  }
  return false;
}

function isCreatedBy(at: usize, workload: Workload): bool {
  let kind: u32 = 0;
  clearMetadata();
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("items")) return true;
    else if (keyIs("kind")) {
      at = readTextInto(at);
      kind = textRead;
    } else at = keyIs("metadata") ? readMetadata(at) : skipValue(at);
    at = nextMember(at);
  }
  if (closeObject(at) == 0) {
    // Its place is in the text that was kept: it is refused by its own when its time has come.
    clearFailure(Document.Scenario);
    return false;
  }
  const namespace = metadata.namespace != 0 ? metadata.namespace : internLiteral("default");
  const isIt = kind == workload.kind && metadata.name == workload.name;
  return isIt && namespace == workload.namespace;
}
