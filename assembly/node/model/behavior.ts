/**
 * What differs between kubelet releases and profiles, as data: each behavior is a bit, with the
 * minor of Kubernetes 1.x it came with. Found by running each release's own code; a vector with a
 * `behavior` states each. Spec 0.3.
 */
import { KUBELET_OFFSET } from "../memory.ts";
import { BEHAVIOR_COUNT, BEHAVIORS_SINCE } from "./behaviorTable.ts";

/** The release followed by default, and the oldest and newest that were compared. */
export const KUBELET_MINOR_DEFAULT: u32 = 36;
export const KUBELET_MINOR_MIN: u32 = 20;
export const KUBELET_MINOR_MAX: u32 = 36;

/** The behaviors of a kubelet of this minor. */
export function behaviorsSince(minor: u32): u32 {
  let behaviors: u32 = 0;
  for (let index = 0; index < BEHAVIOR_COUNT; index++) {
    if (minor >= u32(unchecked(BEHAVIORS_SINCE[index]))) behaviors |= 1 << u32(index);
  }
  return behaviors;
}

/** The kubelet that is followed, once a configuration says which. */
@unmanaged
class Kubelet {
  known: u32;
  /** Bits of `Behavior`. */
  behaviors: u32;
}

const kubelet: Kubelet = changetype<Kubelet>(KUBELET_OFFSET);

export function followKubelet(behaviors: u32): void {
  kubelet.known = 1;
  kubelet.behaviors = behaviors;
}

export function isKubeletKnown(): bool {
  return kubelet.known != 0;
}

/** @inline */
export function behavesAs(behavior: u32): bool {
  return (kubelet.behaviors & behavior) != 0;
}
