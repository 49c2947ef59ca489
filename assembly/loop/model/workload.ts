/**
 * What containers use, by their age: `base` when they start, more with every second up to `max`,
 * and spikes on top while they last. Amounts are bytes.
 */
import { appendRow, forgetTable, rowAt, Table } from "../../objects/model/table.ts";
import { SECOND } from "./time.ts";

@unmanaged
export class Workload {
  /** Its owner, or the pod itself: kind, namespace and name. */
  kind: u32;
  namespace: u32;
  name: u32;
  /** The one container that it is about, or 0: each of them. */
  container: u32;
  memoryBase: i64;
  memoryGrowth: i64;
  memoryMax: i64;
  diskBase: i64;
  diskGrowth: i64;
  diskMax: i64;
  /** Rows of spikes: the first, and how many. */
  spikes: u32;
  spikeCount: u32;
  /** A container that starts again goes on where it was. */
  keeps: u32;
  /** Where it stands in its document, as long as that is read. */
  place: u32;
}

@unmanaged
export class Spike {
  at: i64;
  lasts: i64;
  every: i64;
  add: i64;
}

const WORKLOAD_BYTES: usize = offsetof<Workload>();
const SPIKE_BYTES: usize = offsetof<Spike>();
export const workloads = changetype<Table>(memory.data(16, 4));
export const spikes = changetype<Table>(memory.data(16, 4));
/** Each is looked at for every second that is looked ahead. */
export const SPIKES_MAX: u32 = 16;

export function forgetWorkloads(): void {
  forgetTable(workloads);
  forgetTable(spikes);
}

export function workloadAt(row: u32): Workload {
  return changetype<Workload>(rowAt(workloads, row));
}

export function spikeAt(row: u32): Spike {
  return changetype<Spike>(rowAt(spikes, row));
}

export function appendWorkload(): usize {
  return appendRow(workloads, WORKLOAD_BYTES);
}

export function appendSpike(): usize {
  return appendRow(spikes, SPIKE_BYTES);
}

/** Row plus 1 of what pods of this owner use; 0 without one. */
export function findWorkload(kind: u32, namespace: u32, name: u32): u32 {
  for (let row: u32 = 0; row < workloads.count; row++) {
    const workload = workloadAt(row);
    if (workload.kind == kind && workload.namespace == namespace && workload.name == name) {
      return row + 1;
    }
  }
  return 0;
}

/** More than any machine has; so far an amount may grow that has no limit. */
export const BOUNDLESS: i64 = 1 << 48;
/** 31 years: what comes later comes in no story, and times stay in 64 bits. */
export const SECONDS_MAX: i64 = 1_000_000_000;

function grown(base: i64, growth: i64, limit: i64, age: i64): i64 {
  const top = limit > 0 ? limit : BOUNDLESS;
  if (base >= top) return top;
  const seconds = age / SECOND;
  if (growth > 0 && seconds > (top - base) / growth) return top;
  return base + growth * seconds;
}

/** Of one container, whose age is in nanoseconds. */
export function memoryAt(workload: Workload, age: i64): i64 {
  const grownTo = grown(workload.memoryBase, workload.memoryGrowth, workload.memoryMax, age);
  return grownTo + spikesAt(workload, age);
}

export function diskAt(workload: Workload, age: i64): i64 {
  return grown(workload.diskBase, workload.diskGrowth, workload.diskMax, age);
}

function spikesAt(workload: Workload, age: i64): i64 {
  let sum: i64 = 0;
  for (let index: u32 = 0; index < workload.spikeCount; index++) {
    const spike = spikeAt(workload.spikes + index);
    let since = age - spike.at;
    if (since < 0) continue;
    if (spike.every > 0) since %= spike.every;
    if (since < spike.lasts) sum += spike.add;
  }
  return sum;
}

/** The most that spikes may add at any time. */
export function spikesMost(workload: Workload): i64 {
  let sum: i64 = 0;
  for (let index: u32 = 0; index < workload.spikeCount; index++) {
    sum += max<i64>(spikeAt(workload.spikes + index).add, 0);
  }
  return sum;
}

/** The age from which on nothing grows any more; NEVER when something always does. */
export function settledAge(workload: Workload): i64 {
  return max(
    settled(workload.memoryBase, workload.memoryGrowth, workload.memoryMax),
    settled(workload.diskBase, workload.diskGrowth, workload.diskMax),
  );
}

function settled(base: i64, growth: i64, limit: i64): i64 {
  if (growth <= 0) return 0;
  if (limit <= 0) return i64.MAX_VALUE;
  if (base >= limit) return 0;
  const seconds = (limit - base + growth - 1) / growth;
  return seconds > SECONDS_MAX ? i64.MAX_VALUE : seconds * SECOND;
}
