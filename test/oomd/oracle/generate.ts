/** Scenarios of a seed. Keys differ, as programs leave ties to chance; limits are met exactly. */
import type { Random } from "../../documents/random.ts";

export interface Asking {
  readonly killer: string;
  readonly scenario: Readonly<Record<string, unknown>>;
}

type Cgroups = Record<string, Record<string, unknown>>;

const MIB = 2 ** 20;

/** Different numbers, far apart. */
function spread(random: Random, count: number, step: number): readonly number[] {
  const numbers = Array.from({ length: count }, (_, index) => (index + 1) * step);
  for (let index = numbers.length - 1; index > 0; index--) {
    const other = random.below(index + 1);
    [numbers[index], numbers[other]] = [numbers[other] ?? 0, numbers[index] ?? 0];
  }
  return numbers.map((number) => number + random.below(step >> 2));
}

/** Names of cgroups below a slice, some of them below others. */
function pathsBelow(random: Random, top: string): readonly string[] {
  const paths: string[] = [];
  for (let index = 0; index < 2 + random.below(5); index++) {
    const above = paths.length > 0 && random.oneIn(3) ? random.pick(paths) : top;
    paths.push(`${above}/${"abcdefg"[index]}.scope`);
  }
  return paths;
}

function marksOf(random: Random, names: readonly string[]): object {
  const marks = names.filter(() => random.oneIn(6));
  return Object.fromEntries(marks.map((name) => [name, random.oneIn(5) ? "0" : "1"]));
}

const SYSTEMD_MARKS = ["user.oomd_avoid", "user.oomd_omit"];
const FILES = ["memory.pressure", "memory.stat", "memory.swap.current", "memory.min"];

function systemdCgroups(random: Random, swapStep: number): Cgroups {
  const paths = pathsBelow(random, "/user.slice");
  const rates = spread(random, paths.length, 400);
  const sizes = spread(random, paths.length, 64 * MIB);
  const swaps = spread(random, paths.length, swapStep);
  return Object.fromEntries(
    paths.map((path, index) => [
      path,
      {
        current: random.oneIn(8) ? 0 : sizes[index],
        pgscan: random.oneIn(2) ? random.below(1e6) : 0,
        pgscanRate: random.oneIn(3) ? 0 : rates[index],
        swap: swaps[index],
        oomGroup: Number(random.oneIn(5)),
        uid: random.oneIn(4) ? 1000 : 0,
        xattrs: marksOf(random, SYSTEMD_MARKS),
        missing: random.oneIn(12) ? [random.pick(FILES)] : [],
      },
    ]),
  );
}

export function pressureCase(random: Random): Asking {
  const avg10 = random.pick([49.99, 50, 50.01, 50.01, 65.5, 99, 100]);
  const slice = {
    full: [avg10, random.below(100), random.below(100), 900_000],
    current: 4096 * MIB,
    uid: random.oneIn(3) ? 1000 : 0,
    pgscanRate: random.oneIn(6) ? 0 : 1000,
  };
  return {
    killer: "systemd-oomd",
    scenario: {
      conf: { DefaultMemoryPressureDurationSec: "2s" },
      managed: [
        {
          ...{ mode: "kill", path: "/user.slice", property: "ManagedOOMMemoryPressure" },
          limit: random.pick(["50%", "50%", "50.01%", "0.01%"]),
        },
      ],
      seconds: 4.9,
      enough: "Would have tried",
      steps: [{ at: 0, cgroups: { "/user.slice": slice, ...systemdCgroups(random, MIB) } }],
    },
  };
}

export function swapCase(random: Random): Asking {
  const total = 1_000_000;
  const edge = random.pick([10, 20, 50]);
  const near = () => total * (edge / 100) + random.pick([-20_000, -1, -1, 0, 1]);
  const meminfo = { MemTotal: total, MemFree: 1000, MemAvailable: near() };
  const cgroups = systemdCgroups(random, 24 * MIB);
  const [first] = Object.keys(cgroups);
  // Five percent of all swap, and one byte more.
  if (first !== undefined && random.oneIn(2)) {
    cgroups[first] = { ...cgroups[first], swap: 51_200_000 + random.below(2) };
  }
  return {
    killer: "systemd-oomd",
    scenario: {
      conf: { SwapUsedLimit: `${100 - edge}%` },
      managed: [
        { mode: "kill", path: random.pick(["/", "/user.slice"]), property: "ManagedOOMSwap" },
      ],
      seconds: 0.9,
      enough: "Considered",
      steps: [
        {
          at: 0,
          meminfo: { ...meminfo, SwapTotal: total, SwapFree: near() },
          cgroups: { "/user.slice": {}, ...cgroups },
        },
      ],
    },
  };
}

const RULE_ACTIONS = ["kill-all", "kill-by-pgscan", "kill-by-swap"];

function ruleOf(random: Random): Record<string, string> {
  const conditions = random.pick([
    { MemoryPressureAbove: random.pick(["49.99%", "50%", "50.01%"]) },
    { SwapUsageMax: random.pick(["79.99%", "80%", "80.01%"]) },
    { MemoryPressureAbove: "40%", SwapUsageMax: random.pick(["79.99%", "80%"]) },
  ]);
  const action = random.pick(RULE_ACTIONS);
  // The first look is at once: how much was scanned by then is the machine's affair.
  const isLate = action === "kill-by-pgscan" || random.oneIn(3);
  const lasting = isLate ? { LastingSec: random.pick(["1s", "1s", "2s", "infinity"]) } : {};
  return { ...conditions, Action: action, ...lasting };
}

/** The rules of one cgroup, and those of its neighbor, which are never met by its pressure. */
export function ruleCase(random: Random): Asking {
  const total = 1_000_000;
  const meminfo = { MemTotal: total, MemFree: total, MemAvailable: total, SwapTotal: total };
  const slice = {
    full: [random.pick([49.99, 50, 50.01, 99]), 1, 1, 900_000],
    uid: random.oneIn(3) ? 1000 : 0,
    pgscanRate: random.oneIn(3) ? 0 : 1000,
  };
  const names = ["a", "b", "c"].filter(() => !random.oneIn(3));
  const rules = Object.fromEntries(names.map((name) => [name, ruleOf(random)]));
  const ruled = (path: string, given: readonly string[]) => ({
    ...{ mode: "kill", path, property: "OOMRules", rules: given },
  });
  const order = random.oneIn(2) ? names : names.toReversed();
  const managed = [ruled("/user.slice", [...order, "unknown"])];
  const cgroups = { "/user.slice": slice, ...systemdCgroups(random, 24 * MIB) };
  return {
    killer: "systemd-oomd",
    scenario: {
      ...{ rules, managed, seconds: 4.9, enough: "Would have tried" },
      steps: [
        { at: 0, meminfo: { ...meminfo, SwapFree: random.pick([199_999, 200_000]) }, cgroups },
      ],
    },
  };
}

const OOMD_MARKS = [
  "user.oomd_prefer",
  "user.oomd_avoid",
  "trusted.oomd_prefer",
  "trusted.oomd_avoid",
];
const KILLS = [
  "kill_by_memory_size_or_growth",
  "kill_by_memory_size_or_growth",
  "kill_by_swap_usage",
  "kill_by_pressure",
  "kill_by_pg_scan",
  "kill_by_io_cost",
];

/** Pressure of siblings, whose halves differ. */
function pressures(random: Random, count: number): readonly (readonly number[])[] {
  return spread(random, count, 12).map((rank) => {
    const other = random.below(rank);
    const hundredths = random.below(100) / 100;
    return [rank + other / 8 + hundredths, rank - other / 8, random.below(100), 900_000].map(
      (value) => Math.round(value * 100) / 100,
    );
  });
}

function oomdCgroups(random: Random): Cgroups {
  const paths = pathsBelow(random, "/w.slice");
  const sizes = spread(random, paths.length, 300 * MIB);
  const swaps = spread(random, paths.length, 40 * MIB);
  const rates = spread(random, paths.length, 500);
  const memory = pressures(random, paths.length);
  const io = pressures(random, paths.length);
  return Object.fromEntries(
    paths.map((path, index) => [
      path,
      {
        ...{ full: memory[index], io: io[index], swap: swaps[index], current: sizes[index] },
        low: random.oneIn(3) ? random.below(600 * MIB) : 0,
        min: random.oneIn(5) ? random.below(600 * MIB) : 0,
        pgscan: random.below(1e6),
        pgscanRate: rates[index],
        oomGroup: Number(random.oneIn(4)),
        populated: !random.oneIn(10),
        xattrs: marksOf(random, OOMD_MARKS),
        missing: random.oneIn(15) ? [random.pick([...FILES, "cgroup.controllers"])] : [],
        ioStat: { "8:0": { rios: random.below(1e6) } },
      },
    ]),
  );
}

function argumentsOf(random: Random, name: string): object {
  if (name === "kill_by_memory_size_or_growth") {
    return {
      ...(random.oneIn(2) ? { size_threshold: String(random.below(100)) } : {}),
      ...(random.oneIn(2) ? { growing_size_percentile: String(random.below(100)) } : {}),
      ...(random.oneIn(3) ? { min_growth_ratio: random.pick(["0", "1", "1.5", "2", "3"]) } : {}),
    };
  }
  if (name === "kill_by_swap_usage") {
    return { threshold: random.pick(["40", "80", "1%", "50%", "60M 512K", "1.5G", "1"]) };
  }
  return name === "kill_by_pressure" ? { resource: random.pick(["io", "memory"]) } : {};
}

/** It fires at the second look, when counters have a look before. */
function detectorsOf(random: Random): readonly object[] {
  const threshold = String(random.pick([49, 50, 50]));
  const args = { cgroup: "w.slice", resource: "memory", threshold, duration: "1" };
  const pressure = { name: random.pick(["pressure_above", "pressure_rising_beyond"]), args };
  const reclaim = { name: "memory_reclaim", args: { cgroup: "w.slice/*", duration: "10" } };
  const above = {
    name: "memory_above",
    args: { cgroup: "w.slice", threshold: random.pick(["4096", "4G", "50%"]), duration: "0" },
  };
  const swap = { name: "swap_free", args: { threshold_pct: random.pick(["50", "51"]) } };
  return [pressure, ...[reclaim, above, swap].filter(() => random.oneIn(4))];
}

export function rulesetCase(random: Random): Asking {
  const name = random.pick(KILLS);
  const cgroups = oomdCgroups(random);
  const args = {
    cgroup: random.pick(["w.slice/*", "w.slice/*", "w.slice/[a-d]*,w.slice/e.scope", "w.slice"]),
    recursive: String(random.oneIn(2)),
    dry: "true",
    ...argumentsOf(random, name),
  };
  const later = Object.keys(cgroups).map((path, index) => [
    path,
    { ioStat: { "8:0": { rios: 2e6 + index * 1e6, wbytes: random.below(1e9) } } },
  ]);
  const avg10 = random.pick([50, 50.01, 70]);
  return {
    killer: "oomd",
    scenario: {
      config: {
        rulesets: [
          {
            name: "r",
            post_action_delay: "0",
            detectors: [["g", ...detectorsOf(random)]],
            actions: [{ name, args }],
          },
        ],
      },
      interval: 1,
      devices: { "8:0": random.pick(["hdd", "ssd"]) },
      seconds: 3.6,
      enough: "returned STOP",
      steps: [
        {
          at: 0,
          meminfo: {
            MemTotal: 8 * 2 ** 20,
            MemFree: 2 ** 20,
            SwapTotal: random.pick([1, 2, 8]) * 2 ** 20,
          },
          swaps: [[2 ** 21, 2 ** 20 + random.below(2)]],
          cgroups: {
            "/w.slice": {
              full: [avg10, random.pick([50, 50.01, 60]), 10, 900_000],
              current: random.pick([4096 * MIB, 4096 * MIB + 1, 6144 * MIB]),
              low: random.pick([0, 500 * MIB, 4096 * MIB]),
            },
            ...cgroups,
          },
        },
        { at: 1.5, cgroups: name === "kill_by_io_cost" ? Object.fromEntries(later) : {} },
      ],
    },
  };
}

const NAMES = ["java", "web", "web2", "sshd", "db", "(sd-pam)", "a b", "kworker/0:1"];
const PATTERNS = ["^web$", "web", "^(java|db)$", "s+", "[[:digit:]]$", "^a"];

function processCase(random: Random, pid: number): object {
  return {
    ...{ pid, name: random.pick(NAMES), ppid: random.pick([1, 1, 1, 2, 100]) },
    rssPages: random.oneIn(6) ? 0 : random.below(1e6),
    oomScore: random.pick([0, 300, 666, 667, 900, 1200, random.below(1334)]),
    oomScoreAdj: random.pick([0, 0, 0, -1000, -999, 500]),
    uid: random.pick([0, 0, 1000]),
    missing: random.oneIn(20) ? [random.pick(["stat", "oom_score"])] : [],
  };
}

function wordsOf(random: Random): readonly string[] {
  const limits = () => random.pick(["10", "5", "20,10", "10.5,2", "4,8", "99", "100"]);
  const kib = () => random.pick(["400000", "800000,400000", "100000", "777777", "8080809"]);
  return [
    ...(random.oneIn(3) ? ["-m", limits()] : []),
    ...(random.oneIn(3) ? ["-s", limits()] : []),
    ...(random.oneIn(5) ? ["-M", kib()] : []),
    ...(random.oneIn(5) ? ["-S", random.pick(["100000", "50000,20000"])] : []),
    ...(random.oneIn(3) ? ["--prefer", random.pick(PATTERNS)] : []),
    ...(random.oneIn(3) ? ["--avoid", random.pick(PATTERNS)] : []),
    ...(random.oneIn(6) ? ["--ignore", random.pick(PATTERNS)] : []),
    ...(random.oneIn(6) ? ["--sort-by-rss"] : []),
    ...(random.oneIn(6) ? ["--ignore-root-user"] : []),
  ];
}

export function signalCase(random: Random): Asking {
  const available = random.pick([400_000, 800_000, 800_001, 200_000, 500_000]);
  const hasSwap = !random.oneIn(6);
  return {
    killer: "earlyoom",
    scenario: {
      args: wordsOf(random),
      meminfo: {
        ...{ MemTotal: 8_000_000, MemFree: 100_000, MemAvailable: available },
        AnonPages: random.pick([7_200_000, 7_600_000, 3_200_000, 9_000_000]),
        SwapTotal: hasSwap ? 1_000_000 : 0,
        SwapFree: hasSwap ? random.pick([0, 20_000, 50_000, 50_001, 100_000, 100_001]) : 0,
      },
      processes: [
        { pid: 1, name: "init", rssPages: 100, oomScore: random.pick([0, 1000]) },
        { pid: 2, name: "kthreadd", rssPages: 0, oomScore: 0, ppid: 0 },
        ...Array.from({ length: 2 + random.below(6) }, (_, index) =>
          processCase(random, 100 + index),
        ),
      ],
    },
  };
}
