/**
 * Columns of the pod table that depend on the release followed: requests, limits, QoS class,
 * criticality, activity. Spec 3.14, 4.4, 4.5, 5.2, 6.1.
 */
import {
  addQuantity,
  compareQuantity,
  copyQuantity,
  Quantity,
  QuantityForm,
  QuantityFormat,
  quantitySign,
  quantityValue,
  setQuantityInteger,
} from "../../base/kubernetes/quantity.ts";
import { behavesAs } from "../../node/model/behavior.ts";
import {
  Container,
  ContainerFlag,
  ContainerKind,
  containerAt,
  containerHas,
} from "../../node/model/container.ts";
import { Pod, PodFlag, podAt, podHas, setPodFlag } from "../../node/model/pod.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { tables } from "../../node/model/tables.ts";
import { policy } from "../model/policy.ts";
import { memoryRequestOf, podMemoryRequestOf, requestsMemory } from "./allocated.ts";

/** Lowest priority of a critical pod. */
const SYSTEM_CRITICAL_PRIORITY: i32 = 2000000000;

/** Requests that a ranking subtracts, and the limit that local storage eviction compares with. */
enum Aggregated {
  Memory,
  EphemeralStorage,
  Inodes,
  EphemeralStorageLimit,
}

const sidecars: Quantity = changetype<Quantity>(memory.data(64, 16));
const need: Quantity = changetype<Quantity>(memory.data(64, 16));
const initNeed: Quantity = changetype<Quantity>(memory.data(64, 16));
const containerSum: Quantity = changetype<Quantity>(memory.data(64, 16));

/** Fills the derived columns when the policy's behaviors are not those they were filled for. */
export function derivePods(): void {
  const wanted = policy.behaviors | 0x80000000;
  if (tables.derivedFor == wanted) return;
  for (let index: u32 = 0; index < tables.podCount; index++) derivePod(podAt(index));
  tables.derivedFor = wanted;
}

function derivePod(pod: Pod): void {
  deriveClass(pod);
  const podLevel = behavesAs(Behavior.PodLevelResources) && podHas(pod, PodFlag.PodLevelResources);
  deriveRequest(pod, pod.memoryRequest, Aggregated.Memory, podLevel);
  deriveRequest(pod, pod.ephemeralStorageRequest, Aggregated.EphemeralStorage, podLevel);
  deriveRequest(pod, pod.inodesRequest, Aggregated.Inodes, podLevel);
  const limit = pod.ephemeralStorageLimit;
  setQuantityInteger(limit, 0, u8(QuantityFormat.DecimalExponent));
  sumContainers(pod, limit, Aggregated.EphemeralStorageLimit);
  // Adding 0 counts as well: the sum prints in canonical form.
  if (podHas(pod, PodFlag.EphemeralStorageOverhead) && quantitySign(limit) != 0) {
    addQuantity(limit, pod.overheadEphemeralStorage);
  }
}

/** QoS class, criticality and activity of a row, staged or in force. */
export function deriveClass(pod: Pod): void {
  const set = behavesAs(Behavior.EmptyPodResourcesIgnored)
    ? PodFlag.PodLevelResources
    : PodFlag.ResourcesSet;
  const byPod = behavesAs(Behavior.PodLevelResources) && podHas(pod, set);
  const summed = byPod ? pod.podLevelQosClass : pod.containerQosClass;
  const compared = byPod ? pod.comparedPodLevelQosClass : pod.comparedContainerQosClass;
  const computed = behavesAs(Behavior.ClassByContainer) ? compared : summed;
  const stated = pod.statusQosClass != 0 && behavesAs(Behavior.StatusQosClass);
  pod.qosClass = stated ? pod.statusQosClass : computed;
  setPodFlag(pod, PodFlag.Critical, isCritical(pod));
  setPodFlag(pod, PodFlag.Active, isActive(pod));
}

function isCritical(pod: Pod): bool {
  if (!behavesAs(Behavior.RanksByRequestAndPriority)) {
    return podHas(pod, PodFlag.Static) && podHas(pod, PodFlag.CriticalAnnotation);
  }
  if (podHas(pod, PodFlag.Static) || podHas(pod, PodFlag.Mirror)) return true;
  return podHas(pod, PodFlag.PrioritySet) && pod.priority >= SYSTEM_CRITICAL_PRIORITY;
}

/**
 * Finished pods are not active, unless their containers still run. Mirror pods represent static
 * pods that the kubelet lists itself. Spec 3.14.
 */
function isActive(pod: Pod): bool {
  if (podHas(pod, PodFlag.Mirror)) return false;
  if (podHas(pod, PodFlag.ContainersRunning)) return true;
  if (podHas(pod, PodFlag.Terminal)) return false;
  return !(podHas(pod, PodFlag.Deleted) && podHas(pod, PodFlag.StatusesSet));
}

function deriveRequest(pod: Pod, target: Quantity, resource: Aggregated, podLevel: bool): void {
  const format = resource == Aggregated.Inodes ? QuantityFormat.DecimalSI : QuantityFormat.BinarySI;
  setQuantityInteger(target, 0, u8(format));
  if (!behavesAs(Behavior.SidecarsAdd)) {
    requestOfLargest(pod, target, resource);
  } else if (resource == Aggregated.Memory && podHas(pod, PodFlag.PodMemoryRequest)) {
    // Whatever the gate says, which only decides about what the pod does not name.
    addQuantity(target, podMemoryRequestOf(pod));
  } else if (!podLevel && sumContainers(pod, containerSum, resource)) {
    addQuantity(target, containerSum);
  }
  addOverhead(target, overheadOf(pod, resource));
}

/** Before 1.34: the sum, or the largest init container with its original text. */
function requestOfLargest(pod: Pod, target: Quantity, resource: Aggregated): void {
  const end = pod.firstContainer + pod.containerCount;
  for (let index = pod.firstContainer; index < end; index++) {
    const container = containerAt(index);
    if (container.kind != ContainerKind.Regular || !hasAmount(container, resource)) continue;
    addQuantity(target, quantityIn(container, resource));
  }
  raiseToInitContainers(pod, target, true, resource);
}

function overheadOf(pod: Pod, resource: Aggregated): Quantity {
  if (resource == Aggregated.Memory) return pod.overheadMemory;
  if (resource == Aggregated.Inodes) return pod.overheadInodes;
  return pod.overheadEphemeralStorage;
}

/** Overhead counts only on top of something. */
function addOverhead(target: Quantity, overhead: Quantity): void {
  if (quantitySign(target) != 0 && quantitySign(overhead) != 0) addQuantity(target, overhead);
}

function hasAmount(container: Container, resource: Aggregated): bool {
  if (resource == Aggregated.Memory) return requestsMemory(container);
  return containerHas(container, flagOf(resource));
}

function flagOf(resource: Aggregated): ContainerFlag {
  if (resource == Aggregated.EphemeralStorage) return ContainerFlag.EphemeralStorageRequest;
  if (resource == Aggregated.Inodes) return ContainerFlag.InodesRequest;
  return ContainerFlag.EphemeralStorageLimit;
}

function quantityIn(container: Container, resource: Aggregated): Quantity {
  if (resource == Aggregated.Memory) return memoryRequestOf(container);
  if (resource == Aggregated.EphemeralStorage) return container.ephemeralStorageRequest;
  if (resource == Aggregated.Inodes) return container.inodesRequest;
  return container.ephemeralStorageLimit;
}

/** The first amount is taken as it is, with its text; every other one is added. */
function addTo(target: Quantity, present: bool, amount: Quantity): bool {
  if (present) addQuantity(target, amount);
  else copyQuantity(target, amount);
  return true;
}

/** Comparing with a Decimal one makes the amount one, which its value in 64 bits depends on. */
function raiseTo(target: Quantity, present: bool, amount: Quantity): bool {
  if (present && compareQuantity(target, amount) >= 0) return true;
  const promotes = present && target.form == QuantityForm.Decimal;
  copyQuantity(target, amount);
  if (promotes && target.form == QuantityForm.Fast) {
    target.form = QuantityForm.Decimal;
    target.scale = -target.scale;
    target.mantissa = 0;
  }
  return true;
}

/** Regular containers, then the others as the release has them; false: none names the resource. */
function sumContainers(pod: Pod, target: Quantity, resource: Aggregated): bool {
  const end = pod.firstContainer + pod.containerCount;
  let present: bool = false;
  for (let index = pod.firstContainer; index < end; index++) {
    const container = containerAt(index);
    if (container.kind != ContainerKind.Regular || !hasAmount(container, resource)) continue;
    present = addTo(target, present, quantityIn(container, resource));
  }
  const isLimit = resource == Aggregated.EphemeralStorageLimit;
  const sidecarsAdd = isLimit ? Behavior.SidecarLimitsAdd : Behavior.SidecarsAdd;
  if (behavesAs(sidecarsAdd)) return addInitContainers(pod, target, present, resource);
  return raiseToInitContainers(pod, target, present, resource);
}

function raiseToInitContainers(
  pod: Pod,
  target: Quantity,
  present: bool,
  resource: Aggregated,
): bool {
  const end = pod.firstContainer + pod.containerCount;
  for (let index = pod.firstContainer; index < end; index++) {
    const container = containerAt(index);
    if (container.kind == ContainerKind.Regular || !hasAmount(container, resource)) continue;
    present = raiseTo(target, present, quantityIn(container, resource));
  }
  return present;
}

/** Sidecars add up; an init container needs its own plus those of the sidecars before it. */
function addInitContainers(pod: Pod, target: Quantity, present: bool, resource: Aggregated): bool {
  const end = pod.firstContainer + pod.containerCount;
  let hasSidecars: bool = false;
  let hasInitNeed: bool = false;
  for (let index = pod.firstContainer; index < end; index++) {
    const container = containerAt(index);
    if (container.kind == ContainerKind.Regular) continue;
    const own = quantityIn(container, resource);
    let needed: bool = false;
    if (hasAmount(container, resource)) {
      if (container.kind == ContainerKind.Sidecar) {
        present = addTo(target, present, own);
        hasSidecars = addTo(sidecars, hasSidecars, own);
      } else needed = addTo(need, needed, own);
    }
    if (hasSidecars) needed = addTo(need, needed, sidecars);
    if (needed) hasInitNeed = raiseTo(initNeed, hasInitNeed, need);
  }
  return hasInitNeed ? raiseTo(target, present, initNeed) : present;
}

/** Memory that the pod's containers request together, in bytes; pod-level requests aside. */
export function containerMemoryRequest(pod: Pod): i64 {
  return sumContainers(pod, containerSum, Aggregated.Memory) ? quantityValue(containerSum) : 0;
}
