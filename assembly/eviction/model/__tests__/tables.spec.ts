/** Uids to rows, thresholds as masks and in canonical order, the words of signals. */
import { PODS_MAX, THRESHOLDS_MAX } from "../../../abi.ts";
import { writeAscii } from "../../../base/text.ts";
import { TEXT_OFFSET } from "../../../node/memory.ts";
import { podAt } from "../../../node/model/pod.ts";
import { isMemorySignal, nodeConditionOf, resourceOf } from "../../../node/model/signal.ts";
import {
  NODE_CONDITION_NAMES,
  RESOURCE_NAMES,
  SIGNAL_COUNT,
  SIGNAL_NAMES,
} from "../../../node/model/signalTable.ts";
import { tables } from "../../../node/model/tables.ts";
import { findUid } from "../../../node/model/uids.ts";
import { firstThreshold, precedes } from "../../stages/thresholds.ts";
import { policy } from "../policy.ts";
import {
  allThresholds,
  bit,
  firstStepThresholds,
  inMask,
  isHard,
  ThresholdFlag,
  thresholdAt,
} from "../threshold.ts";

/** Spec 1.1. */
const SIGNALS: string[] = [
  "memory.available memory MemoryPressure",
  "allocatableMemory.available memory MemoryPressure",
  "nodefs.available ephemeral-storage DiskPressure",
  "nodefs.inodesFree inodes DiskPressure",
  "imagefs.available ephemeral-storage DiskPressure",
  "imagefs.inodesFree inodes DiskPressure",
  "containerfs.available ephemeral-storage DiskPressure",
  "containerfs.inodesFree inodes DiskPressure",
  "pid.available pids PIDPressure",
];

/** Memory before all others; in each group hard before soft, then the order of signals. */
const CANONICAL: string[] = [
  "hard memory.available",
  "hard allocatableMemory.available",
  "soft memory.available",
  "soft allocatableMemory.available",
  "hard nodefs.available",
  "hard nodefs.inodesFree",
  "hard imagefs.available",
  "hard imagefs.inodesFree",
  "hard containerfs.available",
  "hard containerfs.inodesFree",
  "hard pid.available",
  "soft nodefs.available",
  "soft nodefs.inodesFree",
  "soft imagefs.available",
  "soft imagefs.inodesFree",
  "soft containerfs.available",
  "soft containerfs.inodesFree",
  "soft pid.available",
];

const ASKED: usize = 0x100;

/** A table of pods with these uids, in their order. */
function giveUids(uids: string[]): void {
  uids.sort();
  tables.podCount = u32(uids.length);
  for (let row = 0; row < uids.length; row++) {
    const place = TEXT_OFFSET + 64 * usize(row);
    podAt(row).uid = u32(place);
    podAt(row).uidSize = i32(writeAscii(place, uids[row]) - place);
  }
}

function find(uid: string): i32 {
  return findUid(ASKED, i32(writeAscii(ASKED, uid) - ASKED));
}

/** A threshold for each signal, hard in even rounds and soft in odd ones, last signal first. */
function fillThresholds(): void {
  policy.thresholdCount = 2 * u32(SIGNAL_COUNT);
  for (let index = 0; index < 2 * SIGNAL_COUNT; index++) {
    const threshold = thresholdAt(index);
    threshold.signal = u8(SIGNAL_COUNT - 1 - index / 2);
    threshold.gracePeriodNanos = index % 2 == 0 ? 0 : 1;
    threshold.flags = 0;
  }
}

function thresholdName(index: i32): string {
  const threshold = thresholdAt(index);
  return `${isHard(threshold) ? "hard" : "soft"} ${SIGNAL_NAMES[threshold.signal]}`;
}

describe("a uid", () => {
  it("leads to its row, among as many others as fit", () => {
    const uids: string[] = [];
    for (let number = 0; number < PODS_MAX; number++) uids.push(`0b6a4f3e-${number}`);
    giveUids(uids);
    let found = 0;
    for (let row = 0; row < PODS_MAX; row++) found += i32(find(uids[row]) == row);
    expect(found).toBe(PODS_MAX);
    expect(find("0b6a4f3e-4096")).toBe(-1);
    expect(find("0b6a4f3e-")).toBe(-1);
    expect(find("")).toBe(-1);
    expect(find("z")).toBe(-1);
  });

  it("may be empty, and then leads to the last of the rows without one", () => {
    giveUids(["", "", "two"]);
    expect(find("")).toBe(1);
    expect(find("two")).toBe(2);
    giveUids([""]);
    expect(find("")).toBe(0);
    expect(find("x")).toBe(-1);
  });

  it("leads nowhere without pods", () => {
    giveUids([]);
    expect(find("one")).toBe(-1);
    expect(find("")).toBe(-1);
  });
});

describe("a signal", () => {
  it("has its resource and its node condition (Spec 1.1)", () => {
    expect(SIGNALS.length).toBe(SIGNAL_COUNT);
    for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
      const name = unchecked(SIGNAL_NAMES[signal]);
      const resource = RESOURCE_NAMES[resourceOf(signal)];
      const condition = NODE_CONDITION_NAMES[nodeConditionOf(signal)];
      expect(`${name} ${resource} ${condition}`).toBe(SIGNALS[signal]);
      expect(isMemorySignal(signal)).toBe(resource == "memory", name);
    }
  });
});

describe("thresholds", () => {
  it("have a canonical order that does not depend on their rows (Spec 3.9)", () => {
    fillThresholds();
    let rest = allThresholds();
    for (let place = 0; place < CANONICAL.length; place++) {
      const first = firstThreshold(rest);
      expect(thresholdName(first)).toBe(CANONICAL[place]);
      rest &= ~bit(first);
    }
    expect(firstThreshold(rest)).toBe(-1);
  });

  it("are before or after each other, never both", () => {
    fillThresholds();
    thresholdAt(4).signal = thresholdAt(2).signal;
    for (let a = 0; a < 2 * SIGNAL_COUNT; a++) {
      for (let b = 0; b < 2 * SIGNAL_COUNT; b++) {
        expect(precedes(a, b)).toBe(a != b && !precedes(b, a), `${a}, ${b}`);
      }
    }
  });

  it("make a set as a mask, up to the last of them", () => {
    policy.thresholdCount = u32(THRESHOLDS_MAX);
    for (let index = 0; index < THRESHOLDS_MAX; index++) thresholdAt(index).flags = 0;
    expect(allThresholds()).toBe(0xffffffff);
    expect(bit(31)).toBe(0x80000000);
    expect(inMask(0x80000000, 31)).toBe(true);
    expect(inMask(0x80000000, 30)).toBe(false);
    policy.thresholdCount = 0;
    expect(allThresholds()).toBe(0);
  });

  it("are evaluated in the first step as the list was before mirroring (Spec 1.6.6)", () => {
    policy.thresholdCount = 5;
    const flags = [0, ThresholdFlag.Appended, ThresholdFlag.Orphan, ThresholdFlag.Moved, 0];
    for (let index = 0; index < 5; index++) thresholdAt(index).flags = u8(flags[index]);
    expect(firstStepThresholds()).toBe(0b10101);
    expect(allThresholds()).toBe(0b11011);
  });
});
