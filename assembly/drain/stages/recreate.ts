/**
 * What the owner of a pod does when it is gone: it creates another of the same template, which has
 * no node yet. The row of the pod becomes the row of the other one.
 */
import { wordOf } from "../../objects/model/list.ts";
import { NOT_STARTED, Pod, PodFlag, podHas } from "../../objects/model/pod.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { losePod } from "../model/budget.ts";

/** What a replacement inherits: it is as ready as its predecessor once it is placed. */
const KEPT: u32 = u32(PodFlag.Ready);

/** Takes the pod away from its node; whether its owner creates another one. */
export function recreate(pod: Pod): bool {
  const isReplaced = isOwnedAndCounted(pod);
  pod.nominatedNodeName = 0;
  if (!isReplaced) {
    // What has gone is not counted any more, as a pod that has ended may be.
    pod.flags = (pod.flags | PodFlag.Terminated) & ~u32(PodFlag.Ready);
    losePod(pod);
    return false;
  }
  pod.flags = (pod.flags & KEPT) | u32(PodFlag.Replacement);
  pod.nodeName = 0;
  pod.assumedNodeName = 0;
  pod.uid = 0;
  pod.status = 0;
  pod.resize = 0;
  pod.started = NOT_STARTED;
  // It is Pending until it is placed; from then on budgets guard it.
  pod.phase = internLiteral("Running");
  return true;
}

/**
 * Owners have replaced pods that ended, or that are being deleted, before; a StatefulSet has to
 * wait until the name is free.
 */
function isOwnedAndCounted(pod: Pod): bool {
  if (pod.controller == 0) return false;
  if (wordOf(pod.controller, 1) == internLiteral("StatefulSet")) return true;
  return !podHas(pod, PodFlag.Terminated) && !podHas(pod, PodFlag.Deleting);
}
