/**
 * What differs between releases of the kubelet, a bit each. Spec 0.3.
 * Written by tools/contract.mjs from contract/; change it there.
 */

export enum Behavior {
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

export const BEHAVIOR_COUNT: i32 = 27;

/** By bit: the first minor of Kubernetes 1.x that has the behavior. */
export const BEHAVIORS_SINCE: StaticArray<u8> = [
  20, 21, 21, 21, 22, 22, 24, 25, 26, 28,
  29, 29, 29, 30, 31, 31, 32, 32, 32, 32,
  32, 33, 34, 34, 31, 21, 32,
];
