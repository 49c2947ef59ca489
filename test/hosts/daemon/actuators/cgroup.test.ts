import { once } from "node:events";
import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Decision, Eviction } from "../../../../analysis/engine/decision.ts";
import { CgroupActuator } from "../../../../hosts/daemon/actuators/cgroup.ts";
import { Machine } from "../../../../hosts/daemon/cgroup/machine.ts";
import { terminate } from "../../../../hosts/daemon/cgroup/termination.ts";
import { FREEZER, makeCgroup, objectionTo, startIn, UNIFIED } from "../cgroup/realCgroup.ts";
import { CLOCK, machineOf } from "../cgroup/tree.ts";

const DECISION = { resource: "memory" } as Decision;

function evictionOf(machine: Machine, gracePeriodSeconds = 1): Eviction {
  const [unit] = machine.units();
  const { namespace, name, uid } = unit ?? { namespace: "", name: "", uid: "" };
  return { namespace, name, uid, gracePeriodSeconds, reason: "Evicted", message: "" };
}

/** The children of a cgroup that was made as the pods of this machine. */
function machineIn(cgroupParent: string): Machine {
  return new Machine({ clock: CLOCK, cgroupParent });
}

const POLITE = "echo ready; exec sleep 1000";
const STUBBORN = 'trap "" TERM; echo ready; while :; do sleep 1; done';

const unifiedObjection = objectionTo(UNIFIED);
if (unifiedObjection !== null) console.warn(unifiedObjection);

describe.skipIf(unifiedObjection !== null && !process.env.CI)("evicting a real cgroup", () => {
  const root = UNIFIED ?? "";

  it("asks its processes to end, and says so when none is left", async () => {
    const parent = makeCgroup(root, "leak");
    const children = [
      await startIn(join(root, parent, "leak"), POLITE),
      await startIn(join(root, parent, "leak"), POLITE),
    ];
    const exits = children.map((child) => once(child, "exit"));
    const machine = machineIn(parent);
    const actuator = new CgroupActuator(machine);
    const eviction = evictionOf(machine, 30);
    expect(await actuator.evict(eviction, DECISION)).toEqual({
      done: true,
      sentence: `${parent.slice(1)}/leak: 2 processes were asked to end, and none is left.`,
    });
    for (const exit of exits) expect(await exit).toEqual([null, "SIGTERM"]);
    expect(machine.units()).toEqual([]);
    expect(await actuator.evict(eviction, DECISION)).toEqual({
      done: false,
      sentence: `${parent.slice(1)}/leak is already gone; nothing was done.`,
    });
  });

  it("ends what does not end within the grace period, in cgroups below it as well", async () => {
    const parent = makeCgroup(root, "leak", "leak/inner", "other");
    const child = await startIn(join(root, parent, "leak/inner"), STUBBORN);
    const other = await startIn(join(root, parent, "other"), POLITE);
    const exit = once(child, "exit");
    const machine = machineIn(parent);
    const outcome = await new CgroupActuator(machine).evict(evictionOf(machine), DECISION);
    expect(outcome.done).toBe(true);
    expect(outcome.sentence).toMatch(/the grace period of 1s passed, and the rest was killed\.$/);
    expect(await exit).toEqual([null, "SIGKILL"]);
    // No other unit has been touched.
    expect(machine.units().map(({ name }) => name)).toEqual(["other"]);
    expect(other.exitCode ?? other.signalCode).toBeNull();
  });

  it("does not wait for a cgroup that is removed meanwhile", async () => {
    const parent = makeCgroup(root);
    const path = join(parent, "brief");
    const machine = machineIn(parent);
    mkdirSync(join(root, path));
    const child = await startIn(join(root, path), POLITE);
    child.once("exit", () => {
      if (existsSync(join(root, path))) rmdirSync(join(root, path));
    });
    const outcome = await new CgroupActuator(machine).evict(evictionOf(machine, 600), DECISION);
    expect(outcome.done).toBe(true);
  });
});

const freezerObjection = objectionTo(FREEZER);
if (freezerObjection !== null) console.warn(freezerObjection);

describe.skipIf(freezerObjection !== null && !process.env.CI)("evicting on cgroup v1", () => {
  const tree = { root: FREEZER ?? "", version: 1 } as const;

  it.each([
    { title: "stops the rest before ending it", freezer: tree },
    { title: "ends the rest in rounds where nothing can stop it", freezer: null },
  ])("$title", async ({ freezer }) => {
    const path = makeCgroup(tree.root);
    const child = await startIn(join(tree.root, path), STUBBORN);
    const exit = once(child, "exit");
    const hierarchies = { units: tree, memory: null, freezer };
    const termination = await terminate(hierarchies, path, 1);
    expect(termination).toMatchObject({ forced: true, left: 0 });
    expect(await exit).toEqual([null, "SIGKILL"]);
  });
});

describe("the actuator cgroup never touches", () => {
  const rows = [
    { what: "the first process", processes: "1\n4000000", why: "contains the first process" },
    { what: "this program", processes: String(process.pid), why: "contains this program or one" },
    { what: "its parent", processes: String(process.ppid), why: "contains this program or one" },
    {
      what: "a unit that stores nothing, for storage",
      processes: "4000000",
      why: "has no directories in --pods-file, so it is not known",
      resource: "ephemeral-storage" as const,
    },
  ];
  it.each(rows)("$what", async ({ processes, why, resource = "memory" as const }) => {
    const signals = vi.spyOn(process, "kill").mockImplementation(() => true);
    const tree = {
      "cgroup/cgroup.controllers": "",
      "cgroup/a/cgroup.procs": processes,
      "cgroup/a/cgroup.events": "populated 1",
    };
    const machine = machineOf(tree, { procRoot: "/proc" });
    const outcome = await new CgroupActuator(machine).evict(evictionOf(machine), {
      resource,
    } as Decision);
    expect(outcome).toEqual({ done: false, sentence: expect.stringContaining(`-.slice/a ${why}`) });
    expect(signals).not.toHaveBeenCalled();
    signals.mockRestore();
  });
});
