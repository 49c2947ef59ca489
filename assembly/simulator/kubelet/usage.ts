/** What pods and nodes use at a moment. */
import { listCount, wordOf } from "../../objects/model/list.ts";
import { podAt } from "../../objects/model/pod.ts";
import { ContainerWord, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { CONTAINER_USE_OFFSET, NODE_USE_OFFSET } from "../memory.ts";
import { amountAt, heldPoint, pointAt, SECONDS_MAX, timeToNext, valueAt } from "../model/amount.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { isRunning, lifecycleAt, PodLifecycle } from "../model/podLifecycle.ts";
import { NEVER } from "../model/time.ts";
import { clock } from "../model/timers.ts";
import { Workload, workloadAt } from "../model/workload.ts";

/** How many containers of a pod use what an entry says. */
function usersOf(row: u32, workload: Workload): i64 {
  const containers = specWord(podAt(row).spec, SpecWord.Containers);
  if (workload.container == 0) return i64(listCount(containers));
  let count: i64 = 0;
  for (let index: u32 = 0; index < listCount(containers); index++) {
    if (isUser(wordOf(containers, index), workload)) count++;
  }
  return count;
}

function isUser(container: u32, workload: Workload): bool {
  return workload.container == 0 || wordOf(container, ContainerWord.Name) == workload.container;
}

/** Row plus 1 of the entry that says what a container of the pod uses; 0 without one. */
export function entryOf(lifecycle: PodLifecycle, container: u32): u32 {
  let link = lifecycle.workload;
  while (link != 0 && !isUser(container, workloadAt(link - 1))) {
    link = workloadAt(link - 1).nextContainer;
  }
  return link;
}

export function ageOf(lifecycle: PodLifecycle): i64 {
  return clock.now - lifecycle.started;
}

/** What one container uses. */
@unmanaged
export class ContainerUse {
  memory: i64;
  disk: i64;
  inodes: i64;
}

/** What one container uses; nothing before it starts. It holds until the next one is measured. */
export function measureContainer(lifecycle: PodLifecycle, container: u32): ContainerUse {
  const use = changetype<ContainerUse>(CONTAINER_USE_OFFSET);
  const entry = isRunning(lifecycle) ? entryOf(lifecycle, container) : 0;
  memory.fill(CONTAINER_USE_OFFSET, 0, offsetof<ContainerUse>());
  if (entry == 0) return use;
  const workload = workloadAt(entry - 1);
  const age = ageOf(lifecycle);
  use.memory = usedOf(workload.memory, age);
  use.disk = usedOf(workload.disk, age);
  use.inodes = usedOf(workload.inodes, age);
  return use;
}

function usedOf(amount: u32, age: i64): i64 {
  return amount == 0 ? 0 : valueAt(amount, age);
}

/** Bytes, or inodes, of a node and its pods. */
@unmanaged
export class Use {
  used: i64;
  /** By how much they may grow in a second, at most. */
  growth: i64;
  /** By how much they may exceed that at any time: spikes, and points of series. */
  rise: i64;
  /** The most that the pods of now may use at any time; without a limit more than any node has. */
  most: i64;
  /** The part of it that may come at any second: spikes. */
  spike: i64;
  /** In how long the next point of a series comes; NEVER without one. */
  nextPoint: i64;
}

const USE_BYTES: usize = offsetof<Use>();
/** Sums stay below it, however many pods a node has. */
const SUM_MAX: i64 = 1 << 60;

/** For one node; there are three of them, side by side. */
@unmanaged
export class NodeUse {
  get memory(): Use {
    return changetype<Use>(changetype<usize>(this));
  }

  get disk(): Use {
    return changetype<Use>(changetype<usize>(this) + USE_BYTES);
  }

  get inodes(): Use {
    return changetype<Use>(changetype<usize>(this) + 2 * USE_BYTES);
  }
}

/** What a node and its pods use now. It holds until the next node is measured. */
export function measure(node: u32): NodeUse {
  const kubelet = kubeletAt(node);
  const use = changetype<NodeUse>(NODE_USE_OFFSET);
  memory.fill(NODE_USE_OFFSET, 0, 3 * USE_BYTES);
  use.memory.nextPoint = NEVER;
  use.disk.nextPoint = NEVER;
  use.inodes.nextPoint = NEVER;
  addUse(use.memory, kubelet.systemMemory, 1, clock.now);
  addUse(use.disk, kubelet.systemDisk, 1, clock.now);
  addUse(use.inodes, kubelet.systemInodes, 1, clock.now);
  for (let link = kubelet.first; link != 0; link = lifecycleAt(link - 1).next) {
    const lifecycle = lifecycleAt(link - 1);
    const age = isRunning(lifecycle) ? ageOf(lifecycle) : NOT_RUNNING;
    for (let entry = lifecycle.workload; entry != 0; entry = workloadAt(entry - 1).nextContainer) {
      const workload = workloadAt(entry - 1);
      const users = usersOf(link - 1, workload);
      addUse(use.memory, workload.memory, users, age);
      addUse(use.disk, workload.disk, users, age);
      addUse(use.inodes, workload.inodes, users, age);
    }
  }
  return use;
}

/** What starts later is measured again when it does. */
const NOT_RUNNING: i64 = -1;

function addUse(sum: Use, amount: u32, users: i64, age: i64): void {
  if (amount == 0) return;
  const figures = amountAt(amount);
  sum.most = min(SUM_MAX, sum.most + users * figures.most);
  if (age < 0 || users == 0) return;
  if (figures.pointCount != 0) {
    const held = heldPoint(figures, age);
    const point = pointAt(held);
    sum.used = min(SUM_MAX, sum.used + users * point.bytes);
    sum.rise = min(SUM_MAX, sum.rise + users * (point.most - point.bytes));
    sum.nextPoint = min(sum.nextPoint, timeToNext(figures, held, age));
    return;
  }
  sum.used = min(SUM_MAX, sum.used + users * valueAt(amount, age));
  sum.rise = min(SUM_MAX, sum.rise + users * figures.spikesMost);
  sum.spike = min(SUM_MAX, sum.spike + users * figures.spikesMost);
  if (age < figures.settled) sum.growth = min(SUM_MAX, sum.growth + users * figures.growth);
}

/** Nothing that is measured changes by itself. */
export function isSteady(use: NodeUse): bool {
  return isStill(use.memory) && isStill(use.disk) && isStill(use.inodes);
}

function isStill(use: Use): bool {
  return use.growth == 0 && use.rise == 0 && use.nextPoint == NEVER;
}

/** Whole seconds until an amount may grow by `room`; at least 1. */
export function secondsUntil(room: i64, growth: i64): i64 {
  return max<i64>(1, min(room / growth, SECONDS_MAX));
}
