import { describe, expect, it } from "vitest";
import { documentsOf, machineOf, PROC, type Tree } from "./tree.ts";

/** The files that make a directory a cgroup of version 2 with these processes. */
function cgroup(path: string, ...processes: readonly number[]): Tree {
  return {
    [`${path}/cgroup.procs`]: processes.join("\n"),
    [`${path}/cgroup.events`]: `populated ${processes.length === 0 ? 0 : 1}\nfrozen 0`,
  };
}

const UNIFIED: Tree = { ...PROC, "cgroup/cgroup.controllers": "cpu memory pids" };

async function namesIn(tree: Tree, cgroupParent?: string): Promise<string[]> {
  const machine = machineOf(tree, cgroupParent === undefined ? {} : { cgroupParent });
  const { pods } = await documentsOf(machine);
  return pods.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
}

describe("units that stand as pods", () => {
  const rows: readonly { title: string; tree: Tree; parent?: string; names: string[] }[] = [
    {
      title: "services and scopes, in the slices they are in",
      tree: {
        ...cgroup("cgroup/init.scope", 1),
        ...cgroup("cgroup/system.slice/cron.service", 300),
        ...cgroup("cgroup/system.slice/system-getty.slice/getty@tty1.service", 301),
        ...cgroup("cgroup/user.slice/user-1000.slice/session-3.scope", 400),
      },
      names: [
        "-.slice/init.scope",
        "system.slice/cron.service",
        "system-getty.slice/getty@tty1.service",
        "user-1000.slice/session-3.scope",
      ],
    },
    {
      title: "the units of a user's manager, distinguished by the manager",
      tree: {
        ...cgroup("cgroup/user.slice/user-7.slice/user@7.service/init.scope", 500),
        ...cgroup("cgroup/user.slice/user-7.slice/user@7.service/app.slice/app-a.scope", 501),
      },
      names: ["user@7.service/app.slice/app-a.scope", "user@7.service/init.scope"],
    },
    {
      title: "a service with cgroups of its own inside as one",
      tree: {
        ...cgroup("cgroup/system.slice/job.service/worker", 600),
        ...cgroup("cgroup/system.slice/job.service"),
        "cgroup/system.slice/job.service/cgroup.events": "populated 1",
      },
      names: ["system.slice/job.service"],
    },
    {
      title: "no unit without processes",
      tree: {
        ...cgroup("cgroup/system.slice/over.service"),
        ...cgroup("cgroup/system.slice/cron.service", 300),
      },
      names: ["system.slice/cron.service"],
    },
    {
      title: "nothing that is the kubelet's",
      tree: {
        ...cgroup("cgroup/kubepods.slice/kubepods-pod1.slice/cri-1.scope", 700),
        ...cgroup("cgroup/kubepods/pod2", 701),
        ...cgroup("cgroup/system.slice/cron.service", 300),
      },
      names: ["system.slice/cron.service"],
    },
    {
      title: "without systemd, children of the root, and of a child that only groups",
      tree: {
        ...cgroup("cgroup/web", 800),
        ...cgroup("cgroup/docker"),
        ...cgroup("cgroup/docker/one", 801),
        ...cgroup("cgroup/docker/two/inner", 802),
        "cgroup/docker/two/cgroup.events": "populated 1",
      },
      names: ["docker/one", "docker/two", "-.slice/web"],
    },
    {
      title: "the direct children of the cgroup that was chosen, whatever they hold",
      tree: {
        ...cgroup("cgroup/web", 800),
        ...cgroup("cgroup/docker/one", 801),
        ...cgroup("cgroup/docker/two/system.slice/inner.service", 802),
      },
      parent: "/docker",
      names: ["docker/one", "docker/two"],
    },
  ];
  it.each(rows)("are $title", async ({ tree, parent, names }) => {
    const found = await namesIn({ ...UNIFIED, ...tree }, parent);
    expect(found.sort()).toEqual([...names].sort());
  });

  it("count the processes of the cgroups below them, each once", async () => {
    const machine = machineOf({
      ...UNIFIED,
      ...cgroup("cgroup/system.slice/job.service", 600),
      ...cgroup("cgroup/system.slice/job.service/a", 601, 602),
      ...cgroup("cgroup/system.slice/job.service/a/b", 602, 603),
    });
    const { summary } = await documentsOf(machine);
    expect(summary.pods.map((pod) => pod.process_stats.process_count)).toEqual([4]);
  });

  it("get another uid when they are made again, and another one after a boot", async () => {
    const tree = { ...UNIFIED, ...cgroup("cgroup/a", 9) };
    const uidOf = async (machine: ReturnType<typeof machineOf>) =>
      (await documentsOf(machine)).pods[0]?.metadata.uid;
    const machine = machineOf(tree);
    const uid = await uidOf(machine);
    expect(uid).toMatch(/^fce5aaa6-\d+$/);
    expect(await uidOf(machine)).toBe(uid);
    const booted = { ...tree, "proc/sys/kernel/random/boot_id": "00000000-1" };
    expect(await uidOf(machineOf(booted))).toMatch(/^00000000-/);
    expect(await uidOf(machineOf(tree))).not.toBe(uid);
  });

  it("say when their first process started", async () => {
    // The name of a process may hold anything; the start is field 22, in hundredths of a second.
    const stat = `9 (a) b) S 1 ${"0 ".repeat(17)}123456 7`;
    const machine = machineOf({ ...UNIFIED, ...cgroup("cgroup/a", 9), "proc/9/stat": stat });
    const { summary } = await documentsOf(machine);
    expect(summary.pods[0]?.startTime).toBe("2026-11-20T07:53:54Z");
  });
});

describe("units that are never evicted", () => {
  it("are static when they hold the first process or this program", async () => {
    const machine = machineOf({
      ...UNIFIED,
      "proc/self/cgroup": "0::/system.slice/plimsoll.service/inner",
      ...cgroup("cgroup/init", 1),
      ...cgroup("cgroup/system.slice/plimsoll.service", 20),
      ...cgroup("cgroup/system.slice/plimsoll.service.backup", 21),
    });
    const { pods } = await documentsOf(machine);
    const sources = pods.map(({ metadata }) => [
      metadata.name,
      metadata.annotations["kubernetes.io/config.source"],
    ]);
    expect(Object.fromEntries(sources)).toEqual({
      init: "file",
      "plimsoll.service": "file",
      "plimsoll.service.backup": "api",
    });
  });

  it("are critical when nobody could reach the machine without them", async () => {
    const machine = machineOf({
      ...UNIFIED,
      ...cgroup("cgroup/system.slice/ssh.service", 30),
      ...cgroup("cgroup/system.slice/systemd-journald.service", 31),
      ...cgroup("cgroup/system.slice/web.service", 32),
    });
    const { pods } = await documentsOf(machine);
    expect(pods.map(({ spec }) => [spec.priority, spec.priorityClassName])).toEqual([
      [2_000_001_000, "system-node-critical"],
      [2_000_001_000, "system-node-critical"],
      [0, undefined],
    ]);
  });
});

describe("a machine that cannot be read", () => {
  it.each([
    { title: "no cgroups at all", tree: PROC, message: /no cgroup file system .*--cgroup-root/ },
    {
      title: "no such parent",
      tree: UNIFIED,
      parent: "/docker",
      message: /docker: there is no such cgroup; check --cgroup-parent/,
    },
  ])("is refused in one sentence: $title", ({ tree, parent, message }) =>
    expect(() => machineOf(tree, parent === undefined ? {} : { cgroupParent: parent })).toThrow(
      message,
    ),
  );
});
