/** Containers start, reach their limits, and are started again. */
import { addLiteral, addText } from "../../base/json/write.ts";
import { quantityValue } from "../../base/kubernetes/quantity.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { podAt } from "../../objects/model/pod.ts";
import {
  ContainerWord,
  SpecFlag,
  SpecWord,
  specHas,
  specWord,
} from "../../objects/model/podSpec.ts";
import { ResourceKind, resourceKindOf } from "../../objects/model/resourceName.ts";
import { internLiteral, textAt, textSize } from "../../objects/model/text.ts";
import { quantityOf } from "../../objects/requests/resourceList.ts";
import { ageOf, entryOf } from "../kubelet/usage.ts";
import { EXCESS_OFFSET } from "../memory.ts";
import { ageBeyond } from "../model/amount.ts";
import { EventKind } from "../model/eventLog.ts";
import { OwnerKind } from "../model/owner.ts";
import { enterStage, isOfKind, lifecycleAt, PodLifecycle, Stage } from "../model/podLifecycle.ts";
import { beginSentence, endSentence } from "../model/sentence.ts";
import { joinStarts } from "../model/starts.ts";
import { RESTART_BACKOFF, RESTART_BACKOFF_MAX, SECOND } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { workloadAt } from "../model/workload.ts";
import { isHeldBack, reasonOf, reportEnd } from "./ending.ts";
import { emitPodEvent, noticeOwner } from "./pods.ts";
import { wakeNode } from "./wake.ts";

export function startPod(row: u32): void {
  const lifecycle = lifecycleAt(row);
  enterStage(lifecycle, Stage.Running);
  lifecycle.started = clock.now;
  planLimit(row);
  wakeNode(lifecycle.node - 1);
  lifecycle.isStartUnreported = u32(isHeldBack(lifecycle));
  if (lifecycle.isStartUnreported == 0) reportStart(row);
}

/** The API server hears that a pod has started. */
export function reportStart(row: u32): void {
  lifecycleAt(row).isStartUnreported = 0;
  joinStarts(row);
  podAt(row).phase = internLiteral("Running");
  emitPodEvent(EventKind.Started, row);
  const lifecycle = lifecycleAt(row);
  // A StatefulSet makes its next pod when this one runs.
  if (isOfKind(lifecycle, OwnerKind.StatefulSet) || isOfKind(lifecycle, OwnerKind.Job))
    noticeOwner(row);
}

/** When a container of the pod will use more than its limit; it never may. */
export function planLimit(row: u32): void {
  const lifecycle = lifecycleAt(row);
  const excess = firstExcess(row, lifecycle);
  if (excess == null) return;
  addTimer(lifecycle.started + excess.age, Timer.ContainerLimit, row, lifecycle.version);
}

/** A container that uses more than its limit from an age on. */
@unmanaged
export class Excess {
  age: i64;
  container: u32;
  /** The limit as a text. */
  limit: u32;
}

/** The first container beyond its limit, or null; it is valid until the next pod. */
function firstExcess(row: u32, lifecycle: PodLifecycle): Excess | null {
  if (lifecycle.workload == 0) return null;
  const containers = specWord(podAt(row).spec, SpecWord.Containers);
  const first = changetype<Excess>(EXCESS_OFFSET);
  first.container = 0;
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    const limit = memoryLimitOf(container);
    const entry = limit == 0 ? 0 : entryOf(lifecycle, container);
    const amount = entry == 0 ? 0 : workloadAt(entry - 1).memory;
    if (amount == 0) continue;
    const age = ageBeyond(amount, quantityValue(quantityOf(limit)), max<i64>(0, ageOf(lifecycle)));
    if (age < 0 || (first.container != 0 && age >= first.age)) continue;
    first.container = container;
    first.age = age;
    first.limit = limit;
  }
  return first.container == 0 ? null : first;
}

/** The quantity's text, or 0. */
function memoryLimitOf(container: u32): u32 {
  const limits = wordOf(container, ContainerWord.Limits);
  for (let at: u32 = 0; at < listCount(limits); at += 2) {
    if (resourceKindOf(wordOf(limits, at)) == ResourceKind.Memory) return wordOf(limits, at + 1);
  }
  return 0;
}

/** The kernel ends a container at the limit of its cgroup; false when it is not there yet. */
export function passLimit(row: u32): bool {
  const excess = firstExcess(row, lifecycleAt(row));
  if (excess == null || excess.age > ageOf(lifecycleAt(row))) {
    planLimit(row);
    return false;
  }
  const name = wordOf(excess.container, ContainerWord.Name);
  beginSentence();
  addLiteral("Container ");
  addText(textAt(name), textSize(name));
  addLiteral(" was OOMKilled: it would use more than its memory limit of ");
  addText(textAt(excess.limit), textSize(excess.limit));
  addLiteral(".");
  dieOfMemory(row, EventKind.OOMKilled, endSentence());
  return true;
}

/** Its containers end; the kubelet starts them again, later each time, or the pod has failed. */
export function dieOfMemory(row: u32, kind: EventKind, message: u32): void {
  const lifecycle = lifecycleAt(row);
  if (specHas(podAt(row).spec, SpecFlag.NeverRestarts)) {
    lifecycle.ending = kind;
    lifecycle.message = message;
    lifecycle.endsAt = clock.now;
    enterStage(lifecycle, Stage.Evicted);
    if (isHeldBack(lifecycle)) wakeNode(lifecycle.node - 1);
    else reportEnd(row);
    return;
  }
  const event = emitPodEvent(kind, row);
  event.reason = reasonOf(kind);
  event.message = message;
  const isForgotten = clock.now - lifecycle.restartedAt > 2 * RESTART_BACKOFF_MAX;
  const wait = lifecycle.restarts == 0 || isForgotten ? 0 : lifecycle.restartDelay;
  lifecycle.restartDelay =
    wait == 0 ? RESTART_BACKOFF : min(lifecycle.restartDelay * 2, RESTART_BACKOFF_MAX);
  lifecycle.restarts++;
  lifecycle.endedAt = clock.now;
  lifecycle.keptAge = ageOf(lifecycle);
  lifecycle.started = -1;
  enterStage(lifecycle, Stage.BackOff);
  addTimer(clock.now + wait + SECOND, Timer.ContainerRestart, row, lifecycle.version);
  wakeNode(lifecycle.node - 1);
}

export function restart(row: u32): void {
  const lifecycle = lifecycleAt(row);
  lifecycle.started = clock.now - (keepsAge(lifecycle) ? lifecycle.keptAge : 0);
  lifecycle.restartedAt = clock.now;
  enterStage(lifecycle, Stage.Running);
  emitPodEvent(EventKind.Restarted, row);
  // A Job counts restarts.
  if (isOfKind(lifecycle, OwnerKind.Job)) noticeOwner(row);
  planLimit(row);
  wakeNode(lifecycle.node - 1);
}

function keepsAge(lifecycle: PodLifecycle): bool {
  for (let entry = lifecycle.workload; entry != 0; entry = workloadAt(entry - 1).nextContainer) {
    if (workloadAt(entry - 1).keeps != 0) return true;
  }
  return false;
}
