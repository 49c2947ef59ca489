/** Samples of a machine: what the files have, and what changed since. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { managedIn } from "../../../../hosts/daemon/cgroup/managed.ts";
import { MachineSamples, uptimeIn } from "../../../../hosts/daemon/cgroup/samples.ts";
import { layOut, type Tree } from "./tree.ts";

const schema = new URL("../../../../schemas/samples-1.schema.json", import.meta.url);
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
const isLine = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));

const PRESSURE = [
  "some avg10=1.00 avg60=2.00 avg300=3.00 total=9",
  "full avg10=65.50 avg60=20.10 avg300=4.20 total=900000",
].join("\n");
const SCOPE: Tree = {
  "cgroup/user.slice/a.scope/cgroup.controllers": "memory",
  "cgroup/user.slice/a.scope/cgroup.procs": "7\n8",
  "cgroup/user.slice/a.scope/cgroup.events": "populated 1\nfrozen 0",
  "cgroup/user.slice/a.scope/cgroup.stat": "nr_descendants 0\nnr_dying_descendants 3",
  "cgroup/user.slice/a.scope/memory.pressure": PRESSURE,
  "cgroup/user.slice/a.scope/io.pressure": PRESSURE,
  "cgroup/user.slice/a.scope/io.stat":
    "8:0 rbytes=4096 wbytes=0 rios=1 wios=0 dbytes=0 dios=0 cost.usage=7\n254:1 \n7:x rios=1",
  "cgroup/user.slice/a.scope/memory.current": "5368709120",
  "cgroup/user.slice/a.scope/memory.min": "0",
  "cgroup/user.slice/a.scope/memory.low": "max",
  "cgroup/user.slice/a.scope/memory.oom.group": "1",
  "cgroup/user.slice/a.scope/memory.stat": "anon 4096\nfile 0\npgscan 90210",
};
const MACHINE: Tree = {
  ...SCOPE,
  "cgroup/cgroup.controllers": "memory",
  "proc/meminfo": "MemTotal: 8000 kB\nMemAvailable: 1000 kB\nSwapTotal: 500 kB\nSwapFree: 20 kB",
  "proc/swaps": "Filename\tType\tSize\tUsed\tPriority\n/dev/sda2\tpartition\t500\t480\t-2",
  "proc/pressure/memory": PRESSURE,
  "proc/7/stat": "7 (a) b) S 1 7 7 0",
  "proc/7/statm": "5000 900 100",
  "proc/7/oom_score": "680",
  "proc/7/oom_score_adj": "-5",
  "proc/9/stat": "9 (gone) S 1 7 7 0",
};

function machineOf(tree: Tree) {
  const root = layOut(tree);
  const roots = { cgroupRoot: join(root, "cgroup"), procRoot: join(root, "proc") };
  return { root, samples: new MachineSamples(roots) };
}

describe("samples of a machine", () => {
  it("have what each program reads", () => {
    const step = machineOf(MACHINE).samples.next(0);
    expect(isLine(step), JSON.stringify(isLine.errors)).toBe(true);
    expect(step).toMatchObject({
      at: 0,
      meminfo: { MemTotal: 8000, MemFree: 0, MemAvailable: 1000, SwapTotal: 500, SwapFree: 20 },
      swaps: [[500, 480]],
      rootPressure: { full: [65.5, 20.1, 4.2, 900000] },
      processes: [{ pid: 7, name: "a) b", rssPages: 900, oomScore: 680, oomScoreAdj: -5, ppid: 1 }],
    });
    const { cgroups } = step as { cgroups: Readonly<Record<string, object>> };
    expect(Object.keys(cgroups)).toEqual(["/", "/user.slice", "/user.slice/a.scope"]);
    expect(cgroups["/user.slice/a.scope"]).toMatchObject({
      full: [65.5, 20.1, 4.2, 900000],
      io: [65.5, 20.1, 4.2, 900000],
      ...{ current: 5368709120, min: 0, low: "max", oomGroup: 1, pgscan: 90210, anon: 4096 },
      ioStat: { "8:0": { rbytes: 4096, wbytes: 0, rios: 1, wios: 0, dbytes: 0, dios: 0 } },
      ...{ dying: 3, processes: 2, populated: true, missing: ["memory.swap.current"] },
    });
  });

  it("have what changed since the last one", () => {
    const { root, samples } = machineOf(MACHINE);
    samples.next(0);
    expect(samples.next(1)).toEqual({ at: 1 });
    writeFileSync(join(root, "cgroup/user.slice/a.scope/memory.current"), "1\n");
    rmSync(join(root, "cgroup/user.slice/a.scope/memory.low"));
    mkdirSync(join(root, "cgroup/user.slice/b.scope"));
    expect(samples.next(2)).toMatchObject({
      cgroups: {
        "/user.slice/a.scope": { current: 1, missing: ["memory.low", "memory.swap.current"] },
        "/user.slice/b.scope": { processes: 0 },
      },
    });
    rmSync(join(root, "cgroup/user.slice/a.scope"), { recursive: true });
    expect(samples.next(3)).toEqual({ at: 3, cgroups: { "/user.slice/a.scope": null } });
  });

  it("list processes only while less than a quarter of memory is available", () => {
    const meminfo = "MemTotal: 8000 kB\nMemAvailable: 2000 kB";
    const step = machineOf({ ...MACHINE, "proc/meminfo": meminfo }).samples.next(0);
    expect(step).not.toHaveProperty("processes");
  });

  it("list who was there before memory was seen to be low", () => {
    const { root, samples } = machineOf(MACHINE);
    samples.next(0);
    const meminfo = join(root, "proc/meminfo");
    renameSync(meminfo, `${meminfo}.low`);
    execFileSync("mkfifo", [meminfo]);
    // The killer acts as the file is read: process 7 is gone before it has been read.
    const act = `exec 3> ${meminfo}; rm -r ${root}/proc/7; cat ${meminfo}.low >&3`;
    spawn("sh", ["-c", act], { stdio: "ignore" });
    expect(samples.next(1)).not.toHaveProperty("processes");
  });

  it("have no cgroups where there is no cgroup v2", () => {
    const { root } = machineOf(MACHINE);
    const samples = new MachineSamples({ cgroupRoot: null, procRoot: join(root, "proc") });
    expect(samples.next(0)).not.toHaveProperty("cgroups");
  });
});

it.each([
  ["178.42 300.10", 178.42],
  ["", null],
  ["soon", null],
])("the machine runs for as long as /proc/uptime says: %j", (text, seconds) => {
  expect(uptimeIn(join(layOut({ "proc/uptime": text }), "proc"))).toBe(seconds);
});

it("units are monitored as the manager reports them", () => {
  const text = [
    "ControlGroup=/user.slice",
    "ManagedOOMSwap=kill",
    "ManagedOOMMemoryPressure=kill",
    "ManagedOOMMemoryPressureLimit=2147483648",
    "ManagedOOMMemoryPressureDurationUSec=1min 30s",
    "",
    "ControlGroup=/system.slice",
    "ManagedOOMMemoryPressure=kill",
    "ManagedOOMMemoryPressureLimit=0",
    "ManagedOOMMemoryPressureDurationUSec=[not set]",
    "",
    "ControlGroup=",
    "ManagedOOMSwap=kill",
    "",
    "ControlGroup=/a.slice",
    "ManagedOOMSwap=auto",
    "OOMRules=build tests",
  ].join("\n");
  const managed = managedIn(text);
  expect(isLine({ at: 0, managed }), JSON.stringify(isLine.errors)).toBe(true);
  expect(managed).toEqual([
    { mode: "kill", path: "/user.slice", property: "ManagedOOMSwap" },
    {
      ...{ mode: "kill", path: "/user.slice", property: "ManagedOOMMemoryPressure" },
      ...{ limit: 2147483648, duration: 90_000_000 },
    },
    { mode: "kill", path: "/system.slice", property: "ManagedOOMMemoryPressure" },
    { mode: "kill", path: "/a.slice", property: "OOMRules", rules: ["build", "tests"] },
  ]);
});
