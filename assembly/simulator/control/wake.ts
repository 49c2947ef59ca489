/** Something changed on a node: its kubelet and its kernel look again. */

import { noteWhetherMoments, wakeStep } from "../kubelet/step.ts";
import { measure, memoryUse, secondsUntil } from "../kubelet/usage.ts";
import { agentAt } from "../model/agent.ts";
import { NEVER, SECOND } from "../model/time.ts";
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
  const wait = untilFull(agent.capacityMemory);
  if (wait != NEVER) addTimer(now + wait, Timer.NodeMemory, node, agent.memoryVersion);
}

/** In how long what was just measured may be more than the capacity, at the earliest. */
function untilFull(capacity: i64): i64 {
  const growth = memoryUse.growth;
  const rise = memoryUse.rise;
  const room = capacity - memoryUse.used - rise;
  if (memoryUse.used > capacity) return SECOND;
  if (growth != 0) return room < 0 ? SECOND : secondsUntil(room, growth) * SECOND;
  if (rise == 0 || room >= 0) return NEVER;
  return memoryUse.spike == 0 ? memoryUse.nextPoint : SECOND;
}
