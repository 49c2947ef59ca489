import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { Action, Detail } from "../../../../assembly/abi.ts";
import { Machine } from "../../../../hosts/daemon/cgroup/machine.ts";
import { CgroupSource } from "../../../../hosts/daemon/sources/cgroup.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";
import { CLOCK, documentsOf, layOut, machineOf, NOW, PROC, type Tree } from "../cgroup/tree.ts";

const MI = 1024 * 1024;
const V2: Tree = { ...PROC, "cgroup/cgroup.controllers": "memory" };

/** A unit that holds so many MiB and is kept so many. */
function unit(path: string, used: number, kept = 0): Tree {
  return {
    [`cgroup/${path}/cgroup.procs`]: "9",
    [`cgroup/${path}/memory.current`]: String(used * MI),
    [`cgroup/${path}/memory.stat`]: "inactive_file 0",
    [`cgroup/${path}/memory.low`]: String(kept * MI),
  };
}

describe("the source cgroup", () => {
  it("serves what the core decides on: the unit that exceeds its request the most", async () => {
    const tree: Tree = {
      ...V2,
      "cgroup/memory.stat": `anon ${8100 * MI}\nfile 0`,
      ...unit("system.slice/database.service", 3000, 4000),
      ...unit("system.slice/web.service", 700),
      ...unit("system.slice/leak.service", 2000, 1024),
      ...unit("system.slice/dbus.service", 5000),
    };
    const source = new CgroupSource(machineOf(tree), CLOCK);
    const snapshot = await source.next(new AbortController().signal);
    const engine = new EvictionEngine(await loadModule("eviction"));
    const layout = { dedicatedImageFs: false, splitContainerFs: false };
    const evictionHard = { "memory.available": "100Mi" };
    engine.configure({ evictionHard, plimsoll: { layout } });
    engine.pods(snapshot?.pods ?? "");
    expect(engine.observe(snapshot?.summary ?? "", snapshot?.time ?? 0n)).toBe(Action.EvictPod);
    const decision = engine.report<Decision>(Detail.Arithmetic).parse();
    expect(decision).toMatchObject({ available: 92 * MI, capacity: 8192 * MI });
    expect(decision.evictions).toMatchObject([
      {
        namespace: "system.slice",
        name: "leak.service",
        message:
          "The node was low on resource: memory. Threshold quantity: 100Mi, available: 92Mi. " +
          "Container leak.service was using 2000Mi, request is 1Gi, has larger consumption of " +
          "memory. ",
      },
    ]);
    const order = decision.ranking?.map(({ name, skipped }) => [name, skipped !== undefined]);
    expect(order).toEqual([
      ["leak.service", false],
      ["web.service", false],
      ["dbus.service", true],
      ["database.service", false],
    ]);
  });

  it("serves the PodList only when it is another one", async () => {
    const directory = layOut({ ...V2, ...unit("a", 1) });
    const machine = new Machine({
      clock: CLOCK,
      cgroupRoot: join(directory, "cgroup"),
      procRoot: join(directory, "proc"),
    });
    const source = new CgroupSource(machine, CLOCK);
    const { signal } = new AbortController();
    expect((await source.next(signal))?.pods).toBeDefined();
    expect((await source.next(signal))?.pods).toBeUndefined();
    writeFileSync(join(directory, "cgroup/a/memory.low"), String(MI));
    expect((await source.next(signal))?.pods).toBeDefined();
    // A machine that cannot be measured for a moment is a snapshot without Summary.
    rmSync(join(directory, "proc/meminfo"));
    const missed = await source.next(signal);
    expect(missed).toMatchObject({ time: NOW, summary: null });
    expect(missed?.summaryError).toMatch(/meminfo: it does not say how much memory/);
    expect(await source.summaryAfterReclaim()).toBeNull();
  });

  it("ends when it is no longer wanted", async () => {
    const source = new CgroupSource(machineOf(V2), CLOCK);
    expect(await source.next(AbortSignal.abort())).toBeNull();
  });
});

/** On a machine whose cgroups this program can see. */
describe.skipIf(!existsSync("/sys/fs/cgroup"))("this machine", () => {
  const machine = () => new Machine({ clock: CLOCK });

  it("has the memory that /proc/meminfo says", async () => {
    const { summary } = await documentsOf(machine());
    const total = /MemTotal:\s+(\d+) kB/.exec(readFileSync("/proc/meminfo", "utf8"))?.[1];
    const { availableBytes = 0, workingSetBytes } = summary.node.memory;
    expect(availableBytes + workingSetBytes).toBe(Number(total) * 1024);
    expect(workingSetBytes).toBeGreaterThan(0);
  });

  it("has the file system that df says", async () => {
    const { summary } = await documentsOf(machine());
    const columns = ["--output=size,itotal", "--block-size=1", "/"];
    const [, line = ""] = execFileSync("df", columns).toString().split("\n");
    const { capacityBytes, inodes } = summary.node.fs;
    expect([capacityBytes, inodes]).toEqual(line.trim().split(/\s+/).map(Number));
  });

  it("gives documents the core takes, with this program among the static pods", async () => {
    const here = machine();
    const { pods, summary, time } = await here.documents();
    const engine = new EvictionEngine(await loadModule("eviction"));
    engine.configure({});
    engine.pods(pods);
    expect(engine.observe(summary, time)).toBeGreaterThanOrEqual(0);
    const own = here.units().filter(({ processes }) => processes.includes(process.pid));
    expect(own.every(({ isOwn }) => isOwn)).toBe(true);
  });
});
