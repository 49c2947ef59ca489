/** The DaemonSet controller's back-off: a row for each DaemonSet and node where a pod failed. */
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { DAEMON_BACKOFFS_OFFSET } from "../memory.ts";
import { DAEMON_BACKOFF, DAEMON_BACKOFF_MAX } from "./time.ts";
import { clock } from "./timers.ts";

@unmanaged
export class DaemonBackoff {
  /** When the last failed pod was deleted, and how long the next one stays. */
  updatedAt: i64;
  delay: i64;
  owner: u32;
  /** Row of the node plus 1. */
  node: u32;
  /** Name of the pod that failed and is still there, or 0. */
  failed: u32;
  zero: u32;
}

const BACKOFF_BYTES: usize = offsetof<DaemonBackoff>();
export const backoffs = changetype<Table>(DAEMON_BACKOFFS_OFFSET);

export function backoffAt(row: u32): DaemonBackoff {
  return changetype<DaemonBackoff>(rowAt(backoffs, row));
}

/** The row for a DaemonSet and a node; null when none of its pods failed there. */
export function findBackoff(owner: u32, node: u32): DaemonBackoff | null {
  for (let row: u32 = 0; row < backoffs.count; row++) {
    const backoff = backoffAt(row);
    if (backoff.owner == owner && backoff.node == node) return backoff;
  }
  return null;
}

export function noteFailure(owner: u32, node: u32, name: u32): void {
  const known = findBackoff(owner, node);
  if (known != null) {
    known.failed = name;
    return;
  }
  const place = appendRow(backoffs, BACKOFF_BYTES);
  if (place == 0) return;
  const backoff = changetype<DaemonBackoff>(place);
  memory.fill(place, 0, BACKOFF_BYTES);
  backoff.owner = owner;
  backoff.node = node;
  backoff.failed = name;
}

/** When the failed pod may be deleted. */
export function mayBeDeletedAt(backoff: DaemonBackoff): i64 {
  return backoff.delay == 0 ? clock.now : backoff.updatedAt + backoff.delay;
}

/** The failed pod is deleted; the next one waits longer, unless it comes much later. */
export function noteDeletion(backoff: DaemonBackoff): void {
  const isForgotten = clock.now - backoff.updatedAt > 2 * DAEMON_BACKOFF_MAX;
  backoff.delay =
    backoff.delay == 0 || isForgotten ? DAEMON_BACKOFF : min(backoff.delay * 2, DAEMON_BACKOFF_MAX);
  backoff.updatedAt = clock.now;
  backoff.failed = 0;
}
