/** Nodes, as documents have them, get kubelets with their settings and phases. */

import { policy } from "../../eviction/model/policy.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { NodeCondition } from "../../node/model/signalTable.ts";
import { NodeFlag, nodeAt, nodeHas, nodes } from "../../objects/model/node.ts";
import { evaluateEnded } from "../control/endedPods.ts";
import { planHeartbeat } from "../control/nodes.ts";
import { evaluatePods } from "../control/taintEviction.ts";
import { planMemory } from "../control/wake.ts";
import { usePolicy } from "../kubelet/policy.ts";
import { followRelease } from "../kubelet/release.ts";
import { schedule } from "../kubelet/step.ts";
import { Kubelet, kubeletAt } from "../model/kubelet.ts";
import { mix, SPREAD } from "../model/mix.ts";
import { settings } from "../model/settings.ts";
import { EVICTION_INTERVAL, HEARTBEAT_INTERVAL, MILLISECOND } from "../model/time.ts";
import { clock } from "../model/timers.ts";

/** Assumed of a file system where the scenario does not say it: as mke2fs makes it. */
const BYTES_PER_INODE: i64 = 16384;

/** Nodes that documents have, from a row on. */
export function startNodes(from: u32): void {
  for (let row = from; row < nodes.count; row++) {
    const kubelet = kubeletAt(row);
    const node = nodeAt(row);
    settle(kubelet, row);
    if (!followRelease(row)) return;
    if (kubelet.hugePages != 0 && !takeHugePages(kubelet, row)) return;
    if (kubelet.capacityMemory == 0) kubelet.capacityMemory = node.memory;
    if (kubelet.capacityDisk == 0) kubelet.capacityDisk = node.ephemeralStorage;
    if (kubelet.capacityInodes == 0)
      kubelet.capacityInodes = kubelet.capacityDisk / BYTES_PER_INODE;
    if (nodeHas(node, NodeFlag.MemoryPressure))
      kubelet.published |= 1 << NodeCondition.MemoryPressure;
    if (nodeHas(node, NodeFlag.DiskPressure)) kubelet.published |= 1 << NodeCondition.DiskPressure;
    if (nodeHas(node, NodeFlag.PIDPressure)) kubelet.published |= 1 << NodeCondition.PIDPressure;
    schedule(row, clock.now + kubelet.phase);
    kubelet.began = clock.now;
    kubelet.heartbeat += clock.now;
    planHeartbeat(row);
    planMemory(row);
    evaluatePods(row);
    evaluateEnded(row);
  }
}

/** Takes huge pages from the memory that the kubelet counts; false after a failure. */
function takeHugePages(kubelet: Kubelet, row: u32): bool {
  if (!usePolicy(row)) return false;
  if ((policy.behaviors & Behavior.HugePagesUnavailable) != 0) {
    kubelet.capacityMemory = max<i64>(0, kubelet.capacityMemory - kubelet.hugePages);
  }
  return true;
}

/** Gives a node what the scenario says of all, and draws the phases that it does not say. */
function settle(kubelet: Kubelet, row: u32): void {
  if (kubelet.configuration == 0) kubelet.configuration = settings.configuration;
  if (kubelet.systemMemory == 0) kubelet.systemMemory = settings.systemMemory;
  if (kubelet.systemDisk == 0) kubelet.systemDisk = settings.systemDisk;
  if (kubelet.systemInodes == 0) kubelet.systemInodes = settings.systemInodes;
  if (kubelet.earlyoom == 0) kubelet.earlyoom = settings.earlyoom;
  if (kubelet.capacityInodes == 0) kubelet.capacityInodes = settings.capacityInodes;
  if (kubelet.heartbeat < 0) kubelet.heartbeat = drawn(u64(row) * 2, HEARTBEAT_INTERVAL);
  if (kubelet.phase < 0) kubelet.phase = drawn(u64(row) * 2 + 1, EVICTION_INTERVAL);
}

/** Whole milliseconds below `limit`: SplitMix64 of the seed and the index. */
function drawn(index: u64, limit: i64): i64 {
  const mixed = mix(u64(settings.seed) + (index + 1) * SPREAD);
  return i64(mixed % u64(limit / MILLISECOND)) * MILLISECOND;
}
