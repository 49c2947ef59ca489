/** Something changed on a node: its kubelet and its kernel look again. */

import { noteWhetherMoments, wakeStep } from "../kubelet/step.ts";
import { measure, secondsUntil, Use } from "../kubelet/usage.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { NEVER, SECOND } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";

export function wakeNode(node: u32): void {
  wakeStep(node);
  planMemory(node);
}

/** When the node's memory may be full at the earliest. */
export function planMemory(node: u32): void {
  const kubelet = kubeletAt(node);
  if (kubelet.capacityMemory == 0) return;
  const use = measure(node);
  noteWhetherMoments(kubelet, use);
  kubelet.memoryVersion++;
  const wait = untilFull(kubelet.capacityMemory, use.memory);
  if (wait != NEVER) addTimer(clock.now + wait, Timer.NodeMemory, node, kubelet.memoryVersion);
}

/** In how long what a node uses may be more than its capacity, at the earliest. */
function untilFull(capacity: i64, use: Use): i64 {
  const room = capacity - use.used - use.rise;
  if (use.used > capacity) return SECOND;
  if (use.growth != 0) return room < 0 ? SECOND : secondsUntil(room, use.growth) * SECOND;
  if (use.rise == 0 || room >= 0) return NEVER;
  return use.spike == 0 ? use.nextPoint : SECOND;
}
