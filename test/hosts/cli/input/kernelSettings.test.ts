import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { settingSentences } from "../../../../analysis/questions/oom/kernelSettings.ts";
import { kernelSettings } from "../../../../hosts/cli/input/kernelSettings.ts";

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true });
});

function machine(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "plimsoll-kernel-"));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  return root;
}

const sentences = (files: Readonly<Record<string, string>>) =>
  settingSentences(kernelSettings(machine(files))).join(" ");

const MEMINFO = [
  ...["MemTotal:       8388608 kB", "MemFree:        1048576 kB", "MemAvailable:   4194304 kB"],
  ...["SwapTotal:      2097152 kB", "SwapFree:       2097152 kB"],
  ...["CommitLimit:    6291456 kB", "Committed_AS:   5242880 kB"],
].join("\n");

describe("how a process is lost", () => {
  // vm.overcommit_ratio 50: half of 8Gi, and 2Gi of swap.
  test("by a refused allocation before any kill, where the kernel never overcommits", () => {
    const text = sentences({
      "proc/meminfo": MEMINFO,
      "proc/sys/vm/overcommit_memory": "2",
      "proc/sys/vm/overcommit_ratio": "50",
      "proc/sys/vm/overcommit_kbytes": "0",
    });
    expect(text).toContain("beyond CommitLimit, 6Gi (50% of memory without huge pages, and swap)");
    expect(text).toContain("5Gi is committed, so 1Gi is left");
    expect(text).toContain("Refusals come first: 6Gi of memory and swap would still be there.");
  });

  test("by a kill, where much more can be committed than is there", () => {
    const limits = MEMINFO.replace("6291456", "62914560");
    const files = { "proc/meminfo": limits, "proc/sys/vm/overcommit_memory": "2" };
    expect(sentences(files)).toContain("A kill can come first: only 6Gi");
  });

  test.each([
    ["0", "only a single allocation of more than all memory and swap (10Gi) is refused"],
    ["1", "no allocation is refused for lack of memory"],
  ])("by a kill alone with vm.overcommit_memory %s", (mode, expected) => {
    const files = { "proc/meminfo": MEMINFO, "proc/sys/vm/overcommit_memory": mode };
    expect(sentences(files)).toContain(expected);
  });

  test("by a panic of the whole machine", () => {
    expect(sentences({ "proc/sys/vm/panic_on_oom": "1" })).toContain(
      "panics instead of killing, when the whole machine runs out; for a memory cgroup",
    );
    expect(sentences({ "proc/sys/vm/panic_on_oom": "2" })).toContain("a memory cgroup too");
    expect(sentences({ "proc/sys/vm/panic_on_oom": "0" })).toBe("");
  });

  test("without a trace of the choice, or by asking for memory", () => {
    const files = {
      "proc/sys/vm/oom_dump_tasks": "0",
      "proc/sys/vm/oom_kill_allocating_task": "1",
    };
    expect(sentences(files)).toContain("the log of a kill lacks the task table");
    expect(sentences(files)).toContain("kills the process that asks for memory");
  });

  test("not at all in a cgroup v1 without kills, where processes wait", () => {
    const at = "sys/fs/cgroup/memory";
    const text = sentences({
      [`${at}/memory.oom_control`]: "oom_kill_disable 0\nunder_oom 0",
      [`${at}/memory.use_hierarchy`]: "0",
      [`${at}/db/memory.oom_control`]: "oom_kill_disable 1\nunder_oom 1",
    });
    expect(text).toContain("disables kills in /db (cgroup v1)");
    expect(text).toContain("/db is at its limit now");
    expect(text).toContain("does not count the memory of cgroups below it");
  });

  test("is unknown of a machine that shows nothing", () => {
    expect(kernelSettings(machine({}))).toEqual({});
  });
});
