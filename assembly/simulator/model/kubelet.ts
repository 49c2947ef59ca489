/** The kubelet of each node: a row for each row of nodes. */

import { STATE_HEAD_BYTES } from "../../eviction/model/state.ts";
import { allocate } from "../../objects/allocation.ts";
import { nodes } from "../../objects/model/node.ts";
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { KUBELETS_OFFSET } from "../memory.ts";
import { NodeSettings } from "./settings.ts";

@unmanaged
export class Kubelet extends NodeSettings {
  capacityMemory: i64;
  /** What of that memory is huge pages. */
  hugePages: i64;
  capacityDisk: i64;
  /** When it came. */
  began: i64;
  /** How far its first heartbeat and its first eviction step lag behind the start. */
  heartbeat: i64;
  phase: i64;
  /** The last step, or -1; the next one, or NEVER; while it evicts, no other one comes. */
  lastStep: i64;
  nextStep: i64;
  busyUntil: i64;
  /** What the last step left behind, relative to its time. */
  fingerprint: u64;
  /** With less free than that a threshold may be met; -1 without a threshold. */
  memoryLimit: i64;
  diskLimit: i64;
  inodesLimit: i64;
  /** When the first of the conditions that are held is let go, or NEVER. */
  heldUntil: i64;
  /** When the API server hears it again after it lost the network; NEVER while it has none. */
  heardFrom: i64;
  /** The state of its eviction policy between two steps. */
  state: u32;
  stepVersion: u32;
  beatVersion: u32;
  lookVersion: u32;
  memoryVersion: u32;
  /** Conditions that it has, and that the API server knows of; bits of `NodeCondition`. */
  conditions: u32;
  published: u32;
  /** Conditions that were true at its last report, and are unknown since. */
  unknown: u32;
  /** No threshold is met, nor was: steps matter when one may be, or a condition ends. */
  isCalm: u32;
  /** A threshold might have been met at some time, so that phases matter. */
  hasMoments: u32;
  isDisconnected: u32;
  /** The API server does not know of a pod that started or ended. */
  isBehind: u32;
  /** The node lifecycle controller holds it for unreachable. */
  isUnknown: u32;
  /** A heartbeat came back, and the controller has not looked since. */
  hasReturned: u32;
  /** Its pods are evicted. */
  isLeft: u32;
  /** The scenario has an entry of it. */
  hasEntry: u32;
  /** The first pod it knows, plus 1, and how many. */
  first: u32;
  podCount: u32;
  evictions: u32;
  /** It came under pressure with a pod that another node had evicted. */
  isCascaded: u32;
  wasUnderPressure: u32;
  /** Pods came that other nodes had evicted. */
  tookEvicted: u32;
}

const KUBELET_BYTES: usize = offsetof<Kubelet>();
const kubelets = changetype<Table>(KUBELETS_OFFSET);

/** Rows for all nodes; false after a failure. */
export function fillKubelets(): bool {
  while (kubelets.count < nodes.count) {
    const place = appendRow(kubelets, KUBELET_BYTES);
    const state = allocate(STATE_HEAD_BYTES);
    if (place == 0 || state == 0) return false;
    const kubelet = changetype<Kubelet>(place);
    kubelet.state = u32(state);
    kubelet.lastStep = -1;
    kubelet.nextStep = i64.MAX_VALUE;
    resetKubelet(kubelet);
  }
  return true;
}

/** Forgets what a scenario said of it. */
function resetKubelet(kubelet: Kubelet): void {
  memory.fill(changetype<usize>(kubelet), 0, offsetof<NodeSettings>());
  kubelet.hasEntry = 0;
  kubelet.heartbeat = -1;
  kubelet.phase = -1;
}

export function resetKubelets(): void {
  for (let row: u32 = 0; row < kubelets.count; row++) resetKubelet(kubeletAt(row));
}

/** @inline */
export function kubeletAt(row: u32): Kubelet {
  return changetype<Kubelet>(rowAt(kubelets, row));
}
