/** Pods, as documents have them, become pods of nodes, of owners and of the queue. */

import { SCRATCH_OFFSET } from "../../base/memory.ts";
import { writeAscii } from "../../base/text.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { findNode } from "../../objects/model/node.ts";
import { NOT_STARTED, PodFlag, podAt, podHas, pods } from "../../objects/model/pod.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral, internText, writeTextUpTo } from "../../objects/model/text.ts";
import { planLimit } from "../control/containers.ts";
import { findEnded } from "../control/endedPods.ts";
import { enqueue } from "../control/queue.ts";
import { useOwnRecord } from "../control/records.ts";
import { OwnerKind, owners } from "../model/owner.ts";
import {
  enterStage,
  isOfKind,
  joinOrder,
  joinOwner,
  lifecycleAt,
  PodLifecycle,
  Stage,
} from "../model/podLifecycle.ts";
import { joinNode } from "../model/residents.ts";
import { joinStarts, notePriority } from "../model/starts.ts";
import { CALL_TAKES, NEVER, STOP_TAKES } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { ownerOfPod } from "./impliedOwner.ts";
import { startOwners } from "./startOwners.ts";

/** A pod of a name that another one had. */
export function startAgain(row: u32): void {
  const lifecycle = lifecycleAt(row);
  lifecycle.taintVersion++;
  startPod(row);
  useOwnRecord(row);
  if (lifecycle.stage == Stage.Running) planLimit(row);
}

/** Pods that documents have, from a row on. */
export function startPods(from: u32): void {
  const known = owners.count;
  for (let row = from; row < pods.count; row++) startPod(row);
  startOwners(known);
  for (let row = from; row < pods.count; row++) {
    useOwnRecord(row);
    if (lifecycleAt(row).stage == Stage.Running) planLimit(row);
  }
}

function startPod(row: u32): void {
  const pod = podAt(row);
  const lifecycle = lifecycleAt(row);
  lifecycle.deletedAt = NEVER;
  lifecycle.started = -1;
  if (podHas(pod, PodFlag.Terminated)) {
    lifecycle.stage = Stage.Ended;
    return findEnded(row);
  }
  joinOrder(row);
  notePriority(row);
  lifecycle.owner = ownerOfPod(row);
  joinOwner(row);
  if (pod.uid == 0) pod.uid = nameAsUid(row);
  const node = pod.nodeName == 0 ? NO_ROW : findNode(pod.nodeName);
  if (isOfKind(lifecycle, OwnerKind.DaemonSet)) {
    lifecycle.target = node == NO_ROW ? namedNode(pod.spec) : node + 1;
  }
  if (pod.nodeName == 0) {
    enterStage(lifecycle, Stage.Pending);
    if (podHas(pod, PodFlag.Deleting)) return end(row, lifecycle);
    return enqueue(row);
  }
  // Nothing is known about a node without a document; its pod only counts for its owner.
  if (node == NO_ROW) return enterStage(lifecycle, Stage.Running);
  joinNode(row, node);
  const runs = pod.phase == internLiteral("Running") || podHas(pod, PodFlag.Mirror);
  if (runs) lifecycle.started = clock.now;
  if (runs && pod.started == NOT_STARTED) joinStarts(row);
  enterStage(lifecycle, runs ? Stage.Running : Stage.Bound);
  if (podHas(pod, PodFlag.Deleting)) return end(row, lifecycle);
  if (!runs) addTimer(clock.now + CALL_TAKES, Timer.KubeletAdmits, row, lifecycle.version);
}

/** Row plus 1 of the node that a spec's affinity names, as DaemonSets do; 0 without one. */
function namedNode(spec: u32): u32 {
  const terms = specWord(spec, SpecWord.RequiredNodeTerms);
  const fields = listCount(terms) == 0 ? 0 : wordOf(wordOf(terms, 0), 1);
  if (listCount(fields) == 0) return 0;
  const names = wordOf(wordOf(fields, 0), 2);
  const node = listCount(names) == 0 ? NO_ROW : findNode(wordOf(names, 0));
  return node == NO_ROW ? 0 : node + 1;
}

function end(row: u32, lifecycle: PodLifecycle): void {
  enterStage(lifecycle, Stage.Terminating);
  lifecycle.endsAt = clock.now + STOP_TAKES;
  addTimer(lifecycle.endsAt, Timer.PodGone, row, lifecycle.version);
}

/** A pod that was written by hand has no uid: its namespace and name are as good. */
function nameAsUid(row: u32): u32 {
  const pod = podAt(row);
  let at = writeTextUpTo(SCRATCH_OFFSET, pod.namespace, NAME_MAX);
  at = writeTextUpTo(writeAscii(at, "/"), pod.name, NAME_MAX);
  return internText(SCRATCH_OFFSET, i32(at - SCRATCH_OFFSET));
}

/** Longer names are not valid. */
const NAME_MAX: i32 = 1024;
