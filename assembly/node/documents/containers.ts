/** `containers` and `initContainers` of a pod's spec → container rows, and the QoS sums. */

import { CONTAINERS_MAX, Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
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
import { readText } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import { copyQuantity, quantityValue } from "../../base/kubernetes/quantity.ts";
import { isName, isResources, isRestartPolicy } from "../keys.ts";
import { CONTAINER_SIZE } from "../memory.ts";
import { Container, ContainerFlag, ContainerKind, stagedContainerAt } from "../model/container.ts";
import { Pod, PodFlag } from "../model/pod.ts";
import { stagedTables } from "../model/tables.ts";
import { NodeReason } from "../reasons.ts";
import { addContainerQos } from "./qos.ts";
import { clearResources, decodeResources, ListedResource, limits, requests } from "./resources.ts";

export function decodeContainers(at: usize, pod: Pod, init: bool): usize {
  if (isNull(at)) return at + 4;
  if (hasContainers(pod, init)) return fail(Status.WrongType, NodeReason.Twice, at);
  at = openArray(at);
  while (atElement(at)) {
    if (stagedTables.containerCount == CONTAINERS_MAX) {
      return fail(Status.TableFull, NodeReason.Containers, at);
    }
    const container = stagedContainerAt(stagedTables.containerCount++);
    pod.containerCount++;
    memory.fill(changetype<usize>(container), 0, CONTAINER_SIZE);
    container.kind = init ? ContainerKind.Init : ContainerKind.Regular;
    clearResources();
    at = isNull(at) ? at + 4 : decodeContainer(at, container);
    if (at == 0) return 0;
    addContainerQos();
    noteLimits(pod, container);
    at = nextElement(at);
  }
  return closeArray(at);
}

/** A second list would have to take back what the first one added to the sums. */
function hasContainers(pod: Pod, init: bool): bool {
  const end = pod.firstContainer + pod.containerCount;
  for (let index = pod.firstContainer; index < end; index++) {
    if ((stagedContainerAt(index).kind != ContainerKind.Regular) == init) return true;
  }
  return false;
}

function decodeContainer(at: usize, container: Container): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isName()) at = readText(at, changetype<usize>(container));
    else if (isResources()) at = decodeResources(at);
    else if (isRestartPolicy()) {
      at = readWord(at);
      if (container.kind != ContainerKind.Regular && wordIs("Always")) {
        container.kind = ContainerKind.Sidecar;
      }
    } else at = skipValue(at);
    at = nextMember(at);
  }
  keepQuantities(container);
  return closeObject(at);
}

function keepQuantities(container: Container): void {
  if (requests.present & ListedResource.Memory) {
    container.flags |= ContainerFlag.MemoryRequest;
    copyQuantity(container.memoryRequest, requests.memory);
  }
  if (requests.present & ListedResource.EphemeralStorage) {
    container.flags |= ContainerFlag.EphemeralStorageRequest;
    copyQuantity(container.ephemeralStorageRequest, requests.ephemeralStorage);
  }
  if (requests.present & ListedResource.Inodes) {
    container.flags |= ContainerFlag.InodesRequest;
    copyQuantity(container.inodesRequest, requests.inodes);
  }
  if (limits.present & ListedResource.EphemeralStorage) {
    container.flags |= ContainerFlag.EphemeralStorageLimit;
    copyQuantity(container.ephemeralStorageLimit, limits.ephemeralStorage);
  }
}

/** Only regular containers are held to their own limit, unless its Value is 0. Spec 3.8. */
function noteLimits(pod: Pod, container: Container): void {
  if ((container.flags & ContainerFlag.EphemeralStorageLimit) == 0) return;
  pod.flags |= PodFlag.EphemeralStorageLimit;
  if (container.kind != ContainerKind.Regular) return;
  if (quantityValue(container.ephemeralStorageLimit) != 0) pod.flags |= PodFlag.ContainerLimit;
}
