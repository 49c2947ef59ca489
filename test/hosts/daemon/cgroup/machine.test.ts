import { describe, expect, it } from "vitest";
import { documentsOf, machineOf, PROC, type Tree } from "./tree.ts";

const KI = 1024;
const MI = 1024 * KI;
const PROCESS = { "cgroup.procs": "9" };

/** Puts files below a directory. */
function below(path: string, files: Tree): Tree {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${path}/${name}`, text]));
}

const V2: Tree = { ...PROC, "cgroup/cgroup.controllers": "memory" };
const V1: Tree = { ...PROC, "cgroup/memory/memory.stat": "total_rss 1" };

const UNIT_V2: Tree = {
  ...PROCESS,
  "memory.current": String(300 * MI),
  "memory.stat": `anon ${100 * MI}\nfile ${190 * MI}\ninactive_file ${50 * MI}`,
  "memory.max": "max",
  "memory.min": "0",
  "memory.low": "0",
};
const UNIT_V1: Tree = {
  ...PROCESS,
  "memory.usage_in_bytes": String(300 * MI),
  // The first two are of the cgroup without those below it: not what counts.
  "memory.stat": `rss 1\ninactive_file 2\ntotal_rss ${100 * MI}\ntotal_inactive_file ${50 * MI}`,
  "memory.limit_in_bytes": "9223372036854771712",
  "memory.soft_limit_in_bytes": "9223372036854771712",
};

interface Row {
  readonly title: string;
  readonly tree: Tree;
  readonly memory?: object;
  readonly resources?: object;
}

const ROWS: readonly Row[] = [
  {
    title: "usage without inactive page cache, on v2",
    tree: { ...V2, ...below("cgroup/a", UNIT_V2) },
    memory: { usageBytes: 300 * MI, workingSetBytes: 250 * MI, rssBytes: 100 * MI },
    resources: { limits: {}, requests: {} },
  },
  {
    title: "usage without inactive page cache of all below it, on v1",
    tree: { ...V1, ...below("cgroup/memory/a", UNIT_V1) },
    memory: { usageBytes: 300 * MI, workingSetBytes: 250 * MI, rssBytes: 100 * MI },
    resources: { limits: {}, requests: {} },
  },
  {
    title: "never below 0",
    tree: {
      ...V2,
      ...below("cgroup/a", { ...UNIT_V2, "memory.stat": "anon 1\ninactive_file 999999999999" }),
    },
    memory: { usageBytes: 300 * MI, workingSetBytes: 0, rssBytes: 1 },
  },
  {
    title: "what is left to a limit, which is also the pod's",
    tree: { ...V2, ...below("cgroup/a", { ...UNIT_V2, "memory.max": String(400 * MI) }) },
    memory: {
      availableBytes: 150 * MI,
      usageBytes: 300 * MI,
      workingSetBytes: 250 * MI,
      rssBytes: 100 * MI,
    },
    resources: { limits: { memory: "400Mi" }, requests: {} },
  },
  {
    title: "the same on v1, with the soft limit for a request",
    tree: {
      ...V1,
      ...below("cgroup/memory/a", {
        ...UNIT_V1,
        "memory.limit_in_bytes": String(2048 * MI),
        "memory.soft_limit_in_bytes": String(12 * KI),
      }),
    },
    resources: { limits: { memory: "2Gi" }, requests: { memory: "12Ki" } },
  },
  {
    title: "the greater of what the kernel keeps and tries to keep, for a request",
    tree: {
      ...V2,
      ...below("cgroup/a", {
        ...UNIT_V2,
        "memory.min": String(64 * MI),
        "memory.low": String(128 * MI),
      }),
    },
    resources: { limits: {}, requests: { memory: "128Mi" } },
  },
];

describe("memory of a unit", () => {
  it.each(ROWS)("is $title", async ({ tree, memory, resources }) => {
    const { pods, summary } = await documentsOf(machineOf(tree));
    const { time, ...rest } = summary.pods[0]?.memory ?? { time: "" };
    expect(time).toBe("2026-11-20T10:00:00.000000000Z");
    if (memory !== undefined) expect(rest).toEqual(memory);
    if (resources !== undefined) expect(pods[0]?.spec.containers[0]?.resources).toEqual(resources);
  });

  it("is what the processes hold where there is no controller, which is said once", async () => {
    const said: string[] = [];
    const tree: Tree = {
      ...PROC,
      "cgroup/cgroup.controllers": "cpu",
      "cgroup/a/cgroup.procs": "9\n10",
      "cgroup/b/cgroup.procs": "11",
      "proc/9/smaps_rollup": "55a0-7fff ---p 00000000 00:00 0  [rollup]\nRss: 900 kB\nPss: 700 kB",
      "proc/10/status": "Name:\tx\nRssAnon:\t     80 kB\nRssFile:\t 10 kB",
    };
    const machine = machineOf(tree, { say: (sentence) => said.push(sentence) });
    await documentsOf(machine);
    const { summary } = await documentsOf(machine);
    const sums = summary.pods.map(({ memory }) => memory.workingSetBytes);
    expect(sums).toEqual([780 * KI, 0]);
    expect(said).toEqual([expect.stringMatching(/^\/a and 1 more: no memory controller, so/)]);
  });

  it("is measured on v1 for units of the v2 tree next to it", async () => {
    const tree: Tree = {
      ...V1,
      "cgroup/unified/cgroup.controllers": "",
      "cgroup/unified/system.slice/a.service/cgroup.procs": "9",
      ...below("cgroup/memory/system.slice/a.service", UNIT_V1),
    };
    const { pods, summary } = await documentsOf(machineOf(tree));
    expect(pods.map(({ metadata }) => metadata.name)).toEqual(["a.service"]);
    expect(summary.pods[0]?.memory.workingSetBytes).toBe(250 * MI);
  });
});

const TOTAL = 8 * 1024 * MI;

describe("memory of the node", () => {
  it.each<{ title: string; tree: Tree; usageBytes: number; workingSetBytes: number }>([
    {
      title: "anonymous plus file memory at the root of v2, which has no usage",
      tree: { ...V2, "cgroup/memory.stat": "anon 5000\nfile 3000\ninactive_file 1000" },
      usageBytes: 8000,
      workingSetBytes: 7000,
    },
    {
      title: "the usage of a root that has one, as in a container",
      tree: {
        ...V2,
        "cgroup/memory.stat": "anon 5000\nfile 3000\ninactive_file 1000",
        "cgroup/memory.current": "9000",
      },
      usageBytes: 9000,
      workingSetBytes: 8000,
    },
    {
      title: "the usage of the root of v1",
      tree: {
        ...PROC,
        "cgroup/memory/memory.stat": "total_rss 5000\ntotal_cache 1\ntotal_inactive_file 1000",
        "cgroup/memory/memory.usage_in_bytes": "9000",
      },
      usageBytes: 9000,
      workingSetBytes: 8000,
    },
    {
      title: "the same sums of /proc/meminfo without a memory controller",
      tree: { ...PROC, "cgroup/cgroup.controllers": "cpu" },
      usageBytes: 3_511_000 * KI,
      workingSetBytes: 3_311_000 * KI,
    },
  ])("is $title", async ({ tree, usageBytes, workingSetBytes }) => {
    const { summary } = await documentsOf(machineOf(tree));
    const { memory } = summary.node;
    expect(memory).toMatchObject({ usageBytes, workingSetBytes });
    // Whatever the cgroup says, the limit is the memory of the machine.
    expect(memory.availableBytes).toBe(TOTAL - workingSetBytes);
  });

  it.each([
    { hugePages: 1024, left: TOTAL - 7000 - 1024 * MI },
    { hugePages: 8192, left: 0 },
  ])("is less by $hugePages Mi of huge pages where they are left out", async (row) => {
    const meminfo = `${PROC["proc/meminfo"]}\nHugetlb: ${row.hugePages * 1024} kB`;
    const stat = "anon 5000\nfile 3000\ninactive_file 1000";
    const machine = machineOf({ ...V2, "proc/meminfo": meminfo, "cgroup/memory.stat": stat });
    const available = async () => (await documentsOf(machine)).summary.node.memory.availableBytes;
    expect(await available()).toBe(TOTAL - 7000);
    machine.leaveOutHugePages(true);
    expect(await available()).toBe(row.left);
  });

  it("wraps, as the kubelet's does, when more is used than there is", async () => {
    const tree = { ...V2, "cgroup/memory.stat": `anon ${TOTAL + 4096}\nfile 0` };
    const { summary } = await machineOf(tree).documents();
    expect(Buffer.from(summary).toString()).toContain('"availableBytes":18446744073709547520,');
  });

  it("has the chosen parent next to it, as the kubelet's pods", async () => {
    const tree: Tree = {
      ...V2,
      ...below("cgroup/work", { ...UNIT_V2, "memory.max": String(512 * MI) }),
      ...below("cgroup/work/a", UNIT_V2),
    };
    const { summary } = await documentsOf(machineOf(tree, { cgroupParent: "/work" }));
    expect(summary.node.systemContainers).toMatchObject([
      { name: "pods", memory: { availableBytes: 262 * MI, workingSetBytes: 250 * MI } },
    ]);
  });

  it("cannot be had without /proc/meminfo", async () => {
    const { "proc/meminfo": _, ...tree } = V2;
    await expect(machineOf(tree).documents()).rejects.toThrow(
      /meminfo: it does not say how much memory there is; check --proc-root\.$/,
    );
  });
});

describe("processes of the node", () => {
  it("are counted by /proc/loadavg, against the lesser of two bounds", async () => {
    const { summary } = await documentsOf(machineOf(V2));
    expect(summary.node.rlimit).toMatchObject({ maxpid: 32_768, curproc: 351 });
    const threads = { ...V2, "proc/sys/kernel/threads-max": "1000" };
    const { summary: fewer } = await documentsOf(machineOf(threads));
    expect(fewer.node.rlimit.maxpid).toBe(1000);
  });
});
