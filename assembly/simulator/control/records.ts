/** Assigns recorded usage to pods. */
import { listCount, wordOf } from "../../objects/model/list.ts";
import { podAt } from "../../objects/model/pod.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { caveats } from "../model/caveats.ts";
import { findOwner, Owner, ownerAt } from "../model/owner.ts";
import { isActive, lifecycleAt, PodLifecycle, Stage } from "../model/podLifecycle.ts";
import { findWorkload, workloadAt } from "../model/workload.ts";

/** A pod of the documents uses the entry for it, or for its owner. */
export function useOwnRecord(row: u32): void {
  const pod = podAt(row);
  const lifecycle = lifecycleAt(row);
  const own = findWorkload(internLiteral("Pod"), pod.namespace, pod.name);
  const owner = ownerOf(row, lifecycle);
  if (own != 0 && owner != 0) addRecord(ownerAt(owner - 1), own, lifecycle.target);
  // What was recorded of a pod that has ended stays for the one in its place.
  if (lifecycle.stage == Stage.Ended) return;
  use(lifecycle, own != 0 || owner == 0 ? own : ownerAt(owner - 1).workload);
}

/** Row plus 1; also of a pod that has ended, which its owner does not count. */
function ownerOf(row: u32, lifecycle: PodLifecycle): u32 {
  const controller = podAt(row).controller;
  if (lifecycle.owner != 0 || listCount(controller) < 3) return lifecycle.owner;
  return findOwner(wordOf(controller, 1), podAt(row).namespace, wordOf(controller, 2));
}

function addRecord(owner: Owner, record: u32, target: u32): void {
  caveats.areRecords = true;
  workloadAt(record - 1).target = target;
  if (owner.lastRecord == 0) owner.records = record;
  else workloadAt(owner.lastRecord - 1).nextRecord = record;
  owner.lastRecord = record;
}

/**
 * A pod that its owner has just made uses the record of the pod that it replaces: of one
 * of its name or on its node, else the first that no other pod uses. Without such a record it uses
 * what the owner's entry says, or the first record as well.
 */
export function useNextRecord(row: u32): void {
  const lifecycle = lifecycleAt(row);
  const owner = ownerAt(lifecycle.owner - 1);
  const chosen = freeRecord(owner, podAt(row).name, lifecycle.target);
  if (chosen != 0) use(lifecycle, chosen);
  else use(lifecycle, owner.workload != 0 ? owner.workload : owner.records);
}

function freeRecord(owner: Owner, name: u32, target: u32): u32 {
  let chosen: u32 = 0;
  let isOfNode = false;
  for (let record = owner.records; record != 0; record = workloadAt(record - 1).nextRecord) {
    const workload = workloadAt(record - 1);
    if (workload.holders > 0) continue;
    if (workload.name == name) return record;
    const isOnNode = target != 0 && workload.target == target;
    if (chosen != 0 && (isOfNode || !isOnNode)) continue;
    chosen = record;
    isOfNode = isOnNode;
  }
  return chosen;
}

function use(lifecycle: PodLifecycle, workload: u32): void {
  lifecycle.workload = workload;
  if (workload != 0 && isActive(lifecycle)) workloadAt(workload - 1).holders++;
}
