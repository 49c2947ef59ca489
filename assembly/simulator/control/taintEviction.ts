/**
 * The taint-eviction controller: pods that do not tolerate a NoExecute taint of their node go, at
 * once or when the shortest of their tolerations has passed.
 * Spec: the sources of Kubernetes, pkg/controller/tainteviction.
 */
import { tolerates } from "../../filters/taints.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { Effect, LASTS, TAINT_WORDS, TOLERATION_WORDS } from "../../objects/model/taint.ts";
import { agentAt } from "../model/agent.ts";
import { Life, lifeAt, Stage } from "../model/life.ts";
import { NEVER, SECOND } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";

/** Judges every pod of a node whose taints changed. */
export function judgePods(node: u32): void {
  for (let link = agentAt(node).first; link != 0; link = lifeAt(link - 1).next) {
    judgeTaints(link - 1);
  }
}

export function judgeTaints(row: u32): void {
  const life = lifeAt(row);
  if (life.node == 0 || life.stage == Stage.Terminating) return;
  const delay = toleratedFor(podAt(row).spec, nodeAt(life.node - 1).taints);
  if (delay == NEVER) return cancel(life);
  // An eviction that is due already stays as it is, unless a taint is not tolerated at all.
  if (life.deletedAt != NEVER && delay >= 0) return;
  life.deletedAt = clock.now + max<i64>(0, delay);
  life.taintVersion++;
  addTimer(life.deletedAt, Timer.TaintEviction, row, life.taintVersion);
}

function cancel(life: Life): void {
  if (life.deletedAt == NEVER) return;
  life.deletedAt = NEVER;
  life.taintVersion++;
}

/** How long a pod may stay under these taints: NEVER when it need not go, -1 when it may not. */
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
