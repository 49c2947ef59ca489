/** Rows of a document that has been read: put in force, or taken away again. */
import { KINDS, Kind } from "../model/kind.ts";
import { findNode, indexNode, nodes } from "../model/node.ts";
import { findObject, indexObject, objectsOf } from "../model/objectRow.ts";
import { findPod, indexPod, pods } from "../model/pod.ts";
import { cutTable, NO_ROW, rowAt, Table } from "../model/table.ts";

/** Rows that were there before the document, for each kind. */
const BEFORE: usize = memory.data(4 * KINDS, 4);

/** Objects that were put in force since the module was made: whether anything changed. */
export let adoptions: u32 = 0;

function tableOf(kind: i32): Table {
  if (kind == Kind.Pod) return pods;
  return kind == Kind.Node ? nodes : objectsOf(kind);
}

function rowsBefore(kind: i32): u32 {
  return load<u32>(BEFORE + (usize(kind) << 2));
}

export function markRows(): void {
  for (let kind = 0; kind < KINDS; kind++) {
    store<u32>(BEFORE + (usize(kind) << 2), tableOf(kind).count);
  }
}

/** Takes the document's rows away. */
export function dropRows(): void {
  for (let kind = 1; kind < KINDS; kind++) cutTable(tableOf(kind), rowsBefore(kind));
}

/** Replaces rows at their position, and keeps the others where they are. */
export function adoptRows(): void {
  for (let kind = 1; kind < KINDS; kind++) adoptKind(kind);
}

function adoptKind(kind: i32): void {
  const table = tableOf(kind);
  const count = table.count;
  let place = rowsBefore(kind);
  for (let row = place; row < count; row++) {
    const at = rowAt(table, row);
    const known = findOf(kind, load<u32>(at), load<u32>(at, 4));
    const target = known == NO_ROW ? place : known;
    if (target != row) memory.copy(rowAt(table, target), at, table.rowBytes);
    if (known == NO_ROW) {
      indexOf(kind, place);
      place++;
    }
    adoptions++;
  }
  cutTable(table, place);
}

function findOf(kind: i32, namespace: u32, name: u32): u32 {
  if (kind == Kind.Pod) return findPod(namespace, name);
  return kind == Kind.Node ? findNode(name) : findObject(kind, namespace, name);
}

function indexOf(kind: i32, row: u32): void {
  if (kind == Kind.Pod) indexPod(row);
  else if (kind == Kind.Node) indexNode(row);
  else indexObject(kind, row);
}
