/**
 * Closed loop: pods that our policy evicted are taken out of later snapshots, and what they use
 * there is credited to the signals, until the recording itself shows them gone. Only their uids
 * are remembered: the credit is what the recording says the pod uses at that moment.
 *
 * ```
 *  0     4                                                 128
 *  ┌─────┬───────────────────────────────────────────────────┐
 *  │size │uid                                                │   one credit
 *  └─────┴───────────────────────────────────────────────────┘
 * ```
 */

import { copyInt128, divideUnsigned128, Int128 } from "../../base/arithmetic/int128.ts";
import { behavesAs } from "../../node/model/behavior.ts";
import {
  CREDITED,
  isObserved,
  OBSERVATION_TABLE_BYTES,
  OBSERVED,
  observationAt,
  RECORDED,
} from "../../node/model/observation.ts";
import { PodFlag, podAt, setPodFlag } from "../../node/model/pod.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { isMemorySignal, resourceOf } from "../../node/model/signal.ts";
import { Resource, SIGNAL_COUNT, Signal } from "../../node/model/signalTable.ts";
import { podHasStats, podStatsAt } from "../../node/model/stats.ts";
import { tables } from "../../node/model/tables.ts";
import { findUid } from "../../node/model/uids.ts";
import { PolicyFlag, policyHas } from "../model/policy.ts";
import { CREDIT_BYTES, CREDITS, CREDITS_MAX, state, UID_BYTES_MAX } from "../model/state.ts";
import { evictionAt, step } from "../model/step.ts";
import { diskUsage } from "./usage.ts";

const NANO: u64 = 1000000000;

const usage: Int128 = changetype<Int128>(memory.data(16, 16));

const units: Int128 = changetype<Int128>(memory.data(16, 16));

function creditAt(index: u32): usize {
  return CREDITS + CREDIT_BYTES * usize(index);
}

/** Fills OBSERVED from RECORDED; with what-if on, without the pods evicted so far. */
export function applyCredits(): void {
  memory.copy(OBSERVED, RECORDED, OBSERVATION_TABLE_BYTES);
  hideLoneInodes(OBSERVED);
  memory.fill(CREDITED, 0, 8 * usize(SIGNAL_COUNT));
  if (!policyHas(PolicyFlag.WhatIf) || state.creditCount == 0) return;
  let kept: u32 = 0;
  for (let index: u32 = 0; index < state.creditCount; index++) {
    const credit = creditAt(index);
    const row = findUid(credit + 4, load<i32>(credit));
    if (row < 0) continue;
    setPodFlag(podAt(u32(row)), PodFlag.Active, false);
    // For this step only: the next one may have other credits, or none under another policy.
    tables.derivedFor = 0;
    // Without stats it uses nothing that is known, and is evicted nevertheless.
    if (podHasStats(u32(row))) creditPod(u32(row));
    memory.copy(creditAt(kept++), credit, CREDIT_BYTES);
  }
  state.creditCount = kept;
  creditObservations(OBSERVED);
}

/** Before 1.29 the kubelet read imagefs inodes only together with imagefs bytes. Spec 9. */
export function hideLoneInodes(table: usize): void {
  if (behavesAs(Behavior.LoneImageFsInodes) || isObserved(table, Signal.ImageFsAvailable)) return;
  observationAt(table, Signal.ImageFsInodesFree).flags = 0;
}

/** Which signals were credited in this step, a bit each. */
export function creditedSignals(): u32 {
  let signals: u32 = 0;
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (creditOf(signal) != 0) signals |= 1 << u32(signal);
  }
  return signals;
}

/** Adds the credits of this step to a table of observations. */
export function creditObservations(table: usize): void {
  if (!policyHas(PolicyFlag.WhatIf)) return;
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (!isObserved(table, signal)) continue;
    const observation = observationAt(table, signal);
    const credited = observation.available + creditOf(signal);
    observation.available = max(observation.available, min(credited, observation.capacity));
  }
}

/** What was credited to a signal in this step. */
export function creditOf(signal: i32): i64 {
  return load<i64>(CREDITED + 8 * usize(signal));
}

function creditPod(row: u32): void {
  const stats = podStatsAt(row);
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (isMemorySignal(signal)) addCredit(signal, i64(stats.workingSetBytes));
    else if (resourceOf(signal) == Resource.Pids) addCredit(signal, i64(stats.processCount));
    else {
      diskUsage(usage, stats, signal);
      addCredit(signal, wholeUnits(usage));
    }
  }
}

function addCredit(signal: i32, amount: i64): void {
  if (amount <= 0) return;
  const address = CREDITED + 8 * usize(signal);
  store<i64>(address, load<i64>(address) + amount);
}

/** Disk usage is a whole number of units, so the division is exact and fits. */
function wholeUnits(value: Int128): i64 {
  copyInt128(units, value);
  divideUnsigned128(units, NANO);
  return units.high != 0 ? 0 : i64(units.low);
}

/** Remembers the pods that the step evicts. */
export function rememberEvictions(): void {
  if (!policyHas(PolicyFlag.WhatIf)) return;
  for (let index: u32 = 0; index < step.evictionCount; index++) {
    const pod = podAt(evictionAt(index).pod);
    if (pod.uidSize > UID_BYTES_MAX) continue;
    if (state.creditCount == CREDITS_MAX) return;
    const credit = creditAt(state.creditCount++);
    // This place may have held another credit, with a longer uid.
    memory.fill(credit, 0, CREDIT_BYTES);
    store<i32>(credit, pod.uidSize);
    memory.copy(credit + 4, pod.uid, usize(pod.uidSize));
  }
}
