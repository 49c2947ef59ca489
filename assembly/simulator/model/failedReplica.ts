/** Pods of StatefulSets that failed, and that their controller has not deleted yet. */
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { FAILED_REPLICAS_OFFSET } from "../memory.ts";

@unmanaged
export class FailedReplica {
  owner: u32;
  name: u32;
  /** Row of the node plus 1. */
  node: u32;
  zero: u32;
}

const FAILED_BYTES: usize = offsetof<FailedReplica>();
export const failedReplicas = changetype<Table>(FAILED_REPLICAS_OFFSET);

export function failedReplicaAt(row: u32): FailedReplica {
  return changetype<FailedReplica>(rowAt(failedReplicas, row));
}

export function addFailedReplica(owner: u32, name: u32, node: u32): void {
  const place = appendRow(failedReplicas, FAILED_BYTES);
  if (place == 0) return;
  const failed = changetype<FailedReplica>(place);
  failed.owner = owner;
  failed.name = name;
  failed.node = node;
  failed.zero = 0;
}

/** Takes one out; the last one gets its row. */
export function removeFailedReplica(row: u32): void {
  const last = rowAt(failedReplicas, --failedReplicas.count);
  if (row < failedReplicas.count) memory.copy(rowAt(failedReplicas, row), last, FAILED_BYTES);
}
