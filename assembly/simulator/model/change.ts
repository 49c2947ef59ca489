/** What somebody does to the cluster while the story runs, in the order of the document. */
import { appendRow, forgetTable, rowAt, Table } from "../../objects/model/table.ts";

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

@unmanaged
export class Change {
  at: i64;
  kind: ChangeKind;
  /** Texts that name the object. */
  objectKind: u32;
  namespace: u32;
  name: u32;
  /** Taints as a list, replicas, or the object's document as a text. */
  value: u32;
}

const CHANGE_BYTES: usize = offsetof<Change>();
export const changes = changetype<Table>(memory.data(16, 4));

export function forgetChanges(): void {
  forgetTable(changes);
}

export function changeAt(row: u32): Change {
  return changetype<Change>(rowAt(changes, row));
}

export function appendChange(): usize {
  return appendRow(changes, CHANGE_BYTES);
}
