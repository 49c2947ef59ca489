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
import { findRow, indexRow, RowIndex } from "../../objects/model/rowIndex.ts";
import { appendRow, NO_ROW, rowAt, Table } from "../../objects/model/table.ts";
import { WORKLOAD_INDEX_OFFSET, WORKLOADS_OFFSET } from "../memory.ts";
import { mix } from "./mix.ts";

@unmanaged
export class Workload {
  /** Its owner, or the pod itself. The index uses the first two words. */
  name: u32;
  /** Kind and namespace in one word, which others may share. */
  mixed: u32;
  kind: u32;
  namespace: u32;
  /** The next entry of these two words, plus 1. */
  alike: u32;
  /** The one container that it is about, or 0: each of them. */
  container: u32;
  /** The next entry of the same pods, plus 1: of another container. */
  nextContainer: u32;
  /** Amounts, or 0: nothing. */
  memory: u32;
  disk: u32;
  inodes: u32;
  /** A container that starts again goes on where it was. */
  keeps: u32;
  /** Its address in the document, as long as that is read. */
  place: u32;
  /** For a record: the next one of the same owner, plus 1. */
  nextRecord: u32;
  /** How many pods use it that are not on their way out. */
  holders: i32;
  /** For a record of a DaemonSet: the row of the pod's node, plus 1. */
  target: u32;
}

const WORKLOAD_BYTES: usize = offsetof<Workload>();
export const workloads = changetype<Table>(WORKLOADS_OFFSET);
const INDEX = changetype<RowIndex>(WORKLOAD_INDEX_OFFSET);

/** @inline */
export function workloadAt(row: u32): Workload {
  return changetype<Workload>(rowAt(workloads, row));
}

export function appendWorkload(): usize {
  return appendRow(workloads, WORKLOAD_BYTES);
}

/** Row plus 1 of what pods of this owner use: the first of its entries; 0 without one. */
export function findWorkload(kind: u32, namespace: u32, name: u32): u32 {
  const row = findRow(INDEX, workloads, name, mixed(kind, namespace));
  if (row == NO_ROW) return 0;
  for (let link = row + 1; link != 0; link = workloadAt(link - 1).alike) {
    const workload = workloadAt(link - 1);
    if (workload.kind == kind && workload.namespace == namespace) return link;
  }
  return 0;
}

function mixed(kind: u32, namespace: u32): u32 {
  return u32(mix((u64(kind) << 32) | u64(namespace)));
}

/** An entry is found from now on, unless `findWorkload` finds another one of its pods. */
export function indexWorkload(row: u32): bool {
  const workload = workloadAt(row);
  workload.mixed = mixed(workload.kind, workload.namespace);
  const first = findRow(INDEX, workloads, workload.name, workload.mixed);
  if (first == NO_ROW) return indexRow(INDEX, workloads, row);
  workload.alike = workloadAt(first).alike;
  workloadAt(first).alike = row + 1;
  return true;
}
