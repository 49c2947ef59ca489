/** A node to test on: its policy comes from a document, the rest is put into its tables. */
import { give } from "../../../base/__tests__/input.ts";
import { QuantityFormat, setQuantityInteger } from "../../../base/kubernetes/quantity.ts";
import { POD_SIZE, POD_STATS_SIZE } from "../../../node/memory.ts";
import { ObservationFlag, observationAt } from "../../../node/model/observation.ts";
import { Pod, PodFlag, podAt } from "../../../node/model/pod.ts";
import { PodStatsFlag, podStatsAt } from "../../../node/model/stats.ts";
import { tables } from "../../../node/model/tables.ts";
import { StateFlag, state } from "../../model/state.ts";
import { configure } from "../../verbs.ts";
import { Layout } from "../layout.ts";

export const SECOND: i64 = 1000000000;

/** Puts a configuration with these members in force. */
export function givePolicy(members: string): void {
  expect(configure(give(`{${members}}`))).toBe(0, members);
}

export function setLayout(layout: Layout): void {
  const dedicated = layout == Layout.ImageFs || layout == Layout.Split;
  const split = layout == Layout.Split || layout == Layout.Odd;
  state.flags =
    u32(StateFlag.Discovered) |
    (dedicated ? u32(StateFlag.DedicatedImageFs) : 0) |
    (split ? u32(StateFlag.SplitContainerFs) : 0);
}

/** Observes a signal; a time of 0 is none. */
export function observeSignal(
  table: usize,
  signal: i32,
  available: i64,
  capacity: i64,
  time: i64 = 0,
): void {
  const observation = observationAt(table, signal);
  observation.available = available;
  observation.capacity = capacity;
  observation.time = time;
  observation.flags = u32(ObservationFlag.Present);
  if (time != 0) observation.flags |= u32(ObservationFlag.TimeSet);
}

export function clearPods(): void {
  tables.podCount = 0;
  tables.containerCount = 0;
  tables.volumeCount = 0;
}

/** Adds an active pod without stats; answers its row. */
export function addPod(priority: i32): u32 {
  const index = tables.podCount++;
  const pod = podAt(index);
  memory.fill(changetype<usize>(pod), 0, POD_SIZE);
  memory.fill(changetype<usize>(podStatsAt(index)), 0, POD_STATS_SIZE);
  pod.priority = priority;
  pod.flags = u32(PodFlag.Active);
  setRequests(pod, 0, 0);
  return index;
}

export function setRequests(pod: Pod, memoryBytes: i64, storageBytes: i64): void {
  setQuantityInteger(pod.memoryRequest, memoryBytes, QuantityFormat.BinarySI);
  setQuantityInteger(pod.ephemeralStorageRequest, storageBytes, QuantityFormat.BinarySI);
  setQuantityInteger(pod.inodesRequest, 0, QuantityFormat.DecimalSI);
}

/** Gives a pod stats: its working set and its processes. */
export function setPodStats(index: u32, workingSetBytes: u64, processCount: u64): void {
  const stats = podStatsAt(index);
  stats.flags = PodStatsFlag.Found | PodStatsFlag.WorkingSet | PodStatsFlag.ProcessCount;
  stats.workingSetBytes = workingSetBytes;
  stats.processCount = processCount;
}
