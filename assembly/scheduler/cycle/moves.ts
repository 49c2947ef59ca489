/** Pods that are added to a node or removed while decisions are made. */
import { addPod, removePod } from "../../filters/nodeRequests.ts";
import { podAt } from "../../objects/model/pod.ts";
import { nodeRow, noteChange } from "../model/snapshot.ts";
import { noteDeparture, notePlacement } from "../topology/topology.ts";

export function putPod(row: u32, position: u32): void {
  addPod(row, nodeRow(position));
  noteChange(position);
  notePlacement(row, position);
}

export function liftPod(row: u32, position: u32): void {
  removePod(row);
  noteChange(position);
  noteDeparture(podAt(row), position);
}
