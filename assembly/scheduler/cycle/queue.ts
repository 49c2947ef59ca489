/**
 * Pending pods in the order in which they are tried: priority, then creation, then the order of
 * the documents. Each is tried once.
 *
 * ```
 *  0          8          12    16
 *  ┌──────────┬──────────┬─────┐
 *  │ created  │ priority │ pod │
 *  └──────────┴──────────┴─────┘
 * ```
 */
import { useOf } from "../../filters/uses.ts";
import { listCount } from "../../objects/model/list.ts";
import { Pod, PodFlag, podAt, podHas, pods } from "../../objects/model/pod.ts";
import { internSpec, SpecFlag, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { nominate, withdrawNomination } from "../model/nominations.ts";
import { priorityOf } from "../model/priority.ts";
import { profileAt, profileNamed } from "../model/profile.ts";
import { behavesAs } from "../model/release.ts";
import { Behavior } from "../model/releaseTable.ts";
import { nodeNameOf } from "../model/snapshot.ts";

const ROW_BYTES: usize = 16;
const QUEUE = changetype<Region>(memory.data(8, 4));
/** The words of a spec that says nothing but a priority of 0. */
const NAMELESS: usize = memory.data(SpecWord.End * 4, 4);

let rows: usize = 0;
let next: u32 = 0;
let queueCount: u32 = 0;
/** Those of them that are tried. */
export let pendingCount: u32 = 0;

export function forgetQueue(): void {
  forgetRegion(QUEUE);
  queueCount = 0;
  pendingCount = 0;
  next = 0;
}

/** Whether the scheduler of this configuration would try a pod, or keeps it behind its gates. */
export function isPending(pod: Pod): bool {
  return isQueued(pod) && (!podHas(pod, PodFlag.Deleting) || isGated(pod));
}

/** Whether a pod waits for a scheduler that this configuration does not have. */
export function isOfOtherScheduler(pod: Pod): bool {
  return waitsForNode(pod) && !podHas(pod, PodFlag.Deleting) && profileOf(pod) < 0;
}

/** Whether the scheduler of this configuration counts a pod on the node that it is nominated to. */
export function isNominated(pod: Pod): bool {
  if (podHas(pod, PodFlag.Skipped)) return true;
  return isQueued(pod) && (behavesAs(Behavior.NominatesGated) || !isGated(pod));
}

/** Whether the gates of a pod of this scheduler keep it from being tried. */
export function isGated(pod: Pod): bool {
  if (listCount(specWord(pod.spec, SpecWord.SchedulingGates)) == 0) return false;
  return profileAt(u32(profileOf(pod))).hasGates != 0;
}

/** Whether the scheduler of this configuration has a pod: also one that is being deleted. */
function isQueued(pod: Pod): bool {
  return waitsForNode(pod) && profileOf(pod) >= 0;
}

function profileOf(pod: Pod): i32 {
  return profileNamed(specWord(pod.spec, SpecWord.SchedulerName));
}

function waitsForNode(pod: Pod): bool {
  return nodeNameOf(pod) == 0 && !podHas(pod, PodFlag.Terminated);
}

/** Collects the pods that were not tried yet; false after a failure. */
export function fillQueue(): bool {
  next = 0;
  queueCount = 0;
  pendingCount = 0;
  let count: u32 = 0;
  for (let row: u32 = 0; row < pods.count; row++) if (isWaiting(row)) count++;
  rows = takeRegion(QUEUE, usize(count) * ROW_BYTES * 2 + 16);
  if (rows == 0) return false;
  for (let row: u32 = 0; row < pods.count; row++) {
    if (!isWaiting(row)) continue;
    const at = rows + usize(queueCount++) * ROW_BYTES;
    store<i64>(at, createdOf(podAt(row)));
    store<i32>(at, priorityOf(podAt(row)), 8);
    store<u32>(at, row, 12);
    if (isPending(podAt(row))) pendingCount++;
  }
  sortQueue();
  return true;
}

function isWaiting(row: u32): bool {
  const pod = podAt(row);
  if (podHas(pod, PodFlag.Tried) || !isQueued(pod)) return false;
  // One that is being deleted is in the queue, but its turn matters only where it is nominated.
  return pod.nominatedNodeName != 0 || isPending(pod);
}

/** A pod without a time comes after those with one. */
function createdOf(pod: Pod): i64 {
  return podHas(pod, PodFlag.Created) ? pod.created : i64.MAX_VALUE;
}

/** The next pod to try, or NO_ROW. */
export function takeNext(): u32 {
  while (next < queueCount) {
    const row = load<u32>(rows + usize(next++) * ROW_BYTES, 12);
    if (!isWaiting(row)) continue;
    if (isPending(podAt(row))) return row;
    skipPod(row);
  }
  return NO_ROW;
}

/**
 * The turn of a pod that is being deleted: it leaves the queue, where its spec was. Its nomination
 * stays, and counts on the node as a pod without requests, labels and priority.
 */
function skipPod(row: u32): void {
  const pod = podAt(row);
  pod.flags |= PodFlag.Tried;
  store<u32>(NAMELESS, SpecFlag.HasPriority);
  const spec = internSpec(NAMELESS);
  const use = spec == NO_ROW ? NO_ROW : useOf(spec, 0);
  if (use == NO_ROW) return;
  withdrawNomination(row);
  pod.flags |= PodFlag.Skipped;
  pod.spec = spec;
  pod.use = use + 1;
  pod.labels = 0;
  nominate(row);
}

/** Merges runs of doubling length, to and fro between the two halves of the region. */
function sortQueue(): void {
  const half = usize(queueCount) * ROW_BYTES;
  let from = rows;
  let to = rows + half;
  for (let run = ROW_BYTES; run < half; run *= 2) {
    for (let left: usize = 0; left < half; left += run * 2) {
      mergeRuns(from, to, left, min(left + run, half), min(left + run * 2, half));
    }
    const swapped = from;
    from = to;
    to = swapped;
  }
  rows = from;
}

function mergeRuns(from: usize, to: usize, left: usize, middle: usize, end: usize): void {
  let a = left;
  let b = middle;
  for (let place = left; place < end; place += ROW_BYTES) {
    const takeB = a == middle || (b < end && precedes(from + b, from + a));
    const at = from + (takeB ? b : a);
    store<u64>(to + place, load<u64>(at));
    store<u64>(to + place, load<u64>(at, 8), 8);
    if (takeB) b += ROW_BYTES;
    else a += ROW_BYTES;
  }
}

/** Whether the first has to come before the second; of equals neither has to. */
function precedes(a: usize, b: usize): bool {
  const priority = load<i32>(a, 8);
  const other = load<i32>(b, 8);
  if (priority != other) return priority > other;
  return load<i64>(a) < load<i64>(b);
}
