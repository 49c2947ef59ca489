/**
 * One row for each threshold, in canonical order. At most 32, so a set of thresholds is a mask.
 *
 * ```
 *  0      1       3     4          5      8             16       20         24    32
 *  ┌──────┬───────┬─────┬──────────┬──────┬─────────────┬────────┬──────────┬─────┬──────────┐
 *  │signal│origin │kind │min. kind │flags │grace period │percent │min. perc.│text │min. text │
 *  └──────┴───────┴─────┴──────────┴──────┴─────────────┴────────┴──────────┴─────┴──────────┘
 *  64               128              192
 *  ┌────────────────┬────────────────┐
 *  │value quantity  │minimum reclaim │
 *  └────────────────┴────────────────┘
 * ```
 * A percentage is the bits of the kubelet's float32 fraction. Spec 2.2-2.6.
 */

import { Quantity } from "../../base/kubernetes/quantity.ts";
import {
  CONFIGURED_THRESHOLDS_OFFSET,
  POLICY_STAGE_DISTANCE,
  THRESHOLD_SIZE,
  THRESHOLDS_OFFSET,
} from "../memory.ts";
import { policy } from "./policy.ts";

export enum ThresholdOrigin {
  EvictionHard = 0,
  EvictionSoft = 1,
  Default = 2,
  /** A copy of memory.available, because `pods` is in enforceNodeAllocatable. */
  EnforceNodeAllocatable = 3,
  /** Mirrored from nodefs or imagefs. Spec 1.6. */
  ContainerFs = 4,
}

export const ORIGIN_NAMES: StaticArray<string> = [
  "evictionHard",
  "evictionSoft",
  "default",
  "enforceNodeAllocatable",
  "containerfs",
];

export enum ValueKind {
  None = 0,
  Quantity = 1,
  Percentage = 2,
}

export enum ThresholdFlag {
  /** Added by containerfs mirroring: the first step does not evaluate it yet. Spec 1.6.6. */
  Appended = 1,
  /** No operator, never met: mirrored from a threshold that is not there, or came too early. */
  Blank = 2,
  /** A user's containerfs value that the first step still sees, and nothing after it. */
  Orphan = 4,
  /** Overwritten by mirroring, but out of the first step's sight. */
  Moved = 8,
}

@unmanaged
export class Threshold {
  signal: u8;
  origin: u8;
  reserved: u8;
  valueKind: u8;
  minReclaimKind: u8;
  flags: u8;
  gracePeriodNanos: i64;
  percentageBits: u32;
  minReclaimBits: u32;
  /** The value as it was written. */
  text: u32;
  textSize: i32;
  minReclaimText: u32;
  minReclaimTextSize: i32;

  get value(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 64);
  }
  get minReclaim(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 128);
  }
}

export function thresholdAt(index: i32): Threshold {
  return changetype<Threshold>(THRESHOLDS_OFFSET + THRESHOLD_SIZE * usize(index));
}

export function stagedThresholdAt(index: i32): Threshold {
  return changetype<Threshold>(
    THRESHOLDS_OFFSET + POLICY_STAGE_DISTANCE + THRESHOLD_SIZE * usize(index),
  );
}

/** What a threshold was before mirroring wrote over it. */
export function configuredOriginOf(index: i32): i32 {
  if (policy.mirrored == 0 || index >= i32(policy.configuredCount))
    return thresholdAt(index).origin;
  const row = CONFIGURED_THRESHOLDS_OFFSET + THRESHOLD_SIZE * usize(index);
  return changetype<Threshold>(row).origin;
}

/** Hard means: no grace period, wherever it was written. Spec 2.5. */
export function isHard(threshold: Threshold): bool {
  return threshold.gracePeriodNanos == 0;
}

/** The configured thresholds as a mask: without orphans, which only live on in the met list. */
export function allThresholds(): u64 {
  return withoutFlags(ThresholdFlag.Orphan);
}

/** What the step that discovers the layout evaluates. Spec 1.6.6. */
export function firstStepThresholds(): u64 {
  return withoutFlags(ThresholdFlag.Appended | ThresholdFlag.Moved);
}

function withoutFlags(flags: u32): u64 {
  let mask: u64 = 0;
  for (let index = 0; index < i32(policy.thresholdCount); index++) {
    if ((u32(thresholdAt(index).flags) & flags) == 0) mask |= bit(index);
  }
  return mask;
}

export function inMask(mask: u64, index: i32): bool {
  return ((mask >> u64(index)) & 1) != 0;
}

export function bit(index: i32): u64 {
  return (<u64>1) << u64(index);
}
