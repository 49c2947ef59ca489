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
import { Happening } from "../model/chronicle.ts";
import { enterStage, isOfKind, Life, lifeAt, Stage } from "../model/life.ts";
import { OwnerKind } from "../model/owner.ts";
import { beginSentence, endSentence } from "../model/sentence.ts";
import { joinStarts } from "../model/starts.ts";
import { RESTART_BACKOFF, RESTART_BACKOFF_MAX, SECOND } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { workloadAt } from "../model/workload.ts";
import { isHeldBack, tellEnd } from "./ending.ts";
import { noticeOwner, tellOfPod } from "./pods.ts";
import { wakeNode } from "./wake.ts";

export function startPod(row: u32): void {
  const life = lifeAt(row);
  enterStage(life, Stage.Running);
  life.started = clock.now;
  planLimit(row);
  wakeNode(life.node - 1);
  life.isUntold = u32(isHeldBack(life));
  if (life.isUntold == 0) tellStart(row);
}

/** The API server hears that a pod has started. */
export function tellStart(row: u32): void {
  lifeAt(row).isUntold = 0;
  joinStarts(row);
  podAt(row).phase = internLiteral("Running");
  tellOfPod(Happening.Started, row);
  const life = lifeAt(row);
  // A StatefulSet makes its next pod when this one runs.
  if (isOfKind(life, OwnerKind.StatefulSet) || isOfKind(life, OwnerKind.Job)) noticeOwner(row);
}

/** When a container of the pod will use more than its limit; it never may. */
export function planLimit(row: u32): void {
  const life = lifeAt(row);
  const excess = firstExcess(row, life);
  if (excess == null) return;
  addTimer(life.started + excess.age, Timer.ContainerLimit, row, life.version);
}

/** A container that uses more than its limit from an age on. */
@unmanaged
export class Excess {
  age: i64;
  container: u32;
  /** The limit as a text. */
  limit: u32;
}

/** Of the container that is beyond its limit first, or null; it holds until the next pod. */
function firstExcess(row: u32, life: Life): Excess | null {
  if (life.workload == 0) return null;
  const containers = specWord(podAt(row).spec, SpecWord.Containers);
  const first = changetype<Excess>(EXCESS_OFFSET);
  first.container = 0;
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    const limit = memoryLimitOf(container);
    const entry = limit == 0 ? 0 : entryOf(life, container);
    const amount = entry == 0 ? 0 : workloadAt(entry - 1).memory;
    if (amount == 0) continue;
    const age = ageBeyond(amount, quantityValue(quantityOf(limit)), max<i64>(0, ageOf(life)));
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
  const excess = firstExcess(row, lifeAt(row));
  if (excess == null || excess.age > ageOf(lifeAt(row))) {
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
  dieOfMemory(row, endSentence());
  return true;
}

/** Its containers end; the kubelet starts them again, later each time, or the pod has failed. */
export function dieOfMemory(row: u32, message: u32): void {
  const life = lifeAt(row);
  if (specHas(podAt(row).spec, SpecFlag.NeverRestarts)) {
    life.ending = Happening.OOMKilled;
    life.message = message;
    life.endsAt = clock.now;
    enterStage(life, Stage.Evicted);
    if (isHeldBack(life)) wakeNode(life.node - 1);
    else tellEnd(row);
    return;
  }
  const event = tellOfPod(Happening.OOMKilled, row);
  event.reason = internLiteral("OOMKilled");
  event.message = message;
  const isForgotten = clock.now - life.restartedAt > 2 * RESTART_BACKOFF_MAX;
  const wait = life.restarts == 0 || isForgotten ? 0 : life.restartDelay;
  life.restartDelay = wait == 0 ? RESTART_BACKOFF : min(life.restartDelay * 2, RESTART_BACKOFF_MAX);
  life.restarts++;
  life.endedAt = clock.now;
  life.keptAge = ageOf(life);
  life.started = -1;
  enterStage(life, Stage.BackOff);
  addTimer(clock.now + wait + SECOND, Timer.ContainerRestart, row, life.version);
  wakeNode(life.node - 1);
}

export function restart(row: u32): void {
  const life = lifeAt(row);
  life.started = clock.now - (keepsAge(life) ? life.keptAge : 0);
  life.restartedAt = clock.now;
  enterStage(life, Stage.Running);
  tellOfPod(Happening.Restarted, row);
  // A Job counts restarts.
  if (isOfKind(life, OwnerKind.Job)) noticeOwner(row);
  planLimit(row);
  wakeNode(life.node - 1);
}

function keepsAge(life: Life): bool {
  for (let entry = life.workload; entry != 0; entry = workloadAt(entry - 1).nextContainer) {
    if (workloadAt(entry - 1).keeps != 0) return true;
  }
  return false;
}
