/** Two nodes with a pod each of one owner, and a pod that waits: laid out at any moment. */
import { clearObjects } from "../../../objects/documents/objects.ts";
import { appendNode, Node } from "../../../objects/model/node.ts";
import { appendPod, Pod } from "../../../objects/model/pod.ts";
import { internLiteral } from "../../../objects/model/text.ts";
import { SIMULATOR_END, SIMULATOR_OFFSET } from "../../memory.ts";
import { fillKubelets, kubeletAt } from "../../model/kubelet.ts";
import { appendOwner, Owner } from "../../model/owner.ts";
import {
  fillLifecycles,
  joinOrder,
  joinOwner,
  lifecycleAt,
  Stage,
} from "../../model/podLifecycle.ts";
import { joinNode } from "../../model/residents.ts";
import { NEVER, SECOND } from "../../model/time.ts";
import { addTimer, clock, Timer, timers } from "../../model/timers.ts";

export const WAITING: u32 = 2;

export function giveCluster(): void {
  memory.fill(SIMULATOR_OFFSET, 0, SIMULATOR_END - SIMULATOR_OFFSET);
  clearObjects();
  changetype<Node>(appendNode()).name = internLiteral("worker-1");
  changetype<Node>(appendNode()).name = internLiteral("worker-2");
  fillKubelets();
  const owner = changetype<Owner>(appendOwner());
  owner.replicas = 3;
  owner.deadline = NEVER;
  for (let row: u32 = 0; row < 3; row++) {
    const pod = changetype<Pod>(appendPod());
    pod.name = internLiteral(row == 0 ? "cart-1" : row == 1 ? "cart-2" : "cart-3");
    pod.uid = pod.name;
  }
  fillLifecycles();
  for (let row: u32 = 0; row < 3; row++) {
    joinOrder(row);
    lifecycleAt(row).owner = 1;
    joinOwner(row);
    if (row != WAITING) joinNode(row, row);
  }
}

/** The same state at another moment: everything is as long ago, or as far off. */
export function layOut(now: i64): void {
  clock.now = now;
  for (let row: u32 = 0; row < 3; row++) {
    const lifecycle = lifecycleAt(row);
    lifecycle.stage = row == WAITING ? Stage.Pending : Stage.Running;
    lifecycle.started = row == WAITING ? -1 : now - 60 * SECOND;
    lifecycle.deletedAt = NEVER;
    lifecycle.queuedAt = now - 2 * SECOND;
    lifecycle.triedAt = now - 2 * SECOND;
  }
  timers.count = 0;
  for (let node: u32 = 0; node < 2; node++) {
    const kubelet = kubeletAt(node);
    kubelet.heartbeat = now - 3 * SECOND;
    kubelet.lastStep = now - 4 * SECOND;
    kubelet.nextStep = now + 6 * SECOND;
    kubelet.isCalm = 1;
    kubelet.heldUntil = NEVER;
    kubelet.busyUntil = now - SECOND;
    addTimer(kubelet.nextStep, Timer.EvictionStep, node, kubelet.stepVersion);
  }
  addTimer(now + SECOND, Timer.OwnerSync, 0, 0);
  addTimer(now + 5 * SECOND, Timer.PodEnds, 1, lifecycleAt(1).version);
}
