/** One history of a machine in three forms, of which each killer makes the same decisions. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { killerDecisions } from "../../analysis/questions/replay/killer/decisions.ts";
import { readKillerScenario } from "../../analysis/read/killer/scenario.ts";
import { Detail } from "../../assembly/abi.ts";
import { MachineSamples } from "../../hosts/daemon/cgroup/samples.ts";
import { engine } from "./module.ts";

const root = mkdtempSync(join(tmpdir(), "plimsoll-forms-"));
afterAll(() => rmSync(root, { recursive: true }));
const oomd = engine();

/** What the files of a cgroup have; those of `missing` are absent. */
interface Files {
  readonly avg10: number;
  readonly current: number;
  readonly low: number | "max";
  readonly swap: number;
  readonly pgscan: number;
  readonly anon: number;
  readonly oomGroup: number;
  readonly processes: number;
  readonly missing: readonly string[];
}

/** A machine at one moment: cgroups that come, go and come again, with counters that go back. */
interface Moment {
  readonly available: number;
  readonly swapFree: number;
  readonly cgroups: Readonly<Record<string, Files>>;
  readonly scores: readonly number[];
}

const PATHS = ["/", "/a", "/a/x", "/a/y", "/a/y/z", "/b", "/b/x"];
const ABSENT = [
  ...["memory.pressure", "memory.current", "memory.low", "memory.stat", "memory.swap.current"],
  ...["memory.oom.group", "cgroup.procs", "cgroup.controllers"],
];
const aboveOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

const files: fc.Arbitrary<Files> = fc.record({
  avg10: fc.constantFrom(0, 49.99, 50, 50.01, 90),
  current: fc.integer({ min: 0, max: 5e9 }),
  low: fc.oneof(fc.constant<"max">("max"), fc.integer({ min: 0, max: 1e9 })),
  swap: fc.integer({ min: 0, max: 1e9 }),
  pgscan: fc.integer({ min: 0, max: 1e6 }),
  anon: fc.integer({ min: 0, max: 5e9 }),
  oomGroup: fc.constantFrom(0, 0, 1),
  processes: fc.integer({ min: 0, max: 3 }),
  missing: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    fc.subarray(ABSENT, { maxLength: 2 }),
  ),
});
const cgroups = fc
  .record(Object.fromEntries(PATHS.map((path) => [path, fc.option(files, { freq: 4 })])))
  .map((drawn) => {
    const kept = new Map<string, Files>();
    for (const path of PATHS) {
      const own = drawn[path];
      const isBelowOne = path === "/" || kept.has(aboveOf(path) || "/");
      if (own !== null && own !== undefined && isBelowOne) kept.set(path, own);
    }
    return Object.fromEntries(kept);
  });
const history: fc.Arbitrary<readonly Moment[]> = fc.array(
  fc.record({
    available: fc.constantFrom(90_000, 99_999, 100_000, 300_000),
    swapFree: fc.constantFrom(0, 90_000, 100_000),
    cgroups,
    scores: fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 3 }),
  }),
  { minLength: 2, maxLength: 7 },
);

const SETTINGS: Readonly<Record<string, object>> = {
  "systemd-oomd": {
    conf: { DefaultMemoryPressureDurationSec: "2s" },
    managed: [
      { mode: "kill", path: "/", property: "ManagedOOMSwap" },
      { mode: "kill", path: "/a", property: "ManagedOOMMemoryPressure", limit: "50%" },
      { mode: "kill", path: "/b", property: "ManagedOOMMemoryPressure", limit: "50%" },
    ],
  },
  oomd: {
    interval: 1,
    config: {
      rulesets: [
        {
          name: "r",
          post_action_delay: "1",
          detectors: [
            ["g", { name: "memory_reclaim", args: { cgroup: "a,b", duration: "2" } }],
            [
              "h",
              {
                name: "pressure_above",
                args: { cgroup: "*", resource: "memory", threshold: "50", duration: "0" },
              },
            ],
          ],
          actions: [
            {
              name: "kill_by_memory_size_or_growth",
              args: { cgroup: "*", recursive: "true", dry: "true" },
            },
          ],
        },
      ],
    },
  },
  earlyoom: { args: ["-m", "10", "--prefer", "^p1$"] },
};

const MEM = { MemTotal: 1_000_000, MemFree: 50_000, AnonPages: 700_000, SwapTotal: 1_000_000 };
/** Seconds between two moments, so that every program looks in between. */
const SECONDS = 1.3;
const secondsAt = (index: number) => Math.round(index * SECONDS * 1000) / 1000;

function membersOf({ avg10, anon, missing, ...others }: Files): object {
  const isThere = (file: string) => !missing.includes(file);
  const { pgscan, processes, current, low, swap, oomGroup } = others;
  return {
    ...(isThere("memory.pressure") ? { full: [avg10, 1, 1, 1] } : {}),
    ...(isThere("memory.current") ? { current } : {}),
    ...(isThere("memory.low") ? { low } : {}),
    ...(isThere("memory.swap.current") ? { swap } : {}),
    ...(isThere("memory.oom.group") ? { oomGroup } : {}),
    ...(isThere("memory.stat") ? { anon, pgscan } : {}),
    processes: isThere("cgroup.procs") ? processes : 0,
    missing,
  };
}

function processesOf({ scores }: Moment) {
  return scores.map((oomScore, index) => {
    const pid = 10 + index;
    return { pid, name: `p${index}`, rssPages: 5, oomScore, oomScoreAdj: 0, uid: 0, ppid: 1 };
  });
}

/** Each step has all files, and removes what has gone. */
function wholeSteps(moments: readonly Moment[]): readonly object[] {
  return moments.map((moment, index) => {
    const before = Object.keys(moments[index - 1]?.cgroups ?? {});
    const gone = before.filter((path) => path !== "/" && moment.cgroups[path] === undefined);
    return {
      at: secondsAt(index),
      meminfo: { ...MEM, MemAvailable: moment.available, SwapFree: moment.swapFree },
      swaps: [[1_000_000, 1_000_000 - moment.swapFree]],
      processes: processesOf(moment),
      cgroups: {
        ...Object.fromEntries(gone.map((path) => [path, null])),
        ...Object.fromEntries(
          Object.entries(moment.cgroups).map(([path, own]) => [path, membersOf(own)]),
        ),
      },
    };
  });
}

function place(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
}

function layOut(moment: Moment, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const kilobytes = { ...MEM, MemAvailable: moment.available, SwapFree: moment.swapFree };
  const lines = Object.entries(kilobytes).map(([name, amount]) => `${name}: ${amount} kB`);
  place(join(folder, "proc/meminfo"), lines.join("\n"));
  const used = 1_000_000 - moment.swapFree;
  place(join(folder, "proc/swaps"), `Filename\n/dev/sda2\tpartition\t1000000\t${used}\t-2`);
  for (const { pid, name, oomScore } of processesOf(moment)) {
    place(join(folder, `proc/${pid}/stat`), `${pid} (${name}) S 1 1 1 0`);
    place(join(folder, `proc/${pid}/statm`), "9 5 1");
    place(join(folder, `proc/${pid}/oom_score`), `${oomScore}`);
    place(join(folder, `proc/${pid}/oom_score_adj`), "0");
  }
  for (const [path, own] of Object.entries(moment.cgroups)) {
    mkdirSync(join(folder, "cgroup", path), { recursive: true });
    for (const [file, text] of Object.entries(textsOf(own))) {
      if (!own.missing.includes(file)) place(join(folder, "cgroup", path, file), text);
    }
  }
}

function textsOf(own: Files): Readonly<Record<string, string>> {
  const zeros = "avg10=0.00 avg60=0.00 avg300=0.00 total=0";
  const full = `full avg10=${own.avg10.toFixed(2)} avg60=1.00 avg300=1.00 total=1`;
  return {
    "memory.pressure": `some ${zeros}\n${full}`,
    "io.pressure": `some ${zeros}\nfull ${zeros}`,
    "memory.current": `${own.current}`,
    "memory.min": "0",
    "memory.low": `${own.low}`,
    "memory.swap.current": `${own.swap}`,
    "memory.oom.group": `${own.oomGroup}`,
    "memory.stat": `anon ${own.anon}\npgscan ${own.pgscan}`,
    "cgroup.procs": Array.from({ length: own.processes }, (_, pid) => pid + 1).join("\n"),
    "cgroup.stat": "nr_dying_descendants 0",
    "cgroup.controllers": "memory",
  };
}

function recordedSteps(moments: readonly Moment[]): readonly object[] {
  const roots = { cgroupRoot: join(root, "cgroup"), procRoot: join(root, "proc") };
  const samples = new MachineSamples(roots);
  return moments.map((moment, index) => {
    layOut(moment, root);
    return samples.next(secondsAt(index));
  });
}

function digestsOf(text: string, killer: string): readonly string[] {
  const given = { killer, members: SETTINGS[killer] as never };
  const scenario = readKillerScenario(text, "a", given);
  const decisions = killerDecisions(scenario, undefined, oomd, Detail.Counterfactuals);
  return [...decisions].map(({ digest, at }) => `${at} ${digest}`);
}

const linesOf = (steps: readonly object[]) =>
  [{ plimsoll: "samples/1" }, ...steps].map((line) => `${JSON.stringify(line)}\n`).join("");

it("a machine that is recorded is decided as its whole files are, by every program", () => {
  const decided = new Map<string, number>();
  fc.assert(
    fc.property(history, (moments) => {
      const seconds = secondsAt(moments.length - 1);
      const steps = wholeSteps(moments);
      const recorded = linesOf(recordedSteps(moments));
      for (const [killer, settings] of Object.entries(SETTINGS)) {
        const scenario = JSON.stringify({ killer, scenario: { ...settings, seconds, steps } });
        const expected = digestsOf(scenario, killer);
        expect(digestsOf(linesOf(steps), killer)).toEqual(expected);
        expect(digestsOf(recorded, killer)).toEqual(expected);
        decided.set(killer, (decided.get(killer) ?? 0) + expected.length);
      }
    }),
    { numRuns: 25 },
  );
  expect(Math.min(...decided.values())).toBeGreaterThan(10);
});
