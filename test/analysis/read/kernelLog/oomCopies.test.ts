/** Each kill is counted once, also if something quotes it. */
import { describe, expect, it } from "vitest";
import { analyzedKillsOf } from "../../../oom/module.ts";

const SIZES =
  "total-vm:80000kB, anon-rss:30000kB, file-rss:6000kB, shmem-rss:0kB, UID:1000 pgtables:128kB " +
  "oom_score_adj:969";
const KILL = `Memory cgroup out of memory: Killed process 77 (node) ${SIZES}`;
const REPORT = [
  "node invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=969",
  "CPU: 1 PID: 77 Comm: node Not tainted 5.15.0-91-generic #101-Ubuntu",
  "memory: usage 40960kB, limit 40960kB, failcnt 12",
  "[  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name",
  "[     77]  1000    77    20000     9000   131072        0           969 node",
  "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/,mems_allowed=0," +
    "oom_memcg=/a,task_memcg=/a,task=node,pid=77,uid=1000",
  KILL,
];

const lines = (head: string, from: readonly string[] = REPORT) =>
  from.map((line) => `${head}${line}`).join("\n");
const journal = lines("Nov 23 10:04:40 worker-3 kernel: ");
const syslog = lines("Nov 23 10:04:40 worker-3 kernel: [  123.456789] ");
const dmesg = lines("[  123.456789] ");

/** As node-problem-detector logs what it found in /dev/kmsg. */
const MONITOR =
  "Nov 23 10:04:41 worker-3 node-problem-detector[812]: I1123 10:04:41.000000     812 " +
  "log_monitor.go:160] New status generated: &{Source:kernel-monitor Events:[{Severity:warn " +
  `Timestamp:2026-11-23 10:04:40 +0000 UTC Reason:OOMKilling Message:${KILL}}] Conditions:[]}`;
const TABLE = `  Warning  OOMKilling  7m59s  kernel-monitor  ${KILL}`;
const JSON_EVENT = `            "message": "${KILL}",`;
const SYSTEM_OOM =
  'I1123 10:04:42.000000    1234 event.go:307] "Event occurred" object="worker-3" ' +
  'kind="Node" type="Warning" reason="SystemOOM" ' +
  'message="System OOM encountered, victim process: node, pid: 77"';
const STRUCTURED = JSON.stringify({
  _TRANSPORT: "journal",
  SYSLOG_IDENTIFIER: "node-problem-detector",
  __REALTIME_TIMESTAMP: "1795428281000000",
  MESSAGE: KILL,
});

describe("a kill is counted once", () => {
  it.each([
    ["that node-problem-detector quotes", [journal, MONITOR]],
    ["that is quoted before the kernel's report", [MONITOR, journal]],
    ["of which an event in a table is added", [dmesg, TABLE]],
    ["of which an event in JSON is added", [dmesg, JSON_EVENT]],
    ["of which the kubelet reports a SystemOOM", [journal, SYSTEM_OOM]],
    ["that a program's entry of the journal quotes", [journal, STRUCTURED]],
    ["of a journal and of dmesg", [journal, dmesg]],
    ["of dmesg and of syslog", [dmesg, syslog]],
    ["of a log in two zones", [journal, journal.replaceAll("10:04:40", "03:04:40")]],
    [
      "of a copy that is cut before the kill",
      [dmesg, lines("[  123.456789] ", REPORT.slice(0, 5))],
    ],
    [
      "of which the reaper's line follows",
      [dmesg, "[  123.5] oom_reaper: reaped process 77 (node)"],
    ],
  ])("%s", (_, parts) => {
    const [kill, ...others] = analyzedKillsOf(parts.join("\n"));
    expect(others).toEqual([]);
    expect(kill).toMatchObject({ killed: { pid: 77, rssPages: 9000 }, chosenByPolicy: true });
  });

  it("of which two programs wrote each line", () => {
    const twice = journal
      .split("\n")
      .flatMap((line) => [line, line])
      .join("\n");
    expect(analyzedKillsOf(twice)).toHaveLength(1);
  });

  it("with the time that only a quote has, and how often the log has it", () => {
    const [kill] = analyzedKillsOf([dmesg, MONITOR, TABLE].join("\n"));
    expect(kill?.time).toContain("2026-11-23T10:04:41");
    expect(kill?.copies).toBe(2);
    expect(kill?.notes.join(" ")).toContain("3 times (copies or quotes); it is counted once");
  });

  it("leaves the report alone that is printed while another kill is quoted", () => {
    const other = REPORT.map((line) => line.replaceAll("77", "99"));
    const [begin, ...rest] = other.map((line) => `Nov 23 10:04:50 worker-3 kernel: ${line}`);
    const kills = analyzedKillsOf([journal, begin, MONITOR, ...rest].join("\n"));
    expect(kills.map(({ killed, chosenByPolicy }) => [killed?.pid, chosenByPolicy])).toEqual([
      [77, true],
      [99, true],
    ]);
  });
});

describe("a kill with memory.oom.group", () => {
  const group = (rss: number) => KILL.replace("file-rss:6000kB", `file-rss:${rss}kB`);
  const KILLS = [
    ...REPORT,
    "Tasks in /a are going to be killed due to memory.oom.group set",
    KILL.replace("77 (node)", "78 (sh)"),
    // The kernel names the chosen task again; some of it was reaped.
    group(44),
  ];

  it("is counted once where a monitor quotes each of its lines", () => {
    const quotes = [KILL, KILL.replace("77 (node)", "78 (sh)"), group(44)].map((line) =>
      MONITOR.replace(KILL, line),
    );
    const log = [lines("[  123.456789] ", KILLS), ...quotes].join("\n");
    const [kill, ...others] = analyzedKillsOf(log);
    expect(others).toEqual([]);
    expect(kill).toMatchObject({ killed: { pid: 77 }, copies: 3 });
    expect(kill?.killedWith).toEqual([{ pid: 78, name: "sh" }]);
  });
});

describe("a thread that the reaper names", () => {
  it("belongs to its process, which the table has", () => {
    const reaped = (pid: number) => `[  123.5] oom_reaper: reaped process ${pid} (node), now`;
    const kills = analyzedKillsOf([dmesg, reaped(77), reaped(79)].join("\n"));
    expect(kills.map(({ killed }) => killed?.pid)).toEqual([77]);
  });
});

describe("kills that differ are counted apart", () => {
  const killAt = (seconds: string, line = KILL) => `[${seconds}] ${line}`;
  it.each([
    ["by pid", [killAt("1.5"), killAt("1.5", KILL.replace("77", "78"))]],
    ["by name, as pids come again", [killAt("1.5"), killAt("1.5", KILL.replace("node", "java"))]],
    ["by size", [killAt("1.5"), killAt("1.5", KILL.replace("30000", "30004"))]],
    ["by the time since boot, as a task may not die", [killAt("75.3"), killAt("96.9")]],
    [
      "by the time of day",
      [`Nov 23 10:04:40 w kernel: ${KILL}`, `Nov 23 10:07:40 w kernel: ${KILL}`],
    ],
  ])("%s", (_, parts) => {
    expect(analyzedKillsOf(parts.join("\n"))).toHaveLength(2);
  });
});

describe("a kill without the kernel's line", () => {
  it.each([
    ["that an event names", TABLE, "another program quotes the kill", 9000],
    ["that a SystemOOM names", SYSTEM_OOM, "another program quotes the kill", null],
    [
      "that the reaper names",
      "6,1,123456789,-;oom_reaper: reaped process 77 (node), now anon-rss:0kB, file-rss:0kB",
      "OOM reaper names the task",
      null,
    ],
    [
      "that the reaper could not reap",
      "[ 5.0] oom_reaper: unable to reap pid:77 (node)",
      "OOM reaper names the task",
      null,
    ],
  ])("%s, is one, and where it is from is said", (_, text, note, rssPages) => {
    const [kill, ...others] = analyzedKillsOf(text);
    expect(others).toEqual([]);
    expect(kill?.killed).toMatchObject({ pid: 77, name: "node", rssPages });
    expect(kill?.notes.join(" ")).toContain(note);
  });

  it("is that of the report before the reaper's line", () => {
    const cut = lines("[  123.4] ", REPORT.slice(0, 5));
    const [kill, ...others] = analyzedKillsOf(
      `${cut}\n[  123.5] oom_reaper: reaped process 77 (node)`,
    );
    expect(others).toEqual([]);
    expect(kill).toMatchObject({ killed: { pid: 77 }, chosenByPolicy: true });
  });

  it("reads each of several in one line of events", () => {
    const line = [77, 78].map((pid) => JSON_EVENT.trim().replace("77", String(pid))).join(" ");
    expect(analyzedKillsOf(line).map(({ killed }) => killed?.pid)).toEqual([77, 78]);
  });
});
