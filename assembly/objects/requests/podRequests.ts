/**
 * What a pod asks for, as `PodRequests` of the release adds it up: containers at once, sidecars
 * with them, init containers one after the other, pod-level resources in their place, and the
 * overhead.
 */
import {
  addQuantity,
  parseQuantity,
  Quantity,
  QuantityFormat,
  quantityMilliValue,
  quantitySign,
  quantityValue,
  setQuantityInteger,
} from "../../base/kubernetes/quantity.ts";
import { equalAscii } from "../../base/text.ts";
import { OBJECTS_SMALL_END } from "../memory.ts";
import { listCount, wordOf } from "../model/list.ts";
import { ContainerStatusFlag, ContainerStatusWord, StatusFlag, StatusWord } from "../model/pod.ts";
import { ContainerWord, SpecWord, specWord } from "../model/podSpec.ts";
import { isHugePages } from "../model/resourceName.ts";
import { internLiteral, textAt, textSize } from "../model/text.ts";
import { Amounts, roundAmounts } from "./amounts.ts";
import {
  addAll,
  addPairs,
  clearResources,
  copyResources,
  indexOfResource,
  maxAll,
  maxPairs,
  quantityOf,
  RESOURCE_LIST_BYTES,
  resourceCount,
  resourceName,
  resourceQuantity,
  setResource,
} from "./resourceList.ts";

/** What a sum heeds. */
export enum RequestRule {
  /** For running containers, allocated and actual resources also count. */
  UseStatus = 1,
  PodLevelResources = 2,
  /** The same for pod-level resources that are being resized. */
  UsePodStatus = 4,
  ExcludeOverhead = 8,
  /** A container without a request for cpu or memory counts with what the scheduler assumes. */
  AssumeCPU = 16,
  AssumeMemory = 32,
  /** The field status.resize and allocatedResources alone, of releases before 1.32. */
  StatusResizeField = 64,
  /** Overhead counts only on top of a request that is not zero. */
  OverheadOnRequests = 128,
  /** Where the pod has pod-level resources, those of its containers do not count. */
  PodLevelAlone = 256,
  /** Sidecars as init containers like any other. */
  SidecarsAsInitContainers = 512,
  /** Pod-level resources get the API server's defaults first, as in a manifest that it reads. */
  PodLevelDefaults = 1024,
  /** During a resize, the largest sum of the pod counts, not the largest of each container. */
  LargestSum = 2048,
  /** Those defaults also where the pod has no limits of its own. */
  DefaultsWithoutLimits = 4096,
}

/** What the scheduler assumes of a container that does not say. */
const ASSUMED_MILLI_CPU = "100m";
const ASSUMED_MEMORY: i64 = 200 * 1024 * 1024;

/** The first list is that of `amountsOf`. */
const SUM: usize = OBJECTS_SMALL_END + RESOURCE_LIST_BYTES;
const INIT: usize = SUM + RESOURCE_LIST_BYTES;
const SIDECARS: usize = INIT + RESOURCE_LIST_BYTES;
const ONE: usize = SIDECARS + RESOURCE_LIST_BYTES;
const EFFECTIVE: usize = ONE + RESOURCE_LIST_BYTES;
/** Requests and limits of the pod itself, with their defaults. */
const LEVEL: usize = EFFECTIVE + RESOURCE_LIST_BYTES;
const LEVEL_LIMITS: usize = LEVEL + RESOURCE_LIST_BYTES;
const LARGEST: usize = LEVEL_LIMITS + RESOURCE_LIST_BYTES;
/** Where the lists end in the small tables. */
export const REQUESTS_END: usize = LARGEST + RESOURCE_LIST_BYTES;

const ASSUMED = changetype<Quantity>(memory.data(48, 8));

let statusOf: u32 = 0;
let rulesOf: u32 = 0;
/** Which figures of a container that is resized are added up. */
enum Figures {
  /** The largest of all. */
  Any,
  Asked,
  Allocated,
  InForce,
}

let figures: Figures = Figures.Any;
/** What of containers is added up. */
let wordAdded: ContainerWord = ContainerWord.Requests;

/** Requests of a spec, with the status of its pod (0 for none), in whole units. */
export function podRequests(spec: u32, status: u32, rules: u32): Amounts {
  statusOf = status;
  rulesOf = rules;
  if ((rules & RequestRule.PodLevelAlone) != 0 && hasPodLevelResources(spec)) clearResources(SUM);
  else if ((rules & RequestRule.LargestSum) != 0 && status != 0) sumLargest(spec);
  else sumContainers(spec);
  let hasOwn: bool = false;
  const podLevel = RequestRule.PodLevelResources | RequestRule.PodLevelAlone;
  if ((rules & u32(podLevel)) != 0) hasOwn = replaceByPodLevel(spec, rules);
  if ((rules & RequestRule.OverheadOnRequests) != 0) {
    addToRequests(specWord(spec, SpecWord.Overhead));
  } else if ((rules & RequestRule.ExcludeOverhead) == 0) {
    addPairs(SUM, specWord(spec, SpecWord.Overhead));
  }
  const amounts = roundAmounts(SUM);
  amounts.hasPodLevel = u8(hasOwn);
  return amounts;
}

/** Limits of a spec, as `PodLimits` adds them up, in whole units. */
export function podLimits(spec: u32, rules: u32): Amounts {
  statusOf = 0;
  rulesOf = rules & RequestRule.SidecarsAsInitContainers;
  wordAdded = ContainerWord.Limits;
  sumContainers(spec);
  wordAdded = ContainerWord.Requests;
  if ((rules & RequestRule.PodLevelResources) != 0) {
    clearResources(LEVEL);
    addPairs(LEVEL, specWord(spec, SpecWord.Limits));
    replaceBy(LEVEL);
  }
  addToRequests(specWord(spec, SpecWord.Overhead));
  return roundAmounts(SUM);
}

/** Adds only to requests that are not zero. */
function addToRequests(overhead: u32): void {
  for (let index: u32 = 0; index < listCount(overhead); index += 2) {
    const found = indexOfResource(SUM, wordOf(overhead, index));
    if (found < 0) continue;
    const request = resourceQuantity(SUM, u32(found));
    if (quantitySign(request) != 0) addQuantity(request, quantityOf(wordOf(overhead, index + 1)));
  }
}

/** Whether requests or limits of the pod itself are set, of resources that may be. */
export function hasPodLevelResources(spec: u32): bool {
  const requests = specWord(spec, SpecWord.Requests);
  return hasPodLevel(requests) || hasPodLevel(specWord(spec, SpecWord.Limits));
}

function hasPodLevel(pairs: u32): bool {
  for (let index: u32 = 0; index < listCount(pairs); index += 2) {
    if (isPodLevel(wordOf(pairs, index))) return true;
  }
  return false;
}

export function isPodLevel(name: u32): bool {
  const at = textAt(name);
  const size = textSize(name);
  return equalAscii(at, size, "cpu") || equalAscii(at, size, "memory") || isHugePages(name);
}

/** The largest of what the containers ask for, what is allocated, and what is in force. */
function sumLargest(spec: u32): void {
  clearResources(LARGEST);
  const flags = wordOf(statusOf, StatusWord.Flags);
  if ((flags & StatusFlag.ResizeInfeasible) == 0) sumFigures(spec, Figures.Asked);
  const reported = StatusFlag.HasRequests | StatusFlag.HasAllocated;
  if ((rulesOf & RequestRule.UsePodStatus) != 0 && (flags & reported) == u32(reported)) {
    maxPairs(LARGEST, wordOf(statusOf, StatusWord.Requests));
    maxPairs(LARGEST, wordOf(statusOf, StatusWord.Allocated));
  } else {
    sumFigures(spec, Figures.Allocated);
    sumFigures(spec, Figures.InForce);
  }
  figures = Figures.Any;
  copyResources(SUM, LARGEST);
}

function sumFigures(spec: u32, wanted: Figures): void {
  figures = wanted;
  sumContainers(spec);
  maxAll(LARGEST, SUM);
}

function sumContainers(spec: u32): void {
  clearResources(SUM);
  const containers = specWord(spec, SpecWord.Containers);
  for (let index: u32 = 0; index < listCount(containers); index++) {
    collect(wordOf(containers, index), true);
    addAll(SUM, ONE);
  }
  sumInitContainers(specWord(spec, SpecWord.InitContainers));
}

/** An init container needs its own requests and those of the sidecars before it. */
function sumInitContainers(containers: u32): void {
  if (containers == 0) return;
  clearResources(INIT);
  clearResources(SIDECARS);
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    const isSidecar =
      (rulesOf & RequestRule.SidecarsAsInitContainers) == 0 &&
      wordOf(container, ContainerWord.RestartsAlways) != 0;
    collect(container, isSidecar);
    if (isSidecar) {
      addAll(SUM, ONE);
      addAll(SIDECARS, ONE);
      maxAll(INIT, SIDECARS);
    } else {
      addAll(ONE, SIDECARS);
      maxAll(INIT, ONE);
    }
  }
  maxAll(SUM, INIT);
}

/** The requests of one container, in ONE. */
function collect(container: u32, mayUseStatus: bool): void {
  clearResources(ONE);
  const requests = wordOf(container, wordAdded);
  const useStatus = mayUseStatus && (rulesOf & RequestRule.UseStatus) != 0 && statusOf != 0;
  if (figures != Figures.Any) collectFigures(container, requests);
  else if (!useStatus || !collectEffective(container, requests)) addPairs(ONE, requests);
  if ((rulesOf & RequestRule.AssumeCPU) != 0) assume("cpu", true);
  if ((rulesOf & RequestRule.AssumeMemory) != 0) assume("memory", false);
}

function collectFigures(container: u32, requests: u32): void {
  const name = wordOf(container, ContainerWord.Name);
  const found = figures == Figures.Asked ? 0 : firstStatusOf(name);
  const has = found == 0 ? 0 : wordOf(found, ContainerStatusWord.Flags);
  if (figures == Figures.InForce && (has & ContainerStatusFlag.HasRequests) != 0) {
    addPairs(ONE, wordOf(found, ContainerStatusWord.Requests));
  } else if ((has & ContainerStatusFlag.HasAllocated) != 0) {
    addPairs(ONE, wordOf(found, ContainerStatusWord.Allocated));
  } else if (figures == Figures.Asked || !isInfeasible()) addPairs(ONE, requests);
}

function isInfeasible(): bool {
  return (wordOf(statusOf, StatusWord.Flags) & StatusFlag.ResizeInfeasible) != 0;
}

/** The first status of that name: statuses of init containers come after the others. */
function firstStatusOf(name: u32): u32 {
  const found = firstNamed(wordOf(statusOf, StatusWord.Containers), name);
  return found != 0 ? found : firstNamed(wordOf(statusOf, StatusWord.InitContainers), name);
}

function firstNamed(statuses: u32, name: u32): u32 {
  for (let index: u32 = 0; index < listCount(statuses); index++) {
    const status = wordOf(statuses, index);
    if (wordOf(status, ContainerStatusWord.Name) == name) return status;
  }
  return 0;
}

/** False when the status says nothing about the container. */
function collectEffective(container: u32, requests: u32): bool {
  const name = wordOf(container, ContainerWord.Name);
  const found = containerStatusOf(name);
  if (found == 0) return false;
  const allocated = wordOf(found, ContainerStatusWord.Allocated);
  const flags = wordOf(statusOf, StatusWord.Flags);
  if ((rulesOf & RequestRule.StatusResizeField) == 0) {
    const statusFlags = wordOf(found, ContainerStatusWord.Flags);
    if ((statusFlags & ContainerStatusFlag.HasResources) == 0) return false;
    maxPairs(ONE, wordOf(found, ContainerStatusWord.Requests));
  }
  maxPairs(ONE, allocated);
  if ((flags & StatusFlag.ResizeInfeasible) == 0) maxPairs(ONE, requests);
  return true;
}

/** The last status of that name: statuses of init containers come after the others. */
function containerStatusOf(name: u32): u32 {
  const ofInit = lastNamed(wordOf(statusOf, StatusWord.InitContainers), name);
  return ofInit != 0 ? ofInit : lastNamed(wordOf(statusOf, StatusWord.Containers), name);
}

function lastNamed(statuses: u32, name: u32): u32 {
  for (let index = listCount(statuses); index > 0; index--) {
    const status = wordOf(statuses, index - 1);
    if (wordOf(status, ContainerStatusWord.Name) == name) return status;
  }
  return 0;
}

function assume(resource: string, isCPU: bool): void {
  const name = internLiteral(resource);
  if (indexOfResource(ONE, name) >= 0) return;
  if (isCPU) {
    const text = internLiteral(ASSUMED_MILLI_CPU);
    parseQuantity(ASSUMED, textAt(text), textSize(text));
  } else setQuantityInteger(ASSUMED, ASSUMED_MEMORY, QuantityFormat.DecimalSI);
  setResource(ONE, name, ASSUMED);
}

/** Whether the pod has pod-level requests, which replace the sums. */
function replaceByPodLevel(spec: u32, rules: u32): bool {
  clearResources(LEVEL);
  addPairs(LEVEL, specWord(spec, SpecWord.Requests));
  if ((rules & RequestRule.PodLevelDefaults) != 0) addDefaults(spec);
  if (!hasAnyPodLevel(LEVEL)) return false;
  const isEffective = collectPodEffective();
  if (isEffective && (rules & RequestRule.LargestSum) != 0) {
    replaceBy(EFFECTIVE);
    return true;
  }
  for (let index: u32 = 0; index < resourceCount(LEVEL); index++) {
    const name = resourceName(LEVEL, index);
    if (!isPodLevel(name)) continue;
    const found = isEffective ? indexOfResource(EFFECTIVE, name) : -1;
    if (found >= 0) setResource(SUM, name, resourceQuantity(EFFECTIVE, u32(found)));
    else if (isEffective) setZero(name);
    else setResource(SUM, name, resourceQuantity(LEVEL, index));
  }
  return true;
}

function replaceBy(list: usize): void {
  for (let index: u32 = 0; index < resourceCount(list); index++) {
    const name = resourceName(list, index);
    if (isPodLevel(name)) setResource(SUM, name, resourceQuantity(list, index));
  }
}

function hasAnyPodLevel(list: usize): bool {
  for (let index: u32 = 0; index < resourceCount(list); index++) {
    if (isPodLevel(resourceName(list, index))) return true;
  }
  return false;
}

/**
 * What the API server adds to the requests in LEVEL: huge pages as the sum of the containers'
 * limits; cpu and memory as the sum of their requests, and otherwise as the pod's limits, until
 * 1.37 only where the pod has any. Spec: the sources of Kubernetes, pkg/apis/core/v1/defaults.go,
 * since 1.37 pkg/api/pod/util.go.
 */
function addDefaults(spec: u32): void {
  const limits = specWord(spec, SpecWord.Limits);
  if (resourceCount(LEVEL) == 0 && listCount(limits) == 0) return;
  copyResources(EFFECTIVE, SUM);
  clearResources(LEVEL_LIMITS);
  addPairs(LEVEL_LIMITS, limits);
  sumOfSpec(spec, ContainerWord.Limits);
  addMissing(LEVEL_LIMITS, true);
  const withoutLimits = (rulesOf & RequestRule.DefaultsWithoutLimits) != 0;
  if (withoutLimits || resourceCount(LEVEL_LIMITS) != 0) {
    sumOfSpec(spec, ContainerWord.Requests);
    addMissing(LEVEL, false);
    copyResources(SUM, LEVEL_LIMITS);
    addMissing(LEVEL, true);
    addMissing(LEVEL, false);
  }
  copyResources(SUM, EFFECTIVE);
}

/** Adds up the containers, whatever the status says of them, in SUM. */
function sumOfSpec(spec: u32, word: ContainerWord): void {
  const status = statusOf;
  const rules = rulesOf;
  figures = Figures.Any;
  statusOf = 0;
  rulesOf = 0;
  wordAdded = word;
  sumContainers(spec);
  wordAdded = ContainerWord.Requests;
  statusOf = status;
  rulesOf = rules;
}

/** Adds from SUM the huge pages, or else cpu and memory, that neither list of the pod has. */
function addMissing(target: usize, hugePages: bool): void {
  for (let index: u32 = 0; index < resourceCount(SUM); index++) {
    const name = resourceName(SUM, index);
    if (!isPodLevel(name) || isHugePages(name) != hugePages) continue;
    if (indexOfResource(LEVEL, name) >= 0 || indexOfResource(target, name) >= 0) continue;
    setResource(target, name, resourceQuantity(SUM, index));
  }
}

function setZero(name: u32): void {
  setQuantityInteger(ASSUMED, 0, QuantityFormat.DecimalSI);
  setResource(SUM, name, ASSUMED);
}

function collectPodEffective(): bool {
  const rules = RequestRule.UseStatus | RequestRule.UsePodStatus;
  if ((rulesOf & rules) != u32(rules) || statusOf == 0) return false;
  const flags = wordOf(statusOf, StatusWord.Flags);
  if ((flags & StatusFlag.HasResources) == 0) return false;
  clearResources(EFFECTIVE);
  maxPairs(EFFECTIVE, wordOf(statusOf, StatusWord.Requests));
  maxPairs(EFFECTIVE, wordOf(statusOf, StatusWord.Allocated));
  if ((flags & StatusFlag.ResizeInfeasible) == 0) maxAll(EFFECTIVE, LEVEL);
  return true;
}

/** Sums of cpu and memory that releases before 1.33 keep for scoring. */
export let assumedMilliCPU: i64 = 0;
export let assumedMemory: i64 = 0;

/**
 * What such a release counts for a placed pod: each container rounded separately, sidecars
 * only as init containers.
 */
export function sumAssumed(spec: u32): void {
  assumedMilliCPU = 0;
  assumedMemory = 0;
  statusOf = 0;
  rulesOf = 0;
  const containers = specWord(spec, SpecWord.Containers);
  for (let index: u32 = 0; index < listCount(containers); index++) {
    collect(wordOf(containers, index), false);
    assumedMilliCPU += milliCPUOf(ONE);
    assumedMemory += memoryOf(ONE);
  }
  maxOfInitContainers(specWord(spec, SpecWord.InitContainers));
  addOverhead(specWord(spec, SpecWord.Overhead));
}

function maxOfInitContainers(containers: u32): void {
  clearResources(SIDECARS);
  // Init containers begin with 0, so a sum that overflowed counts as none.
  assumedMilliCPU = max<i64>(assumedMilliCPU, 0);
  assumedMemory = max<i64>(assumedMemory, 0);
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    collect(container, false);
    addAll(ONE, SIDECARS);
    if (wordOf(container, ContainerWord.RestartsAlways) != 0) copyResources(SIDECARS, ONE);
    assumedMilliCPU = max(assumedMilliCPU, milliCPUOf(ONE));
    assumedMemory = max(assumedMemory, memoryOf(ONE));
  }
}

function addOverhead(overhead: u32): void {
  clearResources(ONE);
  addPairs(ONE, overhead);
  if (indexOfResource(ONE, internLiteral("cpu")) >= 0) assumedMilliCPU += milliCPUOf(ONE);
  if (indexOfResource(ONE, internLiteral("memory")) >= 0) assumedMemory += memoryOf(ONE);
}

function milliCPUOf(list: usize): i64 {
  const index = indexOfResource(list, internLiteral("cpu"));
  return index < 0 ? 100 : quantityMilliValue(resourceQuantity(list, u32(index)));
}

function memoryOf(list: usize): i64 {
  const index = indexOfResource(list, internLiteral("memory"));
  return index < 0 ? ASSUMED_MEMORY : quantityValue(resourceQuantity(list, u32(index)));
}
