import { describe, expect, it } from "vitest";
import {
  keptWords,
  rulesBetween,
  rulesFor,
  ruleWords,
} from "../../../../analysis/questions/upgrade/rules.ts";

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

  it("say which feature gate keeps the old behavior, and until when", () => {
    const ruleOf = (name: string, from: string, to: string) =>
      rulesBetween({ from, to }).find((rule) => rule.name === name) ?? null;
    const pods = ruleOf("PodLevelResources", "1.33", "1.34");
    expect(pods && keptWords(pods, "1.34")).toMatch(
      /^featureGates: \{PodLevelResources: false\}: no release up to 1\.\d+ locks it$/,
    );
    // The kubelet of 1.35 locks it (AllowOverwriteTerminationGracePeriodSeconds, 35d-!).
    const grace = ruleOf("SoftGraceBoundByPod", "1.31", "1.32");
    expect(grace?.gate).toBe("AllowOverwriteTerminationGracePeriodSeconds");
    expect(grace && keptWords(grace, "1.35")).toBeNull();
    expect(grace && keptWords(grace, "1.34")).toBe(
      `featureGates: {${grace?.gate}: true}: until 1.35, which locks it`,
    );
    const plain = ruleOf("OneSecondGrace", "1.30", "1.31");
    expect(plain && keptWords(plain, "1.31")).toBeNull();
  });
});
