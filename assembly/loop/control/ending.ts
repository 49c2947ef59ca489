/** Pods that fail: what their kubelet reports, and what their owner does with what is left. */
import { podAt } from "../../objects/model/pod.ts";
import { Happening } from "../model/chronicle.ts";
import { noteFailure } from "../model/daemonBackoff.ts";
import { addEnded, endedCount } from "../model/ended.ts";
import { addFailedReplica } from "../model/failedReplica.ts";
import { lifeAt } from "../model/life.ts";
import { OwnerKind, ownerAt } from "../model/owner.ts";
import { terminatedPodThreshold } from "../model/settings.ts";
import { COLLECTION_INTERVAL, nextOnGrid } from "../model/time.ts";
import { addTimer, now, Timer } from "../model/timers.ts";
import { failOf, freeRow, noticeOwner, tellOfPod } from "./pods.ts";
import { Cause, moveUnschedulable } from "./queue.ts";
import { wakeNode } from "./wake.ts";

/** A pod has failed, and its kubelet says why. */
export function endPod(row: u32, kind: Happening, reason: u32, message: u32): void {
  const event = tellOfPod(kind, row);
  event.reason = reason;
  event.message = message;
  const life = lifeAt(row);
  const node = life.node;
  const owner = life.owner == 0 ? OwnerKind.Unknown : ownerAt(life.owner - 1).kind;
  if (owner == OwnerKind.StatefulSet) addFailedReplica(life.owner - 1, podAt(row).name, node);
  else if (owner == OwnerKind.DaemonSet) noteFailure(life.owner - 1, life.target, podAt(row).name);
  else keepEnded(row, reason);
  if (life.owner != 0 && kind == Happening.Evicted) ownerAt(life.owner - 1).evictedBy = node;
  if (owner == OwnerKind.Job) failOf(ownerAt(life.owner - 1));
  noticeOwner(row);
  freeRow(row);
  if (node == 0) return;
  wakeNode(node - 1);
  moveUnschedulable(Cause.PodGone);
}

/** Its object stays, until there are too many. */
function keepEnded(row: u32, reason: u32): void {
  const pod = podAt(row);
  const life = lifeAt(row);
  addEnded(pod.namespace, pod.name, life.owner, life.node, reason);
  if (i64(endedCount()) != terminatedPodThreshold + 1 || terminatedPodThreshold <= 0) return;
  addTimer(nextOnGrid(now, 0, COLLECTION_INTERVAL), Timer.Collect, 0, 0);
}
