/**
 * What a kubelet tells the API server of its pods when it has the network again.
 * Spec: the sources of Kubernetes, pkg/kubelet/status.
 */
import { agentAt } from "../model/agent.ts";
import { hasEnded, JobCount, lifeAt } from "../model/life.ts";
import { nextOnGrid, STATUS_INTERVAL } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { tellStart } from "./containers.ts";
import { tellEnd } from "./ending.ts";
import { noticeOwner } from "./pods.ts";

/** The kubelet looks at the statuses of all of its pods, some time after it has the network. */
export function planStatuses(node: u32): void {
  const agent = agentAt(node);
  if (agent.isDisconnected != 0) return;
  addTimer(nextOnGrid(clock.now, agent.began, STATUS_INTERVAL), Timer.Statuses, node, 0);
}

/**
 * Tells what the API server was not told, and with `all` what it has otherwise. Answers how many
 * pods were evicted meanwhile.
 */
export function tellStatuses(node: u32, all: bool): u32 {
  const agent = agentAt(node);
  if (agent.isDisconnected != 0) return 0;
  agent.isBehind = 0;
  let evicted: u32 = 0;
  for (let link = agent.first; link != 0; ) {
    const row = link - 1;
    const life = lifeAt(row);
    link = life.next;
    // The controller of a Job has counted it, and its kubelet has nothing more to tell.
    if (life.jobCount == JobCount.Counted) continue;
    if (hasEnded(life)) {
      if (tellEnd(row)) evicted++;
      continue;
    }
    if (life.isUntold != 0) tellStart(row);
    if (!all || life.isUnready == 0) continue;
    life.isUnready = 0;
    noticeOwner(row);
  }
  return evicted;
}
