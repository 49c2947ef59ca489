/**
 * What a kubelet reports of its pods to the API server when it has the network again.
 * Spec: the sources of Kubernetes, pkg/kubelet/status.
 */
import { kubeletAt } from "../model/kubelet.ts";
import { hasEnded, JobCount, lifecycleAt } from "../model/podLifecycle.ts";
import { nextOnGrid, STATUS_INTERVAL } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { reportStart } from "./containers.ts";
import { reportEnd } from "./ending.ts";
import { noticeOwner } from "./pods.ts";

/** The kubelet looks at the statuses of all of its pods, some time after it has the network. */
export function planStatuses(node: u32): void {
  const kubelet = kubeletAt(node);
  if (kubelet.isDisconnected != 0) return;
  addTimer(nextOnGrid(clock.now, kubelet.began, STATUS_INTERVAL), Timer.Statuses, node, 0);
}

/**
 * Reports statuses that the API server lacks, with `all` also others. Answers how many
 * pods were evicted meanwhile.
 */
export function syncStatuses(node: u32, all: bool): u32 {
  const kubelet = kubeletAt(node);
  if (kubelet.isDisconnected != 0) return 0;
  kubelet.isBehind = 0;
  let evicted: u32 = 0;
  for (let link = kubelet.first; link != 0; ) {
    const row = link - 1;
    const lifecycle = lifecycleAt(row);
    link = lifecycle.next;
    // The controller of a Job has counted it, and its kubelet has nothing more to report.
    if (lifecycle.jobCount == JobCount.Counted) continue;
    if (hasEnded(lifecycle)) {
      if (reportEnd(row)) evicted++;
      continue;
    }
    if (lifecycle.isStartUnreported != 0) reportStart(row);
    if (!all || lifecycle.isUnready == 0) continue;
    lifecycle.isUnready = 0;
    noticeOwner(row);
  }
  return evicted;
}
