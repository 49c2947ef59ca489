/** Logs of killers in user space, in the wordings of their releases. */
import { describe, expect, it } from "vitest";
import { isKillerLog, KillerLog, readKillerLog } from "../../analysis/read/killerLog/killerLog.ts";
import { ExitCode } from "../../hosts/cli/exitCode.ts";
import { commandLine } from "../hosts/cli/commandLine.ts";

const P = "/user.slice/user-1000.slice/app-tmux\\x2d1.scope";
const HEAD = "Feb 03 10:11:12 host systemd-oomd[500]: ";
const PRESSURE =
  "due to memory pressure for /user.slice being 65.50% > 50.00% for > 20s with reclaim activity";
const MEMORY = "memory used (1024) / total (2048) and swap used (4096) / total (8192)";

function killsIn(text: string) {
  const log = new KillerLog();
  for (const [index, line] of text.split("\n").entries()) log.take(line, index + 1);
  return log.kills;
}

const OOMD_KILL =
  "oomd kill: 50.85 49.35 30.53 system.slice/a.service 6905962496 ruleset:[low] " +
  "detectorgroup:[free] killer:kill_by_swap_usage v2";
const LOW = 'sending SIGTERM to process 42 uid 0 "web": badness 900, VmRSS 12 MiB';

describe("a line behind what keeps a log", () => {
  it.each([
    ["dmesg", `[1813654.116643] ${OOMD_KILL}`, null],
    ["dmesg -T", `[Tue Dec  1 10:00:00 2026] ${OOMD_KILL}`, "Tue Dec  1 10:00:00"],
    ["the kernel's ring", `<6>[1813654.116643] ${OOMD_KILL}`, null],
    ["syslog", `Oct 01 10:10:10 host kernel: [18136.116643] ${OOMD_KILL}`, "Oct 01 10:10:10"],
    ["a quotation", `> Oct 01 10:10:10 host earlyoom[7]: ${LOW}`, "Oct 01 10:10:10"],
    ["a container runtime", `2026-12-01T10:00:00.123456789Z stderr F ${LOW}`, null],
    ["Docker", JSON.stringify({ log: `${LOW}\n`, stream: "stderr" }), null],
    ["RFC 5424", `<30>1 2026-12-01T10:00:00Z host earlyoom 7 - - ${LOW}`, "2026-12-01T10:00:00Z"],
  ])("is read: %s", (_, line, time) => {
    expect(isKillerLog(line)).toBe(true);
    expect(killsIn(line)).toMatchObject([{ time }]);
  });

  it("is read in JSON of the journal, also where systemd wrote it", () => {
    const said = (identifier: string, text: string) =>
      JSON.stringify({ SYSLOG_IDENTIFIER: identifier, MESSAGE: text });
    const text = [
      said("systemd-oomd", `Killed ${P} ${PRESSURE}`),
      said("systemd", "app-tmux\\x2d1.scope: systemd-oomd killed 12 process(es) in this unit."),
    ].join("\n");
    const { kills } = readKillerLog("log", Buffer.from(text));
    expect(kills).toMatchObject([{ killed: P, processes: 12 }]);
  });

  it("counts a kill that systemd reports of nested units once", () => {
    const said = (unit: string) =>
      `2026-02-08T00:40:07.136582+00:00 web systemd[1]: ${unit}: A process of this unit has been ` +
      "killed by the OOM killer.";
    const units = ["user-1021.slice", "system-postgresql.slice", "user@1021.service", "user.slice"];
    const text = [...units, "system.slice"].map(said).join("\n");
    const { kills } = readKillerLog("log", Buffer.from(text));
    expect(kills.map(({ killed }) => killed)).toEqual([
      "system-postgresql.slice",
      "user@1021.service",
    ]);
  });
});

describe("a line about a kill", () => {
  it.each([
    [
      `${HEAD}Killed ${P} ${PRESSURE.replace("20s", "1min 30s")}`,
      {
        ...{ killer: "systemd-oomd", by: "pressure", killed: P, target: "/user.slice" },
        ...{ pressure: "65.50", limit: "50.00", duration: "1min 30s" },
        time: "Feb 03 10:11:12",
      },
    ],
    [`${HEAD}Marked ${P} for killing ${PRESSURE}`, { killed: P, isMarked: true, limit: "50.00" }],
    [
      `${HEAD}Killed ${P} due to ${MEMORY} being more than 90.00%`,
      {
        ...{ by: "swap", killed: P, limit: "90.00" },
        ...{ memory: { used: 1024, total: 2048 }, swap: { used: 4096, total: 8192 } },
      },
    ],
    [
      `${HEAD}Marked ${P} for killing due to ${MEMORY} being more than 90.00%`,
      { by: "swap", killed: P, isMarked: true },
    ],
    [
      `${HEAD}Killed ${P} due to swap used (4096) / total (8192) being more than 90.00%`,
      { by: "swap", killed: P, swap: { used: 4096, total: 8192 }, limit: "90.00" },
    ],
    [
      `${HEAD}Killed ${P} due to memory used (1024) / total (20`,
      { by: "swap", killed: P, memory: { used: 1024, total: null }, isCut: true },
    ],
    [
      `${HEAD}Memory pressure for /user.slice is greater than 60 for more than 30 seconds ` +
        "and there was reclaim activity",
      { by: "pressure", killed: null, target: "/user.slice", limit: "60", duration: "30s" },
    ],
    [`${HEAD}Swap used (9) / total (10) is more than 90%`, { by: "swap", killed: null }],
    [
      `${HEAD}Rule 'web' conditions met for cgroup /a.slice (lasting 5s), taking action kill-all`,
      { by: "rule", rule: "web", target: "/a.slice", duration: "5s" },
    ],
    [
      'févr. 03 10:11:12 host earlyoom[7]: sending SIGTERM to process 42 uid 1000 "web": ' +
        "oom_score 900, oom_score_adj 0, VmRSS 12 MiB",
      { killer: "earlyoom", killed: "web (pid 42)", signal: "SIGTERM" },
    ],
    [
      'earlyoom[7]: sending SIGKILL to process 42 uid 0 "web": badness 900, VmRSS 12 MiB',
      { killer: "earlyoom", killed: "web (pid 42)", signal: "SIGKILL" },
    ],
    [
      'earlyoom[7]: killing process 42 "web" with signal 15: badness 900, VmRSS 12 MiB',
      { killed: "web (pid 42)", signal: "SIGTERM" },
    ],
    [
      'earlyoom[7]: sending SIGTERM to process 42 uid 0 "a"b": oom_score 900, VmRSS 12 MiB',
      { killed: 'a"b (pid 42)' },
    ],
    [
      "Killing process 'web' with signal 9, pid: 42, badness: 900, VmRSS: 12 MiB",
      { killed: "web (pid 42)", signal: "SIGKILL" },
    ],
    [
      "oomd[3]: oomd kill: 71.20 30.10 8.00 system.slice/web.service 104857600 ruleset:[r] " +
        "detectorgroup:[g] killer:kill_by_swap_usage v2",
      {
        ...{ killer: "oomd", killed: "system.slice/web.service" },
        rule: "ruleset r, detector group g, kill_by_swap_usage",
      },
    ],
    [
      JSON.stringify({
        MESSAGE: `Killed /a ${PRESSURE}`,
        SYSLOG_IDENTIFIER: "systemd-oomd",
        __REALTIME_TIMESTAMP: "1770113472000000",
      }),
      { killed: "/a", time: "2026-02-03T10:11:12.000Z" },
    ],
  ])("%s", (line, expected) => {
    expect(killsIn(line)).toMatchObject([expected]);
    expect(isKillerLog(`a line before\n${line}\n`)).toBe(true);
  });

  it.each(["Killed by signal 9.", "kernel: Out of memory: Killed process 42 (web)"])(
    "does not come from these programs: %s",
    (line) => {
      expect(isKillerLog(line)).toBe(false);
    },
  );
});

const LIST = [
  "Considered 3 cgroups for killing, top candidates were:",
  `\tPath: ${P}`,
  "\t\tCurrent Memory Usage: 1.2G",
  "\t\tPgscan: 900",
  "\t\tLast Pgscan: 100",
  "\tPath: /user.slice/b.scope",
  "\t\tCurrent Memory Usage: 10M",
  "\t\tPgscan: 5",
  "\t\tLast Pgscan: 5",
  `Killed ${P} ${PRESSURE}`,
]
  .map((line) => HEAD + line)
  .join("\n");

describe("plimsoll of a log", () => {
  // As in bennettoxford/openprescribing#5431: the kernel's kill, taken for systemd-oomd's.
  it("tells the kernel's kill in a unit from one of systemd-oomd", async () => {
    const said = "web.service: A process of this unit has been killed by the OOM killer.";
    const line = `Jul 01 12:00:01 box systemd[1]: ${said}`;
    const { stdout } = await commandLine(["-"], { stdin: `${line}\n` });
    expect(stdout).toMatch(/^✖ The kernel killed a process of web\.service \(Jul 01 12:00:01\)\./);
    expect(stdout).toContain("no killer in user space had a part in it");
    expect(stdout).toContain("journalctl -k | plimsoll");
  });

  it("has the pods whose cgroups Talos killed, from the text of an issue", async () => {
    const cgroup = "/kubepods/burstable/podacb30f59-0d20-4521-b6b8-9618cd6a3be6";
    const line = (time: string, text: string) => `  user: warning: [${time}]: [talos] ${text}\n`;
    const by = '{"component": "controller-runtime", "controller": "runtime.OOMController"';
    const stdin =
      "## Bug Report\n\ncilium events shows:\n" +
      "`Normal | SandboxChanged | kubelet | Pod sandbox changed, it will be killed and " +
      "re-created.`\n" +
      line("2025-12-31T13:36:54.230729064Z", `OOM controller triggered ${by}}`) +
      line(
        "2025-12-31T13:36:54.235373064Z",
        `Sending SIGKILL to cgroup ${by}, "cgroup": "/sys/fs/cgroup${cgroup}"}`,
      );
    const { stdout, exitCode } = await commandLine(["-"], { stdin, columns: 80 });
    expect(exitCode).toBe(ExitCode.Ok);
    expect(stdout).toMatch(
      /^✖ Talos killed \/kubepods\/\S+ \(2025-12-31T13:36:54\.235373064Z\)\.\n/,
    );
    expect(stdout.replace(/\s+/g, "")).toContain(`Itis${cgroup}.`);
    expect(stdout.replace(/\s+/g, " ")).toContain("By the rule triggerExpression of its OOMConfig");
    const wrapped = stdin.replace("kubepods/burstable", "kubepods/   \n burstable");
    const cut = await commandLine(["-"], { stdin: wrapped, columns: 80 });
    expect(cut.stdout).toMatch(/^✖ Talos acted below \/kubepods\/; the log does not name/);
    expect(cut.stdout).toContain("the rest of a line that is cut");
  });

  it("says who was killed, by which rule, and who was next in the list", async () => {
    const { stdout, exitCode } = await commandLine(["-"], { stdin: `${LIST}\n`, columns: 100 });
    expect(exitCode).toBe(ExitCode.Ok);
    const text = stdout.replaceAll(/\s+/g, " ");
    for (const part of [
      "✖ systemd-oomd killed /user.slice/user-10…app-tmux\\x2d1.scope (Feb 03 10:11:12).",
      `It is ${P}.`,
      "The memory pressure of /user.slice was 65.50%, above 50.00% for more than 20s.",
      "800 pages scanned, 1.2G in use",
      "Next in the list is /user.slice/b.scope.",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("says what the log cannot show", async () => {
    const stdin = `${HEAD}Killed ${P} due to memory used (1024) / total (20\n`;
    const { stdout } = await commandLine(["oom", "-"], { stdin, columns: 100 });
    expect(stdout).toContain("Unknown  the rest of a line that is cut");
    expect(stdout).toContain("who was next: the log has no list of candidates");
  });

  it("reads a list that a terminal printed with blanks, and how many processes died", async () => {
    const head = "    [   77.749125] systemd-oomd[659]: ";
    const path = "/system.slice/systemd-journald.service";
    const stdin = [
      "Considered 19 cgroups for killing, top candidates were:",
      `        Path: ${path}`,
      "                Current Memory Usage: 55.5M",
      "oomd attempting to kill 407 with KILL",
      `Marked ${path} for killing due to memory pressure for /system.slice being 85.03% > ` +
        "80.00% for > 2s with reclaim activity",
    ]
      .map((line) => `${head}${line}\n`)
      .concat(
        "    [   77.752252] systemd[1]: systemd-journald.service: systemd-oomd killed 1 " +
          "process(es) in this unit.\n",
      )
      .join("");
    const { stdout } = await commandLine(["oom", "-"], { stdin, columns: 100 });
    expect(stdout).toMatch(/✖ +1 +\/system\.slice\/systemd-journald\.service +55\.5M in use/);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("1 process of the unit died.");
    expect(stdout).not.toContain("Unknown");
  });

  it.each([
    [
      "earlyoom whose swap was not low",
      [
        "mars 27 18:46:05 host earlyoom[1]: sending SIGTERM when mem <=  4.00% and swap <= 10.00%,",
        "mars 27 18:46:05 host earlyoom[1]:         SIGKILL when mem <=  2.00% and swap <=  5.00%",
        "mars 27 19:46:06 host earlyoom[1]: mem avail:    56 of 15881 MiB ( 0.35%), " +
          "swap free: 2555 of 4095 MiB (62.38%)",
      ],
      [
        "? The log shows no kill by earlyoom.",
        "At the lowest, 0.35% of memory was available (56Mi of 15.5Gi) and 62.38% of swap was",
        "only when memory and swap are at or below its limits: mem 4.00%, swap 10.00%.",
      ],
    ],
    [
      "a rule, and the unit that died by it",
      [
        `${HEAD}Rule 'low' conditions met for cgroup /a.slice (lasting 1s), taking action ` +
          "kill-by-swap",
        `${HEAD}Considered 2 cgroups for killing, top candidates were:`,
        `${HEAD}        Path: /a.slice/web.service`,
        `${HEAD}                Swap Usage: 1.2G`,
        "Feb 03 10:11:12 host systemd[1]: web.service: systemd-oomd killed 3 process(es) in this " +
          "unit.",
      ],
      [
        "✖ systemd-oomd killed /a.slice/web.service (Feb 03 10:11:12).",
        "By the rule low. 3 processes of the unit died.",
      ],
    ],
    [
      "oomd, whose log ends with the action",
      [
        "Apr 12 20:40:03 host oomd[9]: [../src/oomd/engine/Ruleset.cpp:97] DetectorGroup=" +
          "pressure has fired for Ruleset=sessions. Running action chain.",
        "Apr 12 20:40:03 host oomd[9]: [../src/oomd/engine/Ruleset.cpp:112] Running " +
          "Action=kill_by_memory_size_or_growth",
      ],
      ["? oomd ran kill_by_memory_size_or_growth; the log does not show a kill."],
    ],
    [
      "earlyoom, which took itself",
      [
        "mem avail:    21 of   950 MiB ( 2.27%), swap free:   81 of 1023 MiB ( 7.95%)",
        "low memory! at or below SIGTERM limits: mem 10.00%, swap 15.00%",
        'sending SIGTERM to process 397 uid 61876 "earlyoom": badness 0, VmRSS 1 MiB',
      ],
      [
        "✖ earlyoom sent SIGTERM to earlyoom (pid 397).",
        "It chose itself, which releases after 1.6",
      ],
    ],
    [
      "a list that is cut before its end",
      [
        `${HEAD}Considered 145 cgroups for killing, top candidates were:`,
        `${HEAD}        Path: /user.slice/a.scope`,
        `${HEAD}                Swap Usage: 477.8M`,
      ],
      ["? The log shows no kill by systemd-oomd.", "It compared 145 cgroups:", "477.8M of swap"],
    ],
    [
      "oomd, which killed none",
      [
        "Mar 06 17:53:21 host oomd[9]: [../src/oomd/plugins/BaseKillPlugin.cpp:96] Trying to " +
          "kill /sys/fs/cgroup/user.slice/a.scope",
        "Mar 06 17:53:21 host oomd[9]: [../src/oomd/plugins/KillMemoryGrowth-inl.h:168] Picked " +
          '"user.slice/a.scope" (2040MB) based on size > 10% of total 6989MB',
        "Mar 06 17:53:21 host oomd[9]: [../src/oomd/plugins/BaseKillPlugin.cpp:141] Killed 0: " +
          "1377(ssh-agent)[E1] 1401(tmux: server)[E1]",
      ],
      [
        "? oomd tried to kill a cgroup and killed no process.",
        "It tried to kill user.slice/a.scope.",
        "It picked user.slice/a.scope based on size > 10% of total 6989MB, at 2040MB.",
        "It killed 0 processes, and at least 2 could not be killed: EPERM, not permitted.",
      ],
    ],
    [
      "a rule, and the list of what it compared",
      [
        `${HEAD}Rule 'low_memory' conditions met for cgroup /a.slice (lasting 1s), taking action ` +
          "kill-by-swap",
        `${HEAD}Considered 31 cgroups for killing, top candidates were:`,
        `${HEAD}        Path: /a.slice/b.service`,
      ],
      [
        "? systemd-oomd went to act below /a.slice; the log does not show a kill",
        "log · 0 kills",
        "By the rule low_memory. It compared 31 cgroups.",
        "/a.slice/b.service",
        "Unknown whether it killed anything, and what: no line of the log shows it",
      ],
    ],
    [
      "a kill that failed",
      [
        `${HEAD}oomd attempting to kill 113 with KILL`,
        `${HEAD}Failed to kill any cgroup(s) under /a.slice based on pressure: No such device`,
      ],
      [
        "? systemd-oomd tried to kill 1 process; the log does not name their cgroup.",
        "SIGKILL went to pid 113.",
        "It could not kill any cgroup under /a.slice based on pressure: No such device.",
      ],
    ],
  ])("answers of a log without a kill: %s", async (_, lines, expected) => {
    const stdin = `${lines.join("\n")}\n`;
    const { stdout, exitCode } = await commandLine(["-"], { stdin, columns: 100 });
    expect(exitCode).toBe(ExitCode.Ok);
    const text = stdout.replaceAll(/\s+/g, " ");
    for (const part of expected) expect(text).toContain(part);
  });

  it("counts signals, not kills, and reads times without a program", async () => {
    const stdin =
      "Jun 12 06:39:16: low memory! at or below SIGTERM limits: mem 10.00%, swap 15.00%\n" +
      'Jun 12 06:39:16: sending SIGTERM to process 696 uid 1001 "ipfs": badness 757, VmRSS 6\n' +
      "Jun 12 06:39:26: kill failed: Timer expired\n" +
      'Jun 12 06:39:26: sending SIGTERM to process 696 uid 1001 "ipfs": badness 799, VmRSS 6\n';
    const { stdout } = await commandLine(["oom", "-"], { stdin, columns: 100 });
    expect(stdout).toContain("earlyoom sent SIGTERM to ipfs (pid 696) (Jun 12 06:39:26).");
    expect(stdout).toContain("log · 2 signals");
    const earlier = stdout.replaceAll(/\s+/g, " ").split("Earlier signals")[1] ?? "";
    expect(earlier).toMatch(
      /06:39:16\): .*; badness 757, VmRSS 6; it wrote "kill failed: Timer exp/,
    );
  });

  it("has the limits as earlyoom wrote them up to 1.2", async () => {
    const stdin =
      "Low Memory! At or below sigterm limits (mem: 10 %, swap: 10 %)\n" +
      "Killing process 'bash' with signal 15, pid: 5874, badness: 538, VmRSS: 3160 MiB\n";
    const { stdout } = await commandLine(["oom", "-"], { stdin, columns: 100 });
    expect(stdout).toContain("at or below its limits: mem 10%, swap 10%.");
  });

  it("has the limits of earlyoom that held", async () => {
    const stdin =
      "earlyoom[7]: low memory! at or below SIGTERM limits: mem 10.00%, swap 10.00%\n" +
      'earlyoom[7]: sending SIGTERM to process 42 uid 0 "web": oom_score 900, VmRSS 12 MiB\n';
    const { stdout } = await commandLine(["oom", "-"], { stdin, columns: 100 });
    expect(stdout).toContain("earlyoom sent SIGTERM to web (pid 42).");
    expect(stdout).toContain("at or below its limits: mem 10.00%, swap 10.00%.");
  });

  it.each<[name: string, lines: readonly string[], expected: readonly string[]]>([
    [
      "that escalated",
      [
        'sending SIGTERM to process 6 "python3": badness 209, VmRSS 2891 MiB',
        "escalating to SIGKILL after 2.4 seconds",
        "process exited after 2.8 seconds",
      ],
      [
        "It had badness 209, VmRSS 2891 MiB.",
        "After 2.4 s it sent SIGKILL, the process exited after 2.8 s.",
      ],
    ],
    [
      "that the process outlived",
      [
        'sending SIGTERM to process 6 uid 1000 "java": oom_score 1170, VmRSS 43 MiB, cmdline "x"',
        "kill_release: pid=6: process_mrelease pidfd=4 failed: Invalid argument",
        "process 6 did not exit",
      ],
      [
        "It had oom_score 1170, VmRSS 43 MiB.",
        "Its memory was not released early (process_mrelease: Invalid argument), the process did " +
          "not exit.",
      ],
    ],
    [
      "before earlyoom itself ended",
      [
        'sending SIGTERM to process 6 uid 0 "cellxgene": badness 711, VmRSS 52562 MiB',
        "server systemd[1]: earlyoom.service: Main process exited, code=dumped, status=31/SYS",
      ],
      [
        "Then earlyoom itself ended (code=dumped, status=31/SYS).",
        "Unknown whether the process ended",
      ],
    ],
  ])("says what came of a signal of earlyoom %s", async (_, lines, expected) => {
    const stdin = lines.map((line) => `${line}\n`).join("");
    const { stdout } = await commandLine(["oom", "-"], { stdin, columns: 100 });
    for (const part of expected) expect(stdout.replaceAll(/\s+/g, " ")).toContain(part);
    if (!expected.some((part) => part.startsWith("Unknown"))) {
      expect(stdout).not.toContain("whether the process ended");
    }
  });

  it("says that a kill was made where its line is cut within the path", async () => {
    const stdin = `${HEAD}Killed /user.slice/app-org.gnome.Terminal.slice/tmux\n`;
    const { stdout } = await commandLine(["oom", "-"], { stdin, columns: 100 });
    const text = stdout.replaceAll(/\s+/g, " ");
    expect(text).toContain("✖ systemd-oomd killed a cgroup whose path begins with /user.slic");
    expect(text).toContain("log · 1 kill");
    expect(text).toContain("Its path begins with /user.slice/app-org.gnome.Terminal.slice/tmux.");
    expect(text).toContain("whether the path goes on");
    expect(killsIn("Killed /user.slice/a.scope")).toEqual([]);
  });

  it("counts a kill of oomd once, which two of its lines report", () => {
    const line = (text: string) => `oomd[3]: [../src/a.cpp:9] ${text}`;
    const kill =
      "oomd[3]: oomd kill: 71.20 30.10 8.00 a.service 104857600 ruleset:[r] " +
      "detectorgroup:[g] killer:kill_by_swap_usage v2";
    const lines = [line("Trying to kill /sys/fs/cgroup/a.service"), line("Killed 2: 7(a) 8(b)")];
    expect(killsIn(lines.join("\n"))).toMatchObject([{ killed: "a.service", processes: 2 }]);
    expect(killsIn([...lines, kill].join("\n"))).toMatchObject([{ by: "rule" }]);
  });

  it.each([
    [
      "what systemd says of units, without the lines of systemd-oomd",
      [
        "Sep 25 19:18:11 systemd[9]: app-a.scope: systemd-oomd killed 12 process(es) in this unit.",
        "Sep 25 19:24:27 systemd[9]: app-b.scope: systemd-oomd killed 3 process(es) in this unit.",
      ],
      [
        { killed: "app-a.scope", processes: 12, time: "Sep 25 19:18:11", by: "unknown" },
        { killed: "app-b.scope", processes: 3, time: "Sep 25 19:24:27", by: "unknown" },
      ],
    ],
    [
      "a unit whose path was shortened in the other line",
      [
        "Sep 25 19:46:58 systemd[9]: app-long-ea541d95.scope: systemd-oomd killed 4 process(es) " +
          "in this unit.",
        "19:46:58 systemd-oomd[726]: Marked …ea541d95.scope for killing due to memory used (1) / " +
          "total (2) and swap used (3) / total (4) being more than 90.00%",
      ],
      [{ killed: "app-long-ea541d95.scope", processes: 4, by: "swap", limit: "90.00" }],
    ],
    [
      "a sentence in several lines, and a unit that was left out",
      [
        "Killed /user.slice/.../run-r25ac...scope due to memory pressure for",
        "/user.slice/user-1001.slice being 55.71% > 50.00%",
        "for > 20s with reclaim activity",
        "... systemd-oomd killed 19 process(es) in this unit.",
      ],
      [
        {
          ...{ killed: "/user.slice/.../run-r25ac...scope", processes: 19, pressure: "55.71" },
          ...{ target: "/user.slice/user-1001.slice", duration: "20s" },
        },
      ],
    ],
    [
      "a sentence that a pager cut within its cause",
      [`${HEAD}Killed ${P} due to memory p>`, "and this is something else"],
      [{ killed: P, by: "pressure", isCut: true }],
    ],
    [
      "a path that is cut, before a line about something else",
      [`${HEAD}Killed /user.slice/app-org.gnome.Terminal.slice/tmux`, "and what follows is prose"],
      [{ killed: "/user.slice/app-org.gnome.Terminal.slice/tmux", isCut: true, isPathCut: true }],
    ],
    [
      "what earlyoom measured just before it acted",
      [
        "earlyoom[7]: mem avail:  1200 of 17518 MiB ( 6.85%), swap free:  900 of 3178 MiB (28.32%)",
        "earlyoom[7]: low memory! at or below SIGTERM limits: mem 8.00%, swap 30.42%",
        'earlyoom[7]: sending SIGTERM to process 42 uid 0 "web": badness 712',
      ],
      [{ look: { memory: "6.85", available: 1200, total: 17518, swap: "28.32" } }],
    ],
  ])("has %s", (_, lines, kills) => {
    const { kills: read } = readKillerLog("log", new TextEncoder().encode(lines.join("\n")));
    expect(isKillerLog(lines.join("\n"))).toBe(true);
    expect(read).toHaveLength(kills.length);
    expect(read).toMatchObject(kills);
    for (const { isMarked } of read) expect(isMarked).toBeUndefined();
  });

  it("says that earlyoom found no process to kill", async () => {
    const stdin =
      "12:39:45 earlyoom: mem avail: 0 of 122566 MiB (0.00%), swap free 13407/16383\n" +
      "12:39:45 earlyoom: Could not find a process to kill\n";
    const { stdout } = await commandLine(["-"], { stdin, columns: 100 });
    expect(stdout).toMatch(/^\? earlyoom was at its limits and found no process to kill\./);
    expect(stdout).toContain("At the lowest, 0.00% of memory was available (0 of 120Gi).");
  });

  it("reads many units and blanks in a time that grows with them", { timeout: 20_000 }, () => {
    const kills = Array.from({ length: 5000 }, (_, at) => `${HEAD}Killed /a/p${at} ${PRESSURE}`);
    const units = Array.from(
      { length: 5000 },
      (_, at) => `h systemd[1]: q${at}.service: systemd-oomd killed 3 process(es) in this unit`,
    );
    const text = [...kills, ...units, `${" ".repeat(100_000)}x`].join("\n");
    const log = readKillerLog("log", new TextEncoder().encode(text));
    expect(log.kills.length + log.leftOut).toBe(10_000);
  });

  it("reads lines that keep a reader busy, a hundred times over", () => {
    for (const line of [
      `${HEAD}Killed /${"a".repeat(8000)}`,
      `Memory pressure for /${"/a ".repeat(2000)}`,
      `oomd kill: ${"1.0 ".repeat(2000)}`,
      `${"systemd-oomd[1] ".repeat(500)}: `,
      "{".repeat(8000),
    ]) {
      expect(killsIn(`${line}\n`.repeat(100)).length).toBeLessThanOrEqual(100);
    }
  });
});
