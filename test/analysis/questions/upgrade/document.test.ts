import { describe, expect, it } from "vitest";
import { documentLines } from "../../../../analysis/present/terminal/blocks.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import type { Compared, Difference } from "../../../../analysis/questions/upgrade/difference.ts";
import { upgradeDocument } from "../../../../analysis/questions/upgrade/document.ts";
import { rulesBetween } from "../../../../analysis/questions/upgrade/rules.ts";
import {
  upgradeFindings,
  upgradeJson,
} from "../../../../analysis/questions/upgrade/upgradeJson.ts";

const RELEASES = { from: "1.30", to: "1.31" };
const RULES = rulesBetween(RELEASES);
const GRACE = RULES.filter(({ name }) => name === "OneSecondGrace");

const evicted: Difference = {
  ...{ kind: "eviction", subject: "shop/cart", before: "grace period 0s" },
  ...{ after: "grace period 1s", isWorse: false, rules: GRACE },
};
const stopped: Difference = {
  ...{ kind: "configuration", subject: 'featureGates["Old"]', line: 7 },
  ...{ before: "the kubelet starts", after: "the kubelet does not start", isWorse: true },
  ...{ rules: [], instead: { change: "Delete featureGates.Old", isChecked: true } },
};
const worded: Difference = {
  ...{ kind: "message", subject: "shop/web", before: "old words", after: "new words" },
  ...{ isWorse: false, rules: [] },
};

const compared = (input: string, differences: readonly Difference[]): Compared => ({
  ...{ input, checked: "2 samples replayed", differences, notes: [] },
});
const upgrade = (...all: readonly Compared[]) => ({
  ...{ releases: RELEASES, compared: all, notes: [], rules: RULES },
});
const shown = (all: readonly Compared[], isWhole = false) =>
  documentLines(
    upgradeDocument(upgrade(...all), { whole: isWhole ? null : "plimsoll upgrade --all" }),
    { all: isWhole },
    plainStyle(80),
  );

describe("the answer about an upgrade", () => {
  it.each([
    [[], "✔ Nothing changes from 1.30 to 1.31 in what was checked"],
    [[worded], "✔ Only the wording of messages changes from 1.30 to 1.31 in what was checked"],
    [[evicted, worded], "! 1 difference from 1.30 to 1.31, none worse"],
    [[evicted, stopped], "✖ 1.31 brings 1 error that stops the kubelet"],
    [
      [{ ...stopped, before: "not checked" }, evicted],
      "✖ The kubelet does not start with 1.31; as 1.30 it was not checked",
    ],
  ])("has its verdict first", (differences, title) => {
    expect(shown([compared("night", differences)])[0]).toBe(title);
  });

  it("breaks no name of a feature gate in 80 columns", () => {
    const gate = "LocalStorageCapacityIsolationFSQuotaMonitoring";
    const subject = `featureGates["${gate}"]`;
    const after = "the kubelet does not start: cannot set it to false, it is locked to true";
    const text = shown([compared("night", [{ ...stopped, subject, after }])], true);
    expect(text.join("\n")).toContain(gate);
    expect(text.filter((line) => line.length > 80)).toEqual([]);
  });

  it("does not say that nothing changes where the kubelet starts with neither release", () => {
    const broken = { ...compared("kubelet.yaml", []), startsWithNeither: true as const };
    expect(shown([broken])[0]).toBe(
      "! The kubelet starts with neither 1.30 nor 1.31: kubelet.yaml",
    );
  });

  it("does not say that nothing changes where nothing was compared", () => {
    const none = { ...compared("dump", []), checked: "" };
    expect(shown([none])[0]).toBe("! Nothing was compared from 1.30 to 1.31");
  });

  it("names a rule as the reason only where no other could be", () => {
    const [other] = rulesBetween({ from: "1.31", to: "1.32" });
    if (other === undefined) throw new Error("no rule came with 1.32");
    const lines = (rules: Difference["rules"]) => shown([compared("a", [{ ...evicted, rules }])]);
    expect(lines(GRACE)).toContain("Rules that decide it");
    expect(lines([...GRACE, other])).toContain("Rules that may be the reason");
    expect(lines([...GRACE, other])).not.toContain("Rules that decide it");
  });

  it("says a note once, and all notes with --all", () => {
    const notes = ["One.", "Two.", "Three."];
    const all = [{ ...compared("night", [evicted]), notes }];
    expect(shown(all).join("\n")).toContain("2 more notes: see --all.");
    const whole = shown(all, true).join("\n");
    for (const note of notes) expect(whole.split(note)).toHaveLength(2);
  });

  it("says what was compared of each input, in one line", () => {
    const drains = "drain of 3 nodes compared";
    const two = [compared("dump", []), { ...compared("dump", []), checked: drains }];
    expect(shown(two)[1]).toBe(`  dump: 2 samples replayed; ${drains}`);
    const none = [{ ...compared("dump", []), checked: "" }];
    expect(shown(none)[1]).toBe("  dump: nothing in it is compared");
  });

  it("has the worst first, then the rules, then what to write instead", () => {
    const lines = shown([compared("kubelet.yaml", [evicted, stopped])]);
    const rows = ["gate Old", "shop/cart", "Since 1.31: Immediate", "kubelet.yaml: Delete"];
    const places = rows.map((row) => lines.findIndex((line) => line.includes(row)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(lines).toContain("Fixes (checked: with them the kubelet starts)");
  });

  it("names the input of a difference where several have one", () => {
    const lines = shown([compared("a", [evicted]), compared("b", [evicted])]);
    expect(lines.filter((line) => /^ {2}[ab]: shop\/cart /.test(line))).toHaveLength(2);
  });

  it("counts messages, which --all shows with all rules that changed", () => {
    expect(shown([compared("night", [worded])])).toContain("  1 message is worded differently.");
    const whole = shown([compared("night", [worded])], true).join("\n");
    expect(whole).toMatch(/shop\/web +old words +new words/);
    expect(whole).toMatch(/All rules that changed from 1\.30 to 1\.31\n.*Since 1\.31/s);
  });

  it("is JSON for programs, with the rules by name", () => {
    expect(upgradeJson(upgrade(compared("kubelet.yaml", [evicted, stopped])))).toMatchObject({
      ...{ plimsoll: "upgrade/1", from: "1.30", to: "1.31" },
      differences: [
        { input: "kubelet.yaml", line: 7, worse: true, instead: "Delete featureGates.Old" },
        { subject: "shop/cart", worse: false, rules: ["OneSecondGrace"] },
      ],
    });
  });

  it("is JSON without parts that had nothing to compare, unless an input has no other", () => {
    const none = { ...compared("dump", []), checked: "" };
    expect(upgradeJson(upgrade(none, compared("dump", [])))).toMatchObject({
      inputs: [{ input: "dump", checked: "2 samples replayed" }],
    });
    expect(upgradeJson(upgrade(none))).toMatchObject({ inputs: [{ input: "dump", checked: "" }] });
  });

  it("is an error for each difference that is worse, and a warning for each other", () => {
    const [file] = upgradeFindings(upgrade(compared("kubelet.yaml", [evicted, stopped, worded])));
    expect(file?.path).toBe("kubelet.yaml");
    expect(file?.checked.errors).toEqual([
      {
        ...{ rule: "upgrade-configuration", path: 'featureGates["Old"]', line: 7 },
        message:
          "with 1.31, the kubelet does not start; with 1.30, the kubelet starts. " +
          "Delete featureGates.Old.",
      },
    ]);
    expect(file?.checked.warnings.map(({ rule }) => rule)).toEqual(["upgrade-eviction"]);
  });
});
