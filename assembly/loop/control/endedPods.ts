/** Objects of pods that failed: the collector takes them, and the taint-eviction controller. */
import { nodeAt } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { addEvent, Event, Happening } from "../model/chronicle.ts";
import {
  appendEnded,
  collectFirst,
  Ended,
  endedAt,
  endedCount,
  keepFirst,
  moveEnded,
} from "../model/ended.ts";
import { lifeAt } from "../model/life.ts";
import { terminatedPodThreshold } from "../model/settings.ts";
import { COLLECTION_INTERVAL, NEVER, nextOnGrid } from "../model/time.ts";
import { addTimer, now, Timer } from "../model/timers.ts";
import { toleratedFor } from "./taintEviction.ts";

/** A pod's object stays, until there are too many, or its node has a taint for which pods go. */
export function keepEnded(row: u32, reason: u32): void {
  const place = appendEnded();
  if (place == 0) return;
  const pod = podAt(row);
  const life = lifeAt(row);
  const kept = changetype<Ended>(place);
  kept.namespace = pod.namespace;
  kept.name = pod.name;
  kept.owner = life.owner;
  kept.node = life.node;
  kept.reason = reason;
  kept.spec = pod.spec;
  deleteAt(kept, life.deletedAt);
  if (i64(endedCount()) != terminatedPodThreshold + 1 || terminatedPodThreshold <= 0) return;
  addTimer(nextOnGrid(now, 0, COLLECTION_INTERVAL), Timer.Collect, 0, 0);
}

/** The collector takes the oldest of the pods that ended, down to the threshold. */
export function collect(): void {
  while (i64(endedCount()) > terminatedPodThreshold) {
    tellDeleted(endedAt(0));
    collectFirst();
  }
}

/** Those of a node whose taints changed. */
export function judgeEnded(node: u32): void {
  for (let index: u32 = 0; index < endedCount(); index++) {
    const pod = endedAt(index);
    if (pod.node != node + 1) continue;
    const delay = toleratedFor(pod.spec, nodeAt(node).taints);
    // What is due already stays as it is, as for pods that run.
    if (delay == NEVER) pod.deletedAt = NEVER;
    else if (pod.deletedAt == NEVER || delay == 0) deleteAt(pod, now + delay);
  }
}

function deleteAt(pod: Ended, time: i64): void {
  pod.deletedAt = time;
  if (time != NEVER) addTimer(time, Timer.EndedEviction, pod.node - 1, 0);
}

/** Nothing of them has to end, so they are gone at once. */
export function deleteEnded(node: u32): void {
  let kept: u32 = 0;
  for (let index: u32 = 0; index < endedCount(); index++) {
    const pod = endedAt(index);
    if (pod.node == node + 1 && pod.deletedAt <= now) {
      tellDeleted(pod).reason = internLiteral("TaintManagerEviction");
    } else moveEnded(kept++, index);
  }
  keepFirst(kept);
}

function tellDeleted(pod: Ended): Event {
  const event = addEvent(Happening.Deleted);
  event.namespace = pod.namespace;
  event.name = pod.name;
  event.owner = pod.owner;
  event.node = pod.node;
  return event;
}
