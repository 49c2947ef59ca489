import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../../analysis/engine/decision.ts";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import type { Act } from "../../../../../hosts/daemon/step.ts";
import { makeCgroup, objectionTo, startIn, UNIFIED } from "../../../daemon/cgroup/realCgroup.ts";
import { layOut, PROC } from "../../../daemon/cgroup/tree.ts";
import { commandLine } from "../../commandLine.ts";

const objection = objectionTo(UNIFIED);
if (objection !== null) console.warn(objection);

const IN_FULL = ["--output", "ndjson", "--listen", "none"];

type Line = Decision & { readonly acts: readonly Act[] };

async function runCgroup(...words: readonly string[]) {
  const ended = await commandLine([
    "run",
    "--source",
    "cgroup",
    "--no-notifications",
    ...IN_FULL,
    ...words,
  ]);
  const lines = ended.stdout.split("\n").filter((line) => line !== "");
  return { ...ended, lines: lines.map((line) => JSON.parse(line) as Line) };
}

describe("run --source cgroup", () => {
  it("decides on a recorded tree, with what a pods file says", async () => {
    const directory = layOut({
      ...PROC,
      "cgroup/cgroup.controllers": "memory",
      "cgroup/memory.stat": "anon 8589930000\nfile 0",
      "cgroup/a/cgroup.procs": "9",
      "cgroup/a/memory.current": "4000000",
      "cgroup/a/memory.stat": "anon 4000000",
      "cgroup/b/cgroup.procs": "10",
      "cgroup/b/memory.current": "5000000",
      "cgroup/b/memory.stat": "anon 5000000",
    });
    const podsFile = join(directory, "pods.yaml");
    writeFileSync(podsFile, "pods: [{name: b, priority: 7}]");
    const roots = ["cgroup", "proc"].flatMap((name) => [`--${name}-root`, join(directory, name)]);
    const policy = ["--eviction-hard", "memory.available<100Mi", "--node", "machine-1"];
    const run = await runCgroup(...roots, ...policy, "--pods-file", podsFile, "--steps", "1");
    expect(run.exitCode).toBe(ExitCode.Ok);
    const [line] = run.lines;
    expect(line?.evictions).toMatchObject([{ namespace: "-.slice", name: "a" }]);
    expect(line?.ranking?.map(({ name, priority }) => [name, priority])).toEqual([
      ["a", 0],
      ["b", 7],
    ]);
    expect(line?.acts.at(-1)?.outcome.sentence).toMatch(/^Observing only: -\.slice\/a would be/);
  });

  it.each([
    { words: "--cgroup-root /none", exitCode: ExitCode.Input, message: /no cgroup file system is/ },
    { words: "--pods-file /none", exitCode: ExitCode.Input, message: /\/none: there is no such/ },
    { words: "--act exec", exitCode: ExitCode.Usage, message: /--act exec needs --exec/ },
  ])("refuses $words in one sentence", async ({ words, exitCode, message }) => {
    const run = await runCgroup(...words.split(" "), "--steps", "1");
    expect(run.stderr).toMatch(message);
    expect(run.exitCode).toBe(exitCode);
  });

  it("does not end processes of this machine for a recorded node", async () => {
    const words = ["run", "--source", "capture", "--example", "memory-leak", "--act", "cgroup"];
    const ended = await commandLine(words);
    expect(ended.stderr).toMatch(/--act cgroup acts on this machine; give it with --source cgroup/);
    expect(ended.exitCode).toBe(ExitCode.Usage);
  });
});

describe.skipIf(objection !== null && !process.env.CI)("run --act cgroup", () => {
  it("ends the unit that uses the most, and no other", async () => {
    const root = UNIFIED ?? "";
    const cgroupParent = makeCgroup(root, "leak", "small");
    const small = await startIn(join(root, cgroupParent, "small"), "echo ready; exec sleep 1000");
    // Some 50 MB, held by the shell itself, so that the order does not hang on a few pages.
    const hoard = "a=$(head -c 50000000 /dev/zero | tr '\\0' x); echo ready";
    const leak = await startIn(
      join(root, cgroupParent, "leak"),
      `${hoard}; while :; do sleep 1; done`,
    );
    const exited = new Promise((resolve) => leak.once("exit", resolve));
    const state = layOut({ "state/": "" });
    mkdirSync(join(state, "acts"));
    const run = await runCgroup(
      ...["--cgroup-parent", cgroupParent, "--act", "cgroup", "--state-dir", join(state, "acts")],
      ...["--eviction-hard", "memory.available<99.9%", "--steps", "1"],
    );
    expect(run.lines[0]?.evictions).toMatchObject([{ name: "leak" }]);
    const act = run.lines[0]?.acts.find(({ kind }) => kind === "evict");
    expect(act?.outcome).toMatchObject({ done: true });
    await exited;
    expect(small.exitCode ?? small.signalCode).toBeNull();
  });
});
