/** The kubelet's eviction messages and annotations, to the letter. Spec 3.8, 3.12. */

import {
  addLiteral,
  addText,
  beginObject,
  beginText,
  endObject,
  endText,
  key,
  textMember,
} from "../../base/json/write.ts";
import {
  compareQuantity,
  Quantity,
  QuantityFormat,
  setQuantityInteger,
} from "../../base/kubernetes/quantity.ts";
import { writeQuoted } from "../../base/kubernetes/quoted.ts";
import { SCRATCH_OFFSET } from "../../base/memory.ts";
import { behavesAs } from "../../node/model/behavior.ts";
import {
  Container,
  ContainerFlag,
  ContainerKind,
  containerAt,
  containerHas,
} from "../../node/model/container.ts";
import { OBSERVED, observationAt } from "../../node/model/observation.ts";
import { Pod, PodFlag, podAt, podHas } from "../../node/model/pod.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { resourceOf } from "../../node/model/signal.ts";
import { RESOURCE_NAMES, Resource, Signal } from "../../node/model/signalTable.ts";
import {
  ContainerStats,
  ContainerStatsFlag,
  containerStatsAt,
  PodStats,
  PodStatsFlag,
  podHasStats,
  podStatsAt,
} from "../../node/model/stats.ts";
import { volumeAt } from "../../node/model/volume.ts";
import { addAmountText, addQuantityText } from "../../node/report/values.ts";
import { Eviction, EvictionCause } from "../model/step.ts";
import { thresholdAt } from "../model/threshold.ts";
import { memoryRequestOf, podMemoryRequestOf, requestsMemory } from "../stages/allocated.ts";
import { limitOf } from "../stages/thresholds.ts";

const limit: Quantity = changetype<Quantity>(memory.data(64, 16));
const usage: Quantity = changetype<Quantity>(memory.data(64, 16));
const nothing: Quantity = changetype<Quantity>(memory.data(64, 16));

/** Quoted texts are composed here, then escaped into the output. */
const QUOTED_MAX: i32 = 1024;

export function messageMember(eviction: Eviction, chosen: i32): void {
  key("message");
  beginText();
  addEvictionMessage(eviction, chosen);
  endText();
}

/** The sentence alone, inside a text that the caller has begun. */
export function addEvictionMessage(eviction: Eviction, chosen: i32): void {
  if (eviction.cause == EvictionCause.NodePressure) addPressureMessage(eviction.pod, chosen);
  else addLimitMessage(eviction);
}

function addLimitMessage(eviction: Eviction): void {
  if (eviction.cause == EvictionCause.EmptyDirLimit) {
    const volume = volumeAt(eviction.subject);
    addLiteral("Usage of EmptyDir volume ");
    addQuoted(volume.name, volume.nameSize);
    addLiteral(" exceeds the limit ");
    addQuotedQuantity(volume.sizeLimit);
    addLiteral(". ");
  } else if (eviction.cause == EvictionCause.PodEphemeralStorageLimit) {
    addLiteral("Pod ephemeral local storage usage exceeds the total limit of containers ");
    addQuantityText(podAt(eviction.pod).ephemeralStorageLimit);
    addLiteral(". ");
  } else {
    const container = containerAt(eviction.subject);
    addLiteral("Container ");
    addText(container.name, container.nameSize);
    addLiteral(" exceeded its local ephemeral storage limit ");
    addQuotedQuantity(container.ephemeralStorageLimit);
    addLiteral(". ");
  }
}

function addQuoted(text: usize, size: i32): void {
  const end = writeQuoted(SCRATCH_OFFSET, text, min(size, QUOTED_MAX));
  addText(SCRATCH_OFFSET, i32(end - SCRATCH_OFFSET));
}

function addQuotedQuantity(quantity: Quantity): void {
  addLiteral('\\"');
  addQuantityText(quantity);
  addLiteral('\\"');
}

function addPressureMessage(index: u32, chosen: i32): void {
  const signal = i32(thresholdAt(chosen).signal);
  const resource = resourceOf(signal);
  addLiteral("The node was low on resource: ");
  addLiteral(resourceName(signal));
  if (!behavesAs(Behavior.RanksByRequestAndPriority)) return addLiteral(".");
  addLiteral(". ");
  if (behavesAs(Behavior.MessageNamesThreshold)) addThresholdPart(chosen, signal);
  if (!podHasStats(index)) return;
  const pod = podAt(index);
  const stats = podStatsAt(index);
  if (namesPod(pod, stats, resource)) addPodPart(pod, stats);
  const end = stats.firstContainer + stats.containerCount;
  for (let entry = stats.firstContainer; entry < end; entry++) {
    const use = containerStatsAt(entry);
    if (isOffending(use, resource)) addContainerPart(use, resource);
  }
}

/** The 2016 proposal named the file system, later releases the resource. Spec 9. */
export function resourceName(signal: i32): string {
  if (behavesAs(Behavior.RanksByRequestAndPriority)) {
    return unchecked(RESOURCE_NAMES[resourceOf(signal)]);
  }
  if (signal == Signal.NodeFsAvailable) return "nodefs";
  if (signal == Signal.NodeFsInodesFree) return "nodefsInodes";
  if (signal == Signal.ImageFsAvailable) return "imagefs";
  if (signal == Signal.ImageFsInodesFree) return "imagefsInodes";
  return unchecked(RESOURCE_NAMES[resourceOf(signal)]);
}

/** The limit without minimum reclaim, and the amount available when the step began. */
function addThresholdPart(chosen: i32, signal: i32): void {
  const observation = observationAt(OBSERVED, signal);
  limitOf(limit, thresholdAt(chosen), observation.capacity);
  addLiteral("Threshold quantity: ");
  addQuantityText(limit);
  addLiteral(", available: ");
  addAmountText(observation.available, signal);
  addLiteral(". ");
}

/** Emitted even when the pod is within its request. */
function namesPod(pod: Pod, stats: PodStats, resource: Resource): bool {
  if (resource != Resource.Memory || !behavesAs(Behavior.PodLevelResources)) return false;
  if (!podHas(pod, PodFlag.PodLevelResources) || !podHas(pod, PodFlag.PodMemoryRequest))
    return false;
  return (stats.flags & PodStatsFlag.Memory) != 0;
}

function addPodPart(pod: Pod, stats: PodStats): void {
  setQuantityInteger(usage, i64(stats.workingSetBytes), u8(QuantityFormat.BinarySI));
  addLiteral("Pod ");
  addText(pod.name, pod.nameSize);
  addUsageAndRequest(podMemoryRequestOf(pod));
  addLiteral("has larger consumption of memory. ");
}

function addUsageAndRequest(request: Quantity): void {
  addLiteral(" was using ");
  addQuantityText(usage);
  addLiteral(", request is ");
  addQuantityText(request);
  addLiteral(", ");
}

/** Leaves what the container uses in `usage`; false when the kubelet names no such container. */
function isOffending(use: ContainerStats, resource: Resource): bool {
  if (use.container < 0) return false;
  const container = containerAt(u32(use.container));
  const named =
    container.kind == ContainerKind.Regular || behavesAs(Behavior.MessageNamesInitContainers);
  if (!named || !hasUsage(use, resource)) return false;
  const amount =
    resource == Resource.Memory ? use.workingSetBytes : use.rootfsUsedBytes + use.logsUsedBytes;
  setQuantityInteger(usage, i64(amount), u8(QuantityFormat.BinarySI));
  return compareQuantity(usage, requestOf(container, resource)) > 0;
}

/** Storage needs rootfs and logs both; volumes are not counted; inodes and processes never are. */
function hasUsage(use: ContainerStats, resource: Resource): bool {
  const storage: u32 = ContainerStatsFlag.RootfsBytes | ContainerStatsFlag.LogsBytes;
  if (resource == Resource.Memory) return (use.flags & ContainerStatsFlag.WorkingSet) != 0;
  return resource == Resource.EphemeralStorage && (use.flags & storage) == storage;
}

function requestOf(container: Container, resource: Resource): Quantity {
  if (resource == Resource.Memory) {
    return requestsMemory(container) ? memoryRequestOf(container) : nothing;
  }
  return containerHas(container, ContainerFlag.EphemeralStorageRequest)
    ? container.ephemeralStorageRequest
    : nothing;
}

function addContainerPart(use: ContainerStats, resource: Resource): void {
  const container = containerAt(u32(use.container));
  addLiteral("Container ");
  addText(container.name, container.nameSize);
  if (behavesAs(Behavior.MessageNamesThreshold)) {
    addUsageAndRequest(requestOf(container, resource));
    addLiteral("has larger consumption of ");
    addLiteral(unchecked(RESOURCE_NAMES[resource]));
  } else {
    addLiteral(" was using ");
    addQuantityText(usage);
    addLiteral(", which exceeds its request of ");
    addQuantityText(requestOf(container, resource));
  }
  addLiteral(". ");
}

/** None without stats, nor for local storage limits. */
export function annotationsMember(eviction: Eviction, chosen: i32): void {
  if (eviction.cause != EvictionCause.NodePressure || !podHasStats(eviction.pod)) return;
  if (!behavesAs(Behavior.RanksByRequestAndPriority)) return;
  const resource = resourceOf(i32(thresholdAt(chosen).signal));
  const pod = podAt(eviction.pod);
  const stats = podStatsAt(eviction.pod);
  key("annotations");
  beginObject();
  key("offending_containers");
  addOffending(stats, resource, false);
  key("offending_containers_usage");
  addOffending(stats, resource, true);
  if (namesPod(pod, stats, resource)) {
    textMember("offending_pod", pod.name, pod.nameSize);
    key("offending_pod_usage");
    beginText();
    setQuantityInteger(usage, i64(stats.workingSetBytes), u8(QuantityFormat.BinarySI));
    addQuantityText(usage);
    endText();
  }
  key("starved_resource");
  beginText();
  addLiteral(unchecked(RESOURCE_NAMES[resource]));
  endText();
  endObject();
}

/** A comma list of the offending containers' names, or of their usage. */
function addOffending(stats: PodStats, resource: Resource, amounts: bool): void {
  beginText();
  let count = 0;
  const end = stats.firstContainer + stats.containerCount;
  for (let entry = stats.firstContainer; entry < end; entry++) {
    const use = containerStatsAt(entry);
    if (!isOffending(use, resource)) continue;
    if (count++ > 0) addLiteral(",");
    const container = containerAt(u32(use.container));
    if (amounts) addQuantityText(usage);
    else addText(container.name, container.nameSize);
  }
  endText();
}
