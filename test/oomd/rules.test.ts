/** The rules of systemd-oomd, and the release in which each of them changed. */
import { describe, expect, it } from "vitest";
import { decisionsIn } from "./module.ts";

type Cgroups = Readonly<Record<string, object | null>>;

const FULL = [65, 0, 0, 900_000];
const GIB = 2 ** 30;

function pressure(cgroups: Cgroups, more: object = {}) {
  return {
    killer: "systemd-oomd",
    scenario: {
      managed: [{ mode: "kill", path: "/a", property: "ManagedOOMMemoryPressure", limit: "50%" }],
      conf: { DefaultMemoryPressureDurationSec: "2s" },
      seconds: 5,
      steps: [{ at: 0, cgroups: { "/a": { full: FULL, pgscanRate: 1000 }, ...cgroups } }],
      ...more,
    },
  };
}

const LOW = { MemTotal: 1e6, MemFree: 1e4, MemAvailable: 9e4, SwapTotal: 1e6, SwapFree: 9e4 };

function swap(cgroups: Cgroups, more: object = {}, meminfo: object = LOW) {
  return {
    killer: "systemd-oomd",
    scenario: {
      managed: [{ mode: "kill", path: "/", property: "ManagedOOMSwap" }],
      seconds: 1.5,
      steps: [{ at: 0, meminfo, cgroups }],
      ...more,
    },
  };
}

const victims = (document: object, version?: string) =>
  decisionsIn(document, version).map(({ victim }) => victim);
const times = (document: object, version?: string) =>
  decisionsIn(document, version).map(({ at }) => at);

describe("the clock of a monitored cgroup", () => {
  it("starts over after one look at or below the limit", () => {
    const dip = [
      { at: 0, cgroups: { "/a": { full: FULL, pgscanRate: 1000 }, "/a/b": { current: 1 } } },
      { at: 2.4, cgroups: { "/a": { full: [50, 0, 0, 0] } } },
      { at: 2.6, cgroups: { "/a": { full: FULL } } },
    ];
    expect(times(pressure({}, { steps: dip, seconds: 7 }), "252")).toEqual([6.25]);
  });

  it("takes a duration of its own since 257", () => {
    const managed = [
      {
        ...{ mode: "kill", path: "/a", property: "ManagedOOMMemoryPressure", limit: "50%" },
        duration: 4_000_000,
      },
    ];
    const document = pressure({ "/a/b": { current: 1 } }, { managed, seconds: 6 });
    expect(times(document, "256")).toEqual([3.75]);
    expect(times(document, "257")).toEqual([]);
  });

  it("takes the share of 2^32 - 1 that the manager sends for a limit", () => {
    const managed = (permyriad: number) => [
      {
        ...{ mode: "kill", path: "/a", property: "ManagedOOMMemoryPressure" },
        limit: Math.floor((permyriad * 4294967295 + 5000) / 10000),
      },
    ];
    const killed = (permyriad: number) =>
      victims(pressure({ "/a/b": { current: 1 } }, { managed: managed(permyriad) }), "252");
    expect(killed(6499)).toEqual(["/a/b"]);
    expect(killed(6500)).toEqual([]);
  });
});

describe("reclaim", () => {
  it("counts for 30 s", () => {
    const steps = [
      { at: 0, cgroups: { "/a": { full: [0, 0, 0, 0], pgscan: 5 }, "/a/b": { current: 1 } } },
      { at: 26, cgroups: { "/a": { full: FULL } } },
    ];
    const killed = (at: number) =>
      victims(pressure({}, { steps: [steps[0], { ...steps[1], at }], seconds: at + 4 }), "252");
    expect(killed(26)).toEqual(["/a/b"]);
    expect(killed(29)).toEqual([]);
  });

  it("is not asked for in the first 30 s after boot", () => {
    const still = { "/a": { full: FULL }, "/a/b": { current: 1 } };
    const steps = [{ at: 0, cgroups: still }];
    expect(victims(pressure({}, { steps }), "252")).toEqual([]);
    expect(victims(pressure({}, { steps, uptime: 10 }), "252")).toEqual(["/a/b"]);
  });
});

describe("candidates", () => {
  it("are none after one whose memory.oom.group is missing, until 257", () => {
    const document = pressure({
      "/a/b": { current: GIB, missing: ["memory.oom.group"] },
      "/a/c": { current: 1 },
    });
    const first = (version: string) => decisionsIn(document, version)[0];
    expect(first("257")).toMatchObject({ victim: null, considered: 0 });
    expect(first("258")).toMatchObject({ victim: "/a/c", considered: 1 });
  });

  it("are not those without one of the files that a sample has", () => {
    const document = pressure({
      "/a/b": { current: GIB, missing: ["memory.low"] },
      "/a/c": { current: 1 },
    });
    expect(victims(document, "252")).toEqual(["/a/c"]);
  });

  it("are compared by all that was ever scanned in 247, without preferences", () => {
    const cgroups = {
      "/a/b": { current: GIB, pgscan: 9000, xattrs: { "user.oomd_omit": "1" } },
      "/a/c": { current: 1, pgscanRate: 800 },
    };
    const conf = {};
    expect(victims(pressure(cgroups, { conf, seconds: 34 }), "247")).toEqual(["/a/c"]);
    expect(victims(pressure(cgroups, { conf, seconds: 34 }), "252")).toEqual(["/a/c"]);
    const early = { "/a/b": cgroups["/a/b"], "/a/c": { current: 1, pgscanRate: 20 } };
    expect(victims(pressure(early, { conf, seconds: 34 }), "247")).toEqual(["/a/b"]);
  });

  it("start at zero again when their counter falls", () => {
    const steps = [
      {
        at: 0,
        cgroups: {
          "/a": { full: FULL, pgscanRate: 1000 },
          "/a/b": { current: 1, pgscan: 9000 },
          "/a/c": { current: 2, pgscan: 100 },
        },
      },
      { at: 3, cgroups: { "/a/b": { pgscan: 500 }, "/a/c": { pgscan: 500 } } },
    ];
    const [first] = decisionsIn(pressure({}, { steps }), "252");
    expect(first?.candidates?.map(({ scanned }) => scanned)).toEqual([500, 400]);
    expect(first?.victim).toBe("/a/b");
  });

  it("go with the cgroup above them", () => {
    const steps = [
      {
        at: 0,
        cgroups: {
          "/a": { full: FULL, pgscanRate: 1000 },
          "/a/b": { current: 1 },
          "/a/b/c": { current: GIB },
          "/a/d": { current: 1 },
        },
      },
      { at: 3, cgroups: { "/a/b": null } },
    ];
    expect(victims(pressure({}, { steps }), "252")).toEqual(["/a/d"]);
  });
});

describe("a candidate without processes", () => {
  const cgroups = { "/a/b": { current: GIB, pgscanRate: 9 }, "/a/c": { current: 1, sleeps: 1 } };

  it.each([
    ["247", [null]],
    ["249.9", ["/a/c"]],
    ["249.10", [null]],
    ["250.3", ["/a/c"]],
    ["250.4", [null]],
    ["259", [null]],
    ["260", ["/a/b"]],
  ])("in %s: %j", (version, expected) => {
    const conf = version === "247" ? {} : { DefaultMemoryPressureDurationSec: "2s" };
    const seconds = version === "247" ? 34 : 5;
    expect(victims(pressure(cgroups, { dry: false, conf, seconds }), version)).toEqual(expected);
  });

  it("starts the delay of 15 s", () => {
    expect(times(pressure(cgroups, { dry: false, seconds: 20 }), "252")).toEqual([3.75, 18.75]);
  });
});

describe("a dry run", () => {
  it("starts the delay until 259, and decides the same at every look since 260", () => {
    const document = pressure({ "/a/b": { current: 1 } });
    expect(times(document, "259")).toEqual([3.75]);
    expect(times({ ...document, scenario: { ...document.scenario, seconds: 7 } }, "260")).toEqual([
      3.75, 5, 6.25,
    ]);
  });
});

describe("swap", () => {
  const cgroups = { "/b": { swap: 60_000_000, sleeps: 1 }, "/c": { swap: 55_000_000, sleeps: 1 } };

  it("draws a second kill a quarter of a second later since 248.4", () => {
    const steps = [
      { at: 0, meminfo: LOW, cgroups },
      { at: 0.3, cgroups: { "/b": { swap: 0 } } },
    ];
    const decisions = decisionsIn(swap({}, { steps, dry: false, seconds: 0.7 }), "252");
    expect(decisions.map(({ at, victim }) => [at, victim])).toEqual([
      [0.25, "/b"],
      [0.5, "/c"],
    ]);
  });

  it("waits 15 s until 248.3, and needs no memory to be used", () => {
    const memory = { ...LOW, MemFree: 9e5, MemAvailable: 9e5 };
    const document = swap(cgroups, { dry: false, seconds: 18 }, memory);
    expect(times(document, "248.3")).toEqual([1.25, 16.25]);
    expect(times(document, "248.4")).toEqual([]);
  });

  it("counts MemFree before 251", () => {
    const memory = { ...LOW, MemAvailable: 9e5 };
    expect(victims(swap(cgroups, { seconds: 0.3 }, memory), "250")).toEqual(["/b"]);
    expect(victims(swap(cgroups, { seconds: 0.3 }, memory), "251")).toEqual([]);
  });

  it("takes any candidate with swap before 248.2", () => {
    const small = { "/b": { swap: 1 } };
    expect(victims(swap(small, { seconds: 1.3 }), "248.1")).toEqual(["/b"]);
    expect(victims(swap(small, { seconds: 1.3 }), "248.2")).toEqual([null]);
  });

  it("does nothing without swap, or with numbers that contradict each other", () => {
    expect(victims(swap(cgroups, {}, { ...LOW, SwapTotal: 0, SwapFree: 0 }), "252")).toEqual([]);
    expect(victims(swap(cgroups, {}, { ...LOW, SwapFree: 2e6 }), "252")).toEqual([]);
  });
});

describe("marks of a cgroup that its user owns", () => {
  const own = { uid: 1000, current: GIB, pgscanRate: 9, xattrs: { "user.oomd_omit": "1" } };
  const document = (owner: number) =>
    pressure({
      "/a": { full: FULL, pgscanRate: 1000, uid: owner },
      "/a/b": own,
      "/a/c": { current: 1 },
    });

  it("count since 252 where the same user owns the monitored cgroup", () => {
    expect(victims(document(1000), "252")).toEqual(["/a/c"]);
    expect(victims(document(1000), "251")).toEqual(["/a/b"]);
    expect(victims(document(1001), "252")).toEqual(["/a/b"]);
  });
});

describe("ties", () => {
  it("go by path", () => {
    expect(victims(pressure({ "/a/c": { current: 1 }, "/a/b": { current: 1 } }), "252")).toEqual([
      "/a/b",
    ]);
  });
});

describe("what would have spared a candidate", () => {
  it("is the limit that pressure is not above, and the marks that were tried", () => {
    const [first] = decisionsIn(
      pressure({ "/a/b": { current: 2 }, "/a/c": { current: 1 } }),
      "252",
    );
    expect(first).toMatchObject({
      next: "/a/c",
      spared: { limit: "65.00%", omit: true, avoid: true },
    });
  });

  it("leaves out marks that do not count", () => {
    const [first] = decisionsIn(pressure({ "/a/b": { current: 2, uid: 7 } }), "252");
    expect(first?.spared).toEqual({ limit: "65.00%", omit: false, avoid: false });
  });
});
