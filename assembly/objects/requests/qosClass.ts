/** The QoS class that requests and limits of cpu and memory make, as `ComputePodQOS` has it. */
import {
  addQuantity,
  compareQuantity,
  copyQuantity,
  QUANTITY_SIZE,
  Quantity,
  quantitySign,
  setQuantityInteger,
} from "../../base/kubernetes/quantity.ts";
import { listCount, wordOf } from "../model/list.ts";
import { ContainerWord, SpecFlag, SpecWord, specHas, specWord } from "../model/podSpec.ts";
import { ResourceKind, resourceKindOf } from "../model/resourceName.ts";
import { hasPodLevelResources } from "./podRequests.ts";
import { quantityOf } from "./resourceList.ts";

export enum QosClass {
  BestEffort = 0,
  Burstable,
  Guaranteed,
}

/** Sums of cpu and of memory, requested and limited; a bit of `seen` says which there are. */
const SUMS: usize = memory.data(4 * 48, 8);
const LIMITS: u32 = 2;
const BOTH: u32 = 3;

let seen: u32 = 0;

/** Which rules the kubelet's release has. */
export enum ClassRule {
  PodLevelResources = 1,
  /** Resources of a pod that name nothing are ignored. */
  EmptyIgnored = 2,
  /** Each container by itself, not by sums. */
  ByContainer = 4,
}

export function qosClassOf(spec: u32, rules: u32): QosClass {
  const ignoresEmpty = (rules & ClassRule.EmptyIgnored) != 0;
  const isSet = ignoresEmpty ? hasPodLevelResources(spec) : specHas(spec, SpecFlag.HasResources);
  const byPod = (rules & ClassRule.PodLevelResources) != 0 && isSet;
  return (rules & ClassRule.ByContainer) != 0
    ? comparedClass(spec, byPod)
    : summedClass(spec, byPod);
}

/** The class that the pod itself, or all its containers, have; two that differ are Burstable. */
function comparedClass(spec: u32, byPod: bool): QosClass {
  if (byPod)
    return classOfLists(specWord(spec, SpecWord.Requests), specWord(spec, SpecWord.Limits));
  const containers = specWord(spec, SpecWord.Containers);
  const total = listCount(containers) + listCount(specWord(spec, SpecWord.InitContainers));
  let shared = QosClass.BestEffort;
  for (let index: u32 = 0; index < total; index++) {
    const container =
      index < listCount(containers)
        ? wordOf(containers, index)
        : wordOf(specWord(spec, SpecWord.InitContainers), index - listCount(containers));
    const own = classOfLists(
      wordOf(container, ContainerWord.Requests),
      wordOf(container, ContainerWord.Limits),
    );
    if (index != 0 && own != shared) return QosClass.Burstable;
    shared = own;
  }
  return shared;
}

function classOfLists(requests: u32, limits: u32): QosClass {
  const cpu = classOfResource(requests, limits, ResourceKind.CPU);
  return cpu == classOfResource(requests, limits, ResourceKind.Memory) ? cpu : QosClass.Burstable;
}

function classOfResource(requests: u32, limits: u32, kind: ResourceKind): QosClass {
  readAmount(sumAt(0), requests, kind);
  readAmount(sumAt(LIMITS), limits, kind);
  if (compareQuantity(sumAt(0), sumAt(LIMITS)) != 0) return QosClass.Burstable;
  return quantitySign(sumAt(0)) == 0 ? QosClass.BestEffort : QosClass.Guaranteed;
}

/** An amount that a list lacks is zero. */
function readAmount(target: Quantity, pairs: u32, kind: ResourceKind): void {
  setQuantityInteger(target, 0, 0);
  for (let index: u32 = 0; index < listCount(pairs); index += 2) {
    if (resourceKindOf(wordOf(pairs, index)) != kind) continue;
    copyQuantity(target, quantityOf(wordOf(pairs, index + 1)));
  }
}

function summedClass(spec: u32, byPod: bool): QosClass {
  seen = 0;
  let isGuaranteed: bool = true;
  if (byPod) {
    const limits = specWord(spec, SpecWord.Limits);
    collect(specWord(spec, SpecWord.Requests), 0);
    if (limits != 0 && collect(limits, LIMITS) != BOTH) isGuaranteed = false;
  } else {
    isGuaranteed = collectContainers(specWord(spec, SpecWord.Containers));
    if (!collectContainers(specWord(spec, SpecWord.InitContainers))) isGuaranteed = false;
  }
  if (seen == 0) return QosClass.BestEffort;
  return isGuaranteed && isAllLimited() ? QosClass.Guaranteed : QosClass.Burstable;
}

/** Whether each container limits both resources. */
function collectContainers(containers: u32): bool {
  let isLimited: bool = true;
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    collect(wordOf(container, ContainerWord.Requests), 0);
    if (collect(wordOf(container, ContainerWord.Limits), LIMITS) != BOTH) isLimited = false;
  }
  return isLimited;
}

/** Adds amounts above zero, and answers which resources they are of. */
function collect(pairs: u32, first: u32): u32 {
  let found: u32 = 0;
  for (let index: u32 = 0; index < listCount(pairs); index += 2) {
    const kind = resourceKindOf(wordOf(pairs, index));
    if (kind != ResourceKind.CPU && kind != ResourceKind.Memory) continue;
    const quantity = quantityOf(wordOf(pairs, index + 1));
    if (quantitySign(quantity) <= 0) continue;
    const resource = u32(kind == ResourceKind.Memory);
    found |= 1 << resource;
    add(first + resource, quantity);
  }
  return found;
}

function sumAt(index: u32): Quantity {
  return changetype<Quantity>(SUMS + usize(index) * QUANTITY_SIZE);
}

function add(index: u32, quantity: Quantity): void {
  if ((seen & (1 << index)) == 0) copyQuantity(sumAt(index), quantity);
  else addQuantity(sumAt(index), quantity);
  seen |= 1 << index;
}

/** Whether as much is limited as is requested, and of the same resources. */
function isAllLimited(): bool {
  if ((seen & BOTH) != seen >> LIMITS) return false;
  for (let resource: u32 = 0; resource < LIMITS; resource++) {
    if ((seen & (1 << resource)) == 0) continue;
    if (compareQuantity(sumAt(resource), sumAt(LIMITS + resource)) != 0) return false;
  }
  return true;
}
