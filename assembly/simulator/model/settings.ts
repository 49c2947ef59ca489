/** What a story says of the whole. */

const TERMINATED_POD_THRESHOLD: i64 = 12500;

/** Draws the phases of nodes that have none of their own. */
export let seed: i64 = 0;
/** `--terminated-pod-gc-threshold` of kube-controller-manager. */
export let terminatedPodThreshold: i64 = TERMINATED_POD_THRESHOLD;

/** Of nodes without their own: row of the configuration, and amounts of what runs beside pods. */
export let configuration: u32 = 0;
export let systemMemory: u32 = 0;
export let systemDisk: u32 = 0;
export let systemInodes: u32 = 0;
/** Inodes of every node that has none of its own; 0 where the story does not say it. */
export let capacityInodes: i64 = 0;

export function forgetSettings(): void {
  seed = 0;
  configuration = 0;
  systemMemory = 0;
  systemDisk = 0;
  systemInodes = 0;
  capacityInodes = 0;
  terminatedPodThreshold = TERMINATED_POD_THRESHOLD;
}

export function setSeed(value: i64): void {
  seed = value;
}

export function setTerminatedPodThreshold(value: i64): void {
  terminatedPodThreshold = value;
}

export function setConfiguration(row: u32): void {
  configuration = row;
}

export function setSystemMemoryOfAll(amount: u32): void {
  systemMemory = amount;
}

export function setSystemDiskOfAll(amount: u32): void {
  systemDisk = amount;
}

export function setSystemInodesOfAll(amount: u32): void {
  systemInodes = amount;
}

export function setCapacityInodesOfAll(inodes: i64): void {
  capacityInodes = inodes;
}
