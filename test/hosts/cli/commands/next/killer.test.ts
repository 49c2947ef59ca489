/** `plimsoll next --killer`: what a killer in user space kills next on a machine. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { layOut, type Tree } from "../../../daemon/cgroup/tree.ts";
import { commandLine } from "../../commandLine.ts";

const PRESSURE = "full avg10=0.00 avg60=0.00 avg300=0.00 total=0";
const cgroup = (path: string, swap: number): Tree => ({
  [`cgroup/${path}/cgroup.controllers`]: "memory",
  [`cgroup/${path}/cgroup.procs`]: "7",
  [`cgroup/${path}/memory.pressure`]: PRESSURE,
  [`cgroup/${path}/memory.current`]: "104857600",
  [`cgroup/${path}/memory.min`]: "0",
  [`cgroup/${path}/memory.low`]: "0",
  [`cgroup/${path}/memory.oom.group`]: "0",
  [`cgroup/${path}/memory.swap.current`]: `${swap}`,
  [`cgroup/${path}/memory.stat`]: "anon 1\npgscan 10",
});
/** What systemctl would say: swap is monitored everywhere, and pressure in /user.slice. */
const SYSTEMCTL = `#!/bin/sh
printf 'ControlGroup=/\\nManagedOOMSwap=kill\\n\\n'
printf 'ControlGroup=/user.slice\\nManagedOOMMemoryPressure=kill\\n'
`;
const MACHINE: Tree = {
  "cgroup/cgroup.controllers": "cpu memory",
  "cgroup/memory.pressure": PRESSURE,
  ...cgroup("user.slice", 0),
  ...cgroup("user.slice/a.scope", 200 * 2 ** 20),
  ...cgroup("system.slice", 300 * 2 ** 20),
  "proc/meminfo":
    "MemTotal: 8000000 kB\nMemAvailable: 3000000 kB\nAnonPages: 4000000 kB\n" +
    "SwapTotal: 1000000 kB\nSwapFree: 900000 kB",
  "proc/7/stat": "7 (web) S 1 7 7 0",
  "proc/7/statm": "5000 900 100",
  "proc/7/oom_score": "680",
  "proc/9/stat": "9 (db) S 1 7 7 0",
  "proc/9/statm": "5000 800 100",
  "proc/9/oom_score": "670",
  "oomd.conf": "[OOM]\n",
  earlyoom: 'EARLYOOM_ARGS="-m 10"',
};
const { "cgroup/cgroup.controllers": _, ...withoutUnified } = MACHINE;
const path = process.env.PATH;

async function next(tree: Tree, file: string, ...words: readonly string[]) {
  const root = layOut(tree);
  if (tree["bin/systemctl"] !== undefined) chmodSync(join(root, "bin/systemctl"), 0o755);
  process.env.PATH = `${join(root, "bin")}:${path}`;
  const places = ["--cgroup-root", join(root, "cgroup"), "--proc-root", join(root, "proc")];
  return commandLine(["next", "--killer", join(root, file), ...places, ...words]);
}

afterEach(() => {
  process.env.PATH = path;
});

describe("plimsoll next --killer", () => {
  it("says what systemd-oomd kills for each limit, should memory run out now", async () => {
    const { stdout, exitCode } = await next(
      { ...MACHINE, "bin/systemctl": SYSTEMCTL },
      "oomd.conf",
    );
    expect(exitCode).toBe(ExitCode.Ok);
    expect(stdout).toMatch(
      /^! If memory ran out now, systemd-oomd would kill \/system\.slice first/,
    );
    expect(stdout).toContain("Now 2.86Gi of 7.63Gi of memory is available, 879Mi of 977Mi of swap");
    expect(stdout).toMatch(/memory and swap +\/system\.slice +\/user\.slice\/a\.scope/);
    expect(stdout).toMatch(/pressure of \/user\.slice +\/user\.slice\/a\.scope +nothing/);
  });

  it("lists the processes of earlyoom, also while memory is there", async () => {
    const { stdout } = await next(MACHINE, "earlyoom");
    expect(stdout).toMatch(/^! If memory ran out now, earlyoom would kill web \(pid 7\) first/);
    expect(stdout).toMatch(/memory and swap +web \(pid 7\) +db \(pid 9\)/);
    const { stdout: json } = await next(MACHINE, "earlyoom", "--output", "json");
    expect(JSON.parse(json)).toMatchObject({ plimsoll: "killer/1", decisions: [{ pid: 7 }] });
  });

  it.each([
    ["without an answer of systemctl", MACHINE, "systemctl does not say what it monitors"],
    [
      "without cgroup v2",
      { ...withoutUnified, "cgroup/memory/memory.stat": "cache 0" },
      "this machine has no cgroup v2 with memory",
    ],
  ])("says of systemd-oomd that it is unknown %s", async (_, tree, sentence) => {
    const silent = { "bin/systemctl": "#!/bin/sh\nexit 1\n", ...tree };
    const { stderr, exitCode } = await next(silent, "oomd.conf");
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toContain(sentence);
  });

  it("is about this machine alone", async () => {
    const { stderr, exitCode } = await next(MACHINE, "earlyoom", "--node", "worker-3");
    expect(exitCode).toBe(ExitCode.Usage);
    expect(stderr).toContain("--killer and --node exclude each other");
  });
});
