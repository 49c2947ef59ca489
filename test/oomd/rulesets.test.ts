/** The rules of oomd 0.5.0: detectors, kill plugins, pauses and what they keep between looks. */
import { describe, expect, it } from "vitest";
import { UnreadableError } from "../../analysis/read/unreadable.ts";
import { picksIn } from "./module.ts";

type Cgroups = Readonly<Record<string, object | null>>;
type Args = Readonly<Record<string, unknown>>;

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const EXISTS = { name: "exists", args: { cgroup: "w" } };

const action = (name: string, args: Args = {}) => ({
  name,
  args: { cgroup: "w/*", dry: "true", ...args },
});
const ruleset = (detectors: readonly object[], actions: readonly object[], more: object = {}) => ({
  name: "r",
  detectors: [["g", ...detectors]],
  actions,
  ...more,
});

function scenario(config: object, steps: readonly object[] | Cgroups, more: object = {}) {
  const all = Array.isArray(steps) ? steps : [{ at: 0, cgroups: { "/w": {}, ...steps } }];
  return {
    killer: "oomd",
    scenario: { config: { rulesets: [config] }, interval: 1, seconds: 1.5, steps: all, ...more },
  };
}

const picks = (document: object) => picksIn(document).map(({ picked }) => picked);
const times = (document: object) => picksIn(document).map(({ at }) => at);
const killed = (name: string, args: Args, cgroups: Cgroups, more: object = {}) =>
  picks(scenario(ruleset([EXISTS], [action(name, args)]), cgroups, more));
const fires = (detector: object, cgroups: Cgroups, more: object = {}) =>
  times(
    scenario(
      ruleset([detector], [action("kill_by_swap_usage")], { post_action_delay: 0 }),
      {
        "/w/a": { swap: GIB },
        ...cgroups,
      },
      { seconds: 3.5, ...more },
    ),
  );

describe("a ruleset", () => {
  const looks = (more: Args) =>
    times(
      scenario(
        ruleset([EXISTS], [action("kill_by_swap_usage", more)]),
        { "/w/a": { swap: 1 } },
        { seconds: 40 },
      ),
    );

  it("pauses its actions for 15 s after a kill", () => {
    expect(looks({})).toEqual([1, 16, 31]);
  });

  it("takes the delay of its action", () => {
    expect(looks({ post_action_delay: "20" })).toEqual([1, 21]);
  });

  it("goes on with the next action when one kills nothing", () => {
    const config = ruleset(
      [EXISTS],
      [action("kill_by_swap_usage"), action("kill_by_pressure", { resource: "io" })],
    );
    expect(picks(scenario(config, { "/w/a": {} }))).toEqual([null, "w/a"]);
  });

  it("goes on after a kill with always_continue", () => {
    const config = ruleset(
      [EXISTS],
      [
        action("kill_by_pressure", { resource: "io", always_continue: "True" }),
        action("kill_by_memory_size_or_growth"),
      ],
    );
    expect(picks(scenario(config, { "/w/a": {} }))).toEqual(["w/a", "w/a"]);
  });

  it("needs all detectors of one group", () => {
    const stop = { name: "stop" };
    const config = { ...ruleset([EXISTS, stop], [action("kill_by_pressure", { resource: "io" })]) };
    expect(picks(scenario(config, { "/w/a": {} }))).toEqual([]);
    const second = {
      ...config,
      detectors: [
        ["g", stop],
        ["h", EXISTS],
      ],
    };
    expect(picksIn(scenario(second, { "/w/a": {} }))[0]?.group).toBe("h");
  });
});

describe("a detector", () => {
  it("asks for pressure above its threshold for whole seconds", () => {
    const detector = (duration: number) => ({
      name: "pressure_above",
      args: { cgroup: "w", resource: "memory", threshold: "60", duration: String(duration) },
    });
    expect(fires(detector(1), { "/w": { full: [60.01, 0, 0, 0] } })).toEqual([2, 3]);
    expect(fires(detector(0), { "/w": { full: [60, 99, 99, 0] } })).toEqual([]);
  });

  it("takes the cgroup with the largest weighted pressure", () => {
    const args = { cgroup: "w/*", resource: "io", threshold: "50", duration: "0" };
    const cgroups = { "/w/b": { io: [51, 0, 0, 0] }, "/w/c": { io: [50, 3, 0, 0] } };
    expect(fires({ name: "pressure_above", args }, cgroups)).toEqual([]);
  });

  it("stops when pressure falls fast", () => {
    const args = { cgroup: "w", resource: "memory", threshold: "40", duration: "0" };
    const detector = { name: "pressure_rising_beyond", args };
    expect(fires(detector, { "/w": { full: [84.99, 50, 0, 0] } })).toEqual([2, 3]);
    expect(fires(detector, { "/w": { full: [85, 50, 0, 0] } })).toEqual([1, 2, 3]);
  });

  it("compares memory with a part of all memory, or of anonymous memory", () => {
    const args = { cgroup: "w", threshold: "50%", duration: "0" };
    expect(fires({ name: "memory_above", args }, { "/w": { current: 4 * GIB } })).toEqual([]);
    expect(fires({ name: "memory_above", args }, { "/w": { current: 4 * GIB + 1 } })).toEqual([
      1, 2, 3,
    ]);
    const anon = { name: "memory_above", args: { ...args, threshold_anon: "1.5G" } };
    expect(fires(anon, { "/w": { current: 4 * GIB, anon: 1.5 * GIB } })).toEqual([]);
    expect(fires(anon, { "/w": { current: 1, anon: 1.5 * GIB + 1 } })).toEqual([1, 2, 3]);
  });

  it("goes by free swap", () => {
    const detector = { name: "swap_free", args: { threshold_pct: 10 } };
    const free = (used: number) =>
      fires(
        detector,
        {},
        { steps: [{ at: 0, swaps: [[1000, used]], cgroups: { "/w": {}, "/w/a": { swap: 1 } } }] },
      );
    expect(free(900)).toEqual([]);
    expect(free(901)).toEqual([1, 2, 3]);
  });

  it("counts the first scans as reclaim, and then what was scanned since", () => {
    const detector = { name: "memory_reclaim", args: { cgroup: "w", duration: "1" } };
    expect(fires(detector, { "/w": { pgscan: 5 } })).toEqual([1, 2]);
    expect(fires(detector, { "/w": { pgscan: 0 } })).toEqual([]);
    expect(fires(detector, { "/w": { pgscanRate: 5 } })).toEqual([1, 2, 3]);
  });

  it("counts dying descendants", () => {
    const detector = (lte: string) => ({
      name: "nr_dying_descendants",
      args: { cgroup: "w", count: 5, lte },
    });
    expect(fires(detector("true"), { "/w": { dying: 5 } })).toEqual([1, 2, 3]);
    expect(fires(detector("false"), { "/w": { dying: 5 } })).toEqual([]);
    expect(fires(detector("false"), { "/w": { dying: 6 } })).toEqual([1, 2, 3]);
  });
});

describe("a pattern", () => {
  const matched = (cgroup: string, cgroups: Cgroups) =>
    killed("kill_by_swap_usage", { cgroup, threshold: "0K" }, cgroups)[0];

  it.each([
    ["w/[b-d]x", "w/cx"],
    ["w/[!a]x,w/none", "w/cx"],
    ["w/?x", "w/ax"],
    ["*/cx", "w/cx"],
    ["/w//cx/", "w/cx"],
    ["w/{cx}", "w/cx"],
    ["w/\\cx", "w/cx"],
    ["w/c", null],
  ])("%s matches %s", (cgroup, path) => {
    expect(matched(cgroup, { "/w/ax": {}, "/w/cx": {} })).toBe(path);
  });

  it("does not match a period at the start of a name", () => {
    expect(matched("w/*", { "/w/.a": {} })).toBe(null);
    expect(matched("w/.*", { "/w/.a": {} })).toBe("w/.a");
  });
});

describe("kill_by_memory_size_or_growth", () => {
  const name = "kill_by_memory_size_or_growth";

  it("admits by what is in use, and chooses by what is not protected", () => {
    const cgroups = { "/w/a": { current: 6 * GIB }, "/w/b": { current: 5 * GIB } };
    expect(killed(name, { size_threshold: 40 }, cgroups)).toEqual(["w/a"]);
    const low = {
      "/w": { current: 20 * GIB, low: 20 * GIB },
      ...cgroups,
      "/w/a": { current: 6 * GIB, low: 3 * GIB },
    };
    expect(killed(name, { size_threshold: 40 }, low)).toEqual(["w/b"]);
  });

  it("knows no growth after five looks at the same size", () => {
    const steady = scenario(
      ruleset([EXISTS], [action(name, { size_threshold: 90, growing_size_percentile: 0 })], {
        post_action_delay: 0,
      }),
      { "/w/a": { current: 300 * MIB }, "/w/b": { current: 300 * MIB } },
      { seconds: 6.5 },
    );
    const rates = picksIn(steady).map(({ why }) => /rate (\d\.\d\d)/.exec(why ?? "")?.[1]);
    expect(rates).toEqual(["4.00", "2.29", "1.73", "1.46", "1.31", undefined]);
  });

  it("takes a ratio as a whole number", () => {
    const cgroups = { "/w/a": { current: 10 * MIB }, "/w/b": { current: 10 * MIB } };
    const document = scenario(
      ruleset([EXISTS], [action(name, { size_threshold: 90, min_growth_ratio: "1.9" })]),
      cgroups,
    );
    expect(picksIn(document)[0]?.why).toContain("(min growth rate 1.00)");
  });
});

describe("other plugins", () => {
  it("compare pages scanned since the look before, once there was one", () => {
    const cgroups = { "/w/a": { pgscan: 1e6, pgscanRate: 10 }, "/w/b": { pgscanRate: 20 } };
    const document = scenario(ruleset([EXISTS], [action("kill_by_pg_scan")]), cgroups, {
      seconds: 3.5,
    });
    expect(picksIn(document).map(({ at, picked, why }) => [at, picked, why])).toEqual([
      [2, "w/b", "based on pg scan rate at 20 with kill preference NORMAL"],
    ]);
  });

  it("compare what io cost since the look before", () => {
    const steps = [
      { at: 0, cgroups: { "/w": {}, "/w/a": { ioStat: { "8:0": { rios: 1e6 } } }, "/w/b": {} } },
      {
        at: 1.5,
        cgroups: {
          "/w/b": { ioStat: { "8:0": { wios: 1000, rbytes: 1e6 }, "8:16": { wios: 1e9 } } },
        },
      },
    ];
    const config = ruleset([EXISTS], [action("kill_by_io_cost")], { post_action_delay: 0 });
    const document = scenario(config, steps, { seconds: 2.5, devices: { "8:0": "hdd" } });
    expect(picksIn(document)[1]?.why).toBe("based on io cost generation at 258.113");
  });

  it("keep the swap of the machine in 32 bits", () => {
    const swap = (gib: number) => ({
      steps: [
        {
          at: 0,
          meminfo: { MemTotal: 2 ** 24, SwapTotal: gib * 2 ** 20 },
          cgroups: { "/w": {}, "/w/a": { swap: 1 } },
        },
      ],
    });
    const used = (gib: number) => killed("kill_by_swap_usage", { threshold: "50%" }, {}, swap(gib));
    expect(used(1)).toEqual([null]);
    expect(used(2)).toEqual(["w/a"]);
    expect(used(8)).toEqual(["w/a"]);
  });
});

describe("the choice", () => {
  it("prefers and avoids before anything else, and passes over empty cgroups", () => {
    const mark = (name: string) => ({ xattrs: { [name]: "" } });
    const cgroups = {
      "/w/a": { full: [90, 90, 0, 0], ...mark("trusted.oomd_avoid") },
      "/w/b": { full: [1, 1, 0, 0], populated: false, ...mark("user.oomd_prefer") },
      "/w/c": { full: [2, 2, 0, 0] },
    };
    expect(killed("kill_by_pressure", { resource: "memory" }, cgroups)).toEqual(["w/c"]);
  });

  it("goes back up when all below a cgroup are empty", () => {
    const cgroups = {
      "/w/a": { full: [90, 90, 0, 0] },
      "/w/a/x": { populated: false },
      "/w/b": { full: [1, 1, 0, 0] },
    };
    const args = { resource: "memory", recursive: "1" };
    expect(killed("kill_by_pressure", args, cgroups)).toEqual(["w/b"]);
  });

  it("kills what has processes, and then the next one", () => {
    const cgroups = {
      "/w/a": { swap: 3, processes: 2 },
      "/w/b": { swap: 2, processes: 1 },
      "/w/c": { swap: 9 },
    };
    const config = ruleset([EXISTS], [action("kill_by_swap_usage", { dry: "false" })], {
      post_action_delay: 0,
    });
    const document = scenario(config, cgroups, { seconds: 3.5 });
    expect(picksIn(document).map(({ picked, processes }) => [picked, processes])).toEqual([
      ["w/a", 2],
      ["w/b", 1],
      [null, 0],
    ]);
  });
});

describe("drop-ins", () => {
  const base = (dropIn: object) =>
    ruleset([EXISTS], [action("kill_by_swap_usage")], { "drop-in": dropIn, post_action_delay: 0 });
  const other = {
    rulesets: [{ name: "r", actions: [action("kill_by_pressure", { resource: "io" })] }],
  };
  const cgroups = { "/w/a": { swap: 1 }, "/w/b": { io: [9, 9, 0, 0] } };

  it("run before the ruleset that they name, the last file first", () => {
    const document = scenario(base({ actions: true }), cgroups, { dropIns: { "a.json": other } });
    expect(picks(document)).toEqual(["w/b", "w/a"]);
  });

  it("end the ruleset where it says so", () => {
    const document = scenario(base({ actions: true, "disable-on-drop-in": true }), cgroups, {
      dropIns: { "a.json": other },
    });
    expect(picks(document)).toEqual(["w/b"]);
  });

  it("are refused where the ruleset takes none", () => {
    const document = scenario(base({}), cgroups, { dropIns: { "a.json": other } });
    expect(() => picks(document)).toThrow(
      "a.json: rulesets[0]: Error: Action drop-in configs disabled",
    );
  });
});

describe("a configuration is refused with what oomd says", () => {
  it.each([
    [{ name: "r" }, "rulesets[0]: Ruleset is missing DetectorGroups or missing Actions"],
    [ruleset([{ name: "x" }], [action("stop")]), "detectors[0][1]: Could not locate plugin=x"],
    [
      ruleset([EXISTS], [{ name: "kill_by_pressure", args: { cgroup: "w" } }]),
      'Required arg "resource" missing in plugin "kill_by_pressure"',
    ],
    [
      ruleset([EXISTS], [action("kill_by_pg_scan", { x: 1 })]),
      'Unknown arg "x" in plugin "kill_by_pg_scan"',
    ],
    [
      ruleset([EXISTS], [action("kill_by_swap_usage", { threshold: "1X" })]),
      "failed to init() with code=1",
    ],
  ])("%#", (config, sentence) => {
    expect(() => picks(scenario(config, {}))).toThrow(UnreadableError);
    expect(() => picks(scenario(config, {}))).toThrow(sentence);
  });
});
