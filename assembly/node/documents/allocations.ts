/**
 * What the statuses of a pod say is allocated to its containers and to the pod as a whole: a resize
 * of the spec may be pending. Spec 4.4.
 */
import { arenaPosition, rewindArena } from "../../base/arena.ts";
import { clearFailure, failureDocument } from "../../base/json/failure.ts";
import { isNull } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { copyQuantity, QUANTITY_SIZE, Quantity } from "../../base/kubernetes/quantity.ts";
import { equalText } from "../../base/text.ts";
import { CONTAINER_SIZE } from "../memory.ts";
import { behavesAs, isKubeletKnown } from "../model/behavior.ts";
import {
  Container,
  ContainerFlag,
  ContainerKind,
  containerHas,
  stagedContainerAt,
} from "../model/container.ts";
import { enterName, findName, startNames } from "../model/names.ts";
import { Pod, PodFlag, podHas } from "../model/pod.ts";
import { Behavior } from "../model/releaseTable.ts";
import {
  decodeResourceList,
  ListedResource,
  RESOURCE_LIST_BYTES,
  ResourceList,
} from "./resources.ts";

/** The name of the status being read: an address and a size. */
export const statusName: usize = memory.data(8, 4);

const list: ResourceList = changetype<ResourceList>(memory.data(320, 16));
const ofPod: Quantity = changetype<Quantity>(memory.data(48, 16));
/** Where lists of statuses begin that precede the spec; the last of each kind counts. */
const later: usize = memory.data(8, 4);

let isListed: bool = false;
let isPodListed: bool = false;
let statusStart: usize = 0;
/** How many containers of the pod are entered by name. */
let enteredCount: u32 = 0;

export function startAllocations(): void {
  isPodListed = false;
  enteredCount = 0;
  store<u64>(later, 0);
}

export function readLater(index: u32, at: usize): void {
  store<u32>(later + (usize(index) << 2), u32(at));
}

/** 0 if the list follows the spec or is missing. */
export function laterStatuses(index: u32): usize {
  return load<u32>(later + (usize(index) << 2));
}

export function startContainerAllocation(): void {
  isListed = false;
  statusStart = arenaPosition();
  store<u64>(statusName, 0);
}

export function decodeContainerAllocation(at: usize): usize {
  isListed = !isNull(at);
  return decodeAllocation(at);
}

/** Notes what the status that ends here says, at the container with its name. */
export function keepContainerAllocation(pod: Pod): void {
  const container = isListed ? findContainer(pod) : null;
  if (container === null || !keepIn(container)) rewindArena(statusStart);
}

/**
 * Answers whether text of the status is referred to from now on. Most pods are not being resized:
 * what is allocated is then what the spec requests, and needs no place of its own.
 */
function keepIn(container: Container): bool {
  container.flags &= ~(ContainerFlag.Allocated | ContainerFlag.AllocatedMemory);
  memory.fill(changetype<usize>(container.allocatedMemory), 0, QUANTITY_SIZE);
  const isListed = (list.present & ListedResource.Memory) != 0;
  const isRequested = containerHas(container, ContainerFlag.MemoryRequest);
  if (isListed == isRequested && isSame(container.memoryRequest, list.memory)) return false;
  container.flags |= ContainerFlag.Allocated;
  if (!isListed) return false;
  container.flags |= ContainerFlag.AllocatedMemory;
  copyQuantity(container.allocatedMemory, list.memory);
  return true;
}

/** Whether two quantities are the same in every respect, also in how they are written. */
function isSame(a: Quantity, b: Quantity): bool {
  const textAt = offsetof<Quantity>("text");
  const isSameValue = equalText(
    changetype<usize>(a),
    i32(textAt),
    changetype<usize>(b),
    i32(textAt),
  );
  return isSameValue && equalText(a.text, a.size, b.text, b.size);
}

/** Init containers that end before others begin are not resized. */
function findContainer(pod: Pod): Container | null {
  if (pod.containerCount == 0) return null;
  if (enteredCount != pod.containerCount) enterContainers(pod);
  const row = findName(load<u32>(statusName), load<i32>(statusName, 4));
  return row < 0 ? null : stagedContainerAt(pod.firstContainer + u32(row));
}

function enterContainers(pod: Pod): void {
  startNames(changetype<usize>(stagedContainerAt(pod.firstContainer)), CONTAINER_SIZE);
  for (let row: u32 = 0; row < pod.containerCount; row++) {
    if (stagedContainerAt(pod.firstContainer + row).kind != ContainerKind.Init) enterName(row);
  }
  enteredCount = pod.containerCount;
}

export function decodePodAllocation(at: usize): usize {
  at = decodeAllocation(at);
  isPodListed = (list.present & ListedResource.Memory) != 0;
  copyQuantity(ofPod, list.memory);
  return at;
}

export function keepPodAllocation(pod: Pod): void {
  if (!isPodListed || !podHas(pod, PodFlag.PodMemoryRequest)) return;
  pod.flags |= PodFlag.AllocatedMemory;
  copyQuantity(pod.allocatedMemory, ofPod);
}

/** A kubelet that does not know the member passes it over whatever it holds. */
function decodeAllocation(at: usize): usize {
  const start = at;
  const position = arenaPosition();
  at = decodeResourceList(at, list);
  const isRead = !isKubeletKnown() || behavesAs(Behavior.InPlaceResize);
  if (at != 0 || isRead) return at;
  clearFailure(failureDocument());
  rewindArena(position);
  memory.fill(changetype<usize>(list), 0, RESOURCE_LIST_BYTES);
  return skipValue(start);
}
