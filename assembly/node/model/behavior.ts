/** The kubelet release that is followed: how it differs from other releases. Spec 0.3. */
import { KUBELET_OFFSET } from "../memory.ts";

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
