/** Something changed on a node: its kubelet and its kernel look again. */

import { noteWhetherMoments, wakeStep } from "../kubelet/step.ts";
import { measure, memoryUse, secondsUntil } from "../kubelet/usage.ts";
import { agentAt } from "../model/agent.ts";
import { SECOND } from "../model/time.ts";
import { addTimer, now, Timer } from "../model/timers.ts";

export function wakeNode(node: u32): void {
  wakeStep(node);
  planMemory(node);
}

/** When the node's memory may be full at the earliest. */
export function planMemory(node: u32): void {
  const agent = agentAt(node);
  if (agent.capacityMemory == 0) return;
  measure(node);
  noteWhetherMoments(agent);
  agent.memoryVersion++;
  const growth = memoryUse.growth;
  const rise = memoryUse.rise;
  const room = agent.capacityMemory - memoryUse.used - rise;
  if (growth == 0 && (rise == 0 || room >= 0) && memoryUse.used <= agent.capacityMemory) return;
  const seconds = room < 0 || growth == 0 ? 1 : secondsUntil(room, growth);
  addTimer(now + seconds * SECOND, Timer.NodeMemory, node, agent.memoryVersion);
}
