/**
 * Exact tests of the key that `scanMember` left.
 * Written by tools/contract.mjs from contract/; change it there.
 */
import { keyIs } from "../base/json/member.ts";

/** `evictionHard` */
export function isEvictionHard(): bool {
  return keyIs("evictionHard");
}

/** `evictionSoft` */
export function isEvictionSoft(): bool {
  return keyIs("evictionSoft");
}

/** `evictionSoftGracePeriod` */
export function isEvictionSoftGracePeriod(): bool {
  return keyIs("evictionSoftGracePeriod");
}

/** `evictionMinimumReclaim` */
export function isEvictionMinimumReclaim(): bool {
  return keyIs("evictionMinimumReclaim");
}

/** `evictionPressureTransitionPeriod` */
export function isEvictionPressureTransitionPeriod(): bool {
  return keyIs("evictionPressureTransitionPeriod");
}

/** `evictionMaxPodGracePeriod` */
export function isEvictionMaxPodGracePeriod(): bool {
  return keyIs("evictionMaxPodGracePeriod");
}

/** `mergeDefaultEvictionSettings` */
export function isMergeDefaultEvictionSettings(): bool {
  return keyIs("mergeDefaultEvictionSettings");
}

/** `systemReserved` */
export function isSystemReserved(): bool {
  return keyIs("systemReserved");
}

/** `pid` */
export function isPid(): bool {
  return keyIs("pid");
}

/** `kubeReserved` */
export function isKubeReserved(): bool {
  return keyIs("kubeReserved");
}

/** `enforceNodeAllocatable` */
export function isEnforceNodeAllocatable(): bool {
  return keyIs("enforceNodeAllocatable");
}

/** `systemReservedCgroup` */
export function isSystemReservedCgroup(): bool {
  return keyIs("systemReservedCgroup");
}

/** `kubeReservedCgroup` */
export function isKubeReservedCgroup(): bool {
  return keyIs("kubeReservedCgroup");
}

/** `cgroupsPerQOS` */
export function isCgroupsPerQOS(): bool {
  return keyIs("cgroupsPerQOS");
}

/** `localStorageCapacityIsolation` */
export function isLocalStorageCapacityIsolation(): bool {
  return keyIs("localStorageCapacityIsolation");
}

/** `featureGates` */
export function isFeatureGates(): bool {
  return keyIs("featureGates");
}

/** `plimsoll` */
export function isPlimsoll(): bool {
  return keyIs("plimsoll");
}

/** `profile` */
export function isProfile(): bool {
  return keyIs("profile");
}

/** `kubeletVersion` */
export function isKubeletVersion(): bool {
  return keyIs("kubeletVersion");
}

/** `layout` */
export function isLayout(): bool {
  return keyIs("layout");
}

/** `dedicatedImageFs` */
export function isDedicatedImageFs(): bool {
  return keyIs("dedicatedImageFs");
}

/** `splitContainerFs` */
export function isSplitContainerFs(): bool {
  return keyIs("splitContainerFs");
}

/** `whatIf` */
export function isWhatIf(): bool {
  return keyIs("whatIf");
}

/** `keepDefaults` */
export function isKeepDefaults(): bool {
  return keyIs("keepDefaults");
}

/** `capacity` */
export function isCapacity(): bool {
  return keyIs("capacity");
}

/** `storage` */
export function isStorage(): bool {
  return keyIs("storage");
}

/** `replacedByFlags` */
export function isReplacedByFlags(): bool {
  return keyIs("replacedByFlags");
}

/** `experimentalAllocatableIgnoreEviction` */
export function isExperimentalAllocatableIgnoreEviction(): bool {
  return keyIs("experimentalAllocatableIgnoreEviction");
}

/** `signal` */
export function isSignal(): bool {
  return keyIs("signal");
}
