/**
 * The releases of the kubelet that are followed, and what differs between them.
 * Written by tools/contract.mjs from contract/; change it there.
 */

export const MINOR_OLDEST: i32 = 20;
export const MINOR_NEWEST: i32 = 37;
export const MINOR_DEFAULT: i32 = 37;

/** The refusal of a release that cannot be followed. */
export const RELEASE_REFUSAL: string =
  "; use 1.20 or newer, such as 1.37";

/** Behaviors that begin and end together share a bit, unless a gate or profile has one. */
export enum Behavior {
  /**
   * Usage over request and priority rank pods; before: QoS class, then usage. Spec 9. Since
   * 1.20.
   */
  RanksByRequestAndPriority = 1 << 0,
  /** emptyDirs on huge pages do not count as local volumes. Since 1.21. */
  HugePagesVolumesUncounted = 1 << 1,
  /** A pod's limit is compared with the pod's own figure; before: with its parts. Since 1.21. */
  PodLimitReadsPodFigure = 1 << 1,
  /** A threshold is 100% at most; before, of a slip, 10000%. Since 1.21. */
  PercentageAtMostOne = 1 << 1,
  /** The check after node-level reclaim enforces minimum reclaim. Since 1.22. */
  ReclaimCheckEnforcesMinReclaim = 1 << 2,
  /** Among critical pods, only node-critical ones have the lowest oom_score_adj. Since 1.22. */
  NodeCriticalScore = 1 << 2,
  /** Names of enforcements are in double quotes; before: in single ones. Since 1.24. */
  DoubleQuotedEnforcement = 1 << 3,
  /** `localStorageCapacityIsolation` is read; before, it was a feature gate. Since 1.25. */
  IsolationConfigured = 1 << 4,
  /** The eviction message names the threshold and what was available. Since 1.26. */
  MessageNamesThreshold = 1 << 5,
  /** Sidecars add to a pod's limits: six releases before they did to its requests. Since 1.28. */
  SidecarLimitsAdd = 1 << 6,
  /** containerfs signals exist and mirror nodefs or imagefs. Since 1.29. */
  ContainerFs = 1 << 7,
  /** imagefs.inodesFree is observed without imagefs.available. Since 1.29. */
  LoneImageFsInodes = 1 << 7,
  /** `status.qosClass` precedes the containers' resources. Since 1.29. */
  StatusQosClass = 1 << 8,
  /** imagefs.inodesFree<5% is among the defaults. Since 1.30. */
  ImageFsInodesDefault = 1 << 9,
  /** Immediate evictions give the pod one second instead of none. Since 1.31. */
  OneSecondGrace = 1 << 10,
  /** Enforcements are checked one by one: none twice, and `none` needs no cgroups. Since 1.31. */
  EnforcementsOneByOne = 1 << 10,
  /** The message looks at init containers and sidecars too. Since 1.32. */
  MessageNamesInitContainers = 1 << 11,
  /** A soft eviction never gives a pod more than it asked for. Since 1.32. */
  SoftGraceBoundByPod = 1 << 12,
  /** Pressure on containerfs reclaims at node level as well. Since 1.32. */
  ContainerFsReclaims = 1 << 11,
  /**
   * The oom_score_adj of a sidecar is at most that of the pod's smallest container. Since
   * 1.32.
   */
  SidecarScoreBound = 1 << 11,
  /**
   * `system-reserved-compressible` and `kube-reserved-compressible` can be enforced. Since
   * 1.32.
   */
  CompressibleEnforcement = 1 << 11,
  /** `mergeDefaultEvictionSettings` is read. Since 1.33. */
  MergeDefaults = 1 << 13,
  /**
   * Sidecars add to a pod's requests; earlier, each init container only raised the sum. Since
   * 1.34.
   */
  SidecarsAdd = 1 << 14,
  /**
   * `spec.resources` of a pod precedes its containers' requests: a gate of that name. Since
   * 1.34.
   */
  PodLevelResources = 1 << 15,
  /**
   * A split image filesystem has rules: the gate KubeletSeparateDiskGC, there since 1.29.
   * Since 1.31.
   */
  SplitImageFs = 1 << 16,
  /**
   * A threshold written for allocatableMemory.available has an operator, so it can be met.
   * Since 1.21.
   */
  AllocatableThresholds = 1 << 1,
  /** `spec.resources` of a pod is read at all, though it counts later. Since 1.32. */
  PodResourcesRead = 1 << 17,
  /** Go 1.19 sorts lists of any length in one pass. Since 1.25. */
  SortsAtOnce = 1 << 18,
  /**
   * AllowOverwriteTerminationGracePeriodSeconds is locked, and SoftGraceBoundByPod stays.
   * Since 1.35.
   */
  GraceOverwriteLocked = 1 << 19,
  /** What is allocated to a container counts, and what is in force. Since 1.33. */
  InPlaceResize = 1 << 13,
  /** What is allocated to a whole pod counts, and what is in force. Since 1.36. */
  PodLevelResize = 1 << 20,
  /** A sidecar over its own ephemeral-storage limit ends its pod. Since 1.37. */
  SidecarLimitsEvict = 1 << 21,
  /** The QoS class follows from each container alone; before: from sums. Since 1.37. */
  ClassByContainer = 1 << 21,
  /** A `spec.resources` that names nothing leaves the QoS class to the containers. Since 1.37. */
  EmptyPodResourcesIgnored = 1 << 22,
  /**
   * Containers that request more than their pod do not raise each other's oom_score_adj. Since
   * 1.37.
   */
  ShareAtLeastZero = 1 << 21,
  /** An emptyDir in memory is left to the kernel, which limits it. Since 1.37. */
  KernelLimitsTmpfs = 1 << 23,
  /**
   * Huge pages of the node do not count as available memory, already in its Summary. Since
   * 1.37.
   */
  HugePagesUnavailable = 1 << 24,
}

/** What each release does, the oldest first. */
const BEHAVIORS: StaticArray<u32> = [
  0x0000001,
  0x0000003,
  0x0000007,
  0x0000007,
  0x000000f,
  0x004001f,
  0x004003f,
  0x004003f,
  0x004007f,
  0x00401ff,
  0x00403ff,
  0x00507ff,
  0x0071fff,
  0x0073fff,
  0x007ffff,
  0x00fffff,
  0x01fffff,
  0x17fffff,
];

/** The nearest release that is followed. */
export function nearestMinor(minor: i32): i32 {
  return min(max(minor, MINOR_OLDEST), MINOR_NEWEST);
}

/** What the nearest release that is followed does. */
export function behaviorsOfRelease(minor: i32): u32 {
  return unchecked(BEHAVIORS[nearestMinor(minor) - MINOR_OLDEST]);
}
