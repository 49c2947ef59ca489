/**
 * What differs between kubelet releases and profiles, as data: each behaviour is a bit, with the
 * minor of Kubernetes 1.x it came with. Found by running each release's own code; a vector with a
 * `behaviour` states each. Spec 0.3.
 */
import { KUBELET_OFFSET } from "../memory.ts";

/** The oldest behaviour first; then the one that a gate held back. */
export enum Behaviour {
  /** Usage over request and priority rank pods; before: QoS class, then usage. Spec 9. */
  RanksByRequestAndPriority = 1 << 0,
  /** emptyDirs on huge pages do not count as local volumes. */
  HugePagesVolumesUncounted = 1 << 1,
  /** A pod's limit is compared with the pod's own figure; before: with its parts. */
  PodLimitReadsPodFigure = 1 << 2,
  /** A threshold is 100% at most; before, of a slip, 10000%. */
  PercentageAtMostOne = 1 << 3,
  /** The check after node-level reclaim enforces minimum reclaim. */
  ReclaimCheckEnforcesMinReclaim = 1 << 4,
  /** Of critical pods, only node-critical ones have the lowest oom_score_adj. */
  NodeCriticalScore = 1 << 5,
  /** Names of enforcements stand in double quotes; before: in single ones. */
  DoubleQuotedEnforcement = 1 << 6,
  /** `localStorageCapacityIsolation` is read; before, it was a feature gate. */
  IsolationConfigured = 1 << 7,
  /** The eviction message names the threshold and what was available. */
  MessageNamesThreshold = 1 << 8,
  /** Sidecars add to a pod's limits: six releases before they did to its requests. */
  SidecarLimitsAdd = 1 << 9,
  /** containerfs signals exist and mirror nodefs or imagefs. */
  ContainerFs = 1 << 10,
  /** imagefs.inodesFree is observed without imagefs.available. */
  LoneImageFsInodes = 1 << 11,
  /** `status.qosClass` stands before what the containers' resources say. */
  StatusQosClass = 1 << 12,
  /** imagefs.inodesFree<5% is among the defaults. */
  ImageFsInodesDefault = 1 << 13,
  /** Immediate evictions give the pod one second instead of none. */
  OneSecondGrace = 1 << 14,
  /** Enforcements are checked one by one: none twice, and `none` needs no cgroups. */
  EnforcementsOneByOne = 1 << 15,
  /** The message looks at init containers and sidecars too. */
  MessageNamesInitContainers = 1 << 16,
  /** A soft eviction never gives a pod more than it asked for. */
  SoftGraceBoundByPod = 1 << 17,
  /** Pressure on containerfs reclaims at node level as well. */
  ContainerFsReclaims = 1 << 18,
  /** The oom_score_adj of a sidecar is at most that of the pod's smallest container. */
  SidecarScoreBound = 1 << 19,
  /** `system-reserved-compressible` and `kube-reserved-compressible` can be enforced. */
  CompressibleEnforcement = 1 << 20,
  /** `mergeDefaultEvictionSettings` is read. */
  MergeDefaults = 1 << 21,
  /** Sidecars add to a pod's requests; earlier, each init container only raised the sum. */
  SidecarsAdd = 1 << 22,
  /** `spec.resources` of a pod stands before its containers' requests: a gate of that name. */
  PodLevelResources = 1 << 23,
  /** A split image filesystem has rules: the gate KubeletSeparateDiskGC, there since 1.29. */
  SplitImageFs = 1 << 24,
  /** A threshold written for allocatableMemory.available has an operator, so it can be met. */
  AllocatableThresholds = 1 << 25,
  /** `spec.resources` of a pod is read at all, though it counts later. */
  PodResourcesRead = 1 << 26,
}

/** The release followed by default, and the oldest and newest that were compared. */
export const KUBELET_MINOR_DEFAULT: u32 = 36;
export const KUBELET_MINOR_MIN: u32 = 20;
export const KUBELET_MINOR_MAX: u32 = 36;

const BEHAVIOUR_COUNT: i32 = 27;

/** By bit number: the first minor that has the behaviour. */
const SINCE: StaticArray<u8> = [
  20, 21, 21, 21, 22, 22, 24, 25, 26, 28, 29, 29, 29, 30, 31, 31, 32, 32, 32, 32, 32, 33, 34, 34,
  31, 21, 32,
];

/** The behaviours of a kubelet of this minor. */
export function behavioursSince(minor: u32): u32 {
  let behaviours: u32 = 0;
  for (let index = 0; index < BEHAVIOUR_COUNT; index++) {
    if (minor >= u32(unchecked(SINCE[index]))) behaviours |= 1 << u32(index);
  }
  return behaviours;
}

/** The kubelet that is followed, once a configuration says which. */
@unmanaged
class Kubelet {
  known: u32;
  /** Bits of `Behaviour`. */
  behaviours: u32;
}

const kubelet: Kubelet = changetype<Kubelet>(KUBELET_OFFSET);

export function followKubelet(behaviours: u32): void {
  kubelet.known = 1;
  kubelet.behaviours = behaviours;
}

export function isKubeletKnown(): bool {
  return kubelet.known != 0;
}

/** @inline */
export function behavesAs(behaviour: u32): bool {
  return (kubelet.behaviours & behaviour) != 0;
}
