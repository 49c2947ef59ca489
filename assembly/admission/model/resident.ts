/** The pods that are placed on the node and active, in order of uid. */
import { allocate } from "../../objects/allocation.ts";
import { Pod, PodFlag, podAt, podHas } from "../../objects/model/pod.ts";
import { SpecFlag, SpecWord, specHas, specWord } from "../../objects/model/podSpec.ts";
import { compareTexts } from "../../objects/model/text.ts";

/** Priority of system-cluster-critical, and of everything that is critical. */
export const CRITICAL_PRIORITY: i32 = 2000000000;

export enum ResidentFlag {
  Critical = 1,
  /** The pod that asks may preempt it. */
  Preemptable = 2,
  /** It is preempted. */
  Preempted = 4,
}

@unmanaged
export class Resident {
  /** Row of the pod, and of its spec with the resources allocated to its containers. */
  pod: u32;
  spec: u32;
  flags: u32;
  /** A `QosClass`. */
  qosClass: u32;
  /** What preempting it frees. */
  milliCPU: i64;
  memory: i64;
  ephemeralStorage: i64;
  /** Three words each: resource name, amount in two words; by name. */
  scalars: u32;
  /** Its place among the preempted pods. */
  place: u32;
}

export const RESIDENT_SIZE: usize = offsetof<Resident>();

let table: usize = 0;
let capacity: u32 = 0;
export let residentCount: u32 = 0;

/** Before the memory of objects is given back. */
export function forgetResidents(): void {
  table = 0;
  capacity = 0;
  residentCount = 0;
}

/** Empties the table and makes room; false after a failure. */
export function startResidents(most: u32): bool {
  residentCount = 0;
  if (most <= capacity) return true;
  const at = allocate(usize(most) * RESIDENT_SIZE);
  if (at == 0) return false;
  table = at;
  capacity = most;
  return true;
}

/** @inline */
export function residentAt(index: u32): Resident {
  return changetype<Resident>(table + usize(index) * RESIDENT_SIZE);
}

export function addResident(pod: u32): void {
  const at = table + usize(residentCount++) * RESIDENT_SIZE;
  memory.fill(at, 0, RESIDENT_SIZE);
  changetype<Resident>(at).pod = pod;
}

export function residentHas(resident: Resident, flag: ResidentFlag): bool {
  return (resident.flags & flag) != 0;
}

/** Heap sort by uid: in place, and no input makes it slow. Uids of one list differ. */
export function sortResidents(): void {
  for (let start = residentCount >> 1; start > 0; start--) sift(start - 1, residentCount);
  for (let end = residentCount; end > 1; ) {
    end--;
    exchange(0, end);
    sift(0, end);
  }
}

function sift(start: u32, end: u32): void {
  let parent = start;
  while (true) {
    let child: u32 = 2 * parent + 1;
    if (child >= end) return;
    if (child + 1 < end && isBefore(child, child + 1)) child++;
    if (!isBefore(parent, child)) return;
    exchange(parent, child);
    parent = child;
  }
}

function isBefore(a: u32, b: u32): bool {
  const left = podAt(residentAt(a).pod);
  const right = podAt(residentAt(b).pod);
  const order = compareTexts(left.uid, right.uid);
  return order != 0 ? order < 0 : residentAt(a).pod < residentAt(b).pod;
}

function exchange(a: u32, b: u32): void {
  const left = residentAt(a).pod;
  residentAt(a).pod = residentAt(b).pod;
  residentAt(b).pod = left;
}

/** Static pods come from a file or a URL; an API server shows them as mirror pods. */
export function isStatic(pod: Pod): bool {
  return podHas(pod, PodFlag.Static);
}

export function isCritical(pod: Pod): bool {
  if (isStatic(pod) || podHas(pod, PodFlag.Mirror)) return true;
  return hasPriority(pod) && priorityOf(pod) >= CRITICAL_PRIORITY;
}

export function hasPriority(pod: Pod): bool {
  return specHas(pod.spec, SpecFlag.HasPriority);
}

export function priorityOf(pod: Pod): i32 {
  return i32(specWord(pod.spec, SpecWord.Priority));
}
