/** Owners look at their pods: they create missing ones and delete surplus ones. */

import { NO_ROW } from "../../objects/model/table.ts";
import { Owner, OwnerKind, ownerAt } from "../model/owner.ts";
import { NEVER } from "../model/time.ts";
import { clock } from "../model/timers.ts";
import { syncDaemons } from "./daemonPods.ts";
import { syncJob } from "./jobs.ts";
import { make } from "./make.ts";
import { wakeOwner } from "./pods.ts";
import { rankNodes, scaleDown } from "./scaleDownOrder.ts";
import { syncStateful } from "./stateful.ts";

/** The owner looks at its pods. */
export function syncOwner(row: u32): void {
  const owner = ownerAt(row);
  if (owner.dueAt <= clock.now) owner.dueAt = NEVER;
  if (owner.template == 0 && owner.replicas > 0) return;
  if (owner.busyUntil > clock.now) return wakeOwner(row, owner.busyUntil - clock.now);
  if (owner.kind == OwnerKind.Replicas) return syncReplicas(row, owner);
  if (owner.kind == OwnerKind.StatefulSet) return syncStateful(row, owner);
  if (owner.kind == OwnerKind.DaemonSet) return syncDaemons(row, owner);
  if (owner.kind == OwnerKind.Job) syncJob(row, owner);
}

function syncReplicas(row: u32, owner: Owner): void {
  const missing = owner.replicas - owner.active;
  for (let index = 0; index < missing; index++) {
    if (!make(row, 0, NO_ROW, u32(index), 0)) return;
  }
  if (missing >= 0) return;
  // They are ranked once, before the first of them is deleted.
  const ranks = rankNodes(owner);
  if (ranks == 0) return;
  for (let index = missing; index < 0 && scaleDown(owner, ranks, "ScaledDown"); index++);
}
