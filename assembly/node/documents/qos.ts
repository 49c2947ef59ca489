/** The QoS class computed from resources, when a pod's status does not say it. Spec 6.1. */
import {
  addQuantity,
  compareQuantity,
  copyQuantity,
  Quantity,
  quantitySign,
} from "../../base/kubernetes/quantity.ts";
import { QosClass } from "../model/pod.ts";
import { ListedResource, limits, ResourceList, requests } from "./resources.ts";

const CPU_AND_MEMORY: u32 = ListedResource.Cpu | ListedResource.Memory;

/** Sums of positive requests and limits over the containers seen so far. */
const requestSums: ResourceList = changetype<ResourceList>(memory.data(320, 16));
const limitSums: ResourceList = changetype<ResourceList>(memory.data(320, 16));
let everyContainerLimited: bool = true;
/** The class that all of them have by themselves; Burstable once two differ. */
let sharedClass: QosClass = QosClass.None;

export function startQos(): void {
  requestSums.present = 0;
  limitSums.present = 0;
  everyContainerLimited = true;
  sharedClass = QosClass.None;
}

/** Takes the lists last decoded as one container's. */
export function addContainerQos(): void {
  sumPositive(requestSums, requests);
  if (sumPositive(limitSums, limits) != CPU_AND_MEMORY) everyContainerLimited = false;
  shareClass(requests, limits);
}

/** Takes a pod's own lists: having no limits at all does not spoil the class yet. */
export function addPodQos(podRequests: ResourceList, podLimits: ResourceList): void {
  sumPositive(requestSums, podRequests);
  const found = sumPositive(limitSums, podLimits);
  if (podLimits.present != 0 && found != CPU_AND_MEMORY) everyContainerLimited = false;
  shareClass(podRequests, podLimits);
}

function shareClass(requested: ResourceList, limited: ResourceList): void {
  const cpu = classOf(requested.cpu, limited.cpu);
  const own = cpu == classOf(requested.memory, limited.memory) ? cpu : QosClass.Burstable;
  if (sharedClass == QosClass.None) sharedClass = own;
  else if (sharedClass != own) sharedClass = QosClass.Burstable;
}

/** An amount that a list lacks is zero. */
function classOf(request: Quantity, limit: Quantity): QosClass {
  if (compareQuantity(request, limit) != 0) return QosClass.Burstable;
  return quantitySign(request) == 0 ? QosClass.BestEffort : QosClass.Guaranteed;
}

function sumPositive(sums: ResourceList, list: ResourceList): u32 {
  let found: u32 = 0;
  if (addPositive(sums, list, ListedResource.Cpu, sums.cpu, list.cpu)) {
    found |= ListedResource.Cpu;
  }
  if (addPositive(sums, list, ListedResource.Memory, sums.memory, list.memory)) {
    found |= ListedResource.Memory;
  }
  return found;
}

function addPositive(
  sums: ResourceList,
  list: ResourceList,
  resource: u32,
  sum: Quantity,
  quantity: Quantity,
): bool {
  if ((list.present & resource) == 0 || quantitySign(quantity) <= 0) return false;
  if ((sums.present & resource) == 0) copyQuantity(sum, quantity);
  else addQuantity(sum, quantity);
  sums.present |= resource;
  return true;
}

/** Since 1.37: by each container alone, not by sums. */
export function comparedQosClass(): QosClass {
  return sharedClass == QosClass.None ? QosClass.BestEffort : sharedClass;
}

export function computedQosClass(): QosClass {
  if (requestSums.present == 0 && limitSums.present == 0) return QosClass.BestEffort;
  if (!everyContainerLimited || requestSums.present != limitSums.present) return QosClass.Burstable;
  const cpuDiffers =
    (requestSums.present & ListedResource.Cpu) != 0 &&
    compareQuantity(requestSums.cpu, limitSums.cpu) != 0;
  const memoryDiffers =
    (requestSums.present & ListedResource.Memory) != 0 &&
    compareQuantity(requestSums.memory, limitSums.memory) != 0;
  return cpuDiffers || memoryDiffers ? QosClass.Burstable : QosClass.Guaranteed;
}
