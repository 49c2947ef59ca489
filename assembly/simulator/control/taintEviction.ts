/**
 * The taint-eviction controller: pods that do not tolerate a NoExecute taint of their node are
 * deleted, immediately or when the shortest of their tolerations has passed.
 * Spec: the sources of Kubernetes, pkg/controller/tainteviction.
 */
import { tolerates } from "../../filters/taints.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { Effect, LASTS, TAINT_WORDS, TOLERATION_WORDS } from "../../objects/model/taint.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { lifecycleAt, PodLifecycle, Stage } from "../model/podLifecycle.ts";
import { NEVER, SECOND } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";

/** Looks at every pod of a node with changed taints. */
export function evaluatePods(node: u32): void {
  for (let link = kubeletAt(node).first; link != 0; link = lifecycleAt(link - 1).next) {
    evaluateTaints(link - 1);
  }
}

export function evaluateTaints(row: u32): void {
  const lifecycle = lifecycleAt(row);
  if (lifecycle.node == 0 || lifecycle.stage == Stage.Terminating) return;
  const delay = toleratedFor(podAt(row).spec, nodeAt(lifecycle.node - 1).taints);
  if (delay == NEVER) return cancel(lifecycle);
  // An eviction that is due already stays as it is, unless a taint is not tolerated at all.
  if (lifecycle.deletedAt != NEVER && delay >= 0) return;
  lifecycle.deletedAt = clock.now + max<i64>(0, delay);
  lifecycle.taintVersion++;
  addTimer(lifecycle.deletedAt, Timer.TaintEviction, row, lifecycle.taintVersion);
}

function cancel(lifecycle: PodLifecycle): void {
  if (lifecycle.deletedAt == NEVER) return;
  lifecycle.deletedAt = NEVER;
  lifecycle.taintVersion++;
}

/** How long a pod may stay under these taints: NEVER without an end, -1 when it may not. */
export function toleratedFor(spec: u32, taints: u32): i64 {
  const tolerations = specWord(spec, SpecWord.Tolerations);
  let shortest = NEVER;
  for (let at: u32 = 0; at < listCount(taints); at += TAINT_WORDS) {
    if (wordOf(taints, at + 2) != Effect.NoExecute) continue;
    const lasts = lastsUnder(tolerations, wordOf(taints, at), wordOf(taints, at + 1));
    if (lasts < 0) return -1;
    shortest = min(shortest, lasts);
  }
  return shortest;
}

/** How long the first toleration for a taint lasts; -1 without one. */
function lastsUnder(tolerations: u32, key: u32, value: u32): i64 {
  for (let at: u32 = 0; at < listCount(tolerations); at += TOLERATION_WORDS) {
    if (!tolerates(tolerations, at, key, value, Effect.NoExecute, true)) continue;
    const seconds = wordOf(tolerations, at + 4);
    return seconds == LASTS ? NEVER : i64(seconds - 1) * SECOND;
  }
  return -1;
}
