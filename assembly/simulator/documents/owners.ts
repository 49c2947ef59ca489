/**
 * What objects say that only the loop asks for: the size of nodes, and what makes pods. It reads a
 * document that `readObjects` has taken, once more from its beginning.
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
import { amountsOf } from "../../objects/requests/amounts.ts";
import { agentAt, fillAgents } from "../model/agent.ts";
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
import { countRead, readCountInto } from "./values.ts";

const LIST_SUFFIX = "List";

/** Of the object that is being read. */
let kind: u32 = 0;
let metadataAt: usize = 0;
let specAt: usize = 0;
let statusAt: usize = 0;
let itemsAt: usize = 0;
/** Its group is none of Kubernetes' own: Volcano has Jobs, Longhorn has Nodes. */
let isForeign: bool = false;

/** Owners of the document that were there before. */
export let replaced: u32 = 0;

/** Reads a document of objects again; answers a status. */
export function readOwners(size: i32): i32 {
  replaced = 0;
  if (!fillAgents()) return failureStatus();
  const end = inputStart + usize(size);
  let at = skipSpace(inputStart);
  // The mark of UTF-8 that editors leave.
  if ((load<u32>(at) & 0xffffff) == 0xbfbbef) at = skipSpace(at + 3);
  while (at != 0 && at < end) {
    at = readTop(at);
    if (at != 0) at = skipSpace(at);
  }
  return failureStatus();
}

/** One object, or a list of them. */
function readTop(at: usize): usize {
  const end = findMembers(at);
  if (end == 0) return 0;
  if (itemsAt == 0) return takeObject() ? end : 0;
  const itemKind = itemKindOf();
  const areForeign = isForeign;
  let item = openArray(itemsAt);
  while (atElement(item)) {
    const next = findMembers(item);
    if (next == 0) return 0;
    if (kind == 0) {
      kind = itemKind;
      isForeign = isForeign || areForeign;
    }
    if (!takeObject()) return 0;
    item = nextElement(next);
  }
  return closeArray(item) == 0 ? 0 : end;
}

/** Where the members of an object stand, whatever their order. */
function findMembers(at: usize): usize {
  kind = 0;
  metadataAt = 0;
  specAt = 0;
  statusAt = 0;
  itemsAt = 0;
  isForeign = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else {
      const value = at;
      if (keyIs("kind")) {
        at = readWord(at);
        kind = at == 0 ? 0 : internText(wordAt(), wordSize());
      } else if (keyIs("apiVersion")) {
        at = readWord(at);
        isForeign = at != 0 && isOfOthers(wordAt(), wordSize());
      } else {
        if (keyIs("metadata")) metadataAt = value;
        else if (keyIs("spec")) specAt = value;
        else if (keyIs("status")) statusAt = value;
        else if (keyIs("items")) itemsAt = value;
        at = skipValue(at);
      }
    }
    at = nextMember(at);
  }
  return closeObject(at);
}

/** `DeploymentList` lists objects that need not say that they are Deployments. */
function itemKindOf(): u32 {
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
  if (isForeign) return true;
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
  return metadataAt != 0 && readMetadata(metadataAt) != 0;
}

/** The capacity of a node; what is allocatable stands in when the status does not say it. */
function takeNode(): bool {
  if (!readName()) return false;
  const row = findNode(metadata.name);
  if (row == NO_ROW || statusAt == 0) return true;
  let at = openObject(statusAt);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("capacity") && !isNull(at)) {
      at = readResourceList(at, false);
      const amounts = amountsOf(listRead);
      agentAt(row).capacityMemory = amounts.memory;
      agentAt(row).capacityDisk = amounts.ephemeralStorage;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at) != 0;
}

let replicas: i32 = 1;
let isParallel: bool = false;
let firstOrdinal: i32 = 0;
let minReadySeconds: i32 = 0;
let isPaused: bool = false;
let selector: u32 = 0;
let templateAt: usize = 0;

function takeOwner(ownerKind: OwnerKind): bool {
  if (!readName()) return false;
  const namespace = metadata.namespace != 0 ? metadata.namespace : internLiteral("default");
  const name = metadata.name;
  const controller = metadata.controller;
  startJob();
  if (!readOwnerSpec()) return false;
  if (ownerKind == OwnerKind.Job && statusAt != 0 && readJobStatus(statusAt) == 0) return false;
  const known = findOwner(kind, namespace, name);
  const place = known == 0 ? appendOwner() : changetype<usize>(ownerAt(known - 1));
  if (place == 0) return false;
  if (known != 0) replaced++;
  const owner = changetype<Owner>(place);
  owner.namespace = namespace;
  owner.name = name;
  owner.kind = ownerKind;
  owner.kindText = kind;
  owner.replicas = replicas;
  finishJob(owner);
  owner.isParallel = u32(isParallel);
  owner.firstOrdinal = firstOrdinal;
  owner.minReadySeconds = minReadySeconds;
  owner.isPaused = u32(isPaused);
  owner.selector = selector;
  const isOfDeployment = controller != 0 && wordOf(controller, 1) == internLiteral("Deployment");
  owner.deployment = isOfDeployment ? wordOf(controller, 2) : 0;
  return takeTemplate(known == 0 ? owners.count - 1 : known - 1);
}

function readOwnerSpec(): bool {
  replicas = 1;
  isParallel = false;
  firstOrdinal = 0;
  minReadySeconds = 0;
  isPaused = false;
  selector = 0;
  templateAt = 0;
  if (specAt == 0) return true;
  let at = openObject(specAt);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readSpecMember(at));
  }
  return closeObject(at) != 0;
}

function readSpecMember(at: usize): usize {
  if (keyIs("replicas")) {
    at = readCountInto(at);
    replicas = countRead;
  } else if (keyIs("selector") && kind == internLiteral("Deployment")) {
    at = readLabelSelector(at);
    selector = listRead;
  } else if (keyIs("podManagementPolicy")) {
    at = readWord(at);
    isParallel = wordIs("Parallel");
  } else if (keyIs("minReadySeconds")) {
    at = readCountInto(at);
    minReadySeconds = countRead;
  } else if (keyIs("paused")) {
    at = readTruth(at);
    isPaused = truthRead;
  } else if (keyIs("ordinals")) {
    at = readOrdinals(at);
  } else {
    const isTemplate = keyIs("template");
    if (isTemplate) templateAt = at;
    return isTemplate || kind != internLiteral("Job") ? skipValue(at) : readJobMember(at);
  }
  return at;
}

function readOrdinals(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("start")) {
      at = readCountInto(at);
      firstOrdinal = countRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** The pod of a template is read like any other, and taken out of the pods again. */
function takeTemplate(row: u32): bool {
  if (templateAt == 0) return true;
  const before = pods.count;
  clearMetadata();
  startPod();
  let at = openObject(templateAt);
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
