/** `spec` of a pod → its row, its containers and volumes. Spec 4.4, 5.1, 5.2, 6. */

import { Status } from "../../abi.ts";
import { arenaPosition, rewindArena } from "../../base/arena.ts";
import { clearFailure, fail, failureDocument, Reason } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { readInteger, valuePresent } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { isWordEmpty, readWord, wordIs } from "../../base/json/words.ts";
import { copyQuantity } from "../../base/kubernetes/quantity.ts";
import {
  isContainers,
  isEffect,
  isInitContainers,
  isKey,
  isOperator,
  isOverhead,
  isPriority,
  isPriorityClassName,
  isResources,
  isTerminationGracePeriodSeconds,
  isTolerations,
  isValue,
  isVolumes,
} from "../keys.ts";
import { behavesAs, isKubeletKnown } from "../model/behavior.ts";
import { Pod, PodFlag, setPodFlag } from "../model/pod.ts";
import { Behavior } from "../model/releaseTable.ts";
import { decodeContainers } from "./containers.ts";
import { addPodQos, comparedQosClass, computedQosClass, startQos } from "./qos.ts";
import {
  decodeResourceList,
  decodeResources,
  ListedResource,
  limits,
  RESOURCE_LIST_BYTES,
  ResourceList,
  requests,
} from "./resources.ts";
import { decodeVolumes } from "./volumes.ts";

const overhead: ResourceList = changetype<ResourceList>(memory.data(320, 16));
const podRequests: ResourceList = changetype<ResourceList>(memory.data(320, 16));
const podLimits: ResourceList = changetype<ResourceList>(memory.data(320, 16));
const integer: usize = memory.data(8, 8);

const SUPPORTED_AT_POD_LEVEL: u32 =
  ListedResource.Cpu | ListedResource.Memory | ListedResource.HugePages;

export function decodePodSpec(at: usize, pod: Pod): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isContainers()) at = decodeContainers(at, pod, false);
    else if (isInitContainers()) at = decodeContainers(at, pod, true);
    else if (isVolumes()) at = decodeVolumes(at, pod);
    else if (isPriority()) at = decodePriority(at, pod);
    else if (isPriorityClassName()) at = decodePriorityClassName(at, pod);
    else if (isTerminationGracePeriodSeconds()) at = decodeGracePeriod(at, pod);
    else if (isTolerations()) at = decodeTolerations(at, pod);
    else if (isOverhead()) at = decodeOverhead(at, pod);
    else if (isResources()) at = decodePodResources(at, pod);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function decodePriority(at: usize, pod: Pod): usize {
  const start = at;
  at = readInteger(at, integer);
  const value = load<i64>(integer);
  if (at != 0 && valuePresent) {
    if (value != i64(i32(value))) return fail(Status.WrongType, Reason.ExpectedInteger, start);
    pod.priority = i32(value);
    pod.flags |= PodFlag.PrioritySet;
  }
  return at;
}

function decodePriorityClassName(at: usize, pod: Pod): usize {
  at = readWord(at);
  setPodFlag(pod, PodFlag.NodeCriticalClass, wordIs("system-node-critical"));
  return at;
}

function decodeGracePeriod(at: usize, pod: Pod): usize {
  at = readInteger(at, integer);
  if (at != 0 && valuePresent) {
    pod.terminationGracePeriodSeconds = load<i64>(integer);
    pod.flags |= PodFlag.GraceSet;
  }
  return at;
}

function decodeTolerations(at: usize, pod: Pod): usize {
  if (isNull(at)) return at + 4;
  at = openArray(at);
  while (atElement(at)) {
    if (isNull(at)) {
      // Go's zero toleration: no key, no effect, no value. It tolerates everything.
      pod.flags |= PodFlag.ToleratesMemoryPressure;
      at += 4;
    } else at = decodeToleration(at, pod);
    at = nextElement(at);
  }
  return closeArray(at);
}

/** Tolerates the memory-pressure taint, whose value is empty. Spec 5.1. */
function decodeToleration(at: usize, pod: Pod): usize {
  let keyMatches: bool = true;
  let effectMatches: bool = true;
  let valueEmpty: bool = true;
  let operatorExists: bool = false;
  let operatorEqual: bool = true;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isKey()) {
      at = readWord(at);
      keyMatches = isWordEmpty() || wordIs("node.kubernetes.io/memory-pressure");
    } else if (isEffect()) {
      at = readWord(at);
      effectMatches = isWordEmpty() || wordIs("NoSchedule");
    } else if (isValue()) {
      at = readWord(at);
      valueEmpty = isWordEmpty();
    } else if (isOperator()) {
      at = readWord(at);
      operatorExists = wordIs("Exists");
      operatorEqual = isWordEmpty() || wordIs("Equal");
    } else at = skipValue(at);
    at = nextMember(at);
  }
  if (keyMatches && effectMatches && (operatorExists || (operatorEqual && valueEmpty))) {
    pod.flags |= PodFlag.ToleratesMemoryPressure;
  }
  return closeObject(at);
}

function decodeOverhead(at: usize, pod: Pod): usize {
  at = decodeResourceList(at, overhead);
  const present = overhead.present;
  if (present & ListedResource.Memory) copyQuantity(pod.overheadMemory, overhead.memory);
  if (present & ListedResource.EphemeralStorage) {
    copyQuantity(pod.overheadEphemeralStorage, overhead.ephemeralStorage);
    pod.flags |= PodFlag.EphemeralStorageOverhead;
  }
  if (present & ListedResource.Inodes) copyQuantity(pod.overheadInodes, overhead.inodes);
  return at;
}

/** Pod-level resources; only cpu, memory and huge pages count there. Spec 4.4. */
function decodePodResources(at: usize, pod: Pod): usize {
  if (isNull(at)) return at + 4;
  const start = at;
  const position = arenaPosition();
  at = decodeResources(at);
  if (at == 0 && !readsPodResources()) {
    clearFailure(failureDocument());
    rewindArena(position);
    return skipValue(start);
  }
  pod.flags |= PodFlag.ResourcesSet;
  const requested = requests.present & SUPPORTED_AT_POD_LEVEL;
  setPodFlag(pod, PodFlag.PodLevelRequests, requested != 0);
  const listed = requested | (limits.present & SUPPORTED_AT_POD_LEVEL);
  setPodFlag(pod, PodFlag.PodLevelResources, listed != 0);
  if (requests.present & ListedResource.Memory) {
    pod.flags |= PodFlag.PodMemoryRequest;
    copyQuantity(pod.podMemoryRequest, requests.memory);
  }
  memory.copy(changetype<usize>(podRequests), changetype<usize>(requests), RESOURCE_LIST_BYTES);
  memory.copy(changetype<usize>(podLimits), changetype<usize>(limits), RESOURCE_LIST_BYTES);
  return at;
}

/** A kubelet that does not know the member passes it over whatever it holds. */
function readsPodResources(): bool {
  return !isKubeletKnown() || behavesAs(Behavior.PodResourcesRead);
}

/** The classes of a pod whose spec is read: by its containers, and by its own resources. */
export function computeQosClasses(pod: Pod): void {
  pod.containerQosClass = u8(computedQosClass());
  pod.podLevelQosClass = pod.containerQosClass;
  pod.comparedContainerQosClass = u8(comparedQosClass());
  pod.comparedPodLevelQosClass = pod.comparedContainerQosClass;
  if ((pod.flags & PodFlag.ResourcesSet) == 0) return;
  startQos();
  addPodQos(podRequests, podLimits);
  pod.podLevelQosClass = u8(computedQosClass());
  pod.comparedPodLevelQosClass = u8(comparedQosClass());
}
