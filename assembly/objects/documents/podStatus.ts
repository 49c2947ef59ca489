/** A pod's status: where it was nominated to, its phase, and the resources it has been given. */
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
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import { beginList, endList, internList, push } from "../model/list.ts";
import {
  ContainerStatusFlag,
  ContainerStatusWord,
  NOT_STARTED,
  StatusFlag,
  StatusWord,
} from "../model/pod.ts";
import { areRequestsRead, readResources, requestsRead } from "./containers.ts";
import {
  integerRead,
  listRead,
  readInteger32,
  readResourceList,
  readTextInto,
  readTimeInto,
  setListRead,
  textRead,
} from "./values.ts";

const STATUS: usize = memory.data(StatusWord.End * 4, 4);
const CONTAINER: usize = memory.data(ContainerStatusWord.End * 4, 4);

export let nominatedRead: u32 = 0;
export let phaseRead: u32 = 0;
export let qosClassRead: u32 = 0;
export let resizeRead: u32 = 0;
export let isTerminatedRead: bool = false;
export let isEvictedRead: bool = false;
export let isPreemptedRead: bool = false;
export let isReadyRead: bool = false;
export let startedRead: i64 = NOT_STARTED;
export let statusRead: u32 = 0;
/** How often the container that was restarted most was, of those that are not init containers. */
export let restartsRead: i32 = 0;
let restartsOfList: i32 = 0;

/** For the condition being read. */
let isPending: bool = false;
let isReadiness: bool = false;
let isDisruption: bool = false;
let isTrue: bool = false;
let isInfeasible: bool = false;
let isPreemption: bool = false;

export function startStatus(): void {
  nominatedRead = 0;
  phaseRead = 0;
  qosClassRead = 0;
  resizeRead = 0;
  isTerminatedRead = false;
  isEvictedRead = false;
  isPreemptedRead = false;
  isReadyRead = false;
  startedRead = NOT_STARTED;
  restartsRead = 0;
  statusRead = 0;
  memory.fill(STATUS, 0, StatusWord.End * 4);
}

function statusWord(word: StatusWord): u32 {
  return load<u32>(STATUS + (usize(word) << 2));
}

function setStatus(word: StatusWord, value: u32): void {
  store<u32>(STATUS + (usize(word) << 2), value);
}

export function readStatus(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readStatusMember(at));
  }
  return closeObject(at);
}

/** Keeps what says something; a status without resources is 0. */
export function finishStatus(): void {
  let any: u32 = 0;
  for (let word = 0; word < StatusWord.End; word++) any |= statusWord(word);
  statusRead = any == 0 ? 0 : internList(STATUS, StatusWord.End);
}

function readStatusMember(at: usize): usize {
  if (keyIs("phase")) {
    at = readTextInto(at);
    phaseRead = textRead;
    isTerminatedRead = wordIs("Succeeded") || wordIs("Failed");
  } else if (keyIs("reason")) {
    at = readWord(at);
    isEvictedRead = wordIs("Evicted");
  } else if (keyIs("nominatedNodeName")) {
    at = readTextInto(at);
    nominatedRead = textRead;
  } else if (keyIs("qosClass")) {
    at = readTextInto(at);
    qosClassRead = textRead;
  } else if (keyIs("resize")) {
    at = readTextInto(at);
    resizeRead = textRead;
  } else if (keyIs("startTime")) {
    at = readTimeInto(at);
    startedRead = integerRead;
  } else if (keyIs("conditions")) return readConditions(at);
  else if (keyIs("containerStatuses")) {
    at = readContainerStatuses(at);
    setStatus(StatusWord.Containers, listRead);
    restartsRead = restartsOfList;
  } else if (keyIs("initContainerStatuses")) {
    at = readContainerStatuses(at);
    setStatus(StatusWord.InitContainers, listRead);
  } else if (keyIs("resources")) {
    at = readResources(at, true);
    setStatus(StatusWord.Requests, requestsRead);
    addStatusFlag(StatusFlag.HasResources);
    if (areRequestsRead) addStatusFlag(StatusFlag.HasRequests);
  } else if (keyIs("allocatedResources")) {
    at = readResourceList(at, true);
    setStatus(StatusWord.Allocated, listRead);
    addStatusFlag(StatusFlag.HasAllocated);
  } else if (keyIs("extendedResourceClaimStatus")) return readClaimStatus(at);
  else return skipValue(at);
  return at;
}

function addStatusFlag(flag: StatusFlag): void {
  setStatus(StatusWord.Flags, statusWord(StatusWord.Flags) | u32(flag));
}

/** For each type, the first condition counts: PodResizePending, DisruptionTarget and Ready. */
function readConditions(at: usize): usize {
  let isKnown = false;
  let isDisruptionKnown = false;
  let isReadinessKnown = false;
  at = openArray(at);
  while (atElement(at)) {
    isPending = false;
    isReadiness = false;
    isDisruption = false;
    isTrue = false;
    isInfeasible = false;
    isPreemption = false;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      at = nextMember(isNull(at) ? at + 4 : readConditionMember(at));
    }
    if (isPending && !isKnown) {
      isKnown = true;
      if (isInfeasible) {
        setStatus(StatusWord.Flags, statusWord(StatusWord.Flags) | StatusFlag.ResizeInfeasible);
      }
    }
    if (isDisruption && !isDisruptionKnown) {
      isDisruptionKnown = true;
      isPreemptedRead = isTrue && isPreemption;
    }
    if (isReadiness && !isReadinessKnown) {
      isReadinessKnown = true;
      isReadyRead = isTrue;
    }
    at = nextElement(closeObject(at));
  }
  return closeArray(at);
}

function readConditionMember(at: usize): usize {
  if (keyIs("type")) {
    at = readWord(at);
    isPending = wordIs("PodResizePending");
    isDisruption = wordIs("DisruptionTarget");
    isReadiness = wordIs("Ready");
  } else if (keyIs("status")) {
    at = readWord(at);
    isTrue = wordIs("True");
  } else if (keyIs("reason")) {
    at = readWord(at);
    isInfeasible = wordIs("Infeasible");
    isPreemption = wordIs("PreemptionByScheduler");
  } else return skipValue(at);
  return at;
}

function readContainerStatuses(at: usize): usize {
  const list = beginList();
  restartsOfList = 0;
  at = openArray(at);
  while (atElement(at)) {
    memory.fill(CONTAINER, 0, ContainerStatusWord.End * 4);
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      at = nextMember(isNull(at) ? at + 4 : readContainerMember(at));
    }
    at = closeObject(at);
    push(internList(CONTAINER, ContainerStatusWord.End));
    at = nextElement(at);
  }
  setListRead(endList(list));
  return closeArray(at);
}

function setContainer(word: ContainerStatusWord, value: u32): void {
  store<u32>(CONTAINER + (usize(word) << 2), value);
}

function addContainerFlag(flag: ContainerStatusFlag): void {
  const at = CONTAINER + (ContainerStatusWord.Flags << 2);
  store<u32>(at, load<u32>(at) | u32(flag));
}

function readContainerMember(at: usize): usize {
  if (keyIs("name")) {
    at = readTextInto(at);
    setContainer(ContainerStatusWord.Name, textRead);
  } else if (keyIs("resources")) {
    at = readResources(at, true);
    setContainer(ContainerStatusWord.Requests, requestsRead);
    addContainerFlag(ContainerStatusFlag.HasResources);
    if (areRequestsRead) addContainerFlag(ContainerStatusFlag.HasRequests);
  } else if (keyIs("allocatedResources")) {
    at = readResourceList(at, true);
    setContainer(ContainerStatusWord.Allocated, listRead);
    addContainerFlag(ContainerStatusFlag.HasAllocated);
  } else if (keyIs("restartCount")) {
    at = readInteger32(at);
    restartsOfList = max(restartsOfList, i32(integerRead));
  } else if (keyIs("state")) return readState(at);
  else return skipValue(at);
  return at;
}

function readState(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("running") && !isNull(at)) addContainerFlag(ContainerStatusFlag.Running);
    at = nextMember(skipValue(at));
  }
  return closeObject(at);
}

function readClaimStatus(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("requestMappings") && !isNull(at)) at = readClaimMappings(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readClaimMappings(at: usize): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    let container: u32 = 0;
    let resource: u32 = 0;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (isNull(at)) at += 4;
      else if (keyIs("containerName")) {
        at = readTextInto(at);
        container = textRead;
      } else if (keyIs("resourceName")) {
        at = readTextInto(at);
        resource = textRead;
      } else at = skipValue(at);
      at = nextMember(at);
    }
    push(container);
    push(resource);
    at = nextElement(closeObject(at));
  }
  setStatus(StatusWord.ClaimMappings, endList(list));
  return closeArray(at);
}
