/** One v1 Pod → a staged row. */

import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
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
import { readText } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { isWordEmpty, readWord, wordIs } from "../../base/json/words.ts";
import {
  isAllocatedResources,
  isAnnotations,
  isContainerStatuses,
  isDeletionTimestamp,
  isInitContainerStatuses,
  isKind,
  isMetadata,
  isName,
  isNamespace,
  isPhase,
  isQosClass,
  isRunning,
  isSpec,
  isState,
  isStatus,
  isUid,
} from "../keys.ts";
import { POD_SIZE } from "../memory.ts";
import { Pod, PodFlag, QosClass, setPodFlag } from "../model/pod.ts";
import { stagedTables } from "../model/tables.ts";
import { NodeReason } from "../reasons.ts";
import {
  decodeContainerAllocation,
  decodePodAllocation,
  keepContainerAllocation,
  keepPodAllocation,
  laterStatuses,
  readLater,
  startAllocations,
  startContainerAllocation,
  statusName,
} from "./allocations.ts";
import { computeQosClasses, decodePodSpec } from "./podSpec.ts";
import { startQos } from "./qos.ts";

/** Whether the object read last had a `spec`: a Pod has one, other documents do not. */
export let podSpecSeen: bool = false;

export function decodePod(at: usize, pod: Pod): usize {
  podSpecSeen = false;
  memory.fill(changetype<usize>(pod), 0, POD_SIZE);
  pod.firstContainer = stagedTables.containerCount;
  pod.firstVolume = stagedTables.volumeCount;
  startQos();
  startAllocations();
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isMetadata()) at = decodeMetadata(at, pod);
    else if (isSpec()) {
      podSpecSeen = true;
      at = decodePodSpec(at, pod);
    } else if (isStatus()) at = decodeStatus(at, pod);
    else if (isKind()) at = decodeKind(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  computeQosClasses(pod);
  if (at == 0 || !decodeLater(pod)) return 0;
  return closeObject(at);
}

/** The lists of statuses that came before the spec, for what they say of its containers. */
function decodeLater(pod: Pod): bool {
  for (let list: u32 = 0; list < 2; list++) {
    const at = laterStatuses(list);
    if (at != 0 && decodeContainerStatuses(at, pod) == 0) return false;
  }
  keepPodAllocation(pod);
  return true;
}

/** A kubelet's own list leaves the kind of its pods out. */
function decodeKind(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || isWordEmpty() || wordIs("Pod")) return at;
  return fail(Status.WrongDocument, NodeReason.OtherKindThanPod, start);
}

function decodeMetadata(at: usize, pod: Pod): usize {
  if (isNull(at)) return at + 4;
  const base = changetype<usize>(pod);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isName()) at = readText(at, base + offsetof<Pod>("name"));
    else if (isNamespace()) at = readText(at, base + offsetof<Pod>("namespace"));
    else if (isUid()) at = readText(at, base + offsetof<Pod>("uid"));
    else if (isAnnotations()) at = decodeAnnotations(at, pod);
    else if (isDeletionTimestamp()) {
      setPodFlag(pod, PodFlag.Deleted, !isNull(at));
      at = skipValue(at);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** Static: a source other than the API server. Mirror: the annotation, whatever it says. */
function decodeAnnotations(at: usize, pod: Pod): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kubernetes.io/config.source")) {
      at = readWord(at);
      setPodFlag(pod, PodFlag.Static, !wordIs("api"));
    } else if (keyIs("kubernetes.io/config.mirror")) {
      pod.flags |= PodFlag.Mirror;
      at = skipValue(at);
    } else if (keyIs("scheduler.alpha.kubernetes.io/critical-pod")) {
      pod.flags |= PodFlag.CriticalAnnotation;
      at = skipValue(at);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function decodeStatus(at: usize, pod: Pod): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isPhase()) {
      at = readWord(at);
      setPodFlag(pod, PodFlag.Terminal, wordIs("Succeeded") || wordIs("Failed"));
    } else if (isQosClass()) {
      at = readWord(at);
      pod.statusQosClass = u8(namedQosClass());
    } else if (isContainerStatuses() || isInitContainerStatuses()) {
      if (!podSpecSeen) readLater(isContainerStatuses() ? 0 : 1, at);
      at = decodeContainerStatuses(at, pod);
    } else if (isAllocatedResources()) at = decodePodAllocation(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** A name the kubelet does not know is neither BestEffort nor Guaranteed to it. */
function namedQosClass(): QosClass {
  if (isWordEmpty()) return QosClass.None;
  if (wordIs("Guaranteed")) return QosClass.Guaranteed;
  return wordIs("BestEffort") ? QosClass.BestEffort : QosClass.Burstable;
}

function decodeContainerStatuses(at: usize, pod: Pod): usize {
  if (isNull(at)) return at + 4;
  at = openArray(at);
  while (atElement(at)) {
    pod.flags |= PodFlag.StatusesSet;
    at = isNull(at) ? at + 4 : decodeContainerStatus(at, pod);
    at = nextElement(at);
  }
  return closeArray(at);
}

function decodeContainerStatus(at: usize, pod: Pod): usize {
  startContainerAllocation();
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isState()) at = decodeState(at, pod);
    else if (isName()) at = readText(at, statusName);
    else if (isAllocatedResources()) at = decodeContainerAllocation(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  if (at != 0) keepContainerAllocation(pod);
  return closeObject(at);
}

function decodeState(at: usize, pod: Pod): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isRunning() && !isNull(at)) pod.flags |= PodFlag.ContainersRunning;
    at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}
