/** Pods that come to a node or leave it while decisions are made. */
import { removePod, standPod } from "../../filters/standing.ts";
import { podAt } from "../../objects/model/pod.ts";
import { nodeRow, noteChange } from "../model/snapshot.ts";
import { noteDeparture, notePlacement } from "../topology/topology.ts";

export function putPod(row: u32, position: u32): void {
  standPod(row, nodeRow(position));
  noteChange(position);
  notePlacement(row, position);
}

export function liftPod(row: u32, position: u32): void {
  removePod(row);
  noteChange(position);
  noteDeparture(podAt(row), position);
}
