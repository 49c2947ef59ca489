import { describe, expect, it } from "vitest";
import type { PolicyThreshold } from "../../../../analysis/engine/decision.ts";
import { fittingThresholds } from "../../../../analysis/read/messages/settledThreshold.ts";

const threshold = (signal: PolicyThreshold["signal"], value: string): PolicyThreshold => ({
  signal,
  value,
  hard: true,
  origin: "evictionHard",
  gracePeriodSeconds: 0,
});
const NODE = [
  threshold("memory.available", "100Mi"),
  threshold("nodefs.available", "10%"),
  threshold("imagefs.available", "15%"),
  threshold("nodefs.inodesFree", "5%"),
];
const fitting = (signals: readonly string[], limit: bigint | null) =>
  fittingThresholds({ signals, threshold: limit }, NODE).map(({ signal }) => signal);

describe("fittingThresholds", () => {
  it("compares quantities by their value", () => {
    expect(fitting(["memory.available", "allocatableMemory.available"], 104857600n)).toEqual([
      "memory.available",
    ]);
    expect(fitting(["memory.available"], 104857601n)).toEqual([]);
  });

  it("takes a percentage of which the limit is a share of whole blocks", () => {
    // 15% of 20941864960 bytes, as a kubelet computes it (Spec 2.4).
    expect(fitting(["nodefs.available", "imagefs.available"], 3141254678n)).toEqual([
      "imagefs.available",
    ]);
  });

  it("takes every threshold of the signals where the message has no limit", () => {
    expect(fitting(["nodefs.available", "nodefs.inodesFree"], null)).toEqual([
      "nodefs.available",
      "nodefs.inodesFree",
    ]);
  });
});
