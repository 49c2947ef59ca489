import { describe, expect, it } from "vitest";
import { changedLines } from "../../../../../hosts/browser/features/editor/changedLines.ts";
import { offersAt } from "../../../../../hosts/browser/features/editor/completion.ts";
import { documentationOf } from "../../../../../hosts/browser/features/editor/documentation.ts";

/** The cursor is at `▏`. */
function offersIn(text: string, isAsked = false): readonly string[] {
  const lines = text.split("\n");
  const line = lines.findIndex((each) => each.includes("▏"));
  const column = lines[line]?.indexOf("▏") ?? 0;
  lines[line] = lines[line]?.replace("▏", "") ?? "";
  return offersAt(lines, { line, column }, isAsked)?.offers.map(({ label }) => label) ?? [];
}

describe("what the editor offers", () => {
  it.each([
    ["members whose name begins so", "kind: x\nevictionSoftG▏", ["evictionSoftGracePeriod"]],
    ["members that hold it, after those", "soft▏", ["evictionSoft", "evictionSoftGracePeriod"]],
    ["the signals of a block", "evictionHard:\n  imagefs.i▏", ["imagefs.inodesFree"]],
    ["amounts of the unit", "evictionHard:\n  pid.available: ▏", ["5%", "10%", "1000"]],
    ["items of a list", "enforceNodeAllocatable:\n- po▏", ["pods"]],
    ["a gate", "featureGates:\n  Kub▏", ["KubeletSeparateDiskGC"]],
    ["members below a wrapper", "config:\n  kubeR▏", ["kubeReserved"]],
    ["nothing where nothing is begun", "kind: x\n▏", []],
    ["nothing for what is written in full", "cgroupsPerQOS▏", []],
    ["nothing below a member it does not know", "other:\n  mem▏", []],
  ])("is %s", (_, text, labels) => {
    expect(offersIn(text)).toEqual(labels);
  });

  it("is more when it is asked for", () => {
    expect(offersIn("kind: x\n▏", true)).toContain("evictionHard");
    expect(offersIn("cgroupsPerQOS: t▏")).toEqual([]);
    expect(offersIn("cgroupsPerQOS: t▏", true)).toEqual(["true"]);
  });
});

describe("what the editor says of a key", () => {
  it.each([
    ["a member", "evictionSoft:", 0, ["evictionSoft: evicts when below these for a grace period."]],
    [
      "a signal with a default",
      "evictionHard:\n  memory.available: 1Gi",
      1,
      [
        "memory.available: memory of the node that is not in the working set.",
        "The kubelet's default, where evictionHard is not written: 100Mi.",
      ],
    ],
    [
      "a signal whose default came with a release",
      'evictionHard:\n  nodefs.available: 1Gi\n  "imagefs.inodesFree": 5%',
      2,
      [
        "imagefs.inodesFree: inodes of the file system for images.",
        "The kubelet's default since Kubernetes 1.30, where evictionHard is not written: 5%.",
      ],
    ],
    [
      "a signal without one",
      "evictionHard:\n  pid.available: 5%",
      1,
      ["pid.available: process IDs that are free.", "The kubelet has no default for it."],
    ],
    [
      "a soft threshold, which has no default",
      "evictionSoft:\n  memory.available: 1Gi",
      1,
      ["memory.available: memory of the node that is not in the working set."],
    ],
    ["a key that evictions do not know", "maxPods: 3", 0, []],
    ["a line without a key", "# evictionHard", 0, []],
  ])("is right for %s", (_, text, line, sentences) => {
    expect(documentationOf(text.split("\n"), line)).toEqual(sentences);
  });
});

describe("the lines that are not as they were recorded", () => {
  it.each([
    ["none in the same text", "abc", "abc", []],
    ["those added, wherever", "abc", "xabyc", [0, 3]],
    ["those changed", "abc", "axc", [1]],
    ["none where lines are gone", "abcd", "ad", []],
    ["those moved, once", "abcd", "bcda", [3]],
    ["all of another text", "abc", "xy", [0, 1]],
  ])("are %s", (_, before, now, lines) => {
    expect(changedLines([...before], [...now])).toEqual(lines);
  });

  it("are a whole stretch where comparing it would take long", () => {
    const [before, now] = ["a", "b"].map((letter) => [
      "same",
      ...Array.from({ length: 600 }, (_, at) => `${at % 7 === 0 ? "" : letter}${at}`),
      "same",
    ]);
    expect(changedLines(before ?? [], now ?? [])).toHaveLength(600 - 1);
  });
});
