/** A cause is named only where the report shows it. */
import { describe, expect, it } from "vitest";
import { analyzedKillsOf } from "../../../oom/module.ts";

const KILLED = "Out of memory: Killed process 7 (a) total-vm:80kB, anon-rss:30kB, file-rss:6kB";
const summary = (constraint: string, more = "mems_allowed=0-1,global_oom,task_memcg=/") =>
  `oom-kill:constraint=${constraint},nodemask=1,cpuset=/,${more},task=a,pid=7,uid=0`;
const invoked = (more: string) => `a invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), ${more}`;

const CAUSES: readonly (readonly [name: string, lines: readonly string[], cause: string])[] = [
  ["the machine by its summary", [summary("CONSTRAINT_NONE"), KILLED], "machine"],
  [
    "a summary that is cut after its constraint",
    [summary("CONSTRAINT_NONE").slice(0, 40)],
    "machine",
  ],
  [
    "a panic of the whole machine",
    ["Kernel panic - not syncing: System is deadlocked on memory"],
    "machine",
  ],
  [
    "Mem-Info and the kernel's words, before there was a summary",
    [invoked("order=0, oom_score_adj=0"), "9 pages RAM", KILLED],
    "machine",
  ],
  ["a memory cgroup by its summary", [summary("CONSTRAINT_MEMCG")], "cgroup"],
  ["a memory cgroup by its kill", [`Memory cgroup o${KILLED.slice(1)}`], "cgroup"],
  [
    "a memory cgroup by the stack of its report",
    [invoked("order=0, oom_score_adj=0"), " mem_cgroup_out_of_memory+0x13a/0x150"],
    "cgroup",
  ],
  [
    "the page allocator in the stack, without the function of a memory cgroup",
    [
      invoked("order=0, oom_score_adj=0"),
      " out_of_memory+0x109/0x510",
      " __alloc_pages_slowpath+0xad1/0xe10",
      "9 pages RAM",
    ],
    "machine",
  ],
  [
    "a memory cgroup that is charged by the page allocator",
    [
      invoked("order=0, oom_score_adj=0"),
      " mem_cgroup_out_of_memory+0x13a/0x150",
      " __alloc_pages+0xad1/0xe10",
    ],
    "cgroup",
  ],
  ["a summary that is cut at its first comma", ["oom-kill:constraint=CONSTRAINT_MEMCG"], "cgroup"],
  ["a cpuset", [summary("CONSTRAINT_CPUSET"), KILLED], "cpuset"],
  [
    "a cpuset in words of 2.6",
    ["No available memory in cpuset: Kill process 7 (a) score 9"],
    "cpuset",
  ],
  ["a memory policy", [summary("CONSTRAINT_MEMORY_POLICY"), KILLED], "memory-policy"],
  [
    "a memory policy of some of the nodes, before there was a summary",
    [invoked("nodemask=1,  order=0, oom_score_adj=0"), "a cpuset=/ mems_allowed=0-1", KILLED],
    "memory-policy",
  ],
  [
    "a memory policy of all nodes, which binds nothing",
    [
      invoked("nodemask=0-1, order=0, oom_score_adj=0"),
      "a cpuset=/ mems_allowed=0-1",
      "9 pages RAM",
      KILLED,
    ],
    "machine",
  ],
  ["SysRq by the order", [invoked("order=-1, oom_score_adj=0"), "9 pages RAM", KILLED], "sysrq"],
  [
    "SysRq by its work",
    [invoked("order=0, oom_score_adj=0"), "Workqueue: events moom_callback", KILLED],
    "sysrq",
  ],
  ["SysRq by its own line", ["sysrq: SysRq : Manual OOM execution", KILLED], "sysrq"],
  ["a header alone: unknown", [invoked("order=0, oom_score_adj=-998")], "unknown"],
  ["a kill alone: unknown", [KILLED], "unknown"],
  ["the reaper alone: unknown", ["oom_reaper: reaped process 7 (a)"], "unknown"],
];

describe("the cause of a kill", () => {
  it.each(CAUSES)("is %s", (_, lines, cause) => {
    expect(analyzedKillsOf(lines.join("\n")).map((kill) => kill.cause)).toEqual([cause]);
  });

  it("is not taken from the report before", () => {
    const first = [invoked("order=-1, oom_score_adj=0"), "9 pages RAM", KILLED];
    const kills = analyzedKillsOf([...first, KILLED.replace("7", "8")].join("\n"));
    expect(kills.map(({ cause }) => cause)).toEqual(["sysrq", "unknown"]);
  });
});

const HEADER = "[  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name";
const ZONES = [
  "Node 0 DMA free:15kB min:1kB present:16000kB managed:15000kB",
  "Node 1 Normal free:15kB min:1kB present:3000000kB managed:2900000kB",
  "Node 1 Movable free:15kB min:1kB present:1000000kB managed:1000000kB",
];
const RELEASE = "CPU: 1 PID: 7 Comm: a Not tainted 5.15.0-91-generic #101-Ubuntu";

function boundTo(nodes: string, adjustment: number, lines: readonly string[] = ZONES): string {
  return [
    invoked("order=0, oom_score_adj=0"),
    RELEASE,
    ...lines,
    "2000000 pages RAM",
    "Total swap = 0kB",
    HEADER,
    `[      7]     0     7       20     9000     4096        0  ${adjustment} a`,
    summary("CONSTRAINT_CPUSET", `mems_allowed=${nodes},global_oom,task_memcg=/`),
    KILLED,
  ].join("\n");
}

describe("a kill on some NUMA nodes", () => {
  it("is ranked by what those nodes have", () => {
    const [kill] = analyzedKillsOf(boundTo("1", 100));
    expect(kill).toMatchObject({ nodes: "1", totalPages: 1_000_000, chosenByPolicy: true });
    expect(kill?.ranking[0]?.badness).toBe(9000 + 1 + 100 * 1000);
  });

  it.each([
    ["the size of a node is missing", boundTo("1-2", 100), "lines from Mem-Info"],
    [
      "a kernel does not print what it takes",
      boundTo("1", 100).replace("5.15.0", "5.3.0"),
      "before 5.4",
    ],
  ])("is not ranked where %s", (_, text, note) => {
    const [kill] = analyzedKillsOf(text);
    expect(kill).toMatchObject({ ranking: [], chosenByPolicy: null });
    expect(kill?.notes.join(" ")).toContain(note);
  });

  it("is ranked without a size where no oom_score_adj counts", () => {
    const [kill] = analyzedKillsOf(boundTo("1-2", 0, []));
    expect(kill).toMatchObject({ chosenByPolicy: true });
    expect(kill?.ranking[0]?.badness).toBe(9001);
    // The scale of another oom_score_adj is not known.
    expect(kill).not.toHaveProperty("spared");
  });
});

describe("a kill of a kernel that writes no summary", () => {
  const report = (zones: readonly string[]) =>
    [
      invoked("order=0, oom_score_adj=0"),
      RELEASE.replace("5.15.0", "4.15.0"),
      ...zones,
      "1004000 pages RAM",
      HEADER,
      "[      7]     0     7       20     9000     4096        0  100 a",
      "Out of memory: Kill process 7 (a) score 9 or sacrifice child",
      KILLED.replace("Out of memory: ", ""),
    ].join("\n");

  it("is of the machine where its report has the memory of all NUMA nodes", () => {
    expect(analyzedKillsOf(report(ZONES))).toMatchObject([{ cause: "machine" }]);
  });

  it("is of unknown cause, and not ranked, where the report has only some of them", () => {
    const [kill] = analyzedKillsOf(report(ZONES.slice(0, 2)));
    expect(kill).toMatchObject({ cause: "unknown", ranking: [], chosenByPolicy: null });
    expect(kill?.notes.join(" ")).toContain("some NUMA nodes");
  });
});

describe("the state of all memory in a report", () => {
  const report = (release: string, ...lines: readonly string[]) =>
    [
      invoked("order=0, oom_score_adj=0"),
      RELEASE.replace("5.15.0-91-generic", release),
      ...lines,
      "Mem-Info:",
    ].join("\n");

  it("shows that no memory cgroup was at its limit, since 3.9", () => {
    expect(analyzedKillsOf(report("5.4.0-29-generic"))[0]).toMatchObject({ isOutOfMemory: true });
    expect(analyzedKillsOf(report("2.6.32-754.el6"))[0]).not.toHaveProperty("isOutOfMemory");
  });

  it("shows nothing next to a line of a memory cgroup, or without a report", () => {
    const stack = " mem_cgroup_out_of_memory+0x13a/0x150";
    const [kill] = analyzedKillsOf(report("5.4.0-29-generic", stack));
    expect(kill).toMatchObject({ cause: "cgroup" });
    expect(kill).not.toHaveProperty("isOutOfMemory");
    expect(analyzedKillsOf("Mem-Info:")).toEqual([]);
    // The fault may have failed at a cgroup's limit of kernel memory.
    const fault = report("5.4.0-29-generic").replace(/gfp_mask=\S+/, "gfp_mask=0x0(),");
    expect(analyzedKillsOf(fault)[0]).not.toHaveProperty("isOutOfMemory");
  });
});

it("says of a memory cgroup without killable tasks only what the report shows", () => {
  const nobody = "Out of memory and no killable processes...";
  const [kill] = analyzedKillsOf(nobody);
  expect(kill?.cause).toBe("unknown");
  expect(kill).not.toHaveProperty("isOutOfMemory");
});

it("takes no flag from a gfp_mask without any", () => {
  const line = "a invoked oom-killer: gfp_mask=0x0(), order=0, oom_score_adj=0";
  expect(analyzedKillsOf(line)[0]?.allocation?.gfpFlags).toEqual([]);
});
