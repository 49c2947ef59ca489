/** Kernel logs in every common form, and their lines other than the rows. */
import { describe, expect, it } from "vitest";
import { listedPods } from "../../analysis/read/kernelLog/listedPods.ts";
import { podOfCgroup } from "../../analysis/read/kernelLog/podCgroup.ts";
import { analyzedKillsOf, dumpText, logOf } from "./module.ts";

const UID = "94eb36cd-29e1-478b-b365-4cb5dfc7d6fb";
const ID = "46b3e0a4df44b752b841aecca454e6e78995d567912a84950390bae6f6777a63";
const DASHED = UID.replaceAll("-", "_");
const BURSTABLE = "/kubepods.slice/kubepods-burstable.slice";
const POD_GROUP = `${BURSTABLE}/kubepods-burstable-pod${DASHED}.slice`;
const SCOPE = `${POD_GROUP}/cri-containerd-${ID}.scope`;

const HEADER = "[  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name";
const REPORT = [
  "node invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=969",
  "CPU: 1 PID: 77 Comm: node Not tainted 5.15.0-91-generic #101-Ubuntu",
  "memory: usage 40960kB, limit 40960kB, failcnt 12",
  "swap: usage 0kB, limit 0kB, failcnt 0",
  "Tasks state (memory values in pages):",
  HEADER,
  "[     70]     0    70      243        1    28672        0          -998 pause",
  "[     77]  1000    77    20000     9000   131072        0           969 node",
  "[     78]  1000    78     3000      500    65536        0           969 my shell 2",
  "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/,mems_allowed=0," +
    `oom_memcg=${POD_GROUP},task_memcg=${SCOPE},task=node,pid=77,uid=1000`,
  "Memory cgroup out of memory: Killed process 77 (node) total-vm:80000kB, anon-rss:30000kB, " +
    "file-rss:6000kB, shmem-rss:0kB, UID:1000 pgtables:128kB oom_score_adj:969",
];

const TIME = "2026-11-23T10:04:40";
const at = (write: (line: string, index: number) => string) => REPORT.map(write).join("\n");

/** How each program writes the same lines, and what time it gives them. */
const FORMS: readonly (readonly [name: string, text: string, time: string | null])[] = [
  ["dmesg", at((line, index) => `[  123.45678${index % 10}] ${line}`), null],
  ["dmesg -T", at((line) => `[Mon Nov 23 10:04:40 2026] ${line}`), TIME],
  ["dmesg -x", at((line) => `kern  :warn  : [  123.456789] ${line}`), null],
  ["dmesg -x -T", at((line) => `kern  :err   : [Mon Nov 23 10:04:40 2026] ${line}`), TIME],
  ["dmesg -x --time-format iso", at((line) => `kern  :warn  : ${TIME},123456+00:00 ${line}`), TIME],
  ["dmesg -T in another language", at((line) => `[月 11月 23 10:04:40 2026] ${line}`), TIME],
  ["dmesg --time-format iso", at((line) => `${TIME},123456+00:00 ${line}`), TIME],
  ["dmesg with callers", at((line) => `[  123.456789][   T77] ${line}`), null],
  [
    "dmesg --json",
    `{\n   "dmesg": [\n      {\n${at(
      (msg) =>
        `         "pri": 4,\n         "time":   123.456,\n         "msg": ${JSON.stringify(msg)}`,
    ).replaceAll('\n         "pri', '\n      },{\n         "pri')}\n      }\n   ]\n}`,
    null,
  ],
  [
    "dmesg --json with an entry a line",
    `{\n "dmesg": [\n${at((msg) => `${JSON.stringify({ time: 123.4, msg })},`)}\n ]\n}`,
    null,
  ],
  ["journalctl", at((line) => `Nov 23 10:04:40 worker-3 kernel: ${line}`), TIME],
  ["journalctl -o short-iso", at((line) => `${TIME}+0000 worker-3 kernel: ${line}`), TIME],
  ["journalctl -o short-monotonic", at((line) => `[  123.456789] worker-3 kernel: ${line}`), null],
  [
    "journalctl -o json",
    at((MESSAGE) => JSON.stringify({ __REALTIME_TIMESTAMP: "1795428280000000", MESSAGE })),
    TIME,
  ],
  [
    "journalctl -o export",
    at((line) => `__CURSOR=s=1\n__REALTIME_TIMESTAMP=1795428280000000\nMESSAGE=${line}\n`),
    TIME,
  ],
  ["/dev/kmsg", at((line, index) => `6,${index},123456789,-;${line}`), null],
  ["pstore", at((line) => `<6>[  123.456789] ${line}`), null],
  ["syslog", at((line) => `Nov 23 10:04:40 worker-3 kernel: [  123.456789] ${line}`), TIME],
  ["a serial console", at((line) => `[  123.456789] ${line}\r`), null],
  ["colors", at((line) => `\u001b[32m[  123.456789] \u001b[0m${line}`), null],
  ["nothing before the lines", at((line) => line), null],
];

describe.each(FORMS)("%s", (_, text, time) => {
  const [kill, ...others] = analyzedKillsOf(text);

  it("is read", () => {
    expect(others).toEqual([]);
    expect(kill).toMatchObject({
      time: time === null ? null : expect.stringContaining(time),
      cause: "cgroup",
      memcg: POD_GROUP,
      limitBytes: 40960 * 1024,
      kernel: "5.15.0-91-generic",
      killed: { pid: 77, name: "node", oomScoreAdj: 969, rssPages: 9000, swapPages: 0 },
      chosenByPolicy: true,
      pod: { uid: UID },
      container: { id: ID, runtime: "containerd" },
      notes: [],
    });
    expect(kill?.ranking.map(({ name }) => name)).toEqual(["node", "my shell 2", "pause"]);
  });
});

describe("the titles of a table", () => {
  it.each([
    [
      "3.10",
      "[ pid ]   uid  tgid total_vm      rss nr_ptes swapents oom_score_adj name",
      "7 5",
      12,
    ],
    [
      "4.4",
      "[ pid ] uid tgid total_vm rss nr_ptes nr_pmds swapents oom_score_adj name",
      "7 3 5",
      15,
    ],
    [
      "4.15",
      "[ pid ] uid tgid total_vm rss nr_ptes nr_pmds nr_puds swapents oom_score_adj name",
      "7 3 1 5",
      16,
    ],
    ["5.10", HEADER, "8192 5", 7],
    ["6.8", HEADER.replace("rss", "rss rss_anon rss_file rss_shmem"), "60 30 10 8192 5", 7],
    [
      "another kernel's, with a column more",
      "[ pid ] uid tgid total_vm rss nr_ptes swapents file-rss oom_score_adj name".replace(
        "-",
        "_",
      ),
      "7 5 9",
      12,
    ],
  ])("of %s", (_, header, cells, beyond) => {
    const row = `[   31]  1000    31      400      100 ${cells}     0 worker`;
    const [kill] = analyzedKillsOf(
      `5 pages RAM\n${header}\n${row}\nOut of memory: Killed process 31 (worker)`,
    );
    expect(kill?.killed).toMatchObject({ pid: 31, badness: 100 + beyond });
  });
});

describe("what is missing is named, and what is there is used", () => {
  const without = (pattern: RegExp) => REPORT.filter((line) => !pattern.test(line)).join("\n");

  it.each([
    ["the table", /^\[/, "The log lacks the task table"],
    ["the limit", /^memory: /, "The log lacks the cgroup's limit"],
    ["the killed task's row", /\] +1000 +77 /, "The task table lacks node (pid 77)"],
    ["all rows", /^\[ +\d/, "The task table has no row"],
    ["the kill and its summary", /out of memory|oom-kill:/, "The log ends within this report"],
    ["the release", /^CPU/, "The log does not state the kernel release"],
  ])("%s", (_, pattern, sentence) => {
    const [kill] = analyzedKillsOf(without(pattern));
    expect(kill?.notes.join(" ")).toContain(sentence);
    expect(kill?.cause).toBe("cgroup");
  });

  it("says that nobody could be killed where the kernel found nobody", () => {
    const [kill, ...others] = analyzedKillsOf(
      [...REPORT.filter((line) => !/out of memory|oom-kill:/i.test(line))]
        .concat("Out of memory and no killable processes...")
        .join("\n"),
    );
    expect(others).toEqual([]);
    expect(kill?.killed).toBe(null);
    expect(kill?.notes.join(" ")).toContain("found no process to kill");
    expect(kill?.notes.join(" ")).not.toContain("ends within");
  });

  it("reads a kill whose report the kernel suppressed", () => {
    const [, second, ...others] = analyzedKillsOf(
      `${REPORT.join("\n")}\n${REPORT.at(-1)?.replace("77", "79")}`,
    );
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      killed: { pid: 79, oomScoreAdj: 969, rssPages: 9000, pgtablesBytes: 131072, badness: null },
      chosenByPolicy: null,
    });
  });

  it("says that a task was chosen which the numbers do not explain", () => {
    const other = REPORT.join("\n").replaceAll(
      /(pid=|process )77( \(node\) total-vm:8)?/g,
      (_, word, size) => (size === undefined ? `${word}78` : `${word}78 (my shell 2) total-vm:1`),
    );
    const [kill] = analyzedKillsOf(other);
    expect(kill).toMatchObject({ killed: { pid: 78 }, chosen: { pid: 77 }, chosenByPolicy: false });
  });

  it.each([
    ["a number that no memory has", `3000 ${"9".repeat(400)}    65536        0           969 big`],
    ["a negative size", "3000     -500    65536        0           969 big"],
    ["its end cut off", "3000     9999"],
  ])("ranks nothing where a row of its table has %s", (_, cells) => {
    const row = `[     79]  1000    79     ${cells}`;
    const lines = REPORT.toSpliced(9, 0, row);
    const [kill, ...others] = analyzedKillsOf(lines.map((line) => `[ 1234.5] ${line}`).join("\n"));
    expect(others).toEqual([]);
    expect(kill).toMatchObject({ killed: { pid: 77 }, chosenByPolicy: null, ranking: [] });
    expect(kill?.chosen).toBeUndefined();
    expect(kill?.notes.join(" ")).toContain("1 row of the task table is left out");
  });

  it("tells a child that was killed from the task that was chosen, before 5.1", () => {
    const [kill] = analyzedKillsOf(
      [
        "Free swap  = 0kB",
        "Total swap = 0kB",
        "100000 pages RAM",
        "0 pages reserved",
        "[ pid ]   uid  tgid total_vm      rss nr_ptes swapents oom_score_adj name",
        "[  10]  1000    10    9000     8000      20        0             0 parent",
        "[  11]  1000    11    2000      500       5        0             0 child",
        "Out of memory: Kill process 10 (parent) score 80 or sacrifice child",
        "Killed process 11 (child) total-vm:8000kB, anon-rss:2000kB, file-rss:0kB",
      ].join("\n"),
    );
    expect(kill).toMatchObject({
      killed: { pid: 11 },
      chosenByPolicy: true,
      sacrificedFor: { pid: 10, name: "parent", score: 80 },
    });
    expect(kill?.notes.join(" ")).toContain("killed its child child (pid 11)");
  });

  it("tells it also without a table, where their names differ", () => {
    const [kill] = analyzedKillsOf(
      "Out of memory: Kill process 4142 (python3) score 68 or sacrifice child\n" +
        "Killed process 4254 (sh) total-vm:8000kB, anon-rss:2000kB, file-rss:0kB",
    );
    expect(kill).toMatchObject({
      killed: { pid: 4254, name: "sh" },
      sacrificedFor: { pid: 4142, name: "python3", score: 68 },
    });
    expect(kill?.notes.join(" ")).toContain("killed its child sh (pid 4254)");
  });

  it("names no parent where another pid of that name may be a thread", () => {
    const text =
      "Out of memory: Kill process 24572 (java) score 9 or sacrifice child\n" +
      "Killed process 28438 (java) total-vm:8000kB, anon-rss:2000kB, file-rss:0kB";
    const [kill] = analyzedKillsOf(text);
    expect(kill?.sacrificedFor).toBe(undefined);
    expect(kill?.notes.join(" ")).toContain("killed pid 28438, which is a thread or a child of it");
    const table =
      "[ pid ]   uid  tgid total_vm      rss nr_ptes swapents oom_score_adj name\n" +
      "[28438]     0 28438     2000      500      16        0          -998 java\n";
    expect(analyzedKillsOf(table + text)[0]?.notes.join(" ")).not.toContain("thread or a child");
  });

  it("has the cause of a report that begins at its cgroup's stats", () => {
    const [kill] = analyzedKillsOf(
      `Memory cgroup stats for ${SCOPE}: cache:0KB rss:613460KB swap:0KB\n` +
        REPORT.slice(4, 8).join("\n"),
    );
    expect(kill).toMatchObject({ cause: "cgroup", killed: null });
    expect(kill?.notes.join(" ")).toContain("lacks the cgroup's limit");
    const below = `Memory cgroup stats for ${SCOPE}:\nanon 257044480\nfile 925696\n`;
    expect(analyzedKillsOf(below + REPORT.slice(4, 8).join("\n"))).toMatchObject([
      { cause: "cgroup", memcg: SCOPE, pod: { uid: UID } },
    ]);
  });

  it("has the pod of the only task where the log begins at the stats of its cgroup", () => {
    const UID_OF_V1 = "95387fa4-da9c-11e7-9d36-5254b24cbf5e";
    const pod = `/kubepods/pod${UID_OF_V1}`;
    const container = `${pod}/${"6895a3e13439".padEnd(64, "0")}`;
    const stats = (cgroup: string) => `Memory cgroup stats for ${cgroup}: cache:32KB rss:52KB\n`;
    const header = "[ pid ]   uid  tgid total_vm      rss nr_ptes swapents oom_score_adj name\n";
    const row = (pid: number) =>
      `[${pid}]     0 ${pid}     2000      500      16        0  -998 java\n`;
    const killed = "Killed process 28438 (java) total-vm:8000kB, anon-rss:2000kB, file-rss:0kB\n";
    const [kill] = analyzedKillsOf(stats(container) + header + row(28438) + killed);
    expect(kill).toMatchObject({
      pod: { uid: UID_OF_V1 },
      container: { id: /\w+$/.exec(container)?.[0] },
    });
    expect(kill?.notes.join(" ")).toContain(`is ${container} or one around it`);
    const both = stats(`${pod}/${"a".repeat(64)}`) + stats(container);
    const [other] = analyzedKillsOf(both + header + row(28430) + row(28438) + killed);
    expect(other?.pod).toBe(undefined);
    expect(other?.notes.join(" ")).toContain(`is ${pod} or one around it`);
  });

  it("has the cause of a log that is within the stack of a report", () => {
    const stack = "dump_header+0x4a/0x201\nout_of_memory.cold+0xa/0x7e\n";
    expect(analyzedKillsOf(`${stack}mem_cgroup_out_of_memory+0x13a/0x150`)).toMatchObject([
      { cause: "cgroup", killed: null },
    ]);
    expect(analyzedKillsOf(stack)).toMatchObject([{ cause: "unknown", killed: null }]);
  });

  it("has who asked for memory from the stack where the first line is missing", () => {
    const [, command = ""] = REPORT;
    const stack = "Call Trace:\ndump_stack_lvl+0x34/0x48\ndump_header+0x4a/0x201\n";
    const [kill] = analyzedKillsOf(`${command}\n${stack}mem_cgroup_out_of_memory+0x13a/0x150`);
    expect(kill).toMatchObject({
      kernel: "5.15.0-91-generic",
      allocation: { name: "node", pid: 77, order: null },
    });
    const [other] = analyzedKillsOf(`${command}\n${"eth0: link up\n".repeat(9)}${stack}`);
    expect(other).not.toHaveProperty("allocation");
  });

  it("has the kernel of a report whose first lines are missing from the one after it", () => {
    const begun = REPORT.slice(5).map((line) => line.replace("77 (node)", "76 (node)"));
    const other = begun.map((line) => line.replace("pid=77", "pid=76"));
    const [first, second] = analyzedKillsOf([...other, ...REPORT].join("\n"));
    expect(first).toMatchObject({ kernel: "5.15.0-91-generic", killed: { pid: 76 } });
    expect(first?.notes.join(" ")).not.toContain("does not state the kernel release");
    expect(second).toMatchObject({ kernel: "5.15.0-91-generic", killed: { pid: 77 } });
    const booted = "Linux version 5.15.0-91-generic (buildd)";
    const [before] = analyzedKillsOf([...other, booted, ...REPORT].join("\n"));
    expect(before?.notes.join(" ")).toContain("does not state the kernel release");
  });

  it("joins an event with the line of the kill that follows it", () => {
    const [kill, ...others] = analyzedKillsOf(
      "kernel-monitor, worker-2  Warning  OOMKilling  Memory cgroup out of memory: Kill process " +
        "1371 (node) score 2081 or sacrifice child\n" +
        "Killed process 1371 (node) total-vm:8000kB, anon-rss:2000kB, file-rss:0kB",
    );
    expect(others).toEqual([]);
    expect(kill).toMatchObject({ cause: "cgroup", killed: { pid: 1371 } });
    expect(kill?.copies).toBe(undefined);
  });

  it("names the task that was chosen where the log lacks the kill itself", () => {
    const [kill] = analyzedKillsOf(
      "Memory cgroup out of memory: Kill process 12345 (node) score 1000",
    );
    expect(kill).toMatchObject({
      cause: "cgroup",
      killed: null,
      firstChoice: { pid: 12345, name: "node", score: 1000 },
    });
  });
});

describe("the release whose rules are followed", () => {
  const equals = (release: string) =>
    REPORT.filter((line) => !line.includes("] 1000 ") && !/^\[ +7[78]/.test(line))
      .flatMap((line) =>
        line.startsWith("oom-kill")
          ? [70, 77, 78]
              .map((pid) => `[ ${pid}] 1000 ${pid} 20000 100 4096 0 -998 node`)
              .concat(line)
          : [line],
      )
      .filter((line) => !line.includes("pause"))
      .map((line) => line.replace("5.15.0-91-generic", release));

  it("is that of the words where a distribution keeps an earlier number", () => {
    const [kill] = analyzedKillsOf(equals("4.18.0-477.10.1.el8_8.x86_64").join("\n"));
    expect(kill?.ranking.map(({ pid }) => pid)).toEqual([78, 77, 70]);
    expect(kill?.kernel).toBe("4.18.0-477.10.1.el8_8.x86_64");
    expect(kill?.notes.join(" ")).toContain("words the kill as kernels do since 5.4");
  });

  it("takes the log's word for which of equals came first in a cgroup before 5.3", () => {
    const [kill] = analyzedKillsOf(dumpText("swapped-el7-memcg.txt"));
    expect(kill?.ranking.map(({ pid, badness }) => [pid, badness])).toEqual([
      [30866, 1],
      [7468, 1],
      [22762, 1],
      [28879, 1],
      [30494, 1],
    ]);
    expect(kill?.notes.join(" ")).toContain("5 tasks have the same badness");
  });

  it("is that of the log otherwise", () => {
    const [kill] = analyzedKillsOf(equals("5.4.0-91-generic").join("\n"));
    expect(kill?.ranking.map(({ badness }) => badness)).toEqual([1, 1, 1]);
    expect(kill?.notes).toEqual([]);
  });
});

describe("a name with any character in it", () => {
  const AMOUNTS = "total-vm:12000kB, anon-rss:2000kB, file-rss:0kB";
  it.each<[line: string, name: string]>([
    [`Out of memory: Killed process 7 ((resolved)) ${AMOUNTS}`, "(resolved)"],
    [`Out of memory: Killed process 7 ((sd-pam)), UID 1000, ${AMOUNTS}`, "(sd-pam)"],
    [`Killed process 7, UID 0, ((resolved)) ${AMOUNTS}`, "(resolved)"],
    [`Out of memory: Killed process 7 (a) b(c) ${AMOUNTS}`, "a) b(c"],
    [`Out of memory: Killed process 7 () anon-rss:9kB) ${AMOUNTS}`, ") anon-rss:9kB"],
    ["oom_reaper: reaped process 7 ((resolved)), now anon-rss:0kB, file-rss:0kB", "(resolved)"],
    ["oom_reaper: unable to reap pid:7 (a(b)", "a(b"],
    ['monitor[9]: msg="kernel said (Killed process 7 ((resolved)))"', "(resolved)"],
    [
      'I1123 10:04:42.000000 1234 event.go:307] "Event occurred" reason="SystemOOM" ' +
        'message="System OOM encountered, victim process: (a, b), pid: 7"',
      "(a, b)",
    ],
    [`oom-kill:constraint=CONSTRAINT_NONE,task_memcg=/,task=,a,pid=1,pid=7,uid=0`, ",a,pid=1"],
  ])("is whole: %s", (line, name) => {
    const [oom] = logOf(line).ooms;
    expect(oom?.killed ?? oom?.named).toMatchObject({ pid: 7, name });
    if (line.endsWith(AMOUNTS)) expect(oom?.killed).toMatchObject({ rssKib: 2000 });
  });

  it("is whole where the kernel chose it", () => {
    const [oom] = logOf("Out of memory: Kill process 7 ((a) b) score 9 or sacrifice child").ooms;
    expect(oom?.chosen).toEqual({ pid: 7, name: "(a) b", score: 9 });
  });
});

it("gathers who dies with memory.oom.group", () => {
  const group = [
    ...REPORT,
    `Tasks in ${SCOPE} are going to be killed due to memory.oom.group set`,
    REPORT.at(-1),
    "Memory cgroup out of memory: Killed process 78 (my shell 2) total-vm:12000kB, anon-rss:2000kB",
  ].join("\n");
  const [kill, ...others] = analyzedKillsOf(group);
  expect(others).toEqual([]);
  expect(kill?.killedWith).toEqual([{ pid: 78, name: "my shell 2" }]);
});

it("leaves threads of the killed task out of those that die with it", () => {
  const group = [
    ...REPORT,
    `Tasks in ${SCOPE} are going to be killed due to memory.oom.group set`,
    REPORT.at(-1)?.replace("77", "7701"),
    "Memory cgroup out of memory: Killed process 78 (my shell 2) total-vm:12000kB, anon-rss:2000kB",
  ].join("\n");
  expect(analyzedKillsOf(group)[0]?.killedWith).toEqual([{ pid: 78, name: "my shell 2" }]);
});

it("tells reports apart that follow each other", () => {
  const twice = `${REPORT.join("\n")}\n${REPORT.join("\n").replaceAll("77", "99")}`;
  expect(analyzedKillsOf(twice).map(({ killed }) => killed?.pid)).toEqual([77, 99]);
});

it("finds nothing in a log of something else", () => {
  expect(logOf("Nov 23 10:04:40 worker-3 kernel: eth0: link up\nmemory is fine\n{}").ooms).toEqual(
    [],
  );
});

describe("a cgroup's pod and container", () => {
  const uid = UID;
  const dashed = uid.replaceAll("-", "_");
  it.each([
    [`/kubepods/burstable/pod${uid}/${ID}`, { uid, containerId: ID }],
    [`/kubepods/pod${uid}/crio-${ID}`, { uid, containerId: ID, runtime: "cri-o" }],
    [`/kubelet/kubepods/besteffort/pod${uid}`, { uid }],
    [SCOPE, { uid, containerId: ID, runtime: "containerd" }],
    [
      `/kubepods.slice/kubepods-pod${dashed}.slice/crio-${ID}.scope`,
      { uid, containerId: ID, runtime: "cri-o" },
    ],
    [
      `${BURSTABLE.replace("burstable", "besteffort")}/kubepods-besteffort-pod${dashed}.slice/` +
        `docker-${ID}.scope`,
      { uid, containerId: ID, runtime: "docker" },
    ],
    [
      `/system.slice/containerd.service/kubepods-burstable-pod${dashed}.slice:cri-containerd:${ID}`,
      { uid, containerId: ID, runtime: "containerd" },
    ],
    [
      `/kubepods/burstable/pod0123456789abcdef0123456789abcdef/${ID}`,
      { uid: "0123456789abcdef0123456789abcdef", containerId: ID },
    ],
    [`/docker/${ID}`, { containerId: ID, runtime: "docker" }],
    [`/system.slice/docker-${ID}.scope`, { containerId: ID, runtime: "docker" }],
    [`/machine.slice/libpod-${ID}.scope`, { containerId: ID, runtime: "podman" }],
    [`/user.slice/user@1000.service/app.slice/vte-spawn-${uid}.scope`, null],
    ["/system.slice/sshd.service", null],
    ["/", null],
  ])("%s", (path, found) => {
    expect(podOfCgroup(path)).toEqual(found);
  });

  it("has the names of a pod list, of running and of ended containers and of static pods", () => {
    const pods = listedPods(
      new TextEncoder().encode(
        JSON.stringify({
          items: [
            {
              metadata: { namespace: "shop", name: "cart-7d9", uid },
              status: {
                containerStatuses: [
                  {
                    name: "app",
                    containerID: "containerd://new",
                    lastState: { terminated: { containerID: `containerd://${ID}` } },
                  },
                ],
              },
            },
            {
              metadata: {
                namespace: "kube-system",
                name: "etcd-0",
                uid: "mirror",
                annotations: { "kubernetes.io/config.hash": "0123456789abcdef0123456789abcdef" },
              },
            },
          ],
        }),
      ),
    );
    const [kill] = analyzedKillsOf(REPORT.join("\n"), pods);
    expect(kill).toMatchObject({
      pod: { uid, namespace: "shop", name: "cart-7d9" },
      container: { id: ID, name: "app" },
    });
    expect(pods.named({ uid: "0123456789abcdef0123456789abcdef" })?.pod.name).toBe("etcd-0");
    const [stranger] = analyzedKillsOf(
      REPORT.join("\n").replaceAll("94eb36cd", "aaaaaaaa").replaceAll(ID, ID.replace("4", "5")),
      pods,
    );
    expect(stranger?.notes.join(" ")).toContain("The pod list lacks the pod aaaaaaaa-");
  });
});

describe("whose limit was reached", () => {
  const killed = REPORT.at(-1) ?? "";
  const taskIn = `Task in ${SCOPE} killed as a result of limit of ${SCOPE}`;
  const memory = "memory: usage 32461120kB, limit 33554432kB, failcnt 0";
  const kind = (memory: string, swap: string) =>
    analyzedKillsOf([taskIn, memory, swap, killed].join("\n"))[0];

  it.each([
    [
      "memory and swap, where memory alone has never hit its limit",
      [
        "memory: usage 40960kB, limit 40960kB, failcnt 0",
        "usage 81920kB, limit 81920kB, failcnt 9",
      ],
      { limitBytes: 81920 * 1024, isLimitWithSwap: true },
    ],
    [
      "memory and swap, where memory alone is below its limit",
      [memory.replace("failcnt 0", "failcnt 3"), "usage 35651584kB, limit 35651584kB, failcnt 7"],
      { limitBytes: 35651584 * 1024, usageBytes: 35651584 * 1024, isLimitWithSwap: true },
    ],
    [
      "memory, where both are at one limit and that of memory failed",
      [
        "memory: usage 40960kB, limit 40960kB, failcnt 7",
        "usage 40960kB, limit 40960kB, failcnt 0",
      ],
      { limitBytes: 40960 * 1024 },
    ],
    [
      "memory, where swap has no limit",
      ["memory: usage 40960kB, limit 40960kB, failcnt 7", "usage 1kB, limit 9007199254740988kB"],
      { limitBytes: 40960 * 1024 },
    ],
  ])("%s", (_, [memory = "", swap = ""], expected) => {
    const found = kind(memory, `memory+swap: ${swap}`);
    expect(found).toMatchObject(expected);
    if (!("isLimitWithSwap" in expected)) expect(found).not.toHaveProperty("isLimitWithSwap");
  });
});

describe("a report that is filtered", () => {
  it("is a kill where it has the cgroup of the killed task", () => {
    const line = `Task in ${SCOPE} killed as a result of limit of ${POD_GROUP}`;
    const kills = analyzedKillsOf(`[1.5] ${line}\n[2.5] ${line}\n`);
    expect(kills).toMatchObject([
      { killed: null, isUnnamedKill: true, memcg: POD_GROUP, container: { id: ID } },
      { killed: null, isUnnamedKill: true },
    ]);
  });

  it("has the whole path of a cgroup whose name a terminal broke in a copy's first line", () => {
    const path = `/kubepods/pod${UID}/${ID}`;
    const taskIn = `506728] Task in ${path} killed as a result of limit of ${path}`;
    const report = [
      `519.${taskIn.slice(0, 160)}`,
      taskIn.slice(160),
      "[519.506735] memory: usage 524288kB, limit 524288kB, failcnt 9",
    ].join("\n");
    expect(analyzedKillsOf(report)).toMatchObject([{ memcg: path, pod: { uid: UID } }]);
  });

  it("takes no part of a cgroup's path for a cgroup where its line is cut", () => {
    const path = `/kubepods/pod${UID}/${ID}`;
    const cut = `[1.5] Task in ${path} killed as a result of limit of /kubepo\n`;
    expect(analyzedKillsOf(cut)[0]).not.toHaveProperty("memcg");
    const stats = `[1.5] Memory cgroup stats for ${path}: cache:507172KB rss:448KB\n`;
    expect(analyzedKillsOf(cut + stats)).toMatchObject([{ memcg: path }]);
  });

  it("has the killed task of a line that is cut within its name", () => {
    const table = [
      "memory: usage 524288kB, limit 524288kB, failcnt 9",
      "[ pid ]   uid  tgid total_vm      rss nr_ptes swapents oom_score_adj name",
      "[   10]     0    10     2925      679      12        0          -998 bash",
      "[   11]     0    11     4382      411      12        0          -998 cp",
      "Memory cgroup out of memory: Kill process 10 (bash) score 0 or sacrifice child",
    ].join("\n");
    const [kill] = analyzedKillsOf(`${table}\nKilled process 11 (`);
    expect(kill).toMatchObject({
      killed: { pid: 11, name: "cp" },
      sacrificedFor: { pid: 10, name: "bash" },
      chosenByPolicy: true,
    });
    expect(analyzedKillsOf("[1.5] Killed process 11 (c")).toMatchObject([
      { killed: { pid: 11, name: "" } },
    ]);
  });

  it("is a kill for each line of dmesg -T, whose times are whole seconds", () => {
    const line = `[四 3月 18 18:47:12 2021] Task in ${SCOPE} killed as a result of limit of /a`;
    const kills = analyzedKillsOf(`${line}\n${line}\n${line}\n`);
    expect(kills.map(({ time }) => time)).toEqual(Array(3).fill("2021-03-18T18:47:12.000000000Z"));
  });

  it("has none where the kernel found no task in the cgroup", () => {
    const [kill] = analyzedKillsOf(`[1.5] Memory limit reached of cgroup ${POD_GROUP}\n`);
    expect(kill).toMatchObject({ cause: "cgroup", memcg: POD_GROUP, killed: null });
    expect(kill).not.toHaveProperty("isUnnamedKill");
  });

  it("ends where the next line is a minute later", () => {
    const kills = analyzedKillsOf(
      [
        "[100.0] oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),",
        "[160.0] Out of memory: Killed process 123, UID 48, (httpd)",
        "[220.0] Out of memory: Kill process 456 (python) score 50 or sacrifice child",
        "[280.0] Out of memory: Killed process 789, UID 48, (httpd).",
      ].join("\n"),
    );
    expect(
      kills.map(({ cause, killed, firstChoice }) => [cause, (killed ?? firstChoice)?.pid]),
    ).toEqual([
      ["cgroup", undefined],
      ["unknown", 123],
      ["unknown", 456],
      ["unknown", 789],
    ]);
  });

  it("has the time of the line of the kill", () => {
    const text = REPORT.map((line, index) => `[${3457 + index}.5] ${line}`).join("\n");
    expect(analyzedKillsOf(text)[0]?.bootSeconds).toBe(3457.5 + REPORT.length - 1);
    const wall = REPORT.map((line, i) => `[Mon Nov 23 10:04:${10 + i} 2026] ${line}`).join("\n");
    expect(analyzedKillsOf(wall)[0]?.time).toContain(`10:04:${10 + REPORT.length - 1}`);
  });

  it("goes on where a slow console prints a line every few seconds", () => {
    const slow = REPORT.map((line, index) => `[${100 + 20 * index}.0] ${line}`).join("\n");
    expect(analyzedKillsOf(slow)).toMatchObject([{ killed: { pid: 77 }, chosenByPolicy: true }]);
  });
});

describe("a table of tasks without its titles", () => {
  const row = (pid: number, cells: string) => `[ ${pid}]  1000 ${pid} 20000 9000 ${cells} 0 0 node`;
  const killed = "Out of memory: Killed process 77 (node)";
  it.each([
    ["4.1 to 4.14", "7 3", 9010],
    ["4.15", "7 3 1", 9011],
    ["4.16 to 6.7", "8192", 9002],
    ["since 6.8", "8000 900 100 8192", 9002],
  ])("is read where only kernels %s have as many numbers", (kernels, cells, badness) => {
    const lines = [row(77, cells), row(78, cells.replace("8192", "4096")), killed];
    const [kill, ...others] = analyzedKillsOf(lines.join("\n"));
    expect(others).toEqual([]);
    expect(kill).toMatchObject({ isTableCut: true, chosen: { pid: 77, badness } });
    for (const member of ["next", "spared"]) expect(kill).not.toHaveProperty(member);
    expect(kill?.notes.join(" ")).toContain(`are read as those of kernels ${kernels}.`);
  });

  it.each([
    ["seven numbers, as of two kernels", row(77, "20")],
    ["another task's tgid", row(77, "7 3").replace("1000 77", "1000 76")],
    ["as many numbers as no kernel's", row(77, "1 2 3 4 5 6")],
  ])("is not read with %s", (_, line) => {
    const [kill, ...others] = analyzedKillsOf(`${line}\n${killed}`);
    expect(others).toEqual([]);
    expect(kill).toMatchObject({ ranking: [], chosenByPolicy: null });
  });

  it("ranks nothing where a later row has other numbers", () => {
    const [kill] = analyzedKillsOf([row(77, "7 3"), row(78, "8192"), killed].join("\n"));
    expect(kill).toMatchObject({ ranking: [] });
    expect(kill?.notes.join(" ")).toContain("1 row of the task table is left out");
  });

  it("does not have a setting of the kernel as its reason where the log ends", () => {
    const ended = analyzedKillsOf(REPORT.slice(0, 4).join("\n"))[0]?.notes.join(" ");
    expect(ended).toContain("The log ends before the task table");
    expect(ended).not.toContain("oom_dump_tasks");
  });
});

describe("a table of tasks without some of its rows", () => {
  it("ranks nothing where that of the killed task is missing", () => {
    const lines = REPORT.filter((line) => !/\] +1000 +77 /.test(line));
    const [kill] = analyzedKillsOf(lines.join("\n"));
    expect(kill).toMatchObject({ killed: { pid: 77 }, ranking: [], chosenByPolicy: null });
    for (const member of ["chosen", "next", "spared"]) expect(kill).not.toHaveProperty(member);
    expect(kill?.notes.join(" ")).toContain("which the kernel killed, so no ranking is possible");
  });

  it.each(["--", "...", "......", "<truncated 103 lines>", "[...]"])(
    "does not say who is next where others are left out: %s",
    (omission) => {
      const [kill] = analyzedKillsOf(REPORT.toSpliced(7, 0, omission).join("\n"));
      expect(kill).toMatchObject({ chosen: { pid: 77 }, isTableCut: true, chosenByPolicy: null });
      expect(kill?.ranking.map(({ pid }) => pid)).toEqual([77, 78, 70]);
      for (const member of ["next", "spared"]) expect(kill).not.toHaveProperty(member);
    },
  );
});

describe("a panic without a task to kill", () => {
  it("has no choice and nothing that would have spared it", () => {
    const [kill] = analyzedKillsOf(
      [
        "node invoked oom-killer: gfp_mask=0x16080c0(GFP_KERNEL), nodemask=1,  order=0, " +
          "oom_score_adj=0",
        "[ pid ]   uid  tgid total_vm      rss nr_ptes nr_pmds swapents oom_score_adj name",
        "[   77]  1000    77    20000     9000      12      10        0             0 node",
        "[   80]     0    80    20000     9000      12      10        0         -1000 sshd",
        "Kernel panic - not syncing: Out of memory and no killable processes...",
      ].join("\n"),
    );
    expect(kill).toMatchObject({ killed: null, ranking: [{ pid: 77 }, { pid: 80 }] });
    for (const member of ["chosen", "next", "spared"]) expect(kill).not.toHaveProperty(member);
    expect(kill?.notes.join(" ")).toContain("The kernel found no process to kill");
    // Kernels print a nodemask in this line since 4.11.
    expect(kill?.notes.join(" ")).toContain("its wording matches 4.11.");
  });
});

describe("a panic whatever is out of memory", () => {
  const head = [
    "java invoked oom-killer: gfp_mask=0xd0, order=0, oom_score_adj=0",
    "CPU: 3 PID: 8284 Comm: java Tainted: G 3.10.0-229.el7.x86_64 #1",
    "Call Trace:",
    " [<ffffffff81603d1c>] dump_header+0x8e/0x214",
  ];
  const tail = [
    "Node 0 Normal free:25407776kB min:63728kB low:79660kB high:95592kB present:47138816kB",
    "12571005 pages RAM",
    "Kernel panic - not syncing: Out of memory: compulsory panic_on_oom is enabled",
  ];

  it.each([
    [" [<ffffffff811c17bf>] mem_cgroup_oom_synchronize+0x34f/0x580", "cgroup"],
    [" [<ffffffff81160f36>] __alloc_pages_nodemask+0xa36/0xba0", "machine"],
    [" [<ffffffff811c0db0>] ? mem_cgroup_oom_synchronize+0xc0/0xc0", "unknown"],
    [" [<ffffffff8115df44>] pagefault_out_of_memory+0x14/0x90", "unknown"],
  ])("has the cause that its stack shows: %s", (frame, cause) => {
    const [kill] = analyzedKillsOf([...head, frame, ...tail].join("\n"));
    expect(kill?.cause).toBe(cause);
  });
});

describe("a report that is not as a kernel writes it", () => {
  it("has no resident memory where a part of it cannot be read", () => {
    const text =
      "Out of memory: Killed process 7899 (python) total-vm:26,184,840kB, " +
      "anon-rss:153,700,88kB, file-rss:0kB, shmem-rss:0kB, UID:0 pgtables:38964kB oom_score_adj:0";
    expect(analyzedKillsOf(text)[0]?.killed?.rssPages).toBeNull();
  });

  it("leaves a column of a patched kernel out, wherever it is", () => {
    const text = [
      HEADER.replace("pgtables", "(01)nrss pgtables"),
      "[  12399]     0 12399  1311306  1311056   262170 10534912        0             0 a.out",
      "oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,global_oom," +
        "task_memcg=/,task=a.out,pid=12399,uid=0",
      "Out of memory: Killed process 12399 (a.out) total-vm:5245224kB, anon-rss:5244224kB, " +
        "file-rss:0kB, shmem-rss:0kB, UID:0 pgtables:10288kB oom_score_adj:0",
    ].join("\n");
    // rss and page tables in pages.
    expect(analyzedKillsOf(text)[0]?.ranking[0]?.badness).toBe(1_311_056 + 10_534_912 / 4096);
  });
});
