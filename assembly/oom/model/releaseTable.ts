/**
 * The releases of the kubelet that are followed, and what differs between them.
 * Written by tools/contract.mjs from contract/; change it there.
 */

export const MINOR_OLDEST: i32 = 20;
export const MINOR_NEWEST: i32 = 37;
export const MINOR_DEFAULT: i32 = 37;

/** Behaviors that begin and end together share a bit, unless a gate or profile has one. */
export enum Behavior {
  /** memory.oom.group of containers is set under cgroup v2. Since 1.28. */
  MemoryOomGroup = 1 << 0,
  /** `singleProcessOOMKill` is read, and leaves memory.oom.group unset. Since 1.32. */
  SingleProcessOomKill = 1 << 1,
}

/** What each release does, the oldest first. */
const BEHAVIORS: StaticArray<u32> = [
  0x0,
  0x0,
  0x0,
  0x0,
  0x0,
  0x0,
  0x0,
  0x0,
  0x1,
  0x1,
  0x1,
  0x1,
  0x3,
  0x3,
  0x3,
  0x3,
  0x3,
  0x3,
];

/** The nearest release that is followed. */
export function nearestMinor(minor: i32): i32 {
  return min(max(minor, MINOR_OLDEST), MINOR_NEWEST);
}

/** What the nearest release that is followed does. */
export function behaviorsOfRelease(minor: i32): u32 {
  return unchecked(BEHAVIORS[nearestMinor(minor) - MINOR_OLDEST]);
}
