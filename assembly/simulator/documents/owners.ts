/**
 * What objects say that only the simulator asks for: the size of nodes, and what makes pods. It
 * reads a document that `readObjects` has taken, once more from its beginning.
 */
import { Status } from "../../abi.ts";
import { inputStart } from "../../base/input.ts";
import { failureStatus } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyIs,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE, skipSpace } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { equalAscii } from "../../base/text.ts";
import { clearMetadata, metadata, readMetadata } from "../../objects/documents/metadata.ts";
import { finishPod, readPodSpec, startPod } from "../../objects/documents/pod.ts";
import { readLabelSelector, startRequirements } from "../../objects/documents/selectors.ts";
import {
  listRead,
  readResourceList,
  readTruth,
  truthRead,
} from "../../objects/documents/values.ts";
import { wordOf } from "../../objects/model/list.ts";
import { findNode } from "../../objects/model/node.ts";
import { pods } from "../../objects/model/pod.ts";
import { cutTable, NO_ROW, rowAt } from "../../objects/model/table.ts";
import { internLiteral, internText } from "../../objects/model/text.ts";
import { amountsOf, hugePagesIn } from "../../objects/requests/amounts.ts";
import { MEMBERS_OFFSET, OWNER_SPEC_OFFSET } from "../memory.ts";
import { fillKubelets, kubeletAt } from "../model/kubelet.ts";
import {
  appendOwner,
  findOwner,
  keepTemplate,
  Owner,
  OwnerKind,
  ownerAt,
  owners,
} from "../model/owner.ts";
import { finishJob, readJobMember, readJobStatus, startJob } from "./jobs.ts";
import { readCount, readText } from "./values.ts";

const LIST_SUFFIX = "List";

/** Addresses of the members of the object that is being read; 0 for those that it lacks. */
@unmanaged
export class Members {
  metadata: u32;
  spec: u32;
  status: u32;
  items: u32;
  /** The kind as a text. */
  kind: u32;
  /** Its group is none of Kubernetes' own: Volcano has Jobs, Longhorn has Nodes. */
  isForeign: bool;
  /** How many owners of the document were there before. */
  replaced: i32;
}

const members = changetype<Members>(MEMBERS_OFFSET);

/** Reads a document of objects again; answers how many owners were there before, or a status. */
export function readOwners(size: i32): i32 {
  members.replaced = 0;
  if (!fillKubelets()) return failureStatus();
  const end = inputStart + usize(size);
  let at = skipSpace(inputStart);
  // The mark of UTF-8 that editors leave.
  if ((load<u32>(at) & 0xffffff) == 0xbfbbef) at = skipSpace(at + 3);
  while (at != 0 && at < end) {
    at = readTop(at);
    if (at != 0) at = skipSpace(at);
  }
  return failureStatus() == Status.Ok ? members.replaced : failureStatus();
}

/** One object, or a list of them. */
function readTop(at: usize): usize {
  const end = findMembers(at);
  if (end == 0) return 0;
  if (members.items == 0) return takeObject() ? end : 0;
  const itemKind = itemKindOf(members.kind);
  const areForeign = members.isForeign;
  let item = openArray(members.items);
  while (atElement(item)) {
    const next = findMembers(item);
    if (next == 0) return 0;
    if (members.kind == 0) {
      members.kind = itemKind;
      members.isForeign = members.isForeign || areForeign;
    }
    if (!takeObject()) return 0;
    item = nextElement(next);
  }
  return closeArray(item) == 0 ? 0 : end;
}

/** The members of an object, whatever their order. */
function findMembers(at: usize): usize {
  memory.fill(MEMBERS_OFFSET, 0, offsetof<Members>("replaced"));
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("kind")) at = readText(at, MEMBERS_OFFSET + offsetof<Members>("kind"));
    else if (keyIs("apiVersion")) {
      at = readWord(at);
      members.isForeign = at != 0 && isOfOthers(wordAt(), wordSize());
    } else {
      if (keyIs("metadata")) members.metadata = u32(at);
      else if (keyIs("spec")) members.spec = u32(at);
      else if (keyIs("status")) members.status = u32(at);
      else if (keyIs("items")) members.items = u32(at);
      at = skipValue(at);
    }
    at = nextMember(at);
  }
  return closeObject(at);
}

/** `DeploymentList` lists objects that need not say that they are Deployments. */
function itemKindOf(kind: u32): u32 {
  const size = load<i32>(kind) - LIST_SUFFIX.length;
  const text = usize(kind) + 4;
  if (kind == 0 || size <= 0 || !equalAscii(text + usize(size), LIST_SUFFIX.length, LIST_SUFFIX)) {
    return 0;
  }
  return internText(text, size);
}

/** Whether an apiVersion has another group than the kinds that are read here ever had. */
function isOfOthers(text: usize, size: i32): bool {
  let group = size;
  while (group > 0 && load<u8>(text + usize(group - 1)) != SLASH) group--;
  if (group == 0) return false;
  group--;
  if (equalAscii(text, group, "apps") || equalAscii(text, group, "batch")) return false;
  return !equalAscii(text, group, "extensions");
}

const SLASH: u8 = 0x2f;

function takeObject(): bool {
  const kind = members.kind;
  if (members.isForeign) return true;
  if (kind == internLiteral("Node")) return takeNode();
  if (kind == internLiteral("ReplicaSet")) return takeOwner(OwnerKind.Replicas);
  if (kind == internLiteral("ReplicationController")) return takeOwner(OwnerKind.Replicas);
  if (kind == internLiteral("Deployment")) return takeOwner(OwnerKind.Replicas);
  if (kind == internLiteral("StatefulSet")) return takeOwner(OwnerKind.StatefulSet);
  if (kind == internLiteral("DaemonSet")) return takeOwner(OwnerKind.DaemonSet);
  if (kind == internLiteral("Job")) return takeOwner(OwnerKind.Job);
  return true;
}

function readName(): bool {
  clearMetadata();
  startRequirements();
  return members.metadata != 0 && readMetadata(members.metadata) != 0;
}

/** The capacity of a node; allocatable counts where the status lacks it. */
function takeNode(): bool {
  if (!readName()) return false;
  const row = findNode(metadata.name);
  if (row == NO_ROW || members.status == 0) return true;
  let at = openObject(members.status);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("capacity") && !isNull(at)) {
      at = readResourceList(at, false);
      const amounts = amountsOf(listRead);
      kubeletAt(row).capacityMemory = amounts.memory;
      kubeletAt(row).capacityDisk = amounts.ephemeralStorage;
      kubeletAt(row).hugePages = hugePagesIn(amounts.scalars);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at) != 0;
}

/** What the spec of an owner says. */
@unmanaged
export class OwnerSpec {
  replicas: i32;
  firstOrdinal: i32;
  minReadySeconds: i32;
  selector: u32;
  /** The address of the template. */
  template: u32;
  isParallel: bool;
  isPaused: bool;
}

const spec = changetype<OwnerSpec>(OWNER_SPEC_OFFSET);
const REPLICAS: usize = OWNER_SPEC_OFFSET + offsetof<OwnerSpec>("replicas");
const FIRST_ORDINAL: usize = OWNER_SPEC_OFFSET + offsetof<OwnerSpec>("firstOrdinal");
const MIN_READY_SECONDS: usize = OWNER_SPEC_OFFSET + offsetof<OwnerSpec>("minReadySeconds");

function takeOwner(ownerKind: OwnerKind): bool {
  if (!readName()) return false;
  const kind = members.kind;
  const namespace = metadata.namespace != 0 ? metadata.namespace : internLiteral("default");
  const name = metadata.name;
  const controller = metadata.controller;
  startJob();
  if (!readOwnerSpec()) return false;
  const status = ownerKind == OwnerKind.Job ? members.status : 0;
  if (status != 0 && readJobStatus(status) == 0) return false;
  const known = findOwner(kind, namespace, name);
  const place = known == 0 ? appendOwner() : changetype<usize>(ownerAt(known - 1));
  if (place == 0) return false;
  if (known != 0) members.replaced++;
  const owner = changetype<Owner>(place);
  owner.namespace = namespace;
  owner.name = name;
  owner.kind = ownerKind;
  owner.kindText = kind;
  owner.replicas = spec.replicas;
  finishJob(owner);
  owner.isParallel = u32(spec.isParallel);
  owner.firstOrdinal = spec.firstOrdinal;
  owner.minReadySeconds = spec.minReadySeconds;
  owner.isPaused = u32(spec.isPaused);
  owner.selector = spec.selector;
  const isOfDeployment = controller != 0 && wordOf(controller, 1) == internLiteral("Deployment");
  owner.deployment = isOfDeployment ? wordOf(controller, 2) : 0;
  return takeTemplate(known == 0 ? owners.count - 1 : known - 1);
}

function readOwnerSpec(): bool {
  memory.fill(OWNER_SPEC_OFFSET, 0, offsetof<OwnerSpec>());
  spec.replicas = 1;
  if (members.spec == 0) return true;
  let at = openObject(members.spec);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readSpecMember(at));
  }
  return closeObject(at) != 0;
}

function readSpecMember(at: usize): usize {
  const kind = members.kind;
  if (keyIs("replicas")) return readCount(at, REPLICAS);
  if (keyIs("minReadySeconds")) return readCount(at, MIN_READY_SECONDS);
  if (keyIs("ordinals")) return readOrdinals(at);
  if (keyIs("selector") && kind == internLiteral("Deployment")) {
    at = readLabelSelector(at);
    spec.selector = listRead;
  } else if (keyIs("podManagementPolicy")) {
    at = readWord(at);
    spec.isParallel = wordIs("Parallel");
  } else if (keyIs("paused")) {
    at = readTruth(at);
    spec.isPaused = truthRead;
  } else {
    const isTemplate = keyIs("template");
    if (isTemplate) spec.template = u32(at);
    return isTemplate || kind != internLiteral("Job") ? skipValue(at) : readJobMember(at);
  }
  return at;
}

function readOrdinals(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = keyIs("start") ? readCount(at, FIRST_ORDINAL) : skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** The pod of a template is read like any other, and taken out of the pods again. */
function takeTemplate(row: u32): bool {
  if (spec.template == 0) return true;
  const before = pods.count;
  clearMetadata();
  startPod();
  let at = openObject(spec.template);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("metadata")) at = readMetadata(at);
    else if (keyIs("spec")) at = readPodSpec(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  if (closeObject(at) == 0 || !finishPod()) return false;
  const template = keepTemplate(rowAt(pods, before));
  cutTable(pods, before);
  ownerAt(row).template = template;
  return template != 0 && failureStatus() == Status.Ok;
}
