/**
 * The releases of the kubelet that are followed, and what differs between them.
 * Written by tools/contract.mjs from contract/; change it there.
 */

export const MINOR_OLDEST: i32 = 22;
export const MINOR_NEWEST: i32 = 37;
export const MINOR_DEFAULT: i32 = 37;

/** The refusal of a release that cannot be followed. */
export const RELEASE_REFUSAL: string =
  "kubeletVersion is 1.22 or newer, such as 1.37";

/** Behaviors that begin and end together share a bit, unless a gate or profile has one. */
export enum Behavior {
  /**
   * memory.high is the request and 0.9 of what the limit adds; before: 0.8 of the limit. Since
   * 1.27.
   */
  ThrottlesAboveRequest = 1 << 0,
  /** Sidecars add to what a pod's cgroup protects. Since 1.28. */
  SidecarsProtected = 1 << 1,
  /**
   * `memoryReservationPolicy` decides what is protected; before: memory.min is the request.
   * Since 1.36.
   */
  ReservationPolicy = 1 << 2,
  /**
   * Only a `memoryThrottlingFactor` that is set throttles, then BestEffort pods too. Since
   * 1.37.
   */
  ThrottlesIfConfigured = 1 << 3,
  /**
   * kubepods has memory.low, without which that of Burstable pods below it has no effect.
   * Since 1.37.
   */
  NodeMemoryLow = 1 << 3,
  /**
   * A pod's memory.max needs a limit of each init container, or, before, of a sidecar. Since
   * 1.37.
   */
  EachContainerLimited = 1 << 3,
  /** Memory QoS is on by default. Since 1.37. */
  MemoryQoSByDefault = 1 << 4,
}

/** What each release does, the oldest first. */
const BEHAVIORS: StaticArray<u32> = [
  0x00,
  0x00,
  0x00,
  0x00,
  0x00,
  0x01,
  0x03,
  0x03,
  0x03,
  0x03,
  0x03,
  0x03,
  0x03,
  0x03,
  0x07,
  0x1f,
];

/** The nearest release that is followed. */
export function nearestMinor(minor: i32): i32 {
  return min(max(minor, MINOR_OLDEST), MINOR_NEWEST);
}

/** What the nearest release that is followed does. */
export function behaviorsOfRelease(minor: i32): u32 {
  return unchecked(BEHAVIORS[nearestMinor(minor) - MINOR_OLDEST]);
}
