/** Grace periods, node conditions, the order and way of reclaiming. Spec 3.5, 3.6, 3.9-3.11. */

import { Admission } from "../../../abi.ts";
import { give } from "../../../base/__tests__/input.ts";
import { PodFlag, podAt } from "../../../node/model/pod.ts";
import { SIGNAL_NAMES, Signal } from "../../../node/model/signalTable.ts";
import { policy } from "../../model/policy.ts";
import { state } from "../../model/state.ts";
import { ReclaimFunction, step } from "../../model/step.ts";
import { bit, thresholdAt } from "../../model/threshold.ts";
import { admit } from "../../verbs.ts";
import { possibleChoices } from "../choose.ts";
import { conditionsObservedSince, nodeConditions, observeConditions } from "../conditions.ts";
import { gracePeriodSeconds, immediateGracePeriodSeconds } from "../evict.ts";
import { elapsedNanos, gracePeriodSatisfied, observeThresholds } from "../grace.ts";
import { Layout } from "../layout.ts";
import { firstToReclaim } from "../likeliest.ts";
import { reclaimFunctionsOf } from "../reclaim.ts";
import { addPod, clearPods, givePolicy, SECOND, setLayout } from "./node.ts";

const REQUESTS = '"containers":[{"resources":{"requests":{"memory":"1"}}}]';
const TOLERATION = '"tolerations":[{"operator":"Exists"}]';
const CRITICAL = '"priority":2000000000';

const ELAPSED: i64[][] = [
  [5, 3, 2],
  [3, 5, -2],
  [5, 5, 0],
  [i64.MAX_VALUE, -1, i64.MAX_VALUE],
  [i64.MAX_VALUE, i64.MIN_VALUE, i64.MAX_VALUE],
  [i64.MAX_VALUE, 0, i64.MAX_VALUE],
  [i64.MIN_VALUE, 1, i64.MIN_VALUE],
  [i64.MIN_VALUE, i64.MAX_VALUE, i64.MIN_VALUE],
  [i64.MIN_VALUE, 0, i64.MIN_VALUE],
  [-1, i64.MAX_VALUE, i64.MIN_VALUE],
];

/** Release, hard or soft, evictionMaxPodGracePeriod, the pod's own; the grace period override. */
const GRACE_PERIODS: string[][] = [
  ["1.35", "hard", "30", "60", "1"],
  ["1.30", "hard", "30", "60", "0"],
  ["1.35", "soft", "30", "60", "30"],
  ["1.35", "soft", "30", "10", "10"],
  ["1.35", "soft", "30", "", "30"],
  ["1.35", "soft", "30", "0", "0"],
  ["1.35", "soft", "0", "60", "0"],
  ["1.35", "soft", "-1", "60", "-1"],
  ["1.31", "soft", "30", "10", "30"],
];

/** Spec 3.10, for each layout in the order single, image fs, split, odd. C containers, I images. */
const RECLAIMS: string[][] = [
  ["memory.available", "- - - -"],
  ["allocatableMemory.available", "- - - -"],
  ["nodefs.available", "CI - C CI"],
  ["nodefs.inodesFree", "CI - C CI"],
  ["imagefs.available", "CI CI I CI"],
  ["imagefs.inodesFree", "CI CI I CI"],
  ["containerfs.available", "CI CI C CI"],
  ["containerfs.inodesFree", "CI CI C CI"],
  ["pid.available", "- - - -"],
];

/** Thresholds that drive a step, the first to reclaim, and all that may be first. Spec 3.9. */
const CHOICES: string[][] = [
  ["", "", ""],
  ["pid.available", "pid.available", "pid.available"],
  [
    "pid.available imagefs.available nodefs.available",
    "nodefs.available",
    "nodefs.available imagefs.available pid.available",
  ],
  [
    "nodefs.available allocatableMemory.available",
    "allocatableMemory.available",
    "allocatableMemory.available",
  ],
  [
    "pid.available allocatableMemory.available memory.available",
    "allocatableMemory.available",
    "memory.available allocatableMemory.available",
  ],
];

/** Conditions (1 memory, 2 disk, 4 processes), a pod's spec, and whether the node takes it. */
const ADMISSIONS: string[][] = [
  ["0", "", "yes"],
  ["1", "", "no"],
  ["1", REQUESTS, "yes"],
  ["1", TOLERATION, "yes"],
  ["1", CRITICAL, "yes"],
  ["2", REQUESTS, "no"],
  ["2", TOLERATION, "no"],
  ["2", CRITICAL, "yes"],
  ["4", REQUESTS, "no"],
  ["3", REQUESTS, "no"],
  ["5", TOLERATION, "no"],
  ["7", CRITICAL, "yes"],
];

const MEMORY_SOFT_30S =
  '"evictionHard":{"pid.available":"10"},"evictionSoft":{"memory.available":"1Gi"},' +
  '"evictionSoftGracePeriod":{"memory.available":"30s"}';
const FOUR_SIGNALS =
  '"evictionHard":{"memory.available":"1","nodefs.available":"1","imagefs.available":"1",' +
  '"pid.available":"1"}';
const FIVE_SOFT =
  '"evictionHard":{"memory.available":"1"},"evictionSoft":{"nodefs.available":"1",' +
  '"nodefs.inodesFree":"1","imagefs.available":"1","imagefs.inodesFree":"1","pid.available":"1"},' +
  '"evictionSoftGracePeriod":{"nodefs.available":"1m","nodefs.inodesFree":"1m",' +
  '"imagefs.available":"1m","imagefs.inodesFree":"1m","pid.available":"1m"}';
const FIVE_WAIT =
  "memory.available allocatableMemory.available nodefs.available nodefs.inodesFree " +
  "imagefs.available imagefs.inodesFree pid.available";
const MEMORY: u32 = 1;
const DISK: u32 = 2;
const PID: u32 = 4;
const HARD: u64 = 1;
const SOFT: u64 = 2;

/** The hard thresholds of these signals, as a set. */
function setOf(signals: string): u64 {
  let mask: u64 = 0;
  const wanted = signals.split(" ");
  for (let index = 0; index < i32(policy.thresholdCount); index++) {
    if (wanted.includes(SIGNAL_NAMES[thresholdAt(index).signal])) mask |= bit(index);
  }
  return mask;
}

/** Reclaim functions of a signal in each layout. */
function reclaimText(signal: i32): string {
  const found: string[] = [];
  for (let layout: i32 = Layout.Single; layout <= Layout.Odd; layout++) {
    setLayout(layout);
    const functions = reclaimFunctionsOf(signal);
    const containers = functions & ReclaimFunction.DeleteAllUnusedContainers ? "C" : "";
    const images = functions & ReclaimFunction.DeleteUnusedImages ? "I" : "";
    found.push(functions == 0 ? "-" : containers + images);
  }
  return found.join(" ");
}

describe("a grace period", () => {
  beforeEach(() => {
    givePolicy(MEMORY_SOFT_30S);
  });

  it("is over at its last nanosecond, and at once where there is none (Spec 3.5)", () => {
    observeThresholds(HARD | SOFT, 100 * SECOND);
    expect(gracePeriodSatisfied(100 * SECOND)).toBe(HARD);
    observeThresholds(HARD | SOFT, 120 * SECOND);
    expect(gracePeriodSatisfied(130 * SECOND - 1)).toBe(HARD);
    expect(gracePeriodSatisfied(130 * SECOND)).toBe(HARD | SOFT);
  });

  it("starts again after one good sample (Spec 3.5)", () => {
    observeThresholds(SOFT, 100 * SECOND);
    observeThresholds(HARD, 110 * SECOND);
    expect(gracePeriodSatisfied(200 * SECOND)).toBe(HARD);
    observeThresholds(HARD | SOFT, 120 * SECOND);
    expect(gracePeriodSatisfied(149 * SECOND)).toBe(HARD);
    expect(gracePeriodSatisfied(150 * SECOND)).toBe(HARD | SOFT);
  });

  it("is not over while the clock is behind the first observation", () => {
    observeThresholds(HARD | SOFT, 100 * SECOND);
    expect(gracePeriodSatisfied(100 * SECOND - 1)).toBe(0);
  });

  it("is measured with saturation, as Go's durations are", () => {
    for (let i = 0; i < ELAPSED.length; i++) {
      const row = ELAPSED[i];
      expect(elapsedNanos(row[0], row[1])).toBe(row[2], `${row[0]} since ${row[1]}`);
    }
  });

  it("of the pod is the threshold's and the pod's smaller one (Spec 3.11)", () => {
    for (let i = 0; i < GRACE_PERIODS.length; i++) {
      const row = GRACE_PERIODS[i];
      const version = `"plimsoll":{"kubeletVersion":"${row[0]}"}`;
      givePolicy(`${MEMORY_SOFT_30S},"evictionMaxPodGracePeriod":${row[2]},${version}`);
      clearPods();
      const pod = podAt(addPod(0));
      if (row[3].length > 0) {
        pod.flags |= PodFlag.GraceSet;
        pod.terminationGracePeriodSeconds = I64.parseInt(row[3]);
      }
      step.updatedStats = HARD | SOFT;
      const seconds = gracePeriodSeconds(pod, row[1] == "hard" ? 0 : 1);
      expect(seconds.toString()).toBe(row[4], row.join(" "));
      if (row[1] == "hard") expect(immediateGracePeriodSeconds()).toBe(seconds);
    }
  });
});

describe("a node condition", () => {
  beforeEach(() => {
    givePolicy(`${FOUR_SIGNALS},"evictionPressureTransitionPeriod":"5m"`);
  });

  it("is that of every threshold met, grace period or not (Spec 3.6)", () => {
    expect(nodeConditions(0)).toBe(0);
    expect(nodeConditions(setOf("memory.available"))).toBe(MEMORY);
    expect(nodeConditions(setOf("allocatableMemory.available"))).toBe(MEMORY);
    expect(nodeConditions(setOf("nodefs.available imagefs.available"))).toBe(DISK);
    expect(nodeConditions(setOf("pid.available memory.available"))).toBe(PID | MEMORY);
  });

  it("is published until the transition period is over, to the nanosecond (Spec 3.6.4)", () => {
    observeConditions(DISK, 100 * SECOND);
    expect(conditionsObservedSince(100 * SECOND)).toBe(DISK);
    expect(conditionsObservedSince(400 * SECOND - 1)).toBe(DISK);
    expect(conditionsObservedSince(400 * SECOND)).toBe(0);
    observeConditions(MEMORY, 399 * SECOND);
    expect(conditionsObservedSince(399 * SECOND)).toBe(MEMORY | DISK);
    observeConditions(DISK, 500 * SECOND);
    expect(conditionsObservedSince(698 * SECOND)).toBe(MEMORY | DISK);
    expect(conditionsObservedSince(699 * SECOND)).toBe(DISK);
  });

  it("is never published without a transition period (Spec 3.6.3)", () => {
    givePolicy('"evictionPressureTransitionPeriod":"-1ns"');
    observeConditions(MEMORY | DISK | PID, 100 * SECOND);
    expect(conditionsObservedSince(100 * SECOND)).toBe(0);
    const byFlag = '"plimsoll":{"replacedByFlags":["evictionPressureTransitionPeriod"]}';
    givePolicy(`"evictionPressureTransitionPeriod":"0s",${byFlag}`);
    observeConditions(MEMORY | DISK | PID, 100 * SECOND);
    expect(conditionsObservedSince(100 * SECOND)).toBe(0);
  });
});

describe("reclaim", () => {
  it("begins with memory, its copies first, then in the order of signals (Spec 3.9)", () => {
    givePolicy(FOUR_SIGNALS);
    step.unresolved = 0;
    step.updatedStats = 0;
    for (let i = 0; i < CHOICES.length; i++) {
      step.met = setOf(CHOICES[i][0]);
      const first = firstToReclaim(setOf(CHOICES[i][0]));
      const name = first < 0 ? "" : SIGNAL_NAMES[thresholdAt(first).signal];
      expect(name).toBe(CHOICES[i][1], CHOICES[i][0]);
      expect(possibleChoices(setOf(CHOICES[i][0]))).toBe(setOf(CHOICES[i][2]), CHOICES[i][0]);
    }
  });

  it("begins with what most walks through the map lead to, past those that wait (Spec 3.9)", () => {
    givePolicy(FIVE_SOFT);
    step.met = setOf(FIVE_WAIT);
    step.unresolved = step.met;
    const driving = setOf("memory.available allocatableMemory.available");
    step.updatedStats = driving;
    expect(i32(thresholdAt(firstToReclaim(driving)).signal)).toBe(Signal.MemoryAvailable);
    step.unresolved = driving;
    expect(i32(thresholdAt(firstToReclaim(driving)).signal)).toBe(
      Signal.AllocatableMemoryAvailable,
    );
  });

  it("runs the functions of the signal in the layout (Spec 3.10)", () => {
    for (let signal = 0; signal < RECLAIMS.length; signal++) {
      expect(unchecked(SIGNAL_NAMES[signal])).toBe(RECLAIMS[signal][0]);
      expect(reclaimText(signal)).toBe(RECLAIMS[signal][1], RECLAIMS[signal][0]);
    }
  });
});

describe("admission", () => {
  it("looks at the conditions that are published, then at the pod (Spec 5.1)", () => {
    givePolicy("");
    for (let i = 0; i < ADMISSIONS.length; i++) {
      const row = ADMISSIONS[i];
      state.nodeConditions = U32.parseInt(row[0]);
      const answer = admit(give(`{"spec":{${row[1]}}}`));
      expect(answer == Admission.Admitted ? "yes" : "no").toBe(row[2], row.join(" "));
    }
  });
});
