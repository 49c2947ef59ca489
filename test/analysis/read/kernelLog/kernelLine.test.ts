/** One report of the kernel, as each program that keeps or shows its log writes it. */
import { describe, expect, it } from "vitest";
import { analyzedKillsOf } from "../../../oom/module.ts";

const SLICE =
  "/kubepods.slice/kubepods-burstable.slice/" +
  "kubepods-burstable-podeded8c65_6e8e_4c6e_a889_3e427565c740.slice";
const SCOPE = `cri-containerd-${"ec9ee26695deb4cc".repeat(4)}.scope`;
const REPORT = [
  "java invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=968",
  "CPU: 3 PID: 26686 Comm: java Not tainted 5.15.0-1045-azure #52~20.04.1-Ubuntu",
  "Hardware name: Microsoft Corporation Virtual Machine/Virtual Machine, BIOS 090008  12/07/2018",
  " mem_cgroup_out_of_memory+0x36/0x50",
  "memory: usage 524288kB, limit 524288kB, failcnt 38",
  "[  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name",
  "[  26686]     0 26686   630367   131070  1536000        0           968 java",
  "[  26700]     0 26700   30367     1070    53600        0           968 sidecar",
  `oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=${SCOPE},mems_allowed=0,` +
    `oom_memcg=${SLICE},task_memcg=${SLICE}/${SCOPE},task=java,pid=26686,uid=0`,
  "Memory cgroup out of memory: Killed process 26686 (java) total-vm:2521468kB, " +
    "anon-rss:523000kB, file-rss:1280kB, shmem-rss:0kB, UID:0 pgtables:1500kB oom_score_adj:968",
];
const ENTRY = { SYSLOG_IDENTIFIER: "kernel", _TRANSPORT: "kernel" };
const timestamp = "2026-01-12T20:27:31.913Z";
const wrapped = (line: string, width: number) =>
  (line.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join("\n");

type Form = (line: string, index: number) => string;
const FORMS: [name: string, write: Form, time?: string][] = [
  ["dmesg", (line, index) => `[ 1234.5${index}] ${line}`],
  ["dmesg -H", (line, i) => (i === 0 ? `[Nov29 02:13] ${line}` : `[  +0.00000${i}] ${line}`)],
  [
    "dmesg -x --time-format iso",
    (line) => `kern  :warn  : 2026-01-12T21:27:31,913000+01:00 ${line}`,
    timestamp,
  ],
  ["talosctl dmesg", (line) => `10.5.0.2: kern: warning: [${timestamp}]: ${line}`, timestamp],
  ["syslog of RFC 5424", (line) => `<4>1 ${timestamp} worker-3 kernel - - - ${line}`],
  ["journalctl -o short-full", (line) => `Mon 2026-01-12 20:27:31 UTC worker-3 kernel: ${line}`],
  [
    "journalctl -o verbose",
    (line) =>
      `Mon 2026-01-12 20:27:31.913000 UTC [s=ab12;i=1]\n    _TRANSPORT=kernel\n    MESSAGE=${line}`,
    timestamp,
  ],
  ["journalctl -o json", (line) => JSON.stringify({ ...ENTRY, MESSAGE: line })],
  [
    "Cloud Logging",
    (line) => JSON.stringify({ jsonPayload: { ...ENTRY, MESSAGE: line }, timestamp }),
    timestamp,
  ],
  ["Cloud Logging, indented", (line) => JSON.stringify({ ...ENTRY, MESSAGE: line }, null, 2)],
  [
    "Elastic",
    (line) => JSON.stringify({ "@timestamp": timestamp, message: `worker-3 kernel: ${line}` }),
    timestamp,
  ],
  [
    "Elastic, with the program apart",
    (line) => JSON.stringify({ message: line, process: { name: "kernel" } }),
  ],
  ["a terminal of 80 characters", (line) => wrapped(`[ 1234.567890] ${line}`, 80)],
  [
    "a journal in a terminal of 132 characters",
    (line) => wrapped(`Jan 12 20:27:31 worker-3 kernel: ${line}`, 132),
  ],
];

describe("a kernel's report", () => {
  it.each(FORMS)("is read whole: %s", (_: string, write: Form, time?: string) => {
    const [first, ...others] = analyzedKillsOf(`${REPORT.map(write).join("\n")}\n`);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      cause: "cgroup",
      memcg: SLICE,
      limitBytes: 524288 * 1024,
      kernel: "5.15.0-1045-azure",
      allocation: { name: "java", pid: 26686 },
      killed: { pid: 26686, name: "java", rssPages: 131070 },
      chosenByPolicy: true,
      pod: { uid: "eded8c65-6e8e-4c6e-a889-3e427565c740" },
    });
    if (time !== undefined) expect(first?.time).toBe(time.replace(".913Z", ".913000000Z"));
  });

  it.each([
    ["[dim. 19 avril 18:03:30 2026] ", "2026-04-19T18:03:30"],
    ["[Mo Okt  5 18:03:30 2026] ", "2026-10-05T18:03:30"],
    ["[mar. 4 août 18:03:30 2026] ", "2026-08-04T18:03:30"],
    ["[mar mar  3 18:03:30 2026] ", "2026-03-03T18:03:30"],
    ["[Пн мая  4 18:03:30 2026] ", "2026-05-04T18:03:30"],
    ["[月 11月 23 18:03:30 2026] ", "2026-11-23T18:03:30"],
    ["    Mar 14 16:55:03 worker-3 kernel: ", "2026-03-14T16:55:03"],
    ["    2026-03-14T16:55:03,123456+00:00 ", "2026-03-14T16:55:03"],
  ])("has its time in other languages and in an indented block: %s", (stamp, time) => {
    const [first, ...others] = analyzedKillsOf(REPORT.map((line) => stamp + line).join("\n"));
    expect(others).toEqual([]);
    expect(first?.time).toContain(time);
    expect(first).toMatchObject({ chosenByPolicy: true });
  });

  it("has its cgroup where another program quotes its summary", () => {
    const [summary = "", ended = ""] = REPORT.slice(-2);
    const quoted = [summary, ended].map((line) => JSON.stringify({ message: line }));
    const found = analyzedKillsOf(quoted.join("\n"));
    expect(found).toMatchObject([{ memcg: SLICE, killed: { pid: 26686, rssPages: 131070 } }]);
    expect(analyzedKillsOf([...quoted, ...REPORT].join("\n"))).toMatchObject([{ copies: 1 }]);
  });

  it.each([
    ["of a line that ends there", "CPU: 3 PID: 26686 Comm: java Not tainted 5.15.0-1045-azure"],
    ["that uname printed above", "Linux worker-3 5.15.0-1045-azure #52-Ubuntu SMP x86_64"],
  ])("has its release: %s", (_, line) => {
    const lines = REPORT.filter((each) => !each.startsWith("CPU:"));
    const [first] = analyzedKillsOf([line, ...lines].join("\n"));
    expect(first?.kernel).toBe("5.15.0-1045-azure");
    expect(first?.notes).toEqual([]);
  });
});
