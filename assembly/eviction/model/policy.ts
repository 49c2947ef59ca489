/** The effective policy: a KubeletConfiguration after defaults and flags. */

import { Quantity } from "../../base/kubernetes/quantity.ts";
import { followKubelet } from "../../node/model/behavior.ts";
import { Signal } from "../../node/model/signalTable.ts";
import {
  POLICY_OFFSET,
  POLICY_REGION_BYTES,
  POLICY_STAGE_OFFSET,
  POLICY_TEXT_HALF_BYTES,
  POLICY_TEXT_OFFSET,
} from "../memory.ts";

export enum PolicyFlag {
  LocalStorageCapacityIsolation = 1,
  /** The layout comes with the capture; otherwise it is derived from the first Summary. */
  LayoutGiven = 2,
  DedicatedImageFs = 4,
  SplitContainerFs = 8,
  /** Closed loop: pods we evicted are taken out of later snapshots. */
  WhatIf = 16,
  EnforceNodeAllocatablePods = 32,
  Configured = 64,
  /** The flag --experimental-allocatable-ignore-eviction. */
  AllocatableIgnoresEviction = 128,
}

/** Resources with reservations. */
export enum Reserved {
  Cpu = 0,
  Memory = 1,
  EphemeralStorage = 2,
  Pid = 3,
}

export const RESERVED_COUNT: i32 = 4;

export const RESERVED_NAMES: StaticArray<string> = ["cpu", "memory", "ephemeral-storage", "pid"];

/** The signal that is about the resource; -1 for none. */
export const RESERVED_SIGNALS: StaticArray<i32> = [
  -1,
  Signal.MemoryAvailable,
  Signal.NodeFsAvailable,
  Signal.PIDAvailable,
];

/** Who has reserved it; the capacity that is given with the configuration is kept with them. */
export enum ReservedGroup {
  System = 0,
  Kube = 1,
  Capacity = 2,
}

@unmanaged
export class Policy {
  pressureTransitionPeriodNanos: i64;
  maxPodGracePeriodSeconds: i64;
  fingerprint: u64;
  flags: u32;
  profile: u32;
  /** The minor version of Kubernetes 1.x that is followed. */
  kubeletMinor: i32;
  /** Bits of `Behavior`. */
  behaviors: u32;
  thresholdCount: u32;
  /** Thresholds of the configuration, before containerfs mirroring appends to them. */
  configuredCount: u32;
  errorCount: u32;
  warningCount: u32;
  textHalf: u32;
  /** 1 when defaults fill the keys that evictionHard does not have. */
  mergesDefaults: u32;
  /** Signals that evictionHard switches off by `0%` or `100%`, a bit each. */
  switchedOff: u32;
  /** 1 when the configured thresholds are kept apart from the mirrored table. */
  mirrored: u32;
  /** 1 when evictionHard is present. */
  hardGiven: u32;
  /** Which of systemReserved (bits 0-3), kubeReserved (4-7), capacity (8-11) are given. */
  reservedGiven: u32;
}

const QUANTITIES: usize = 256;

/** The policy in force. */
export const policy: Policy = changetype<Policy>(POLICY_OFFSET);

/** The policy being parsed; it becomes the one in force only when it is valid. */
export const stagedPolicy: Policy = changetype<Policy>(POLICY_STAGE_OFFSET);

export function policyHas(flag: PolicyFlag): bool {
  return (policy.flags & u32(flag)) != 0;
}

export function setPolicyFlag(target: Policy, flag: PolicyFlag, on: bool): void {
  target.flags = on ? target.flags | u32(flag) : target.flags & ~u32(flag);
}

export function reservedQuantity(target: Policy, group: ReservedGroup, resource: i32): Quantity {
  const slot = usize(group * RESERVED_COUNT + resource);
  return changetype<Quantity>(changetype<usize>(target) + QUANTITIES + 64 * slot);
}

export function isReservedGiven(target: Policy, group: ReservedGroup, resource: i32): bool {
  return (target.reservedGiven & (1 << u32(group * RESERVED_COUNT + resource))) != 0;
}

export function setReservedGiven(target: Policy, group: ReservedGroup, resource: i32): void {
  target.reservedGiven |= 1 << u32(group * RESERVED_COUNT + resource);
}

/** Puts the staged policy in force; its texts stay where they are. */
export function commitStagedPolicy(): void {
  memory.copy(POLICY_OFFSET, POLICY_STAGE_OFFSET, POLICY_REGION_BYTES);
  followKubelet(policy.behaviors);
}

export function policyTextStart(half: u32): usize {
  return POLICY_TEXT_OFFSET + usize(half) * POLICY_TEXT_HALF_BYTES;
}
