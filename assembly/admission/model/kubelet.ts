/**
 * What differs between kubelet releases in admission, as data: each behavior is a bit, with the
 * minor of Kubernetes 1.x it came with by default. Found by running each release's own code.
 */

/** The release followed by default, and the oldest and newest that were compared. */
export const KUBELET_MINOR_MIN: i32 = 29;
export const KUBELET_MINOR_MAX: i32 = 36;

export enum Behavior {
  /** `Predicate NodeName failed: …` says why. */
  PredicateSaysWhy = 1,
  /** Missing extended resources of init containers are passed over, as those of containers are. */
  MissingOfInitContainers = 2,
  SupplementalGroupsPolicy = 4,
  /** Host ports of sidecars count. */
  SidecarPorts = 8,
  /** What is allocated to a container counts, and what is in force. */
  ResizesInPlace = 16,
  /** Preemption reads what is allocated, with sidecars and pod-level resources added up. */
  PreemptsAllocated = 32,
  PodLevelResources = 64,
  ResizesPodLevel = 128,
  /** Extended resources that resource claims stand for are passed over. */
  ClaimedResources = 256,
  DeclaredFeatures = 512,
}

const SINCE: StaticArray<u8> = [31, 31, 33, 33, 33, 34, 34, 36, 36, 36];

let minor: i32 = KUBELET_MINOR_MAX;
let behaviors: u32 = behaviorsOf(KUBELET_MINOR_MAX);

function behaviorsOf(release: i32): u32 {
  let bits: u32 = 0;
  for (let index = 0; index < SINCE.length; index++) {
    if (release >= i32(unchecked(SINCE[index]))) bits |= 1 << u32(index);
  }
  return bits;
}

/** A newer release behaves as the newest that is known; false for one that is too old. */
export function followKubelet(release: i32): bool {
  if (release < KUBELET_MINOR_MIN) return false;
  minor = min(release, KUBELET_MINOR_MAX);
  behaviors = behaviorsOf(minor);
  return true;
}

export function kubeletMinor(): i32 {
  return minor;
}

/** @inline */
export function behavesAs(behavior: Behavior): bool {
  return (behaviors & behavior) != 0;
}
