/** The machine's processes from a folder in place of /proc. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { machineTasks } from "../../../../hosts/cli/input/machineTasks.ts";

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

const GROUP = "kubepods.slice/pod1.slice/cri-containerd-1.scope";
const MACHINE: Readonly<Record<string, string>> = {
  "proc/meminfo": "MemTotal:       4000 kB\nSwapTotal:       400 kB\n",
  "proc/sys/kernel/osrelease": "6.1.0-13-amd64\n",
  "proc/self/smaps": "KernelPageSize:        4 kB\n",
  "proc/1/status": "Name:\tsystemd\nVmRSS:\t 40 kB\nVmPTE:\t 8 kB\nVmSwap:\t 0 kB\n",
  "proc/1/statm": "100 10 5 1 0 5 0\n",
  "proc/1/oom_score_adj": "0\n",
  "proc/1/oom_score": "0\n",
  "proc/1/cgroup": "0::/init.scope\n",
  "proc/2/status": "Name:\tkthreadd\n",
  "proc/77/status": "Name:\tnode app\nVmRSS:\t 360 kB\nVmPTE:\t 8 kB\nVmSwap:\t 12 kB\n",
  "proc/77/statm": "400 90 5 1 0 5 0\n",
  "proc/77/oom_score_adj": "969\n",
  "proc/77/oom_score": "1312\n",
  "proc/77/cgroup": `0::/${GROUP}\n`,
  [`sys/fs/cgroup/${GROUP}/memory.oom.group`]: "1\n",
  "sys/fs/cgroup/kubepods.slice/memory.oom.group": "0\n",
};

function machine(changes: Readonly<Record<string, string | null>> = {}) {
  const root = mkdtempSync(join(tmpdir(), "plimsoll-machine-"));
  made.push(root);
  for (const [path, text] of Object.entries({ ...MACHINE, ...changes })) {
    if (text === null) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return machineTasks(root);
}

describe("the processes of a machine", () => {
  it("are those with memory of their own, as the kernel weighs them", () => {
    const { document, tasks, unread } = machine();
    expect(document).toEqual({
      kernel: "6.1.0-13-amd64",
      scope: "global",
      pageBytes: 4096,
      ramBytes: 4000 * 1024,
      swapBytes: 400 * 1024,
      tasks: [
        {
          pid: 1,
          name: "systemd",
          oomScoreAdj: 0,
          rssPages: 10,
          swapBytes: 0,
          pgtablesBytes: 8192,
          unkillable: true,
        },
        {
          pid: 77,
          name: "node app",
          oomScoreAdj: 969,
          rssPages: 90,
          swapBytes: 12 * 1024,
          pgtablesBytes: 8192,
          group: `/${GROUP}`,
        },
      ],
    });
    expect(tasks[1]).toMatchObject({ shownScore: 1312, cgroup: `/${GROUP}` });
    expect(unread).toBe(0);
  });

  it("take the topmost cgroup with memory.oom.group", () => {
    const { document } = machine({ "sys/fs/cgroup/kubepods.slice/memory.oom.group": "1\n" });
    expect(document.tasks[1]?.group).toBe("/kubepods.slice");
  });

  it("have the cgroup of the memory controller under cgroup v1", () => {
    const { tasks } = machine({ "proc/77/cgroup": "4:cpu:/x\n9:memory:/kubepods/pod1\n" });
    expect(tasks[1]?.cgroup).toBe("/kubepods/pod1");
  });

  it("are counted where they have no oom_score_adj", () => {
    const { document, unread } = machine({ "proc/77/oom_score_adj": null });
    expect(document.tasks.map(({ pid }) => pid)).toEqual([1]);
    expect(unread).toBe(1);
  });
});

describe("a machine that cannot be read is refused in a sentence", () => {
  it.each([
    ["no memory", { "proc/meminfo": null }, "it has no processes"],
    [
      "no oom_score_adj at all",
      { "proc/1/oom_score_adj": null, "proc/77/oom_score_adj": null },
      "no process has its oom_score_adj and its pages",
    ],
  ])("%s", (_, changes, sentence) => {
    expect(() => machine(changes)).toThrow(sentence);
  });
});
