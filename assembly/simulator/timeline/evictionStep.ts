/** What comes of a step of a node's eviction manager. */

import { failureStatus } from "../../base/json/failure.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { planHeartbeat } from "../control/nodes.ts";
import { evictedPod, evictionMessage, isAtEase, planAfterStep, takeStep } from "../kubelet/step.ts";
import { EventKind } from "../model/eventLog.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { enterStage, lifecycleAt, Stage } from "../model/podLifecycle.ts";
import { STOP_TAKES } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { notePhaseUse } from "./lanes.ts";
import { markCascade } from "./verdict.ts";

/** A step of a node's eviction manager; the pods that it evicts end one after another. */
export function takeEvictionStep(node: u32): void {
  const kubelet = kubeletAt(node);
  const before = kubelet.conditions;
  const evicted = takeStep(node);
  if (failureStatus() != 0) return;
  if (evicted != 0 || before != 0 || kubelet.conditions != 0 || !isAtEase()) notePhaseUse();
  noteCascade(node, before);
  let end = clock.now;
  for (let index: u32 = 0; index < evicted; index++) {
    const row = evictedPod(node, index);
    if (row == NO_ROW) continue;
    const lifecycle = lifecycleAt(row);
    lifecycle.message = evictionMessage(index);
    lifecycle.ending = EventKind.Evicted;
    kubelet.evictions++;
    // One that was deleted ends already: the step waits for that, and not longer.
    const isEnding = lifecycle.endsAt != 0;
    end = isEnding ? max(end, lifecycle.endsAt) : end + STOP_TAKES;
    if (isEnding) continue;
    lifecycle.endsAt = end;
    // Without the network the kubelet does not know that it was deleted.
    if (lifecycle.stage == Stage.Terminating) continue;
    enterStage(lifecycle, Stage.Evicted);
    addTimer(lifecycle.endsAt, Timer.PodEnds, row, lifecycle.version);
  }
  planAfterStep(node, evicted == 0 ? 0 : end);
  planHeartbeat(node);
}

/** A node came under pressure that had taken pods which another node had evicted. */
function noteCascade(node: u32, before: u32): void {
  const kubelet = kubeletAt(node);
  if (before != 0 || kubelet.conditions == 0) return;
  if (kubelet.tookEvicted != 0 && kubelet.wasUnderPressure == 0) {
    kubelet.isCascaded = 1;
    markCascade();
  }
  kubelet.wasUnderPressure = 1;
}
