import { describe, expect, it } from "vitest";
import { offersAt } from "../../../hosts/browser/editor/completion.ts";

/** The cursor stands where `▏` is written. */
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
