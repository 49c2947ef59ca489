/**
 * The StatefulSet controller: pods by their ordinals, one after another or all at once.
 * Spec: the sources of Kubernetes, pkg/controller/statefulset.
 */
import { isDigit } from "../../base/text.ts";
import { podAt } from "../../objects/model/pod.ts";
import { Region, takeRegion } from "../../objects/model/region.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { BEYOND_OFFSET, ORDINALS_OFFSET } from "../memory.ts";
import { BURST } from "../model/client.ts";
import { failedReplicaAt, failedReplicas, removeFailedReplica } from "../model/failedReplica.ts";
import { Owner } from "../model/owner.ts";
import { isReady, lifecycleAt } from "../model/podLifecycle.ts";
import { scenarioTime, startedAt } from "../model/starts.ts";
import { CALL_TAKES, SECOND } from "../model/time.ts";
import { make } from "./make.ts";
import { deletePod, emitDeleted, numbered, wakeOwner } from "./pods.ts";

const ORDINALS = changetype<Region>(ORDINALS_OFFSET);

export function syncStateful(row: u32, owner: Owner): void {
  const known = sortByOrdinal(owner);
  let made: u32 = 0;
  for (let index = 0; index < owner.replicas; index++) {
    const ordinal = owner.firstOrdinal + index;
    // Beyond all ordinals that there may be, each is missing: the client is at its limit before.
    const link = u32(index) < known ? load<u32>(usize(ORDINALS.at) + (usize(index) << 2)) : 0;
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
  emitDeleted(owner.namespace, replica.name, row + 1, replica.node);
  removeFailedReplica(failed);
  wakeOwner(row, CALL_TAKES);
}

/** Whether it has run long enough; if it only waits for that, the owner looks again then. */
function isAvailable(row: u32, owner: Owner, pod: u32): bool {
  if (!isReady(lifecycleAt(pod))) return false;
  const left = startedAt(pod) + i64(owner.minReadySeconds) * SECOND - scenarioTime();
  if (owner.minReadySeconds == 0 || left <= 0) return true;
  wakeOwner(row, left);
  return false;
}

/** Sets down the owner's pods by their ordinals; answers for how many ordinals. */
function sortByOrdinal(owner: Owner): u32 {
  let count: u32 = 0;
  for (let link = owner.oldest; link != 0; link = lifecycleAt(link - 1).sibling) count++;
  count += u32(BURST) + 1;
  const links = takeRegion(ORDINALS, usize(count) * 4 + 16);
  if (links == 0) return 0;
  for (let link = owner.oldest; link != 0; link = lifecycleAt(link - 1).sibling) {
    const name = podAt(link - 1).name;
    const ordinal = ordinalOf(name);
    const index = u32(ordinal - owner.firstOrdinal);
    // A pod of another name is none that the controller would make.
    const isNamed = index < count && numbered(owner.name, ordinal) == name;
    if (isNamed) store<u32>(links + (usize(index) << 2), link);
  }
  return count;
}

/** The pods of a StatefulSet without a place: the last one, and the first one that is not there. */
@unmanaged
export class Beyond {
  /** Row plus 1; 0 for one that has failed. */
  last: u32;
  lastOrdinal: i32;
  isLastThere: bool;
  firstUnavailable: i32;
}

/** Pods without a place are deleted from the last on; the next one when that one is gone. */
function deleteBeyond(row: u32, owner: Owner): void {
  const beyond = changetype<Beyond>(BEYOND_OFFSET);
  beyond.last = 0;
  beyond.lastOrdinal = -1;
  beyond.firstUnavailable = i32.MAX_VALUE;
  for (let failed: u32 = 0; failed < failedReplicas.count; failed++) {
    if (failedReplicaAt(failed).owner == row) {
      note(beyond, owner, 0, ordinalOf(failedReplicaAt(failed).name), false);
    }
  }
  for (let link = owner.oldest; link != 0; ) {
    const next = lifecycleAt(link - 1).sibling;
    note(beyond, owner, link, ordinalOf(podAt(link - 1).name), isAvailable(row, owner, link - 1));
    link = next;
  }
  const last = beyond.lastOrdinal;
  if (owner.isParallel != 0 || last < 0) return deleteFailedBeyond(row, owner);
  // One that is not available waits for those before it, but for the first one.
  if (!beyond.isLastThere && last != beyond.firstUnavailable) return;
  if (beyond.last == 0) deleteFailedReplica(row, owner, findFailed(row, last));
  // A pod that is ending stays as it is, and is waited for.
  else deletePod(beyond.last - 1, "ScaledDown");
}

function isBeyond(owner: Owner, ordinal: i32): bool {
  return u32(ordinal - owner.firstOrdinal) >= u32(owner.replicas);
}

function note(beyond: Beyond, owner: Owner, link: u32, ordinal: i32, isThere: bool): void {
  if (!isBeyond(owner, ordinal)) return;
  if (link != 0 && owner.isParallel != 0) deletePod(link - 1, "ScaledDown");
  if (!isThere) beyond.firstUnavailable = min(beyond.firstUnavailable, ordinal);
  if (ordinal <= beyond.lastOrdinal) return;
  beyond.last = link;
  beyond.lastOrdinal = ordinal;
  beyond.isLastThere = isThere;
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
