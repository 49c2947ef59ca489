/** What a story says of the whole. */

const TERMINATED_POD_THRESHOLD: i64 = 12500;

/** Draws the phases of nodes that have none of their own. */
export let seed: i64 = 0;
/** `--terminated-pod-gc-threshold` of kube-controller-manager. */
export let terminatedPodThreshold: i64 = TERMINATED_POD_THRESHOLD;

export function forgetSettings(): void {
  seed = 0;
  terminatedPodThreshold = TERMINATED_POD_THRESHOLD;
}

export function setSeed(value: i64): void {
  seed = value;
}

export function setTerminatedPodThreshold(value: i64): void {
  terminatedPodThreshold = value;
}
