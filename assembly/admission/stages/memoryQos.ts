/** Memory QoS: what the kubelet writes for containers, pods, their classes and all of them. */
import { failureStatus } from "../../base/json/failure.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { Pod, PodFlag, podAt, podHas, pods } from "../../objects/model/pod.ts";
import { ContainerWord, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { amountsOf } from "../../objects/requests/amounts.ts";
import {
  hasPodLevelResources,
  podLimits,
  podRequests,
  RequestRule,
} from "../../objects/requests/podRequests.ts";
import { QosClass } from "../../objects/requests/qosClass.ts";
import { behavesAs, releaseBehavesAs } from "../model/kubelet.ts";
import { Behavior as MemoryBehavior } from "../model/memory/releaseTable.ts";
import {
  clearFiles,
  MemoryFiles,
  settings,
  UNKNOWN,
  UNLIMITED,
  writesAs,
} from "../model/memoryQos.ts";
import { qosOf } from "../model/qos.ts";
import { Behavior } from "../model/releaseTable.ts";
import { allocatedSpec } from "./specs.ts";

/** Above every float64 that fits 64 bits. */
const INTEGER_END: f64 = f64(u64(1) << 63);

/** The class and the spec of the pod that was looked at last. */
export let podClass: u32 = 0;
export let podSpec: u32 = 0;

/** Requests of the active pods of the two classes that have any. */
export let guaranteedBytes: i64 = 0;
export let burstableBytes: i64 = 0;

/** False after a failure. */
export function lookAt(pod: Pod): bool {
  podSpec = allocatedSpec(pod);
  if (failureStatus() != 0) return false;
  podClass = qosOf(pod, podSpec);
  return true;
}

/** Adds up the classes; false after a failure. */
export function sumClasses(): bool {
  guaranteedBytes = burstableBytes = 0;
  // Which pod-level requests count follows from the release here, whatever the gate says.
  const isRead = releaseBehavesAs(Behavior.PodLevelResources);
  for (let row: u32 = 0; row < pods.count; row++) {
    const pod = podAt(row);
    if (podHas(pod, PodFlag.Terminated)) continue;
    if (!lookAt(pod)) return false;
    const bytes = podRequests(podSpec, 0, sumRules(isRead)).memory;
    if (podClass == u32(QosClass.Guaranteed)) guaranteedBytes += bytes;
    else if (podClass != u32(QosClass.BestEffort)) burstableBytes += bytes;
  }
  return true;
}

function sumRules(readsPodLevel: bool): u32 {
  let rules: u32 = readsPodLevel ? RequestRule.PodLevelResources : 0;
  if (!writesAs(MemoryBehavior.SidecarsProtected)) rules |= RequestRule.SidecarsAsInitContainers;
  return rules;
}

/** The files of all pods together. */
export function nodeFiles(files: MemoryFiles): void {
  clearFiles(files);
  const sum = guaranteedBytes + burstableBytes;
  const hasLow = writesAs(MemoryBehavior.NodeMemoryLow);
  if (!writesAs(MemoryBehavior.ReservationPolicy)) {
    if (settings.isOn && sum > 0) files.min = sum;
  } else if (settings.isOn || hasLow) {
    const isProtected = settings.isOn && settings.isTiered;
    files.min = isProtected ? sum : 0;
    if (hasLow) files.low = isProtected ? burstableBytes : 0;
  }
}

/** The files of the class of Burstable pods. */
export function burstableFiles(files: MemoryFiles): void {
  clearFiles(files);
  if (!writesAs(MemoryBehavior.ReservationPolicy)) {
    if (settings.isOn && burstableBytes > 0) files.min = burstableBytes;
  } else if (settings.isOn || writesAs(MemoryBehavior.NodeMemoryLow)) {
    files.low = settings.isOn && settings.isTiered ? burstableBytes : 0;
  }
}

/** The files of the pod that was looked at. */
export function podFiles(files: MemoryFiles): void {
  clearFiles(files);
  const rules = sumRules(behavesAs(Behavior.PodLevelResources));
  const request = podRequests(podSpec, 0, rules).memory;
  const limit = podLimits(podSpec, rules).memory;
  const isLimited = podLimitOf(podSpec) != 0 || areAllLimited(podSpec);
  if (podClass == u32(QosClass.Guaranteed) || (podClass != 0 && isLimited)) files.max = limit;
  if (!settings.isOn) return;
  const isReserved = !writesAs(MemoryBehavior.ReservationPolicy) || settings.isTiered;
  if (request > 0 && isReserved) protect(files, request);
  if (!writesAs(MemoryBehavior.ThrottlesIfConfigured) || !settings.hasFactor) return;
  const hasOwn = behavesAs(Behavior.PodLevelResources) && hasPodLevelResources(podSpec);
  if (hasOwn && isLimited && limit != 0) throttle(files, request, limit);
}

/** The files of a container of that pod. */
export function containerFiles(files: MemoryFiles, container: u32): void {
  clearFiles(files);
  const request = amountsOf(wordOf(container, ContainerWord.Requests)).memory;
  const limit = amountsOf(wordOf(container, ContainerWord.Limits)).memory;
  const podLimit = podLimitOf(podSpec);
  const most = limit != 0 ? limit : podLimit;
  if (most != 0) files.max = most;
  if (!settings.isOn) {
    if (writesAs(MemoryBehavior.ThrottlesIfConfigured)) files.high = UNLIMITED;
    return;
  }
  protect(files, request);
  if (!settings.hasFactor) return;
  if (!writesAs(MemoryBehavior.ThrottlesAboveRequest)) return throttleEarly(files, request, limit);
  if (writesAs(MemoryBehavior.ThrottlesIfConfigured)) {
    if (limit == 0 && podLimit != 0) return;
  } else if (request == limit) return;
  throttle(files, request, limit != 0 ? limit : settings.allocatableBytes);
}

function protect(files: MemoryFiles, request: i64): void {
  if (!writesAs(MemoryBehavior.ReservationPolicy)) {
    if (request != 0) files.min = request;
  } else if (!settings.isTiered || request == 0) files.min = files.low = 0;
  else if (podClass == u32(QosClass.Guaranteed)) files.min = request;
  else files.low = request;
}

/** The request and a share of what `most` adds, in whole pages; none for request = limit. */
function throttle(files: MemoryFiles, request: i64, most: i64): void {
  if (most <= 0) files.high = UNKNOWN;
  if (most <= 0 || (request == most && request != 0)) return;
  const bytes = f64(request) + (f64(most) - f64(request)) * settings.factor;
  const pages = floor<f64>(bytes) / f64(settings.pageBytes);
  const high = wholeOf(pages) * settings.pageBytes;
  if (high > 0 && high > request) files.high = high;
}

/** The rule of the first releases: a share of the limit. */
function throttleEarly(files: MemoryFiles, request: i64, limit: i64): void {
  const most = limit != 0 ? limit : settings.allocatableBytes;
  if (most <= 0) files.high = UNKNOWN;
  if (most <= 0) return;
  const high = wholeOf(f64(most) * settings.factor);
  if (high > request) files.high = high;
}

/** Cut off toward zero, as amd64 converts it. */
function wholeOf(value: f64): i64 {
  return value >= INTEGER_END || value < -INTEGER_END ? i64.MIN_VALUE : i64(value);
}

/** The memory limit of the pod itself, where the kubelet reads it; 0 without one. */
function podLimitOf(spec: u32): i64 {
  if (!behavesAs(Behavior.PodLevelResources)) return 0;
  return amountsOf(specWord(spec, SpecWord.Limits)).memory;
}

/** In some releases a sidecar with a limit also counts for the init containers after it. */
function areAllLimited(spec: u32): bool {
  if (!areLimited(specWord(spec, SpecWord.Containers), false)) return false;
  const isCounted = writesAs(MemoryBehavior.SidecarsProtected);
  const adds = isCounted && !writesAs(MemoryBehavior.EachContainerLimited);
  return areLimited(specWord(spec, SpecWord.InitContainers), adds);
}

function areLimited(containers: u32, sidecarsAdd: bool): bool {
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    const isLimited = amountsOf(wordOf(container, ContainerWord.Limits)).memory != 0;
    if (!isLimited) return false;
    if (sidecarsAdd && wordOf(container, ContainerWord.RestartsAlways) != 0) return true;
  }
  return true;
}
