/**
 * The releases of the kubelet that are followed, and what differs between them.
 * Written by tools/contract.mjs from contract/; change it there.
 */

export const MINOR_OLDEST: i32 = 29;
export const MINOR_NEWEST: i32 = 37;
export const MINOR_DEFAULT: i32 = 37;

/** The refusal of a release that cannot be followed. */
export const RELEASE_REFUSAL: string =
  "kubeletVersion is 1.29 or newer, such as 1.37";

/** Behaviors that begin and end together share a bit, unless a gate or profile has one. */
export enum Behavior {
  /**
   * `spec.resources` of a pod precedes its containers' requests: a gate of that name. Since
   * 1.34.
   */
  PodLevelResources = 1 << 0,
  /** `Predicate NodeName failed: …` says why. Since 1.31. */
  PredicateSaysWhy = 1 << 1,
  /**
   * Missing extended resources of init containers are skipped, as those of containers are.
   * Since 1.31.
   */
  MissingOfInitContainers = 1 << 1,
  /** A strict `supplementalGroupsPolicy` needs a runtime that supports it. Since 1.33. */
  SupplementalGroupsPolicy = 1 << 2,
  /** Host ports of sidecars count. Since 1.33. */
  SidecarPorts = 1 << 2,
  /** What is allocated to a container counts, and what is in force. Since 1.33. */
  InPlaceResize = 1 << 2,
  /**
   * Preemption reads what is allocated, with sidecars and pod-level resources added up. Since
   * 1.34.
   */
  PreemptsAllocated = 1 << 3,
  /** What is allocated to a whole pod counts, and what is in force. Since 1.36. */
  PodLevelResize = 1 << 4,
  /** Extended resources backed by resource claims are skipped. Since 1.36. */
  ClaimedResources = 1 << 4,
  /** Features that nodes declare decide, by default. Since 1.36. */
  DeclaredFeatures = 1 << 4,
  /** The QoS class follows from each container alone; before: from sums. Since 1.37. */
  ClassByContainer = 1 << 5,
  /** A `spec.resources` that names nothing leaves the QoS class to the containers. Since 1.37. */
  EmptyPodResourcesIgnored = 1 << 6,
  /**
   * In a resize, the largest sum of the pod counts; before: the largest of each container.
   * Since 1.37.
   */
  LargestSum = 1 << 5,
}

/** What each release does, the oldest first. */
const BEHAVIORS: StaticArray<u32> = [
  0x00,
  0x00,
  0x02,
  0x02,
  0x06,
  0x0f,
  0x0f,
  0x1f,
  0x7f,
];

/** The nearest release that is followed. */
export function nearestMinor(minor: i32): i32 {
  return min(max(minor, MINOR_OLDEST), MINOR_NEWEST);
}

/** What the nearest release that is followed does. */
export function behaviorsOfRelease(minor: i32): u32 {
  return unchecked(BEHAVIORS[nearestMinor(minor) - MINOR_OLDEST]);
}
