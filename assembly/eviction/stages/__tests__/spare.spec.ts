/** What would have spared a pod; and trying it out leaves everything as it was. */

import { Action, NO_SUMMARY } from "../../../abi.ts";
import { give, output } from "../../../base/__tests__/input.ts";
import { hashWords } from "../../../base/arithmetic/hash.ts";
import { SMALL_TABLES_BYTES, SMALL_TABLES_OFFSET } from "../../../base/memory.ts";
import { UID_ORDER_OFFSET } from "../../../node/memory.ts";
import { EVICTIONS_OFFSET, RANKING_OFFSET, TALLY_OFFSET } from "../../memory.ts";
import { evictionAt, step } from "../../model/step.ts";
import { thresholdAt } from "../../model/threshold.ts";
import { explain, observe, pods, reclaimed, report } from "../../verbs.ts";
import {
  findSparingPriority,
  findSparingRequest,
  findSparingThreshold,
  spareFrom,
  spareTo,
  spareVerified,
} from "../spare.ts";
import { trialAction, trialEvicted, tryStep } from "../trial.ts";
import { givePolicy, SECOND } from "./node.ts";

/** A pod as `uid priority request usage`: bytes of memory, or processes where it says so. */
function podOf(row: string): string {
  const parts = row.split(" ");
  const requests = `"resources":{"requests":{"memory":"${parts[2]}","ephemeral-storage":"1"}}`;
  const spec = `"priority":${parts[1]},"containers":[{"name":"web",${requests}}]`;
  return `{"metadata":{"uid":"${parts[0]}","name":"${parts[0]}"},"spec":{${spec}}}`;
}

function podStatsOf(row: string): string {
  const parts = row.split(" ");
  const web = `{"name":"web","rootfs":{"usedBytes":${parts[3]}}}`;
  const usage = `"memory":{"workingSetBytes":${parts[3]}},"containers":[${web}]`;
  const processes = `"process_stats":{"process_count":${parts[3]}}`;
  return `{"podRef":{"uid":"${parts[0]}"},${usage},${processes}}`;
}

let podRows: string[] = [];

function givePods(rows: string[]): void {
  podRows = rows;
  const items: string[] = [];
  for (let i = 0; i < rows.length; i++) items.push(podOf(rows[i]));
  expect(pods(give(`{"items":[${items.join(",")}]}`))).toBe(rows.length);
}

/** Amounts available of 1000: of memory, of the pods' memory, of disk, of processes. */
function summary(second: i64, memoryBytes: i32, podsBytes: i32, diskBytes: i32, pids: i32): string {
  const time = `"time":"1970-01-01T00:00:${second.toString().padStart(2, "0")}Z"`;
  const node = `{${time},"availableBytes":${memoryBytes},"workingSetBytes":${1000 - memoryBytes}}`;
  const all = `{${time},"availableBytes":${podsBytes},"workingSetBytes":${1000 - podsBytes}}`;
  const fs = `{${time},"availableBytes":${diskBytes},"capacityBytes":1000}`;
  // As large as nodefs, so that the two are one.
  const runtime = `{"imageFs":{${time},"availableBytes":1000,"capacityBytes":1000}}`;
  const rlimit = `{${time},"maxpid":1000,"curproc":${1000 - pids}}`;
  const stats: string[] = [];
  for (let i = 0; i < podRows.length; i++) stats.push(podStatsOf(podRows[i]));
  return (
    `{"node":{"memory":${node},"fs":${fs},"runtime":${runtime},"rlimit":${rlimit},` +
    `"systemContainers":[{"name":"pods","memory":${all}}]},"pods":[${stats.join(",")}]}`
  );
}

function observeAt(second: i64, document: string, action: Action): void {
  expect(observe(give(document), second * SECOND)).toBe(action, document);
}

/** Covers all memory that is not for passing results. */
function engineDigest(): u64 {
  const tables = hashWords(UID_ORDER_OFFSET, i32(RANKING_OFFSET - UID_ORDER_OFFSET));
  const evictions = hashWords(EVICTIONS_OFFSET, i32(TALLY_OFFSET - EVICTIONS_OFFSET));
  return tables ^ evictions ^ hashWords(SMALL_TABLES_OFFSET, i32(SMALL_TABLES_BYTES));
}

/** Every way to ask what would have spared a pod; none leaves a trace. */
function expectNoTrace(other: string = "b"): void {
  const digest = engineDigest();
  expect(report(2)).toBeGreaterThan(0);
  const told = output();
  expect(told.includes('"verified":false')).toBe(false, told);
  expect(engineDigest()).toBe(digest, "after a report");
  report(2);
  expect(output()).toBe(told);
  expect(explain(give(`{"uid":"${other}"}`))).toBeGreaterThan(0);
  report(2);
  expect(output()).toBe(told);
  tryStep();
  expect(trialAction).toBe(step.action, "a trial without a change");
  expect(trialEvicted).toBe(i32(evictionAt(0).pod));
  report(2);
  expect(output()).toBe(told);
}

const HARD_MEMORY = '"evictionHard":{"memory.available":"100"}';
const THREE: string[] = ["a 0 10 100", "b 0 10 60", "c 2000000000 0 500"];

describe("asking what would have spared a pod leaves no trace", () => {
  it("in the first step", () => {
    givePolicy(HARD_MEMORY);
    givePods(THREE);
    observeAt(1, summary(1, 90, 500, 500, 500), Action.EvictPod);
    expectNoTrace();
  });

  it("when the pods' own memory is short", () => {
    givePolicy(HARD_MEMORY);
    givePods(THREE);
    observeAt(1, summary(1, 500, 90, 500, 500), Action.EvictPod);
    expectNoTrace();
  });

  it("after a soft grace period", () => {
    givePolicy(
      '"evictionHard":{},"evictionSoft":{"memory.available":"200"},' +
        '"evictionSoftGracePeriod":{"memory.available":"10s"}',
    );
    givePods(THREE);
    observeAt(1, summary(1, 190, 500, 500, 500), Action.None);
    observeAt(11, summary(11, 190, 500, 500, 500), Action.EvictPod);
    expectNoTrace();
  });

  it("while only the minimum reclaim is missing", () => {
    givePolicy(`${HARD_MEMORY},"evictionMinimumReclaim":{"memory.available":"50"}`);
    givePods(THREE);
    observeAt(1, summary(1, 90, 500, 500, 500), Action.EvictPod);
    observeAt(2, summary(2, 120, 500, 500, 500), Action.EvictPod);
    expectNoTrace();
  });

  it("when reclaim was not enough", () => {
    givePolicy('"evictionHard":{"nodefs.available":"10%","containerfs.available":"50%"}');
    givePods(THREE);
    const document = summary(1, 500, 500, 90, 500);
    observeAt(1, document, Action.ReclaimNodeLevelResources);
    expect(reclaimed(give(document))).toBe(Action.EvictPod);
    expectNoTrace();
  });

  it("when there was no Summary after reclaim", () => {
    givePolicy('"evictionHard":{"nodefs.available":"10%"}');
    givePods(THREE);
    observeAt(1, summary(1, 500, 500, 90, 500), Action.ReclaimNodeLevelResources);
    expect(reclaimed(NO_SUMMARY)).toBe(Action.EvictPod);
    expectNoTrace();
  });

  it("when processes are short", () => {
    givePolicy('"evictionHard":{"pid.available":"10%"}');
    givePods(THREE);
    observeAt(1, summary(1, 500, 500, 500, 90), Action.EvictPod);
    expectNoTrace();
  });

  it("when no other pod can be evicted", () => {
    givePolicy(HARD_MEMORY);
    givePods(["a 0 10 100", "c 2000000000 0 500"]);
    observeAt(1, summary(1, 90, 500, 500, 500), Action.EvictPod);
    expectNoTrace("c");
  });

  it("in a closed loop, after other evictions", () => {
    givePolicy(`${HARD_MEMORY},"plimsoll":{"whatIf":true}`);
    givePods(["a 0 0 5", "b 0 0 6", "d 0 0 7", "c 2000000000 0 500"]);
    observeAt(1, summary(1, 50, 500, 500, 500), Action.EvictPod);
    observeAt(2, summary(2, 50, 500, 500, 500), Action.EvictPod);
    expectNoTrace();
  });
});

describe("a pod is spared", () => {
  it("by the smallest request that puts another pod before it", () => {
    givePolicy(HARD_MEMORY);
    for (let used = 60; used < 70; used++) {
      givePods(["a 0 10 100", `b 0 10 ${used}`]);
      observeAt(used, summary(used - 10, 90, 500, 500, 500), Action.EvictPod);
      expect(findSparingRequest(0)).toBe(true);
      // One byte less, and both exceed their requests alike: a's uid is the smaller one.
      expect(spareFrom).toBe(10);
      expect(100 - spareTo).toBe(used - 10 - 1);
      expect(spareVerified).toBe(true);
    }
  });

  it("by the lowest priority that puts another pod before it", () => {
    givePolicy(HARD_MEMORY);
    givePods(["a 0 10 100", "b 5 10 60"]);
    observeAt(1, summary(1, 90, 500, 500, 500), Action.EvictPod);
    findSparingPriority(0);
    expect(spareTo).toBe(6);
    expect(spareVerified).toBe(true);
  });

  it("by no request, and only by being critical, when it is alone", () => {
    givePolicy(HARD_MEMORY);
    givePods(["a 0 10 100", "c 2000000000 0 500"]);
    observeAt(1, summary(1, 90, 500, 500, 500), Action.EvictPod);
    expect(findSparingRequest(0)).toBe(false);
    findSparingPriority(0);
    expect(spareTo).toBe(2000000000);
    expect(spareVerified).toBe(true);
  });

  it("by no request when processes are short: they are not requested", () => {
    givePolicy('"evictionHard":{"pid.available":"10%"}');
    givePods(["a 0 10 100", "b 0 10 60"]);
    observeAt(1, summary(1, 500, 500, 500, 90), Action.EvictPod);
    expect(findSparingRequest(0)).toBe(false);
  });

  it("by the highest threshold that is met by nothing that copies it", () => {
    givePolicy(HARD_MEMORY);
    givePods(["a 0 10 100", "b 0 10 60"]);
    observeAt(1, summary(1, 90, 80, 500, 500), Action.EvictPod);
    const text = thresholdAt(0).text;
    expect(findSparingThreshold(0)).toBe(true);
    expect(spareTo).toBe(80);
    expect(spareVerified).toBe(true);
    expect(thresholdAt(0).text).toBe(text);
  });

  it("in the first step, which does not see mirrored thresholds yet (Spec 1.6.6)", () => {
    givePolicy('"evictionHard":{"pid.available":"10%","nodefs.available":"10%"}');
    givePods(["a 0 10 100", "b 0 10 60"]);
    const fs = '"fs":{"availableBytes":500,"capacityBytes":1000}';
    const containerFs = '"containerFs":{"availableBytes":50,"capacityBytes":1000}';
    const imageFs = '"imageFs":{"availableBytes":500,"capacityBytes":1000}';
    const rlimit = '"rlimit":{"maxpid":1000,"curproc":910}';
    const node = `${fs},"runtime":{${imageFs},${containerFs}},${rlimit}`;
    const stats = `${podStatsOf(podRows[0])},${podStatsOf(podRows[1])}`;
    observeAt(1, `{"node":{${node}},"pods":[${stats}]}`, Action.EvictPod);
    expect(findSparingThreshold(0)).toBe(true);
    expect(spareTo).toBe(90);
    expect(spareVerified).toBe(true);
    expect(trialAction).toBe(Action.None);
  });

  it("by a threshold that leaves room for the minimum reclaim", () => {
    givePolicy(`${HARD_MEMORY},"evictionMinimumReclaim":{"memory.available":"50"}`);
    givePods(["a 0 10 100", "b 0 10 60"]);
    observeAt(1, summary(1, 90, 500, 500, 500), Action.EvictPod);
    observeAt(2, summary(2, 120, 500, 500, 500), Action.EvictPod);
    expect(findSparingThreshold(0)).toBe(true);
    expect(spareTo).toBe(70);
    expect(spareVerified).toBe(true);
  });
});
