/** The scheduler's view of the cluster: kept up to date pod by pod, or taken again. */
import { podAt, pods } from "../../objects/model/pod.ts";
import { liftPod, putPod } from "../../scheduler/cycle/moves.ts";
import { outdate, prepare } from "../../scheduler/cycle/prepare.ts";
import { withdrawNomination } from "../../scheduler/model/nominations.ts";
import { positionOf } from "../../scheduler/model/snapshot.ts";

/** Whether the view has to be taken again, and for how many pods there was room in it. */
let isStale: bool = true;
let room: u32 = 0;

export function forgetView(): void {
  isStale = true;
  room = 0;
}

/** Nodes, or pods of new kinds, changed. */
export function staleView(): void {
  isStale = true;
}

/** Brings the view up to date; false after a failure. */
export function freshView(): bool {
  if (!isStale && room == pods.count) return true;
  outdate();
  if (!prepare()) return false;
  isStale = false;
  room = pods.count;
  return true;
}

/** Puts a pod on the node that it names itself, in the view too. */
export function placeByName(row: u32, node: u32): void {
  // A view that was taken since the pod came has it already.
  if (!isStale && room == pods.count && podAt(row).node == 0) putPod(row, positionOf(node));
}

/** Takes a pod from its node, in the view too. */
export function unplace(row: u32): void {
  const pod = podAt(row);
  if (!isStale && pod.node != 0) liftPod(row, positionOf(pod.node - 1));
  if (!isStale && pod.nominatedNodeName != 0) withdrawNomination(row);
  pod.node = 0;
  pod.nodeName = 0;
  pod.assumedNodeName = 0;
  pod.nominatedNodeName = 0;
}
