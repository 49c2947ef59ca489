/** Something changed on a node: its kubelet and its kernel look again. */

import { noteWhetherMoments, wakeStep } from "../kubelet/step.ts";
import { measure, secondsUntil, Use } from "../kubelet/usage.ts";
import { Kubelet, kubeletAt } from "../model/kubelet.ts";
import { NEVER, SECOND } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";

export function wakeNode(node: u32): void {
  wakeStep(node);
  planMemory(node);
}

/**
 * The most that a node may use before a container has to end: its memory, or less where an earlyoom
 * acts once this percentage or less is available.
 */
export function mostMemory(kubelet: Kubelet): i64 {
  const capacity = kubelet.capacityMemory;
  return kubelet.earlyoom == 0 ? capacity : capacity - (capacity * kubelet.earlyoom) / 100 - 1;
}

/** When the node may use more than that at the earliest. */
export function planMemory(node: u32): void {
  const kubelet = kubeletAt(node);
  if (kubelet.capacityMemory == 0) return;
  const use = measure(node);
  noteWhetherMoments(kubelet, use);
  kubelet.memoryVersion++;
  const wait = untilFull(mostMemory(kubelet), use.memory);
  if (wait != NEVER) addTimer(clock.now + wait, Timer.NodeMemory, node, kubelet.memoryVersion);
}

/** In how long what a node uses may be more than `most`, at the earliest. */
function untilFull(most: i64, use: Use): i64 {
  const room = most - use.used - use.rise;
  if (use.used > most) return SECOND;
  if (use.growth != 0) return room < 0 ? SECOND : secondsUntil(room, use.growth) * SECOND;
  if (use.rise == 0 || room >= 0) return NEVER;
  return use.spike == 0 ? use.nextPoint : SECOND;
}
