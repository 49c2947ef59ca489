/**
 * The StatefulSet controller: pods by their ordinals, one after another or all at once.
 * Spec: the sources of Kubernetes, pkg/controller/statefulset.
 */
import { isDigit } from "../../base/text.ts";
import { podAt } from "../../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { BURST } from "../model/client.ts";
import { failedReplicaAt, failedReplicas, removeFailedReplica } from "../model/failedReplica.ts";
import { isReady, lifeAt } from "../model/life.ts";
import { Owner } from "../model/owner.ts";
import { startedAt, storyTime } from "../model/starts.ts";
import { CALL_TAKES, SECOND } from "../model/time.ts";
import { make } from "./make.ts";
import { deletePod, numbered, tellDeleted, wakeOwner } from "./pods.ts";

const MARKS = changetype<Region>(memory.data(8, 4));

export function forgetOrdinals(): void {
  forgetRegion(MARKS);
}

export function syncStateful(row: u32, owner: Owner): void {
  const known = markOrdinals(owner);
  let made: u32 = 0;
  for (let index = 0; index < owner.replicas; index++) {
    const ordinal = owner.firstOrdinal + index;
    // Beyond all ordinals that there may be, each is missing: the client is at its limit before.
    const link = u32(index) < known ? load<u32>(usize(MARKS.at) + (usize(index) << 2)) : 0;
    const failed = findFailed(row, ordinal);
    if (failed != NO_ROW) deleteFailedReplica(row, owner, failed);
    else if (link == 0 && !make(row, numbered(owner.name, ordinal), NO_ROW, made++, 0)) return;
    if (owner.isParallel != 0) continue;
    if (link == 0 || !isAvailable(row, owner, link - 1)) return;
  }
  deleteBeyond(row, owner);
}

/** Its row among the pods that failed; NO_ROW for none. */
function findFailed(owner: u32, ordinal: i32): u32 {
  for (let row: u32 = 0; row < failedReplicas.count; row++) {
    const failed = failedReplicaAt(row);
    if (failed.owner == owner && ordinalOf(failed.name) == ordinal) return row;
  }
  return NO_ROW;
}

/** The controller makes it again when it sees that the pod is gone. */
function deleteFailedReplica(row: u32, owner: Owner, failed: u32): void {
  const replica = failedReplicaAt(failed);
  tellDeleted(owner.namespace, replica.name, row + 1, replica.node);
  removeFailedReplica(failed);
  wakeOwner(row, CALL_TAKES);
}

/** Whether it has run long enough; if it only waits for that, the owner looks again then. */
function isAvailable(row: u32, owner: Owner, pod: u32): bool {
  if (!isReady(lifeAt(pod))) return false;
  const left = startedAt(pod) + i64(owner.minReadySeconds) * SECOND - storyTime();
  if (owner.minReadySeconds == 0 || left <= 0) return true;
  wakeOwner(row, left);
  return false;
}

/** The owner's pods by their ordinals, in the marks; for how many ordinals. */
function markOrdinals(owner: Owner): u32 {
  let count: u32 = 0;
  for (let link = owner.oldest; link != 0; link = lifeAt(link - 1).sibling) count++;
  count += u32(BURST) + 1;
  const marks = takeRegion(MARKS, usize(count) * 4 + 16);
  if (marks == 0) return 0;
  memory.fill(marks, 0, usize(count) * 4);
  for (let link = owner.oldest; link != 0; link = lifeAt(link - 1).sibling) {
    const name = podAt(link - 1).name;
    const ordinal = ordinalOf(name);
    const index = u32(ordinal - owner.firstOrdinal);
    // A pod of another name is none that the controller would make.
    const isNamed = index < count && numbered(owner.name, ordinal) == name;
    if (isNamed) store<u32>(marks + (usize(index) << 2), link);
  }
  return count;
}

/** Of the pods without a place the last one, and the first that is not available. */
let last: u32 = 0;
let lastOrdinal: i32 = -1;
let isLastThere: bool = false;
let firstUnavailable: i32 = -1;

/** Pods without a place go from the last on; the next one goes when that one is gone. */
function deleteBeyond(row: u32, owner: Owner): void {
  last = 0;
  lastOrdinal = -1;
  firstUnavailable = i32.MAX_VALUE;
  for (let failed: u32 = 0; failed < failedReplicas.count; failed++) {
    if (failedReplicaAt(failed).owner == row) {
      note(owner, 0, ordinalOf(failedReplicaAt(failed).name), false);
    }
  }
  for (let link = owner.oldest; link != 0; ) {
    const next = lifeAt(link - 1).sibling;
    note(owner, link, ordinalOf(podAt(link - 1).name), isAvailable(row, owner, link - 1));
    link = next;
  }
  if (owner.isParallel != 0 || lastOrdinal < 0) return deleteFailedBeyond(row, owner);
  // One that is not available waits for those before it, but for the first one.
  if (!isLastThere && lastOrdinal != firstUnavailable) return;
  if (last == 0) deleteFailedReplica(row, owner, findFailed(row, lastOrdinal));
  // A pod that is ending stays as it is, and is waited for.
  else deletePod(last - 1, "ScaledDown");
}

function isBeyond(owner: Owner, ordinal: i32): bool {
  return u32(ordinal - owner.firstOrdinal) >= u32(owner.replicas);
}

function note(owner: Owner, link: u32, ordinal: i32, isThere: bool): void {
  if (!isBeyond(owner, ordinal)) return;
  if (link != 0 && owner.isParallel != 0) deletePod(link - 1, "ScaledDown");
  if (!isThere) firstUnavailable = min(firstUnavailable, ordinal);
  if (ordinal <= lastOrdinal) return;
  last = link;
  lastOrdinal = ordinal;
  isLastThere = isThere;
}

function deleteFailedBeyond(row: u32, owner: Owner): void {
  for (let failed: u32 = 0; failed < failedReplicas.count; failed++) {
    const replica = failedReplicaAt(failed);
    if (replica.owner != row || !isBeyond(owner, ordinalOf(replica.name))) continue;
    return deleteFailedReplica(row, owner, failed);
  }
}

/** The number behind the last hyphen of a name. */
function ordinalOf(name: u32): i32 {
  let at = textAt(name) + usize(textSize(name));
  let ordinal = 0;
  let unit = 1;
  while (at > textAt(name) && isDigit(load<u8>(--at)) && unit < 1_000_000_000) {
    ordinal += i32(load<u8>(at) - 0x30) * unit;
    unit *= 10;
  }
  return ordinal;
}
