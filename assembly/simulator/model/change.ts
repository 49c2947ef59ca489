/** Changes to the cluster while the scenario runs, in the order of the document. */
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { CHANGES_OFFSET } from "../memory.ts";
import { ObjectName } from "./objectName.ts";

export enum ChangeKind {
  Cordon = 0,
  Uncordon,
  Taints,
  Replicas,
  Create,
  Delete,
  Disconnect,
  Reconnect,
}

/** With the name of the object that it is about. */
@unmanaged
export class Change extends ObjectName {
  act: ChangeKind;
  /** Taints as a list, replicas, or the object's document as a text. */
  value: u32;
  at: i64;
}

const CHANGE_BYTES: usize = offsetof<Change>();
export const changes = changetype<Table>(CHANGES_OFFSET);

export function changeAt(row: u32): Change {
  return changetype<Change>(rowAt(changes, row));
}

export function appendChange(): usize {
  return appendRow(changes, CHANGE_BYTES);
}
