import { describe, expect, it } from "vitest";
import { rulesBetween, rulesFor, ruleWords } from "../../../../analysis/questions/upgrade/rules.ts";

const names = (from: string, to: string) => rulesBetween({ from, to }).map(({ name }) => name);

describe("the rules between two releases", () => {
  it("are those that came or went after the older one", () => {
    expect(names("1.29", "1.30")).toEqual(["ImageFsInodesDefault"]);
    expect(names("1.30", "1.30")).toEqual([]);
  });

  it("leave out what came and went in between", () => {
    expect(names("1.34", "1.35")).toContain("GangReserves");
    expect(names("1.35", "1.36")).toContain("GangReserves");
    expect(names("1.34", "1.36")).not.toContain("GangReserves");
  });

  it("are in the order of the releases", () => {
    const minors = rulesBetween({ from: "1.20", to: "1.36" }).map(({ since, until }) =>
      Number((since ?? until ?? "").slice(2)),
    );
    expect(minors).toEqual([...minors].sort((a, b) => a - b));
  });

  it("are chosen by the policy and by what differs", () => {
    const rules = rulesBetween({ from: "1.30", to: "1.31" });
    expect(rulesFor(rules, "eviction", ["grace"]).map(({ name }) => name)).toEqual([
      "OneSecondGrace",
    ]);
    expect(rulesFor(rules, "scheduler", ["grace"])).toEqual([]);
  });

  it("say when they came or went, without the section of the specification", () => {
    const [came] = rulesBetween({ from: "1.29", to: "1.30" });
    expect(came && ruleWords(came)).toBe(
      "Since 1.30: imagefs.inodesFree<5% is among the defaults.",
    );
    const went = rulesBetween({ from: "1.33", to: "1.34" }).find(({ until }) => until);
    expect(went && ruleWords(went)).toBe(
      "Until 1.34: A taint that is not tolerated is named by key and value.",
    );
    const all = rulesBetween({ from: "1.19", to: "1.36" }).map(ruleWords);
    expect(all.filter((words) => words.includes("Spec"))).toEqual([]);
  });
});
