/** Configurations of killers, with what the real programs say of them. */
import { describe, expect, it } from "vitest";
import { killerFileOf } from "../../analysis/read/killer/killerFile.ts";
import { readKillerSettings } from "../../analysis/read/killer/killerSettings.ts";

const read = (...texts: readonly string[]) => {
  const file = killerFileOf(texts[0] ?? "");
  if (file === null) throw new Error("it configures no killer");
  return readKillerSettings(
    file,
    texts.map((text, index) => ({ name: `${index}.conf`, text })),
  );
};
const findings = (...texts: readonly string[]) => read(...texts).findings.map(({ text }) => text);

describe("rules of systemd-oomd", () => {
  const rule = (name: string, ...lines: readonly string[]) =>
    readKillerSettings("oomrule", [{ name, text: ["[Rule]", ...lines].join("\n") }]);
  const pressure = "MemoryPressureAbove=50%";

  // As systemd-oomd 262 logs them when it starts.
  it.each([
    [
      ["LastingSec=infinity"],
      "has no conditions configured (MemoryPressureAbove= or SwapUsageMax=)",
    ],
    [[pressure], "has no Action= configured"],
    [
      ["SwapUsageMax=100%", "LastingSec=infinity", "Action=kill-all"],
      "has LastingSec=infinity which can never be satisfied",
    ],
    [
      ["MemoryPressureAbove=100%", "Action=kill-all"],
      "has MemoryPressureAbove=100.00% (the maximum) which can never be exceeded",
    ],
    [
      ["SwapUsageMax=100%", pressure, "Action=kill-all"],
      "has SwapUsageMax=100.00% (the maximum) which can never be exceeded",
    ],
  ])("with %j are left out", (lines, why) => {
    const { findings, given } = rule("rules.d/build.oomrule", ...lines);
    expect(findings.map(({ text }) => text)).toEqual([
      `rules.d/build.oomrule: Ruleset 'build' ${why}, ignoring.`,
    ]);
    expect(given?.members).toEqual({ rules: {} });
  });

  it("lose the settings that cannot be parsed", () => {
    const read = rule("a.oomrule", pressure, "SwapUsageMax=", "Action=kill-all", "LastingSec=soon");
    expect(read.findings.map(({ text }) => text)).toEqual([
      "a.oomrule:3: Failed to parse SwapUsageMax=, ignoring: Invalid argument",
      "a.oomrule:5: Failed to parse LastingSec=soon, ignoring: Invalid argument",
    ]);
    expect(read.settings).toEqual([["a", `${pressure}, Action=kill-all`]]);
    expect(killerFileOf("[Rule]\nAction=kill-all\n")).toBe("oomrule");
    expect(findings("[Slice]\nOOMRules=a b\n")).toEqual([]);
  });
});

describe("oomd.conf", () => {
  it("is read with what systemd 262 leaves out", () => {
    const text = [
      "[OOM]",
      "SwapUsedLimit=101%",
      "DefaultMemoryPressureLimit=60.555%",
      "DefaultMemoryPressureDurationSec=500ms",
      "Foo=1",
      "PrekillHookTimeoutSec=5 parsecs",
      "[Other]",
      "SwapUsedLimit=1%",
    ].join("\n");
    expect(findings(text)).toEqual([
      "0.conf:2: Failed to parse SwapUsedLimit=101%, ignoring: Numerical result out of range",
      "0.conf:3: Failed to parse DefaultMemoryPressureLimit=60.555%, ignoring: Invalid argument",
      "0.conf:4: DefaultMemoryPressureDurationSec= must be at least 1s and less than infinity, " +
        "ignoring: 500ms",
      "0.conf:5: Unknown key 'Foo' in section [OOM], ignoring.",
      "0.conf:6: Failed to parse PrekillHookTimeoutSec=5 parsecs, ignoring: Invalid argument",
      "0.conf:7: Unknown section 'Other'. Ignoring.",
    ]);
  });

  // As src/shared/conf-parser.c of systemd logs them.
  it.each([
    ["without an =", "[OOM]\nSwapUsedLimit 80%", ["2: Missing '=', ignoring line."]],
    ["without a key", "[OOM]\n=80%", ["2: Missing key name before '=', ignoring line."]],
    [
      "before a section",
      "SwapUsedLimit=1%\n[OOM]",
      ["1: Assignment outside of section. Ignoring."],
    ],
    ["at the end, joined to nothing", "[OOM]\nFoo\\", ["2: Missing '=', ignoring line."]],
    ["after an escaped backslash", "[OOM]\nFoo\\\\\nX-Bar=1", ["2: Missing '=', ignoring line."]],
    ["in a section of another program", "[OOM]\n[X-Other]\nFoo\nBar=1", []],
    ["in an unknown section", "[OOM]\n[Other]\nFoo", ["2: Unknown section 'Other'. Ignoring."]],
  ])("has a finding for a line %s", (_title, text, expected) => {
    expect(findings(text)).toEqual(expected.map((finding) => `0.conf:${finding}`));
    expect(read(text).settings).toContainEqual(["SwapUsedLimit", "90%"]);
  });

  it("ends systemd-oomd when a section has no end, and is read no further", () => {
    expect(read("[OOM]", "[OOM\nSwapUsedLimit=x").findings).toEqual([
      { line: 1, text: "1.conf:1: Invalid section header '[OOM'", isFatal: true },
    ]);
  });

  it("is overridden by its drop-ins, where they can be read", () => {
    const base = "[OOM]\n# SwapUsedLimit=1%\nSwapUsedLimit=8\\\n0%\n";
    const { settings } = read(base, "[OOM]\nSwapUsedLimit=70.25%", "[OOM]\nSwapUsedLimit=x");
    expect(settings).toEqual([
      ["SwapUsedLimit", "70.25%"],
      ["DefaultMemoryPressureLimit", "60%"],
      ["DefaultMemoryPressureDurationSec", "30s"],
    ]);
  });
});

it("a unit is read with what systemd says of its ManagedOOM settings", () => {
  const text = [
    "[Slice]",
    "MemoryMax=1G",
    "ManagedOOMSwap=maybe",
    "ManagedOOMMemoryPressure=kill",
    "ManagedOOMMemoryPressureLimit=abc",
    "ManagedOOMPreference=never",
    "ManagedOOMFoo=1",
    "ManagedOOMSwap kill",
  ].join("\n");
  expect(findings(text)).toEqual([
    "0.conf:3: Invalid syntax, ignoring: maybe",
    "0.conf:5: Failed to parse memory pressure limit value, ignoring: abc",
    "0.conf:6: Failed to parse ManagedOOMPreference=, ignoring: never",
    "0.conf:7: Unknown key 'ManagedOOMFoo' in section [Slice], ignoring.",
    "0.conf:8: Missing '=', ignoring line.",
  ]);
  expect(read(text).settings).toEqual([["ManagedOOMMemoryPressure", "kill"]]);
});

describe("/etc/default/earlyoom", () => {
  it("is taken apart as a shell does", () => {
    const { settings } = read(`EARLYOOM_ARGS="-r 3600 -m 5 --avoid '^(a|b c)$'"\n`);
    expect(settings).toEqual([["EARLYOOM_ARGS", "-r 3600 -m 5 --avoid ^(a|b c)$"]]);
  });

  it("is refused with earlyoom's words", () => {
    const [finding] = read('#\nEARLYOOM_ARGS="-m 100"').findings;
    expect(finding).toEqual({
      line: 2,
      text: "fatal: -m: value 100.000000 exceeds limit 99",
      isFatal: true,
    });
  });
});

describe("oomd.json", () => {
  const ruleset = (more: string) =>
    `// a comment\n{"rulesets": [{"name": "r", "drop-in": {"actions": true},
      "detectors": [["g", {"name": "exists", "args": {"cgroup": "a"}},]], ${more}}]}`;
  const action = (args: string) => `"actions": [{"name": "kill_by_pressure", "args": {${args}}}]`;

  it("may have comments, and commas at the end of a list", () => {
    const text = ruleset(action('"cgroup": "a", "resource": "io"'));
    expect(read(text)).toMatchObject({ findings: [] });
  });

  it("is refused with oomd's words", () => {
    const [finding] = read(ruleset(action('"cgroup": "a"'))).findings;
    expect(finding?.text).toContain('Required arg "resource" missing in plugin "kill_by_pressure"');
    expect(finding?.isFatal).toBe(true);
  });

  it("goes on without a drop-in that oomd does not take", () => {
    const base = ruleset(action('"cgroup": "a", "resource": "io"'));
    const [finding] = read(base, '{"rulesets": [{"name": "x", "actions": []}]}').findings;
    expect(finding?.text).toContain("Could not locate targeted ruleset=x");
    expect(finding?.isFatal).toBe(false);
  });
});

/** What made a reader look at the same characters again and again, a million of them. */
const LONG: Readonly<Record<string, string>> = {
  "empty lines": `[OOM]\n${"\n".repeat(1e6)}`,
  "empty lines alone": "\n".repeat(1e6),
  "sections in one file": "[OOM]\n".repeat(1.5e5),
  "a line of blanks": `[OOM]\n${" ".repeat(1e6)}x`,
  "blanks in a key": `[OOM]\na${" ".repeat(1e6)}b`,
  "blanks in a value": `[OOM]\nSwapUsedLimit=a${" ".repeat(1e6)}b`,
  "a joined line": `[OOM]\n${"a\\\n".repeat(3e5)}`,
  "words of earlyoom": `EARLYOOM_ARGS="${"-n ".repeat(3e5)}"`,
  "quotes of earlyoom": `EARLYOOM_ARGS="${'\\"'.repeat(5e5)}`,
  "brackets in a pattern": `EARLYOOM_ARGS="--avoid ${"[".repeat(1e6)}"`,
  "rulesets without a list": `{${'"rulesets":'.repeat(1e5)}`,
  "comments at the start": "/**/".repeat(2.5e5),
  "comments without an end": `{"rulesets":[],"actions":${"/*".repeat(5e5)}`,
  "comments after a comma": `{"rulesets":[],"actions":[,${"/**/".repeat(2.5e5)}x`,
  "slashes after a comma": `{"rulesets":[],"actions":[,${"/".repeat(1e6)}x`,
  commas: `{"rulesets":[],"actions":[${", ".repeat(5e5)}`,
  "quotes without an end": `{"rulesets":[],"actions":"${'\\"'.repeat(5e5)}`,
  "lists in lists": `{"rulesets":[],"actions":${"[".repeat(1e6)}`,
};

describe("a long file is recognized and read in one pass", () => {
  it.each(Object.entries(LONG))("with %s", (_title, text) => {
    const file = killerFileOf(text);
    if (file !== null) expect(readKillerSettings(file, [{ name: "a", text }]).file).toBe(file);
  });

  it("with thousands of drop-ins for one ruleset, each of which is refused", () => {
    const { findings: found } = read(
      '{"rulesets": [{"name": "r", "detectors": [], "actions": []}]}',
      ...Array.from({ length: 3000 }, () => '{"rulesets": [{"name": "x"}, {"name": "y"}]}'),
    );
    expect(found).toHaveLength(6001);
  });
});
