/** Which pod goes first, by whatever the signal measures, and the whole order. Spec 4.1-4.3. */
import { Int128 } from "../../../base/arithmetic/int128.ts";
import { podAt } from "../../../node/model/pod.ts";
import { SIGNAL_NAMES, Signal } from "../../../node/model/signalTable.ts";
import {
  containerStatsAt,
  podStatsAt,
  VolumeStatsFlag,
  volumeStatsAt,
} from "../../../node/model/stats.ts";
import { VolumeFlag, volumeAt } from "../../../node/model/volume.ts";
import { Layout } from "../layout.ts";
import { compareRanked, firstToEvict, Ranked, rankPod } from "../rank.ts";
import { diskUsage } from "../usage.ts";
import { addPod, clearPods, givePolicy, setLayout, setPodStats, setRequests } from "./node.ts";

/**
 * Two pods as `usage-request priority`, under memory.available: which is evicted first. A `-` means
 * a pod without stats.
 */
const MEMORY_PAIRS: string[][] = [
  ["10-0 0", "5-0 0", "first"],
  ["10-8 0", "5-0 0", "second"],
  ["10-10 0", "1-0 9", "second"],
  ["10-10 0", "0-0 0", "tie"],
  ["5-10 0", "1-8 0", "first"],
  ["5-10 7", "1-10 0", "second"],
  ["10-9 0", "1000-0 1", "first"],
  ["10-9 1999999999", "1000-1001 -5", "first"],
  ["-", "1000000-0 -5", "first"],
  ["- 1999999999", "5-0 0", "first"],
  ["- 5", "- 4", "second"],
  ["- 5", "- 5", "tie"],
  ["1-0 -2147483648", "1000-0 2147483647", "first"],
  ["-1-0 0", "0-0 0", "second"],
  ["9223372036854775807-0 0", "9223372036854775806-0 0", "first"],
  ["0-9223372036854775807 0", "0-9223372036854775806 0", "second"],
];

/** The same under pid.available: `processes priority`. */
const PID_PAIRS: string[][] = [
  ["10 0", "5 0", "first"],
  ["10 1", "5 0", "second"],
  ["-", "1000 0", "first"],
  ["- 1", "1000 0", "second"],
  ["7 3", "7 3", "tie"],
  ["-1 0", "0 0", "second"],
];

/** Bytes and inodes that each layout measures: rootfs 1, logs 10, volumes 100. Spec 4.3. */
const MEASURES: string[][] = [
  ["nodefs.available", "111 110 111 111"],
  ["nodefs.inodesFree", "222 220 222 222"],
  ["imagefs.available", "111 1 0 111"],
  ["imagefs.inodesFree", "222 2 0 222"],
  ["containerfs.available", "111 1 111 111"],
  ["containerfs.inodesFree", "222 2 222 222"],
];

const NANO: i64 = 1000000000;
const usage: Int128 = changetype<Int128>(memory.data(16, 16));
const left: Ranked = changetype<Ranked>(memory.data(32, 16));
const right: Ranked = changetype<Ranked>(memory.data(32, 16));

/** A pod of a row: `10-8 0` or `- 0` for memory, `10 0` for processes. */
function addPodOf(text: string): u32 {
  const parts = text.split(" ");
  const index = addPod(parts.length > 1 ? i32(I64.parseInt(parts[1])) : 0);
  if (parts[0] == "-") return index;
  const dash = parts[0].indexOf("-", 1);
  const amount = u64(I64.parseInt(dash < 0 ? parts[0] : parts[0].slice(0, dash)));
  setPodStats(index, amount, amount);
  if (dash > 0) setRequests(podAt(index), I64.parseInt(parts[0].slice(dash + 1)), 0);
  return index;
}

function firstOf(row: string[], signal: i32): string {
  clearPods();
  rankPod(left, addPodOf(row[0]), signal);
  rankPod(right, addPodOf(row[1]), signal);
  const order = compareRanked(left, right);
  expect(order).toBe(-compareRanked(right, left), row.join(", "));
  return order == 0 ? "tie" : order < 0 ? "first" : "second";
}

/** Whole units of a usage that is small and not negative. */
function units(): i64 {
  return i64(usage.low) / NANO;
}

/** A pod with rootfs, logs and one volume that use 1, 10, 100 bytes and 2, 20, 200 inodes. */
function addDiskPod(volume: u32): u32 {
  const index = addPod(0);
  setPodStats(index, 0, 0);
  const stats = podStatsAt(index);
  stats.containerCount = 1;
  stats.volumeCount = 1;
  const container = containerStatsAt(0);
  container.rootfsUsedBytes = 1;
  container.logsUsedBytes = 10;
  container.rootfsInodesUsed = 2;
  container.logsInodesUsed = 20;
  setVolumeStats(0, 0, 100);
  volumeAt(0).flags = volume;
  return index;
}

function setVolumeStats(entry: u32, row: i32, usedBytes: u64): void {
  const volume = volumeStatsAt(entry);
  volume.volume = row;
  volume.usedBytes = usedBytes;
  volume.inodesUsed = 2 * usedBytes;
}

describe("of two pods", () => {
  beforeEach(() => {
    givePolicy("");
  });

  it("goes first for memory who exceeds, then by priority, then by overage (Spec 4.2)", () => {
    for (let i = 0; i < MEMORY_PAIRS.length; i++) {
      const row = MEMORY_PAIRS[i];
      expect(firstOf(row, Signal.MemoryAvailable)).toBe(row[2], row.join(", "));
      expect(firstOf(row, Signal.AllocatableMemoryAvailable)).toBe(row[2], row.join(", "));
    }
  });

  it("goes first for processes who has less priority, then more of them (Spec 4.2)", () => {
    for (let i = 0; i < PID_PAIRS.length; i++) {
      const row = PID_PAIRS[i];
      expect(firstOf(row, Signal.PIDAvailable)).toBe(row[2], row.join(", "));
    }
  });
});

describe("a pod's disk usage", () => {
  it("is what the signal measures in the layout (Spec 4.3)", () => {
    givePolicy("");
    clearPods();
    const pod = addDiskPod(VolumeFlag.EmptyDir);
    for (let i = 0; i < MEASURES.length; i++) {
      const found: string[] = [];
      const signal = SIGNAL_NAMES.indexOf(MEASURES[i][0]);
      for (let layout: i32 = Layout.Single; layout <= Layout.Odd; layout++) {
        setLayout(layout);
        diskUsage(usage, podStatsAt(pod), signal);
        found.push(units().toString());
      }
      expect(found.join(" ")).toBe(MEASURES[i][1], MEASURES[i][0]);
    }
  });

  it("counts the first entry of each local volume (Spec 4.3)", () => {
    givePolicy("");
    setLayout(Layout.Single);
    clearPods();
    const pod = addDiskPod(VolumeFlag.ConfigMap);
    podStatsAt(pod).volumeCount = 5;
    volumeAt(1).flags = VolumeFlag.EmptyDir | VolumeFlag.MemoryMedium;
    volumeAt(2).flags = VolumeFlag.HostPath;
    setVolumeStats(1, 0, 1000);
    volumeStatsAt(1).flags = VolumeStatsFlag.Repeated;
    setVolumeStats(2, -1, 10000);
    setVolumeStats(3, 1, 100000);
    setVolumeStats(4, 2, 1000000);
    diskUsage(usage, podStatsAt(pod), Signal.NodeFsAvailable);
    expect(units()).toBe(1000111);
    diskUsage(usage, podStatsAt(pod), Signal.NodeFsInodesFree);
    expect(units()).toBe(2000222);
  });

  it("adds up beyond 64 bits, and reads amounts from 2^63 on as negative (Spec 1.2)", () => {
    givePolicy("");
    setLayout(Layout.ImageFs);
    clearPods();
    const pod = addDiskPod(0);
    containerStatsAt(0).logsUsedBytes = u64(i64.MAX_VALUE);
    setVolumeStats(0, 0, u64(i64.MAX_VALUE));
    volumeAt(0).flags = VolumeFlag.GitRepo;
    diskUsage(usage, podStatsAt(pod), Signal.NodeFsAvailable);
    // 2 * (2^63 - 1) units in nano-units.
    expect(usage.high).toBe(999999999);
    expect(usage.low).toBe(18446744071709551616);
    containerStatsAt(0).logsUsedBytes = u64.MAX_VALUE;
    setVolumeStats(0, 0, 3);
    diskUsage(usage, podStatsAt(pod), Signal.NodeFsAvailable);
    expect(units()).toBe(2);
  });

  it("ranks inodes less the bytes of storage that are requested (Spec 4.2)", () => {
    givePolicy("");
    setLayout(Layout.Single);
    clearPods();
    const pod = addDiskPod(VolumeFlag.EmptyDir);
    const other = addPod(0);
    setPodStats(other, 0, 0);
    setRequests(podAt(pod), 0, 1000);
    rankPod(left, pod, Signal.NodeFsInodesFree);
    rankPod(right, other, Signal.NodeFsInodesFree);
    // 222 inodes exceed a request of none, whatever storage is requested.
    expect(compareRanked(left, right)).toBe(-1);
    expect(left.delta.high).toBe(-1);
    expect(i64(left.delta.low)).toBe((222 - 1000) * NANO);
  });

  it("of images alone is nothing: the smallest storage request goes first (Spec 10.29)", () => {
    givePolicy("");
    setLayout(Layout.Split);
    clearPods();
    setRequests(podAt(addDiskPod(VolumeFlag.EmptyDir)), 0, 5);
    const other = addPod(0);
    setPodStats(other, 0, 0);
    setRequests(podAt(other), 0, 4);
    expect(firstToEvict(Signal.ImageFsAvailable)).toBe(i32(other));
    expect(firstToEvict(Signal.NodeFsAvailable)).toBe(0);
  });
});
