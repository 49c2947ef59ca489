/** Memory that falls, the thresholds it falls towards, and when kubelet and kernel act. */
import { LIMIT_SIZE, LIMITS_OFFSET, RACE_OFFSET } from "../memory.ts";

/** Later than anything that is looked at: 2^50 ms. */
export const NEVER_MS: u64 = 1 << 50;

@unmanaged
export class Race {
  present: u32;
  limitCount: u32;
  /**
   * Time and bytes of the first and the second observation: nanoseconds since the epoch, and bytes.
   */
  firstTime: i64;
  secondTime: i64;
  firstBytes: u64;
  secondBytes: u64;
  /** How long a pod may take to end: of this step's eviction, and of a soft one to come. */
  evictionSeconds: u64;
  softSeconds: u64;
  evicts: u8;
  /** kernelMemcgNotification, which a kubelet under cgroup v2 has no use of. */
  isNotified: u8;
  cgroupVersion: u8;
  unused: u8;
  first: i32;
  elapsedMs: u64;
  fellBytes: u64;
  /** From the second observation until none is left, until the kubelet acts, until a pod ended. */
  emptyMs: u64;
  actsMs: u64;
  endedMs: u64;
  /** The highest hard threshold; 0 for none. */
  hardBytes: u64;
  /** The lowest threshold that is met before none is left, whenever the kubelet looks. */
  neededBytes: u64;
  /** Bit of a limit by which the kubelet acts. */
  isByNotification: u8;
  /** What is known of the node and its swap, for others than kubelet and kernel. */
  hasNode: u8;
  hasSwap: u8;
  hasThrottle: u8;
  capacityBytes: u64;
  /** What the kubelet counts as used, and the kernel may still free. */
  cacheBytes: u64;
  swapBytes: u64;
  swapFreeBytes: u64;
  /** memory.high of a cgroup, and what it used at the two observations. */
  highBytes: u64;
  highFirstBytes: u64;
  highSecondBytes: u64;
}

@unmanaged
export class Limit {
  bytes: u64;
  graceSeconds: u64;
  remainingMs: u64;
  hasRemaining: u8;
}

export const race: Race = changetype<Race>(RACE_OFFSET);

export function limitAt(index: u32): Limit {
  return changetype<Limit>(LIMITS_OFFSET + usize(index) * LIMIT_SIZE);
}
