/** The closed loop: what evicted pods use is credited until the recording shows them gone. */

import { Action, NO_SUMMARY } from "../../../abi.ts";
import { give } from "../../../base/__tests__/input.ts";
import { AFTER_RECLAIM, OBSERVED, observationAt } from "../../../node/model/observation.ts";
import { podAt } from "../../../node/model/pod.ts";
import { Signal } from "../../../node/model/signalTable.ts";
import { state, UID_BYTES_MAX } from "../../model/state.ts";
import { evictionAt, step } from "../../model/step.ts";
import { observe, pods, reclaimed } from "../../verbs.ts";
import { givePolicy, SECOND } from "./node.ts";

const WHAT_IF = '"plimsoll":{"whatIf":true}';
const THREE =
  '{"items":[{"metadata":{"uid":"a"},"spec":{}},{"metadata":{"uid":"b"},"spec":{}},' +
  '{"metadata":{"uid":"c"},"spec":{"priority":2000000000}}]}';

/** A pod of the Summary that uses this much of everything. */
function podStats(uid: string, used: i32): string {
  const web = `{"name":"web","rootfs":{"usedBytes":${used},"inodesUsed":${used}}}`;
  return (
    `{"podRef":{"uid":"${uid}"},"memory":{"workingSetBytes":${used}},"containers":[${web}],` +
    `"process_stats":{"process_count":${used}}}`
  );
}

/** The same amount is available of everything; the capacity is 1000. */
function summary(second: i64, available: i32, stats: string): string {
  const time = `"time":"1970-01-01T00:00:${second.toString().padStart(2, "0")}Z"`;
  const used = 1000 - available;
  const inodes = `"inodesFree":${available},"inodes":1000`;
  return (
    `{"node":{"memory":{${time},"availableBytes":${available},"workingSetBytes":${used}},` +
    `"fs":{${time},"availableBytes":${available},"capacityBytes":1000,${inodes}},` +
    `"runtime":{"imageFs":{${time},"availableBytes":1000,"capacityBytes":1000}},` +
    `"rlimit":{${time},"maxpid":1000,"curproc":${used}}},"pods":[${stats}]}`
  );
}

function observeAt(second: i64, available: i32, stats: string, action: Action): void {
  expect(observe(give(summary(second, available, stats)), second * SECOND)).toBe(action, stats);
}

function available(table: usize, signal: Signal): i64 {
  return observationAt(table, signal).available;
}

/** The uid of the pod that the last step evicted. */
function evicted(): string {
  const pod = podAt(evictionAt(0).pod);
  return step.evictionCount == 0 ? "" : String.UTF8.decodeUnsafe(pod.uid, usize(pod.uidSize));
}

/** A pod with one volume that may hold one byte. */
function limitedPod(uid: string): string {
  const volume = '{"name":"tmp","emptyDir":{"sizeLimit":"1"}}';
  return `{"metadata":{"uid":"${uid}"},"spec":{"volumes":[${volume}]}}`;
}

/** A pod of the Summary with a volume that holds two bytes. */
function volumeStats(uid: string): string {
  return `{"podRef":{"uid":"${uid}"},"volume":[{"name":"tmp","usedBytes":2}]}`;
}

const BOTH = `${podStats("a", 60)},${podStats("b", 40)},${podStats("c", 500)}`;

describe("in a closed loop, an evicted pod", () => {
  it("is gone from later steps, and its usage is available again", () => {
    givePolicy(`"evictionHard":{"memory.available":"100"},${WHAT_IF}`);
    pods(give(THREE));
    observeAt(1, 50, BOTH, Action.EvictPod);
    expect(evicted()).toBe("a");
    observeAt(2, 50, BOTH, Action.None);
    expect(available(OBSERVED, Signal.MemoryAvailable)).toBe(110);
    expect(available(OBSERVED, Signal.NodeFsAvailable)).toBe(110);
    expect(available(OBSERVED, Signal.NodeFsInodesFree)).toBe(110);
    expect(available(OBSERVED, Signal.PIDAvailable)).toBe(110);
    observeAt(3, 30, BOTH, Action.EvictPod);
    expect(evicted()).toBe("b");
    observeAt(4, 10, BOTH, Action.None);
    expect(available(OBSERVED, Signal.MemoryAvailable)).toBe(110);
    observeAt(5, 0, BOTH, Action.None);
    expect(available(OBSERVED, Signal.MemoryAvailable)).toBe(100);
  });

  it("is credited with what the recording says it uses now, up to the capacity", () => {
    givePolicy(`"evictionHard":{"memory.available":"100"},${WHAT_IF}`);
    pods(give(THREE));
    observeAt(1, 50, BOTH, Action.EvictPod);
    observeAt(2, 50, podStats("a", 70), Action.None);
    expect(available(OBSERVED, Signal.MemoryAvailable)).toBe(120);
    observeAt(3, 50, podStats("a", 5000), Action.None);
    expect(available(OBSERVED, Signal.MemoryAvailable)).toBe(1000);
  });

  it("is credited no longer once the recording has it no more", () => {
    givePolicy(`"evictionHard":{"memory.available":"100"},${WHAT_IF}`);
    pods(give(THREE));
    observeAt(1, 50, BOTH, Action.EvictPod);
    expect(state.creditCount).toBe(1);
    pods(give('{"items":[{"metadata":{"uid":"b"},"spec":{}}]}'));
    observeAt(2, 500, podStats("b", 40), Action.None);
    expect(available(OBSERVED, Signal.MemoryAvailable)).toBe(500);
    expect(state.creditCount).toBe(0);
  });

  it("stays evicted without stats, with nothing to credit", () => {
    givePolicy(`"evictionHard":{"memory.available":"100"},${WHAT_IF}`);
    pods(give(THREE));
    observeAt(1, 50, podStats("b", 40), Action.EvictPod);
    expect(evicted()).toBe("a");
    observeAt(2, 50, podStats("b", 40), Action.EvictPod);
    expect(available(OBSERVED, Signal.MemoryAvailable)).toBe(50);
    expect(evicted()).toBe("b");
    observeAt(3, 50, podStats("b", 40), Action.None);
    expect(available(OBSERVED, Signal.MemoryAvailable)).toBe(90);
    expect(state.creditCount).toBe(2);
  });

  it("is credited in the Summary after reclaim, too", () => {
    givePolicy(`"evictionHard":{"nodefs.available":"100"},${WHAT_IF}`);
    pods(give(THREE));
    observeAt(1, 30, BOTH, Action.ReclaimNodeLevelResources);
    expect(reclaimed(NO_SUMMARY)).toBe(Action.EvictPod);
    observeAt(2, 30, BOTH, Action.ReclaimNodeLevelResources);
    expect(available(OBSERVED, Signal.NodeFsAvailable)).toBe(90);
    expect(reclaimed(give(summary(3, 45, BOTH)))).toBe(Action.None);
    expect(available(AFTER_RECLAIM, Signal.NodeFsAvailable)).toBe(105);
  });

  it("is remembered although one before it has a uid too long for that", () => {
    givePolicy(WHAT_IF);
    const long = "x".repeat(UID_BYTES_MAX + 1);
    pods(give(`{"items":[${limitedPod(long)},${limitedPod("y")}]}`));
    const over = `${volumeStats(long)},${volumeStats("y")}`;
    observeAt(1, 500, over, Action.EvictPods);
    expect(step.evictionCount).toBe(2);
    observeAt(2, 500, over, Action.EvictPods);
    expect(step.evictionCount).toBe(1);
    expect(evicted()).toBe(long);
  });

  it("stays when the loop is open", () => {
    givePolicy('"evictionHard":{"memory.available":"100"}');
    pods(give(THREE));
    observeAt(1, 50, BOTH, Action.EvictPod);
    observeAt(2, 50, BOTH, Action.EvictPod);
    expect(evicted()).toBe("a");
    expect(available(OBSERVED, Signal.MemoryAvailable)).toBe(50);
  });
});
