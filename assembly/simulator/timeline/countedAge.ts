/** How much of an age counts for a fingerprint: beyond some point the usage stays the same. */
import { COUNTED_AGE_OFFSET } from "../memory.ts";
import { amountAt, spikeAt } from "../model/amount.ts";
import { Kubelet } from "../model/kubelet.ts";
import { PodLifecycle } from "../model/podLifecycle.ts";
import { clock } from "../model/timers.ts";
import { workloadAt } from "../model/workload.ts";

/** An age that something is used by, and how far it counts. */
@unmanaged
export class CountedAge {
  age: i64;
  /** The age from which on the counted usage is constant, apart from repeating spikes. */
  settled: i64;
  /** The rhythm of such spikes: 0 without any, -1 when there are several. */
  rhythm: i64;
}

function startAge(age: i64): CountedAge {
  const counted = changetype<CountedAge>(COUNTED_AGE_OFFSET);
  counted.age = age;
  counted.settled = 0;
  counted.rhythm = 0;
  return counted;
}

function countAge(counted: CountedAge, row: u32): void {
  if (row == 0) return;
  const amount = amountAt(row);
  let settled = max(counted.settled, amount.settled);
  for (let index: u32 = 0; index < amount.spikeCount; index++) {
    const spike = spikeAt(amount.spikes + index);
    settled = max(settled, spike.every > 0 ? spike.at : spike.at + spike.lasts);
    if (spike.every == 0) continue;
    const isAlone = counted.rhythm == 0 || counted.rhythm == spike.every;
    counted.rhythm = isAlone ? spike.every : -1;
  }
  counted.settled = settled;
}

function finishAge(counted: CountedAge): i64 {
  const age = counted.age;
  const settled = counted.settled;
  const rhythm = counted.rhythm;
  if (age < settled || rhythm < 0) return age;
  return rhythm == 0 ? settled : settled + ((age - settled) % rhythm);
}

/** What containers use from now on depends on their age only so far. */
export function ageThatCounts(lifecycle: PodLifecycle): i64 {
  const counted = startAge(clock.now - lifecycle.started);
  for (let entry = lifecycle.workload; entry != 0; entry = workloadAt(entry - 1).nextContainer) {
    const workload = workloadAt(entry - 1);
    countAge(counted, workload.memory);
    countAge(counted, workload.disk);
    countAge(counted, workload.inodes);
  }
  return finishAge(counted);
}

/** The usage of processes outside pods depends on the time since the start. */
export function systemAge(kubelet: Kubelet): i64 {
  const counted = startAge(clock.now);
  countAge(counted, kubelet.systemMemory);
  countAge(counted, kubelet.systemDisk);
  countAge(counted, kubelet.systemInodes);
  return finishAge(counted);
}
