/**
 * What differs between kubelet releases and profiles, as data: each behaviour is a bit, with the
 * minor of Kubernetes 1.x it came with. Found by running each release's own code; a vector with a
 * `behaviour` states each. Spec 0.3.
 */
import { KUBELET_OFFSET } from "../memory.ts";
import { BEHAVIOUR_COUNT, BEHAVIOURS_SINCE } from "./behaviourTable.ts";

/** The release followed by default, and the oldest and newest that were compared. */
export const KUBELET_MINOR_DEFAULT: u32 = 36;
export const KUBELET_MINOR_MIN: u32 = 20;
export const KUBELET_MINOR_MAX: u32 = 36;

/** The behaviours of a kubelet of this minor. */
export function behavioursSince(minor: u32): u32 {
  let behaviours: u32 = 0;
  for (let index = 0; index < BEHAVIOUR_COUNT; index++) {
    if (minor >= u32(unchecked(BEHAVIOURS_SINCE[index]))) behaviours |= 1 << u32(index);
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
