/** What pods and nodes use at a moment. */
import { listCount, wordOf } from "../../objects/model/list.ts";
import { podAt } from "../../objects/model/pod.ts";
import { ContainerWord, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { agentAt } from "../model/agent.ts";
import { isRunning, Life, lifeAt } from "../model/life.ts";
import { SECOND } from "../model/time.ts";
import { now } from "../model/timers.ts";
import {
  BOUNDLESS,
  diskAt,
  memoryAt,
  SECONDS_MAX,
  settledAge,
  spikesMost,
  Workload,
  workloadAt,
} from "../model/workload.ts";

/** How many containers of a pod use what its workload says. */
function usersOf(row: u32, workload: Workload): i64 {
  const containers = specWord(podAt(row).spec, SpecWord.Containers);
  if (workload.container == 0) return i64(listCount(containers));
  let count: i64 = 0;
  for (let index: u32 = 0; index < listCount(containers); index++) {
    if (isUser(wordOf(containers, index), workload)) count++;
  }
  return count;
}

export function isUser(container: u32, workload: Workload): bool {
  return workload.container == 0 || wordOf(container, ContainerWord.Name) == workload.container;
}

export function ageOf(life: Life): i64 {
  return now - life.started;
}

/** Bytes of one container; nothing before it starts. */
export function containerMemory(life: Life): i64 {
  if (life.workload == 0 || !isRunning(life)) return 0;
  return memoryAt(workloadAt(life.workload - 1), ageOf(life));
}

export function containerDisk(life: Life): i64 {
  if (life.workload == 0 || !isRunning(life)) return 0;
  return diskAt(workloadAt(life.workload - 1), ageOf(life));
}

/** Of a node: what `measure` found last. */
export let usedMemory: i64 = 0;
export let usedDisk: i64 = 0;
/** Bytes by which memory and disk may grow in a second, at most. */
export let memoryGrowth: i64 = 0;
export let diskGrowth: i64 = 0;
/** What spikes may add at any time. */
export let spikeMemory: i64 = 0;
/** The most that the pods of now may use at any time; without a limit more than any node has. */
export let mostMemory: i64 = 0;
export let mostDisk: i64 = 0;
/** Sums stay below it, however many pods a node has. */
const SUM_MAX: i64 = 1 << 60;

export function measure(node: u32): void {
  const agent = agentAt(node);
  usedMemory = agent.systemMemory;
  usedDisk = agent.systemDisk;
  memoryGrowth = 0;
  diskGrowth = 0;
  spikeMemory = 0;
  mostMemory = usedMemory;
  mostDisk = usedDisk;
  for (let link = agent.first; link != 0; link = lifeAt(link - 1).next) {
    const life = lifeAt(link - 1);
    if (life.workload == 0) continue;
    addUse(link - 1, life, workloadAt(life.workload - 1));
  }
}

function addUse(row: u32, life: Life, workload: Workload): void {
  const users = usersOf(row, workload);
  const runs = isRunning(life);
  const age = runs ? ageOf(life) : 0;
  usedMemory = min(SUM_MAX, usedMemory + users * containerMemory(life));
  usedDisk = min(SUM_MAX, usedDisk + users * containerDisk(life));
  const most = mostOf(workload.memoryBase, workload.memoryGrowth, workload.memoryMax);
  mostMemory = min(SUM_MAX, mostMemory + users * (most + spikesMost(workload)));
  const disk = mostOf(workload.diskBase, workload.diskGrowth, workload.diskMax);
  mostDisk = min(SUM_MAX, mostDisk + users * disk);
  // What starts later is measured again when it does.
  if (!runs) return;
  spikeMemory = min(SUM_MAX, spikeMemory + users * spikesMost(workload));
  if (age >= settledAge(workload)) return;
  memoryGrowth = min(SUM_MAX, memoryGrowth + users * workload.memoryGrowth);
  diskGrowth = min(SUM_MAX, diskGrowth + users * workload.diskGrowth);
}

function mostOf(base: i64, growth: i64, limit: i64): i64 {
  if (growth <= 0) return base;
  return limit <= 0 ? BOUNDLESS : max(base, limit);
}

/** Whole seconds until an amount may grow by `room` bytes; at least 1. */
export function secondsUntil(room: i64, growth: i64): i64 {
  return max<i64>(1, min(room / growth, SECONDS_MAX));
}

/** The first whole second of age at which a container uses more than `limit`, or -1. */
export function ageBeyond(workload: Workload, limit: i64, from: i64): i64 {
  const most = mostOf(workload.memoryBase, workload.memoryGrowth, workload.memoryMax);
  if (most + spikesMost(workload) <= limit) return -1;
  if (spikesMost(workload) == 0) return growthBeyond(workload, limit, from);
  for (let age = from; age <= from + AHEAD; age += SECOND) {
    if (memoryAt(workload, age) > limit) return age;
  }
  // It is looked at again then.
  return from + AHEAD;
}

/** Spikes are looked for within a day. */
const AHEAD: i64 = 86400 * SECOND;

function growthBeyond(workload: Workload, limit: i64, from: i64): i64 {
  if (memoryAt(workload, from) > limit) return from;
  if (workload.memoryGrowth <= 0) return -1;
  if (workload.memoryMax > 0 && workload.memoryMax <= limit) return -1;
  const seconds = (limit - workload.memoryBase) / workload.memoryGrowth + 1;
  return seconds > SECONDS_MAX ? -1 : max(from, seconds * SECOND);
}
