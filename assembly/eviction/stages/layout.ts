/**
 * The file-system layout, found once, and the containerfs thresholds that follow from it.
 * Spec 1.5, 1.6.
 */

import { behavesAs } from "../../node/model/behavior.ts";
import { isObserved, observationAt, RECORDED } from "../../node/model/observation.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { fileSystemOf } from "../../node/model/signal.ts";
import { FileSystem, SIGNAL_COUNT, Signal } from "../../node/model/signalTable.ts";
import { CONFIGURED_THRESHOLDS_OFFSET, THRESHOLD_SIZE, THRESHOLDS_OFFSET } from "../memory.ts";
import { PolicyFlag, policy, policyHas } from "../model/policy.ts";
import { StateFlag, state, stateHas } from "../model/state.ts";
import { StepFailure } from "../model/step.ts";
import { isHard, ThresholdFlag, ThresholdOrigin, thresholdAt } from "../model/threshold.ts";

/** Names of the four layouts of spec 1.5. */
export enum Layout {
  Single = 0,
  ImageFs = 1,
  Split = 2,
  /** Containers apart from images, images with the root: the kubelet has no rules for it. */
  Odd = 3,
}

export function layoutInForce(): Layout {
  const dedicated = stateHas(StateFlag.DedicatedImageFs);
  const split = stateHas(StateFlag.SplitContainerFs);
  if (dedicated) return split ? Layout.Split : Layout.ImageFs;
  return split ? Layout.Odd : Layout.Single;
}

/**
 * A split image filesystem while its gate is off: the kubelet's first step fails, and later ones
 * rank and reclaim nothing.
 */
export function isSplitWithoutRules(): bool {
  return stateHas(StateFlag.SplitContainerFs) && !behavesAs(Behavior.SplitImageFs);
}

/**
 * Until the layout is known: takes the one given, or what the Summary shows, and mirrors. `first`
 * says that no step before it could have. Answers why the step fails, as the kubelet's does.
 */
export function discoverLayout(first: bool): StepFailure {
  if (stateHas(StateFlag.Discovered)) return StepFailure.None;
  if (policyHas(PolicyFlag.LayoutGiven)) takeGivenLayout();
  else if (isShown()) takeLayoutShown();
  else return withoutLayout();
  return first && isSplitWithoutRules() ? StepFailure.SplitWithoutRules : StepFailure.None;
}

/** In a step without a Summary a kubelet finds its layout nevertheless: it asks for that before. */
export function discoverLayoutUnseen(): void {
  if (stateHas(StateFlag.Discovered)) return;
  if (policyHas(PolicyFlag.LayoutGiven)) takeGivenLayout();
  else state.flags |= u32(StateFlag.Missed);
}

/** The kubelet derives the layout from two devices, and fails while either is unknown. Spec 1.5. */
function isShown(): bool {
  return (
    isObserved(RECORDED, Signal.NodeFsAvailable) && isObserved(RECORDED, Signal.ImageFsAvailable)
  );
}

/** A Summary without any file system is nothing a kubelet serves, and asks for no layout. */
function withoutLayout(): StepFailure {
  if (!showsFileSystem()) return StepFailure.None;
  // A kubelet cannot distinguish its file systems here, so it could not in an earlier step.
  state.flags &= ~u32(StateFlag.Missed);
  return StepFailure.LayoutUnknown;
}

function showsFileSystem(): bool {
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (fileSystemOf(signal) != FileSystem.None && isObserved(RECORDED, signal)) return true;
  }
  return false;
}

function takeGivenLayout(): void {
  takeLayout(policyHas(PolicyFlag.DedicatedImageFs), policyHas(PolicyFlag.SplitContainerFs));
}

function takeLayoutShown(): void {
  const imageApart = differs(Signal.ImageFsAvailable, Signal.NodeFsAvailable);
  const containerApart = differs(Signal.ContainerFsAvailable, Signal.ImageFsAvailable);
  takeLayout(imageApart || containerApart, containerApart);
}

function takeLayout(dedicated: bool, split: bool): void {
  const isSplit = split && behavesAs(Behavior.ContainerFs);
  state.flags &= ~u32(StateFlag.Missed);
  state.flags |=
    u32(StateFlag.Discovered) |
    (dedicated ? u32(StateFlag.DedicatedImageFs) : 0) |
    (isSplit ? u32(StateFlag.SplitContainerFs) : 0);
  mirrorContainerFs();
}

/**
 * Two file systems of one device have the same size. Their free space may differ by the age of
 * the stats, so it says nothing.
 */
function differs(a: Signal, b: Signal): bool {
  if (!isObserved(RECORDED, a) || !isObserved(RECORDED, b)) return false;
  if (observationAt(RECORDED, a).capacity != observationAt(RECORDED, b).capacity) return true;
  const aInodes = a + 1;
  const bInodes = b + 1;
  if (!isObserved(RECORDED, aInodes) || !isObserved(RECORDED, bInodes)) return false;
  return observationAt(RECORDED, aInodes).capacity != observationAt(RECORDED, bInodes).capacity;
}

/**
 * Overwrites or appends the four containerfs thresholds; the layout must be known. The step that
 * discovers the layout goes on with the list it had, which shares memory with the new one until
 * an append outgrows it: `room` counts how many appends fit. Spec 1.6.6.
 */
export function mirrorContainerFs(): void {
  startFromConfigured();
  if (!behavesAs(Behavior.ContainerFs) || isSplitWithoutRules()) return;
  const layout = layoutInForce();
  if (layout == Layout.Odd) return;
  const bytes = layout == Layout.ImageFs ? Signal.ImageFsAvailable : Signal.NodeFsAvailable;
  const inodes = layout == Layout.ImageFs ? Signal.ImageFsInodesFree : Signal.NodeFsInodesFree;
  let room = roomForAppends();
  room = mirror(Signal.ContainerFsAvailable, bytes, true, room);
  room = mirror(Signal.ContainerFsAvailable, bytes, false, room);
  room = mirror(Signal.ContainerFsInodesFree, inodes, true, room);
  mirror(Signal.ContainerFsInodesFree, inodes, false, room);
}

/** The thresholds that follow from the layout in the state, or as configured when it has none. */
export function mirrorAsDiscovered(): void {
  if (stateHas(StateFlag.Discovered)) mirrorContainerFs();
  else startFromConfigured();
}

/** A second mirroring, after `restore` or in a trial, begins with the configured thresholds. */
function startFromConfigured(): void {
  const bytes = THRESHOLD_SIZE * usize(policy.configuredCount);
  if (policy.mirrored != 0) memory.copy(THRESHOLDS_OFFSET, CONFIGURED_THRESHOLDS_OFFSET, bytes);
  else memory.copy(CONFIGURED_THRESHOLDS_OFFSET, THRESHOLDS_OFFSET, bytes);
  policy.mirrored = 1;
  policy.thresholdCount = policy.configuredCount;
}

/** Spare capacity of the kubelet's slice of thresholds, as Go's append left it. */
function roomForAppends(): i32 {
  let hard = 0;
  let soft = 0;
  let copies = 0;
  for (let index = 0; index < i32(policy.configuredCount); index++) {
    const origin = thresholdAt(index).origin;
    if (origin == ThresholdOrigin.EnforceNodeAllocatable) copies++;
    else if (origin == ThresholdOrigin.EvictionSoft) soft++;
    else hard++;
  }
  const own = hard + soft;
  if (policyHas(PolicyFlag.EnforceNodeAllocatablePods)) {
    return grown(roundedUp(own), own + copies) - (own + copies);
  }
  if (hard == 0 || soft == 0) return roundedUp(own) - own;
  return grown(roundedUp(hard), own) - own;
}

/** The capacity of a slice of `capacity` after it was made to hold `length`. */
function grown(capacity: i32, length: i32): i32 {
  return length <= capacity ? capacity : roundedUp(max(length, 2 * capacity));
}

/**
 * Go allocates in size classes: 64 bytes an element, and 8 more for the part beyond 512. The
 * 18 statements and 2 copies of a policy double to no more than 41.
 */
function roundedUp(length: i32): i32 {
  if (length < 12) return length;
  if (length < 24) return length | 1;
  return length < 36 ? length | 3 : 41;
}

/** The last configured threshold of a signal and hardness, or -1. */
function lastOf(signal: Signal, hard: bool): i32 {
  for (let index = i32(policy.configuredCount) - 1; index >= 0; index--) {
    const threshold = thresholdAt(index);
    if (i32(threshold.signal) == signal && isHard(threshold) == hard) return index;
  }
  return -1;
}

/** Mirrors one slot; answers the room left, below zero once the lists are apart. */
function mirror(signal: Signal, source: Signal, hard: bool, room: i32): i32 {
  const from = lastOf(source, hard);
  const existing = lastOf(signal, hard);
  if (existing < 0) {
    // A blank threshold with no user's one to overwrite is inert: nothing to keep.
    if (from >= 0)
      copyThreshold(i32(policy.thresholdCount++), from, signal, ThresholdFlag.Appended);
    return room - 1;
  }
  if (room < 0) {
    const orphan = i32(policy.thresholdCount++);
    const target = changetype<usize>(thresholdAt(orphan));
    memory.copy(target, changetype<usize>(thresholdAt(existing)), THRESHOLD_SIZE);
    thresholdAt(orphan).flags = u8(ThresholdFlag.Orphan);
  }
  copyThreshold(existing, from, signal, room < 0 ? ThresholdFlag.Moved : 0);
  return room;
}

/** Fills a row from its source, or as a blank when there is none. */
function copyThreshold(index: i32, from: i32, signal: Signal, flags: u32): void {
  const threshold = thresholdAt(index);
  const target = changetype<usize>(threshold);
  if (from < 0) memory.fill(target, 0, THRESHOLD_SIZE);
  else memory.copy(target, changetype<usize>(thresholdAt(from)), THRESHOLD_SIZE);
  threshold.signal = u8(signal);
  threshold.origin = u8(ThresholdOrigin.ContainerFs);
  threshold.flags = u8(flags | (from < 0 ? u32(ThresholdFlag.Blank) : 0));
}
