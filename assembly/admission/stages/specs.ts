/** Specs as the kubelet reads them: with allocated, without unknown extended resources. */
import {
  copyQuantity,
  QUANTITY_SIZE,
  Quantity,
  subtractQuantity,
  writeQuantity,
} from "../../base/kubernetes/quantity.ts";
import { SCRATCH_OFFSET } from "../../base/memory.ts";
import { equalAscii } from "../../base/text.ts";
import {
  beginList,
  endList,
  endPairs,
  internList,
  listCount,
  push,
  valueOf,
  wordOf,
} from "../../objects/model/list.ts";
import { Node } from "../../objects/model/node.ts";
import {
  ContainerStatusFlag,
  ContainerStatusWord,
  Pod,
  StatusWord,
} from "../../objects/model/pod.ts";
import { ContainerWord, internSpec, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { isExtended } from "../../objects/model/resourceName.ts";
import { internText, NO_TEXT, textAt, textSize } from "../../objects/model/text.ts";
import { isPodLevel } from "../../objects/requests/podRequests.ts";
import { quantityOf } from "../../objects/requests/resourceList.ts";
import { behavesAs } from "../model/kubelet.ts";
import { Behavior } from "../model/releaseTable.ts";

const SPEC: usize = memory.data(4 * 64, 4);
const CONTAINER: usize = memory.data(4 * 16, 4);
const LEFT = changetype<Quantity>(memory.data(i32(QUANTITY_SIZE), 8));
const DEVICE_CLASS_PREFIX = "deviceclass.resource.kubernetes.io/";

function startSpec(spec: u32): void {
  for (let word = 0; word < SpecWord.End; word++) setWord(word, specWord(spec, word));
}

function setWord(word: SpecWord, value: u32): void {
  store<u32>(SPEC + (usize(word) << 2), value);
}

/** A container with other requests. */
function withRequests(container: u32, requests: u32): u32 {
  for (let word: u32 = 0; word < u32(ContainerWord.End); word++) {
    store<u32>(CONTAINER + (usize(word) << 2), wordOf(container, word));
  }
  store<u32>(CONTAINER + (ContainerWord.Requests << 2), requests);
  return internList(CONTAINER, ContainerWord.End);
}

/**
 * The row of a spec with allocated resources: of its containers and sidecars, which can be resized,
 * and of the pod as a whole.
 */
export function allocatedSpec(pod: Pod): u32 {
  if (pod.status == 0 || !behavesAs(Behavior.InPlaceResize)) return pod.spec;
  startSpec(pod.spec);
  setWord(SpecWord.Containers, allocate(pod, specWord(pod.spec, SpecWord.Containers), false));
  setWord(
    SpecWord.InitContainers,
    allocate(pod, specWord(pod.spec, SpecWord.InitContainers), true),
  );
  if (behavesAs(Behavior.PodLevelResize)) setWord(SpecWord.Requests, podLevelAllocation(pod));
  return internSpec(SPEC);
}

function allocate(pod: Pod, containers: u32, sidecarsOnly: bool): u32 {
  if (containers == 0) return 0;
  const list = beginList();
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    const isResizable = !sidecarsOnly || wordOf(container, ContainerWord.RestartsAlways) != 0;
    const status = isResizable ? allocationOf(pod, wordOf(container, ContainerWord.Name)) : 0;
    const allocated = status == 0 ? 0 : wordOf(status, ContainerStatusWord.Allocated);
    push(status == 0 ? container : withRequests(container, allocated));
  }
  return endList(list);
}

/** The last status of that name with allocated resources; those of init containers come last. */
function allocationOf(pod: Pod, name: u32): u32 {
  const ofInit = lastAllocated(wordOf(pod.status, StatusWord.InitContainers), name);
  return ofInit != 0 ? ofInit : lastAllocated(wordOf(pod.status, StatusWord.Containers), name);
}

function lastAllocated(statuses: u32, name: u32): u32 {
  for (let index = listCount(statuses); index > 0; index--) {
    const status = wordOf(statuses, index - 1);
    if (wordOf(status, ContainerStatusWord.Name) != name) continue;
    const flags = wordOf(status, ContainerStatusWord.Flags);
    if ((flags & ContainerStatusFlag.HasAllocated) != 0) return status;
  }
  return 0;
}

/** The kubelet reports it with the overhead, which is taken away again. */
function podLevelAllocation(pod: Pod): u32 {
  const requests = specWord(pod.spec, SpecWord.Requests);
  const reported = wordOf(pod.status, StatusWord.Allocated);
  if (requests == 0 || reported == 0) return requests;
  const overhead = specWord(pod.spec, SpecWord.Overhead);
  const list = beginList();
  for (let index: u32 = 0; index < listCount(requests); index += 2) {
    const name = wordOf(requests, index);
    const found = isPodLevel(name) ? valueOf(reported, name, NO_TEXT) : NO_TEXT;
    push(name);
    push(
      found == NO_TEXT
        ? wordOf(requests, index + 1)
        : less(found, valueOf(overhead, name, NO_TEXT)),
    );
  }
  return endPairs(list);
}

function less(amount: u32, overhead: u32): u32 {
  if (overhead == NO_TEXT) return amount;
  copyQuantity(LEFT, quantityOf(amount));
  subtractQuantity(LEFT, quantityOf(overhead));
  const end = writeQuantity(SCRATCH_OFFSET, LEFT);
  return internText(SCRATCH_OFFSET, i32(end - SCRATCH_OFFSET));
}

/**
 * The row of a spec without requests for extended resources that the node lacks: they may be
 * resources of the cluster, or devices of resource claims.
 */
export function specOnNode(spec: u32, status: u32, node: Node): u32 {
  startSpec(spec);
  setWord(SpecWord.Containers, dropMissing(specWord(spec, SpecWord.Containers), status, node));
  if (behavesAs(Behavior.MissingOfInitContainers)) {
    const containers = specWord(spec, SpecWord.InitContainers);
    setWord(SpecWord.InitContainers, dropMissing(containers, status, node));
  }
  return internSpec(SPEC);
}

function dropMissing(containers: u32, status: u32, node: Node): u32 {
  if (containers == 0) return 0;
  const list = beginList();
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    const requests = wordOf(container, ContainerWord.Requests);
    const name = wordOf(container, ContainerWord.Name);
    const kept = beginList();
    for (let at: u32 = 0; at < listCount(requests); at += 2) {
      const resource = wordOf(requests, at);
      if (isClaimed(status, name, resource)) continue;
      if (isExtended(resource) && !hasScalar(node.scalars, resource)) continue;
      push(resource);
      push(wordOf(requests, at + 1));
    }
    push(withRequests(container, endList(kept)));
  }
  return endList(list);
}

function hasScalar(scalars: u32, name: u32): bool {
  for (let index: u32 = 0; index < listCount(scalars); index += 3) {
    if (wordOf(scalars, index) == name) return true;
  }
  return false;
}

function isClaimed(status: u32, container: u32, resource: u32): bool {
  if (status == 0 || !behavesAs(Behavior.ClaimedResources)) return false;
  const mappings = wordOf(status, StatusWord.ClaimMappings);
  for (let index: u32 = 0; index < listCount(mappings); index += 2) {
    if (wordOf(mappings, index) != container || wordOf(mappings, index + 1) != resource) continue;
    return isExtended(resource) || isDeviceClass(resource);
  }
  return false;
}

function isDeviceClass(name: u32): bool {
  const size = DEVICE_CLASS_PREFIX.length;
  return textSize(name) >= size && equalAscii(textAt(name), size, DEVICE_CLASS_PREFIX);
}
