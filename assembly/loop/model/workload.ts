/**
 * What containers use, by their age: an entry for all containers of an owner's pods, or one for
 * each. An entry of a pod that something owns is a record: the pod that comes in its place uses
 * what it did.
 *
 * ```
 *  Deployment cart ── records ──> Pod cart-1 ── nextRecord ──> Pod cart-2
 *                                     │ nextContainer
 *                                     └──> Pod cart-1, container proxy
 * ```
 */
import { findRow, forgetIndex, indexRow, RowIndex } from "../../objects/model/rowIndex.ts";
import { appendRow, forgetTable, NO_ROW, rowAt, Table } from "../../objects/model/table.ts";
import { forgetAmounts } from "./amount.ts";

@unmanaged
export class Workload {
  /** Its owner, or the pod itself; the index goes by the first two words. */
  namespace: u32;
  name: u32;
  kind: u32;
  /** The next entry of this namespace and name, plus 1: of another kind. */
  sameName: u32;
  /** The one container that it is about, or 0: each of them. */
  container: u32;
  /** The next entry of the same pods, plus 1: of another container. */
  nextContainer: u32;
  /** Amounts, or 0: nothing. */
  memory: u32;
  disk: u32;
  /** A container that starts again goes on where it was. */
  keeps: u32;
  /** Where it stands in its document, as long as that is read. */
  place: u32;
  /** Of a record: the next one of the same owner, plus 1. */
  nextRecord: u32;
  /** How many pods use it that are not on their way out. */
  holders: i32;
  /** Of a record of a DaemonSet: row of the pod's node, plus 1. */
  target: u32;
}

const WORKLOAD_BYTES: usize = offsetof<Workload>();
export const workloads = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));

export function forgetWorkloads(): void {
  forgetTable(workloads);
  forgetIndex(INDEX);
  forgetAmounts();
}

/** @inline */
export function workloadAt(row: u32): Workload {
  return changetype<Workload>(rowAt(workloads, row));
}

export function appendWorkload(): usize {
  return appendRow(workloads, WORKLOAD_BYTES);
}

/** Row plus 1 of what pods of this owner use: the first of its entries; 0 without one. */
export function findWorkload(kind: u32, namespace: u32, name: u32): u32 {
  const row = findRow(INDEX, workloads, namespace, name);
  if (row == NO_ROW) return 0;
  for (let link = row + 1; link != 0; link = workloadAt(link - 1).sameName) {
    if (workloadAt(link - 1).kind == kind) return link;
  }
  return 0;
}

/** An entry is found from now on, unless `findWorkload` finds another one of its pods. */
export function indexWorkload(row: u32): bool {
  const workload = workloadAt(row);
  const first = findRow(INDEX, workloads, workload.namespace, workload.name);
  if (first == NO_ROW) return indexRow(INDEX, workloads, row);
  workload.sameName = workloadAt(first).sameName;
  workloadAt(first).sameName = row + 1;
  return true;
}
