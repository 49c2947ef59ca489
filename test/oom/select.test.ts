/** The rules of mm/oom_kill.c, as they are written there for each release. */
import { describe, expect, it } from "vitest";
import { EngineError } from "../../analysis/engine/engineError.ts";
import type { TaskDocument, TasksDocument } from "../../analysis/engine/oomSelection.ts";
import { OomAction, Status } from "../../assembly/abi.ts";
import { engine } from "./module.ts";

const oom = engine();

function task(pid: number, rssPages: number, more: Partial<TaskDocument> = {}): TaskDocument {
  return { pid, name: `task-${pid}`, oomScoreAdj: 0, rssPages, ...more };
}

function select(tasks: readonly TaskDocument[], more: Partial<TasksDocument> = {}) {
  const action = oom.select({ scope: "global", ramPages: 1_000_000, tasks, ...more });
  return { ...oom.report(), action };
}

function killed(tasks: readonly TaskDocument[], more: Partial<TasksDocument> = {}) {
  return select(tasks, more).killed?.pid;
}

describe("the badness of a task", () => {
  it("is what an eBPF probe read in a kernel: 524271 of 262144 pages", () => {
    const one = { ...task(1284158, 261735), pgtablesBytes: 2195456, oomScoreAdj: 1000 };
    const { killed: chosen } = select([one], { scope: "memcg", limitPages: 262144 });
    expect(chosen?.badness).toBe(524271);
  });

  it.each([
    ["counts resident pages, swap and page tables", {}, {}, 100 + 20 + 3],
    ["adds oom_score_adj times a thousandth of all pages", { oomScoreAdj: 7 }, {}, 123 + 7 * 1000],
    ["falls below zero since 5.9", { oomScoreAdj: -7 }, { kernel: "5.9" }, 123 - 7000],
    ["is at least 1 before 5.9", { oomScoreAdj: -7 }, { kernel: "5.8.18" }, 1],
    [
      "divides first: of 1,999 pages one stands for each",
      { oomScoreAdj: 7 },
      { ramPages: 1999 },
      130,
    ],
    ["of 999 pages none does", { oomScoreAdj: 7 }, { ramPages: 999 }, 123],
    ["has no bonus for root since 4.17", { root: true }, { kernel: "4.17" }, 123],
    ["is 3 % less for root before 4.17", { root: true }, { kernel: "4.16.7" }, 123 - 3],
    ["is 3 % of all less for root at first", { root: true }, { kernel: "3.13.11" }, 1],
    ["also in what is called 3.10", { root: true }, { kernel: "3.10.108" }, 1],
    [
      "but not in that of RHEL 7, which has the rule of 3.14",
      { root: true },
      { kernel: "3.10.0-1160.el7.x86_64" },
      123 - 3,
    ],
    ["is 3 % of what root uses less since 3.14", { root: true }, { kernel: "3.14" }, 123 - 3],
    ["falls below zero in 5.4.144 too", { oomScoreAdj: -7 }, { kernel: "5.4.144" }, 123 - 7000],
    ["and not in what came before", { oomScoreAdj: -7 }, { kernel: "5.4.143-1-lts" }, 1],
    ["nor in 5.5 and later", { oomScoreAdj: -7 }, { kernel: "5.7.19" }, 1],
    ["is never for oom_score_adj -1000", { oomScoreAdj: -1000 }, {}, null],
    ["is never for init and threads of the kernel", { unkillable: true }, {}, null],
  ] as const)("%s", (_, of, on, badness) => {
    const one = task(1, 100, { swapPages: 20, pgtablesBytes: 3 * 4096 + 4095, ...of });
    expect(select([one], on).ranking?.[0]?.badness).toBe(badness);
  });

  it("counts page tables in pages of the machine's size", () => {
    const one = task(1, 100, { pgtablesBytes: 2 * 65536 });
    expect(select([one], { pageBytes: 65536 }).killed?.badness).toBe(102);
  });
});

describe("all pages", () => {
  it.each([
    ["of a machine are its RAM and swap", { swapPages: 5 }, 1_000_005],
    ["of a memory cgroup are its limit", { scope: "memcg", limitPages: 50 }, 50],
    ["and the machine's swap", { scope: "memcg", limitPages: 50, swapPages: 9 }, 59],
    [
      "but not more than memory.swap.max",
      { scope: "memcg", limitPages: 50, swapPages: 9, swapLimitPages: 4 },
      54,
    ],
    [
      "or than memsw leaves",
      { scope: "memcg", limitPages: 50, swapPages: 9, memswLimitPages: 52 },
      52,
    ],
    ["are 1 where the limit is 0", { scope: "memcg", limitPages: 0 }, 1],
  ] as const)("%s", (_, on, pages) => {
    expect(select([task(1, 1)], on).totalPages).toBe(pages);
  });
});

describe("what /proc/PID/oom_score shows", () => {
  it.each([
    ["two thirds of badness in thousandths, above 1000", {}, {}, 733],
    ["of -998 nearly nothing", { oomScoreAdj: -998 }, {}, 68],
    ["of one that never dies 0", { oomScoreAdj: -1000 }, {}, 0],
    ["the thousandths alone before 5.9", {}, { kernel: "5.8" }, 100],
    ["0 there of one that counts 1", { oomScoreAdj: -998 }, { kernel: "5.8" }, 0],
    ["the shifted ones in 5.4.144", {}, { kernel: "5.4.200" }, 733],
  ] as const)("%s", (_, of, on, score) => {
    expect(select([task(1, 100_000, of)], on).ranking?.[0]?.oomScore).toBe(score);
  });

  it("is of a whole machine, and not in a memory cgroup", () => {
    const { ranking } = select([task(1, 10)], { scope: "memcg", limitPages: 20 });
    expect(ranking?.[0]).not.toHaveProperty("oomScore");
  });
});

describe("who dies", () => {
  const three = [task(1, 10), task(2, 30), task(3, 30)];

  it("is the last of equals since 5.3, and the first before", () => {
    expect(killed(three, { kernel: "5.3" })).toBe(3);
    expect(killed(three, { kernel: "5.2" })).toBe(2);
    expect(killed(three, { kernel: "3.10.0-514.el7.x86_64" })).toBe(2);
    const pids = (kernel: string) => select(three, { kernel }).ranking?.map(({ pid }) => pid);
    expect(pids("6.1")).toEqual([3, 2, 1]);
    expect(pids("4.19")).toEqual([2, 3, 1]);
  });

  it("is the first of all that count 1 before 5.9, however large", () => {
    const guaranteed = [task(1, 1), task(2, 90_000)].map((each) => ({
      ...each,
      oomScoreAdj: -998,
    }));
    expect(killed(guaranteed, { kernel: "4.19" })).toBe(1);
    expect(killed(guaranteed, { kernel: "5.10" })).toBe(2);
  });

  it("is the task that allocated with vm.oom_kill_allocating_task, but in a memory cgroup", () => {
    const on = { allocatingPid: 1, killAllocatingTask: true } as const;
    expect(select(three, on)).toMatchObject({ by: "allocatingTask", killed: { pid: 1 } });
    expect(killed(three, { ...on, scope: "memcg", limitPages: 9 })).toBe(3);
    const exempt = [task(1, 10, { oomScoreAdj: -1000 }), task(2, 30)];
    expect(select(exempt, on)).toMatchObject({ by: "badness", killed: { pid: 2 } });
  });

  it.each([
    ["with vm.panic_on_oom 1, nobody: the machine panics", { panicOnOom: 1 }, OomAction.Panic],
    ["but not a memory cgroup", { panicOnOom: 1, scope: "memcg", limitPages: 9 }, OomAction.Kill],
    ["with 2, also that", { panicOnOom: 2, scope: "memcg", limitPages: 9 }, OomAction.Panic],
  ] as const)("%s", (_, on, action) => {
    expect(select(three, on).action).toBe(action);
  });

  it("is nobody where all are exempt: a machine panics, a memory cgroup stays", () => {
    const exempt = [task(1, 10, { oomScoreAdj: -1000 })];
    expect(select(exempt).action).toBe(OomAction.Panic);
    expect(select(exempt, { scope: "memcg", limitPages: 9 }).action).toBe(OomAction.None);
  });

  it("takes its cgroup along with memory.oom.group, but for exempt tasks", () => {
    const group = "/kubepods/pod1/c1";
    const selection = select([
      task(1, 90, { group }),
      task(2, 80, { group }),
      task(3, 70, { group, oomScoreAdj: -1000 }),
      task(4, 60, { group: "/kubepods/pod1/c2" }),
      task(5, 50),
    ]);
    expect(selection.killed?.pid).toBe(1);
    expect(selection.killedWith?.map(({ pid }) => pid)).toEqual([2]);
    expect(selection.next?.pid).toBe(4);
  });
});

describe("what would have spared it", () => {
  it("is the highest oom_score_adj with which another dies, which one more does not", () => {
    const tasks = [task(1, 5000), task(2, 90_000, { oomScoreAdj: 100 })];
    const { spared } = select(tasks);
    expect(spared?.instead?.pid).toBe(1);
    const with_ = (oomScoreAdj: number) =>
      killed([task(1, 5000), task(2, 90_000, { oomScoreAdj })]);
    expect(with_(spared?.oomScoreAdj ?? 0)).toBe(1);
    expect(with_((spared?.oomScoreAdj ?? 0) + 1)).toBe(2);
  });

  it("is the request that gives a Burstable container that oom_score_adj", () => {
    const tasks = [task(1, 900_000), task(2, 500_000, { oomScoreAdj: 900 })];
    const { spared } = select(tasks);
    // 500000 + 399 x 1000 < 900000; the kubelet takes 1000 - 1000 x request / RAM.
    expect(spared?.oomScoreAdj).toBe(399);
    expect(spared?.memoryRequestBytes).toBe(0.601 * 1_000_000 * 4096);
    expect(spared?.guaranteed).toBe(true);
  });

  it("needs no request in a memory cgroup of an unknown machine", () => {
    const tasks = [task(1, 10), task(2, 30, { oomScoreAdj: 900 })];
    const { spared } = select(tasks, { scope: "memcg", limitPages: 2000 });
    expect(spared?.memoryRequestBytes).toBeUndefined();
  });
});

describe("the ranking", () => {
  it("orders many tasks as a plain sort does, and its first is who dies", () => {
    const tasks = Array.from({ length: 3000 }, (_, index) =>
      task(index + 1, (index * 7919) % 1009, { oomScoreAdj: ((index * 104729) % 2001) - 1000 }),
    );
    const { ranking = [], killed: chosen } = select(tasks);
    const badness = (each: TaskDocument) =>
      each.oomScoreAdj === -1000
        ? Number.NEGATIVE_INFINITY
        : (each.rssPages ?? 0) + each.oomScoreAdj * 1000;
    const plain = tasks
      .map((each, index) => ({ each, index }))
      .sort((a, b) => {
        const difference = badness(b.each) - badness(a.each);
        if (!Number.isNaN(difference) && difference !== 0) return difference;
        return a.each.oomScoreAdj === -1000 ? a.index - b.index : b.index - a.index;
      });
    expect(ranking.map(({ pid }) => pid)).toEqual(plain.map(({ each }) => each.pid));
    expect(ranking[0]).toEqual(chosen);
  });

  it("has one digest for one selection, whatever the detail", () => {
    select([task(1, 10)]);
    const digests = [0, 1, 2].map((detail) => oom.report(detail).digest);
    expect(new Set(digests).size).toBe(1);
    expect(select([task(1, 11)]).digest).not.toBe(digests[0]);
  });
});

describe("a document that cannot be used", () => {
  const one = JSON.stringify(task(1, 1));
  it.each([
    ["", Status.InvalidJson, "$"],
    ["[]", Status.WrongType, "$"],
    ["{}", Status.WrongDocument, undefined],
    [`{"tasks":[${one}]}`, Status.WrongDocument, undefined],
    [`{"ramPages":1,"tasks":[{}]}`, Status.WrongType, "$.tasks[0]"],
    [`{"ramPages":1,"tasks":[{"pid":1,"name":"a","rssPages":1}]}`, Status.WrongType, "$.tasks[0]"],
    [`{"ramPages":1,"tasks":[${one.replace('Adj":0', 'Adj":1001')}]}`, Status.WrongType],
    [`{"ramPages":1,"tasks":[${one.replace('Pages":1', 'Pages":-1')}]}`, Status.WrongType],
    [`{"ramPages":4503599627370496,"tasks":[]}`, Status.WrongType, "$.ramPages"],
    [`{"pageBytes":3000,"ramPages":1,"tasks":[]}`, Status.WrongType, "$.pageBytes"],
    [`{"kernel":"six","ramPages":1,"tasks":[]}`, Status.WrongType, "$.kernel"],
    [`{"scope":"node","ramPages":1,"tasks":[]}`, Status.WrongType, "$.scope"],
    [`{"scope":"memcg","ramPages":1,"tasks":[]}`, Status.WrongDocument, undefined],
  ])("%s", (text, status, path?: string) => {
    const error = refusalOf(() => oom.select(text));
    expect(error.answer).toMatchObject({ status, document: "tasks" });
    if (path !== undefined) expect(error.answer.path).toBe(path);
    expect(refusalOf(() => oom.report()).answer.status).toBe(Status.OutOfOrder);
  });

  it("has more tasks than the tables hold", () => {
    const tasks = Array.from({ length: 65_537 }, (_, index) => task(index, 1));
    const error = refusalOf(() => oom.select({ scope: "global", ramPages: 1, tasks }));
    expect(error.answer.status).toBe(Status.TableFull);
    expect(oom.select({ scope: "global", ramPages: 1, tasks: tasks.slice(1) })).toBe(1);
  });
});

it("keeps nothing after clear", () => {
  select([task(1, 10)]);
  oom.clear();
  expect(refusalOf(() => oom.report()).answer.status).toBe(Status.OutOfOrder);
});

function refusalOf(work: () => unknown): EngineError {
  try {
    work();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
