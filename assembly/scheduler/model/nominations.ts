/**
 * Pods that wait for the node they are nominated to: they count there for pods of the same or a
 * lower priority. Their number is kept by position, so a node without any costs one look.
 *
 * ```
 *  0     4          8          12
 *  ┌─────┬──────────┬──────────┐
 *  │ pod │ position │ priority │
 *  └─────┴──────────┴──────────┘
 * ```
 */
import { findNode } from "../../objects/model/node.ts";
import { PodFlag, podAt, podHas } from "../../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { priorityOf } from "./priority.ts";
import { nodeCount, positionOf } from "./snapshot.ts";

const ROW_BYTES: usize = 12;
const NOMINATIONS = changetype<Region>(memory.data(8, 4));

let rows: usize = 0;
let counts: usize = 0;
let capacity: u32 = 0;
export let nominationCount: u32 = 0;

export function forgetNominations(): void {
  forgetRegion(NOMINATIONS);
  nominationCount = 0;
  capacity = 0;
}

/** Room for every pod that may wait; false after a failure. */
export function startNominations(waiting: u32): bool {
  nominationCount = 0;
  capacity = waiting;
  counts = takeRegion(NOMINATIONS, usize(nodeCount) * 4 + usize(waiting) * ROW_BYTES + 16);
  rows = counts + usize(nodeCount) * 4;
  return counts != 0;
}

/** Takes note of a pod of the node that it names; of another one nothing comes. */
export function nominate(pod: u32): void {
  const name = podAt(pod).nominatedNodeName;
  const node = name == 0 ? NO_ROW : findNode(name);
  if (node == NO_ROW || nominationCount == capacity) return;
  const at = rows + usize(nominationCount++) * ROW_BYTES;
  const position = positionOf(node);
  store<u32>(at, pod);
  store<u32>(at, position, 4);
  store<i32>(at, priorityOf(podAt(pod)), 8);
  addTo(position, 1);
}

function addTo(position: u32, sign: i32): void {
  const at = counts + (usize(position) << 2);
  store<i32>(at, load<i32>(at) + sign);
}

/** A pod is nominated no more. */
export function withdrawNomination(pod: u32): void {
  for (let index: u32 = 0; index < nominationCount; index++) {
    const at = rows + usize(index) * ROW_BYTES;
    if (load<u32>(at) != pod) continue;
    addTo(load<u32>(at, 4), -1);
    nominationCount--;
    memory.copy(at, at + ROW_BYTES, usize(nominationCount - index) * ROW_BYTES);
    return;
  }
}

/** Whether any pod is nominated to a node. @inline */
export function isNominatedTo(position: u32): bool {
  return nominationCount != 0 && load<u32>(counts + (usize(position) << 2)) != 0;
}

/** The pod of a nomination to `position` of at least `priority`, or NO_ROW. */
export function nominatedAt(index: u32, position: u32, priority: i32): u32 {
  const at = rows + usize(index) * ROW_BYTES;
  if (load<u32>(at, 4) != position || load<i32>(at, 8) < priority) return NO_ROW;
  return load<u32>(at);
}

/**
 * Pods of a lower priority lose their nomination to a node that is preempted on, except pods of
 * which the scheduler no longer has the status that names the node.
 */
export function withdrawLower(position: u32, priority: i32): void {
  for (let index = nominationCount; index > 0; index--) {
    const at = rows + usize(index - 1) * ROW_BYTES;
    if (load<u32>(at, 4) != position || load<i32>(at, 8) >= priority) continue;
    const pod = load<u32>(at);
    if (podHas(podAt(pod), PodFlag.Skipped)) continue;
    podAt(pod).nominatedNodeName = 0;
    withdrawNomination(pod);
  }
}
