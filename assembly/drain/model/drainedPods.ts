/** The pods of the node that is drained, in the order in which the API server lists them. */
import { Pod, podAt, pods } from "../../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { compareTexts } from "../../objects/model/text.ts";
import { nodeNameOf } from "../../scheduler/model/snapshot.ts";

@unmanaged
export class DrainedPod {
  /** The row in the table of pods. */
  row: u32;
  /** A `DrainFilter`. */
  filter: i32;
  /** An `Eviction`: the last answer of the server. */
  eviction: i32;
  /** The budget that was consulted last, plus 1. */
  budget: u32;
  /** The round in which it was evicted, or 0. */
  round: u32;
}

const POD_BYTES: usize = offsetof<DrainedPod>();
const PODS = changetype<Region>(memory.data(8, 4));
let rows: usize = 0;
export let drainedCount: u32 = 0;

export function forgetDrainedPods(): void {
  forgetRegion(PODS);
  rows = 0;
  drainedCount = 0;
}

export function drainedAt(index: u32): DrainedPod {
  return changetype<DrainedPod>(rows + usize(index) * POD_BYTES);
}

/** Collects the pods that are bound to a node; false after a failure. */
export function collectPods(node: u32): bool {
  drainedCount = 0;
  let count: u32 = 0;
  for (let row: u32 = 0; row < pods.count; row++) if (nodeNameOf(podAt(row)) == node) count++;
  // The second half is where runs are merged to.
  rows = takeRegion(PODS, usize(count) * POD_BYTES * 2 + 8);
  if (rows == 0) return false;
  for (let row: u32 = 0; row < pods.count; row++) {
    if (nodeNameOf(podAt(row)) == node) drainedAt(drainedCount++).row = row;
  }
  sortPods();
  return true;
}

/** Merges runs of doubling length of the numbers of rows, all else of which is still zero. */
function sortPods(): void {
  const half = rows + usize(drainedCount) * POD_BYTES;
  for (let run: u32 = 1; run < drainedCount; run *= 2) {
    for (let left: u32 = 0; left < drainedCount; left += run * 2) {
      mergeRuns(half, left, min(left + run, drainedCount), min(left + run * 2, drainedCount));
    }
    for (let index: u32 = 0; index < drainedCount; index++) {
      drainedAt(index).row = load<u32>(half + (usize(index) << 2));
    }
  }
}

function mergeRuns(to: usize, left: u32, middle: u32, end: u32): void {
  let a = left;
  let b = middle;
  for (let place = left; place < end; place++) {
    const takeB = a == middle || (b < end && comesBefore(drainedAt(b).row, drainedAt(a).row));
    store<u32>(to + (usize(place) << 2), drainedAt(takeB ? b++ : a++).row);
  }
}

/** By the key of the store: namespace, then name. */
function comesBefore(row: u32, other: u32): bool {
  const a: Pod = podAt(row);
  const b: Pod = podAt(other);
  const order = compareTexts(a.namespace, b.namespace);
  return order != 0 ? order < 0 : compareTexts(a.name, b.name) < 0;
}
