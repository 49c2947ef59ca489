/** The scheduler's view of the cluster: kept up to date pod by pod, or taken again. */
import { hasColumns } from "../../filters/nodeRequests.ts";
import { useAt, useOf } from "../../filters/uses.ts";
import { Pod, podAt, pods } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { liftPod, putPod } from "../../scheduler/cycle/moves.ts";
import { outdate, prepare } from "../../scheduler/cycle/prepare.ts";
import { forgetStatic } from "../../scheduler/cycle/template.ts";
import { withdrawNomination } from "../../scheduler/model/nominations.ts";
import { positionOf } from "../../scheduler/model/snapshot.ts";
import { VIEW_OFFSET } from "../memory.ts";

@unmanaged
export class View {
  /** Nothing has changed since that it would have to be taken again for. */
  isCurrent: bool;
  /** For how many pods there is room in it. */
  room: u32;
}

const view = changetype<View>(VIEW_OFFSET);
/** Rows beyond the pods that there are, at least: a view of 30,000 pods takes milliseconds. */
const ROOM_MORE: u32 = 1024;

/** Nodes, or pods of new kinds, changed. */
export function staleView(): void {
  view.isCurrent = false;
}

function isFresh(): bool {
  return view.isCurrent && pods.count <= view.room;
}

/** Brings the view up to date; false after a failure. */
export function freshView(): bool {
  if (isFresh()) return true;
  outdate();
  view.room = pods.count + max(ROOM_MORE, pods.count >> 1);
  view.isCurrent = prepare(view.room);
  return view.isCurrent;
}

/** A node has other taints, or takes pods where it did not. */
export function changeTaints(node: u32): void {
  if (!isFresh() || !forgetStatic(positionOf(node))) staleView();
}

/** A pod was added: it may request a resource that the view does not have. */
export function noteSpec(pod: Pod): void {
  if (!view.isCurrent) return;
  const use = useOf(pod.spec, pod.status);
  if (use == NO_ROW || !hasColumns(useAt(use).scalars)) staleView();
}

/** Puts a pod on the node that it names itself, in the view too. */
export function placeByName(row: u32, node: u32): void {
  // A view that was taken since the pod came has it already.
  if (isFresh() && podAt(row).node == 0) putPod(row, positionOf(node));
}

/** Takes a pod from its node, in the view too. */
export function unplace(row: u32): void {
  const pod = podAt(row);
  if (view.isCurrent && pod.node != 0) liftPod(row, positionOf(pod.node - 1));
  if (view.isCurrent && pod.nominatedNodeName != 0) withdrawNomination(row);
  pod.node = 0;
  pod.nodeName = 0;
  pod.assumedNodeName = 0;
  pod.nominatedNodeName = 0;
}
