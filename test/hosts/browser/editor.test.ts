import { describe, expect, it } from "vitest";
import { stretchesOf } from "../../../hosts/browser/editor/colours.ts";
import { offersAt } from "../../../hosts/browser/editor/completion.ts";

/** What stands under each character of the text: the first letter of its kind, or a space. */
function painted(text: string): string {
  const letters: string[] = Array.from(text, (letter) => (letter === "\n" ? letter : " "));
  for (const { from, to, kind } of stretchesOf(text)) {
    for (let at = from; at < to; at++) letters[at] = kind === "mark" ? "m" : kind.charAt(0);
  }
  return letters.join("");
}

describe("the colours of a configuration", () => {
  it.each([
    ["a member", "cgroupsPerQOS: true", "kkkkkkkkkkkkkm aaaa"],
    ["an amount", "  memory.available: 100Mi", "  kkkkkkkkkkkkkkkkm aaaaa"],
    ["a share in quotes, which is a string", 'x: "5%"', "km     "],
    ["a key in quotes", '{"x" : 5%}', "mkkk m aam"],
    ["a comment", "x: y # why", "km   ccccc"],
    ["a list", "l:\n- pods\n- 1m30s", "km\nm     \nm aaaaa"],
    ["an anchor and a tag", "x: &a !!str 1", "km ll lllll a"],
    ["flags, which are no YAML", "--eviction-hard=memory.available<1Mi", " ".repeat(36)],
    ["a bracket that is not closed", "x: [\ny: 1", "km m\nkm a"],
  ])("of %s", (_, text, colours) => {
    expect(painted(text)).toBe(colours);
  });

  it("are on the line they are counted on", () => {
    const lines = stretchesOf("a: |\n  one\n  two\nb: 2\n").map(({ line }) => line);
    expect(lines).toEqual([0, 0, 0, 3, 3, 3]);
  });
});

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
