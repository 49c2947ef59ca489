/** OOMRules= of systemd 261 and newer, as an unmodified systemd-oomd 262 acts on them. */
import { describe, expect, it } from "vitest";
import { killerDecisions } from "../../analysis/questions/replay/killer/decisions.ts";
import { readKillerScenario } from "../../analysis/read/killer/scenario.ts";
import { Detail } from "../../assembly/abi.ts";
import { engine } from "./module.ts";

const MIB = 2 ** 20;
const PRESSED = [60, 1, 1, 900_000];
const SWAP = { MemTotal: 8_000_000, MemAvailable: 5_000_000, SwapTotal: 1_000_000 };

type Rule = Readonly<Record<string, string>>;
type Cgroups = Readonly<Record<string, object>>;

interface Scenario {
  readonly rules: Readonly<Record<string, Rule>>;
  readonly managed?: Readonly<Record<string, readonly string[]>>;
  readonly cgroups: Cgroups;
  readonly later?: readonly object[];
  readonly swapFree?: number;
  readonly seconds?: number;
  readonly version?: string;
}

function decided({ rules, managed = { "/user.slice": Object.keys(rules) }, ...more }: Scenario) {
  const { cgroups, later = [], swapFree = 1_000_000, seconds = 5, version = "262" } = more;
  const scenario = {
    ...{ rules, seconds },
    managed: Object.entries(managed).map(([path, names]) => ({
      ...{ mode: "kill", path, property: "OOMRules", rules: names },
    })),
    steps: [{ at: 0, meminfo: { ...SWAP, SwapFree: swapFree }, cgroups }, ...later],
  };
  const text = JSON.stringify({ killer: "systemd-oomd", scenario });
  const read = readKillerScenario(text, "scenario");
  return [...killerDecisions(read, version, engine(), Detail.Counterfactuals)].flatMap((each) =>
    each.killer === "systemd-oomd" ? [each] : [],
  );
}

const brief = (scenario: Scenario) =>
  decided(scenario).map(({ at, rule, target, victim }) => `${at}: ${rule} ${target} ${victim}`);

const all = { MemoryPressureAbove: "50%", Action: "kill-all" };
const bySwap = { MemoryPressureAbove: "50%", Action: "kill-by-swap" };
const byPgscan = { MemoryPressureAbove: "50%", Action: "kill-by-pgscan" };

describe("a rule of systemd-oomd", () => {
  it.each<readonly [string, Scenario, readonly string[]]>([
    [
      "is looked at when its cgroup is reported, and again 15 s after it acted",
      { rules: { all }, cgroups: { "/user.slice": { full: PRESSED } }, seconds: 20 },
      ["0: all /user.slice /user.slice", "15: all /user.slice /user.slice"],
    ],
    [
      "is not met at its limit",
      {
        rules: { all: { ...all, SwapUsageMax: "80%" } },
        cgroups: { "/user.slice": { full: [50, 1, 1, 9] } },
        swapFree: 199_999,
      },
      [],
    ],
    [
      "is met once less swap is free than the rest",
      {
        rules: { all: { ...all, SwapUsageMax: "80%" } },
        cgroups: { "/user.slice": { full: PRESSED } },
        swapFree: 200_000,
        later: [{ at: 2, meminfo: { ...SWAP, SwapFree: 199_999 } }],
      },
      ["2.5: all /user.slice /user.slice"],
    ],
    [
      "acts after LastingSec without a look at which it is not met",
      {
        rules: { all: { ...all, LastingSec: "2s" } },
        cgroups: { "/user.slice": { full: PRESSED } },
        later: [
          { at: 1, cgroups: { "/user.slice": { full: [1, 1, 1, 9] } } },
          { at: 2, cgroups: { "/user.slice": { full: PRESSED } } },
        ],
        seconds: 8,
      },
      ["5: all /user.slice /user.slice"],
    ],
    [
      "comes in the order of OOMRules=, and the first that acts ends the look",
      {
        rules: { all, swap: bySwap },
        managed: { "/user.slice": ["swap", "unknown", "all"] },
        cgroups: {
          "/user.slice": { full: PRESSED },
          "/user.slice/a": { swap: 200 * MIB },
          "/user.slice/b": { swap: 300 * MIB },
        },
      },
      ["0: swap /user.slice /user.slice/b"],
    ],
    [
      "without a candidate leaves the look to the next one",
      {
        rules: { swap: bySwap, all },
        cgroups: { "/user.slice": { full: PRESSED }, "/user.slice/a": {} },
      },
      ["0: swap /user.slice null", "0: all /user.slice /user.slice"],
    ],
    [
      "by scans is skipped as long as its cgroup shows no reclaim",
      {
        rules: { scans: byPgscan, all },
        cgroups: { "/user.slice": { full: PRESSED }, "/user.slice/a": { pgscan: 900_000 } },
      },
      ["0: all /user.slice /user.slice"],
    ],
    [
      "by scans compares what was scanned since the last look, met or not",
      {
        rules: { scans: byPgscan },
        cgroups: {
          "/user.slice": { full: [1, 1, 1, 9], pgscanRate: 100 },
          "/user.slice/a": { current: MIB, pgscan: 900_000 },
          "/user.slice/b": { current: MIB, pgscanRate: 100 },
        },
        later: [{ at: 3, cgroups: { "/user.slice": { full: PRESSED } } }],
      },
      ["3.75: scans /user.slice /user.slice/b"],
    ],
    [
      "by swap looks below its own cgroup",
      {
        rules: { swap: bySwap },
        managed: { "/user.slice": ["swap"], "/other.slice": ["swap"] },
        cgroups: {
          "/user.slice": { full: PRESSED },
          "/user.slice/b": { swap: 200 * MIB },
          "/other.slice/a": { swap: 300 * MIB },
        },
      },
      ["0: swap /user.slice /user.slice/b"],
    ],
    [
      "kills all whatever is marked",
      {
        rules: { all },
        cgroups: { "/user.slice": { full: PRESSED, xattrs: { "user.oomd_omit": "1" } } },
      },
      ["0: all /user.slice /user.slice"],
    ],
    [
      "is unknown before 261",
      { rules: { all }, cgroups: { "/user.slice": { full: PRESSED } }, version: "260" },
      [],
    ],
  ])("%s", (_, scenario, expected) => {
    expect(brief(scenario)).toEqual(expected);
  });

  it("says what it is in the words of the program, and that no mark helps", () => {
    const rules = { build: { ...all, LastingSec: "2s" } };
    const [decision] = decided({ rules, cgroups: { "/user.slice": { full: PRESSED } } });
    expect(decision?.reason).toBe(
      "Rule 'build' conditions met for cgroup /user.slice (lasting 2s), taking action kill-all",
    );
    expect(decision?.message).toBe(
      "oomd dry-run: Would have tried to kill /sys/fs/cgroup/user.slice and all its descendants",
    );
    expect(decision).toMatchObject({ by: "rule", action: "kill-all", considered: 0, order: [] });
    expect(decision?.spared).toEqual({ omit: false, avoid: false });
  });

  it("is refused with a setting that no rule has", () => {
    const rules = { build: { ...all, Limit: "3" } };
    expect(() => decided({ rules, cgroups: {} })).toThrow(/a rule has MemoryPressureAbove/);
  });
});
