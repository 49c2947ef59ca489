/**
 * Objects that are neither pods nor nodes: a table for each kind, in the order of the documents.
 * A row begins with namespace and name, by which it is found.
 */
import { KINDS, Kind } from "./kind.ts";
import { findRow, forgetIndex, indexRow, ROW_INDEX_SIZE, RowIndex } from "./rowIndex.ts";
import { appendRow, forgetTable, rowAt, TABLE_SIZE, Table } from "./table.ts";

export enum ObjectFlag {
  /** A selector is there: one that is missing selects nothing. */
  HasSelector = 1,
  /** For a PriorityClass. */
  GlobalDefault = 2,
  PreemptNever = 4,
  /** For a PodDisruptionBudget: `unhealthyPodEvictionPolicy` is AlwaysAllow. */
  AlwaysAllow = 8,
  /** Its status is missing, or of an earlier generation than its spec. */
  Behind = 16,
  /** Its condition DisruptionAllowed is there, and False. */
  Disallowed = 32,
  /** Its spec has minAvailable, or else maxUnavailable, and that is a percentage. */
  MinAvailable = 64,
  MaxUnavailable = 128,
  Percent = 256,
}

@unmanaged
export class ObjectRow {
  namespace: u32;
  name: u32;
  flags: u32;
  /** Pairs of key and value. */
  labels: u32;
  /** A set of requirements. */
  selector: u32;
  /** The value of a PriorityClass; the allowed disruptions of a PodDisruptionBudget. */
  value: i32;
  /** The overhead of a RuntimeClass; the pods being disrupted of a PodDisruptionBudget. */
  extra: u32;
  uid: u32;
  /** The rest of a PodDisruptionBudget's status; of DisruptionAllowed why it is False. */
  currentHealthy: i32;
  desiredHealthy: i32;
  expectedPods: i32;
  /** What its spec wants: pods, or percent of those that are expected. */
  wanted: i32;
  reason: u32;
  message: u32;
}

const OBJECT_SIZE: usize = offsetof<ObjectRow>();
const TABLES: usize = memory.data(16 * KINDS, 4);
const INDEXES: usize = memory.data(12 * KINDS, 4);

export function objectsOf(kind: Kind): Table {
  return changetype<Table>(TABLES + usize(kind) * TABLE_SIZE);
}

function indexOf(kind: Kind): RowIndex {
  return changetype<RowIndex>(INDEXES + usize(kind) * ROW_INDEX_SIZE);
}

export function forgetObjects(): void {
  for (let kind: i32 = 0; kind < KINDS; kind++) {
    forgetTable(objectsOf(kind));
    forgetIndex(indexOf(kind));
  }
}

export function objectAt(kind: Kind, row: u32): ObjectRow {
  return changetype<ObjectRow>(rowAt(objectsOf(kind), row));
}

export function appendObject(kind: Kind): usize {
  return appendRow(objectsOf(kind), OBJECT_SIZE);
}

export function findObject(kind: Kind, namespace: u32, name: u32): u32 {
  return findRow(indexOf(kind), objectsOf(kind), namespace, name);
}

export function indexObject(kind: Kind, row: u32): bool {
  return indexRow(indexOf(kind), objectsOf(kind), row);
}
