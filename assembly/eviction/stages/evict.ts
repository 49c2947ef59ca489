/** How long an evicted pod gets. Spec 3.8, 3.11. */
import { behavesAs } from "../../node/model/behavior.ts";
import { Pod, PodFlag, podHas } from "../../node/model/pod.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { policy } from "../model/policy.ts";
import { step } from "../model/step.ts";
import { isImmediate } from "./choose.ts";

/** The override for immediate evictions: one second, none before 1.31. */
export function immediateGracePeriodSeconds(): i64 {
  return behavesAs(Behavior.OneSecondGrace) ? 1 : 0;
}

/** The grace period override under a threshold. */
export function gracePeriodSeconds(pod: Pod, chosen: i32): i64 {
  if (isImmediate(chosen, step.updatedStats)) return immediateGracePeriodSeconds();
  const configured = policy.maxPodGracePeriodSeconds;
  if (!behavesAs(Behavior.SoftGraceBoundByPod) || !podHas(pod, PodFlag.GraceSet)) {
    return configured;
  }
  return min(configured, pod.terminationGracePeriodSeconds);
}
