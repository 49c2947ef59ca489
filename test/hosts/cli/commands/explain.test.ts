import { describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { type Row, STEPS, workplace } from "../workplace.ts";

const { Ok, Usage, Input } = ExitCode;
const { decisions, expectRow, run } = workplace();

describe("explain", () => {
  it("says of a pod above a limit what it writes, and nothing of ranks", async () => {
    const { stdout } = await run("explain --example recorded-disk-nodefs --all");
    expect(stdout).toMatch(/Usage of \S+\n +part +kind +writable layer +logs +volume/);
    expect(stdout).toMatch(/data +volume +- +- +43Mi/);
    expect(stdout).not.toMatch(/comes after/);
  });

  const PARTS = ["memory.available is", "over request", "Fixes .checked", "cost: "];
  const FIRST = new RegExp(
    `^✖ shop/cart-\\S+ is evicted at 10:12:20: the node runs low on memory\n.*${PARTS.join(".*")}`,
    "s",
  );

  it.each<Row>([
    { words: "explain --example memory-leak", exitCode: Ok, stdout: FIRST },
    { words: "explain --example memory-leak --all", exitCode: Ok, stdout: FIRST },
    {
      words: "explain --example memory-leak --step 1",
      exitCode: Ok,
      stdout: /^✔ No pod is evicted at \S+: no threshold is met\n/,
    },
    {
      words: "explain --example memory-leak --step 9999",
      exitCode: Usage,
      stderr: new RegExp(`--step 9999: memory-leak has ${STEPS} steps`),
    },
    {
      words: "explain --example memory-leak --pod shop/nobody",
      exitCode: Usage,
      stderr: /no such pod/,
    },
    {
      words: "explain --summary @summary1.json --pods @pods1.json",
      exitCode: Ok,
      stdout: /no threshold is met/,
      said: /assumed.* No eviction in this capture\. Showing the last step \(1 of 1\)\./,
    },
    {
      words: "explain --summary @summary1.json --pods @pods1.json --time 2020-01-01T00:00:00Z",
      exitCode: Ok,
      stdout: /now is 2020-01-01T00:00:00Z, but the newest stats are/,
      said: / No eviction in this/,
    },
    {
      words: "explain @gap.ndjson --at 2027-01-01T00:00:00Z",
      exitCode: Usage,
      stderr: /nothing was observed/,
    },
    { words: "explain @blind.ndjson", exitCode: Input, stderr: /no record that can be replayed/ },
    {
      words: "explain --example memory-leak --output html",
      exitCode: Ok,
      stdout: /^<!doctype html>.*<svg class="chart".*2391Mi of memory.*MemoryPressure ends/s,
    },
    {
      words: "explain --example memory-leak --step 3 --output markdown",
      exitCode: Ok,
      stdout: /^# .*: no threshold is met\n.*\n## 112 steps over 18m30s\n.*\*\*eviction:\*\* shop/s,
    },
    {
      words: "explain --message x --output html",
      exitCode: Ok,
      stdout: /^<!doctype html>.*<h1>.*Not an eviction message of a kubelet /s,
    },
    {
      words: "explain --example memory-leak --output json",
      exitCode: Ok,
      stdout: /^\{"plimsoll":"decision\/1".*"counterfactuals":.*\}\n$/,
    },
  ])("$words", expectRow);

  it("finds the same step by its time and by its number", async () => {
    const all = await decisions("--example memory-leak");
    const evicting = all.find(({ evictions }) => evictions.length > 0);
    const byTime = await run(`explain --example memory-leak --at ${evicting?.time}`);
    const byStep = await run(`explain --example memory-leak --step ${evicting?.step}`);
    const answer = (text: string) => text.replace(/\nNext .*/s, "");
    expect(answer(byTime.stdout)).toBe(answer(byStep.stdout));
  });

  it("says of memory pressure what the kubelet counts, and why free can show more", async () => {
    const { stdout } = await run("explain --example page-cache --all");
    expect(stdout).toMatch(
      /Why the command free can show more\n.*\n {2}the node +7\.7Gi +0 +7\.7Gi/,
    );
    expect(stdout).toMatch(/container archiver +4\.18Gi +0 +4\.18Gi +180Mi/);
  });

  it("says nothing of memory at a step about a disk, and where the Summary lacks it", async () => {
    const disk = await run("explain --example inode-storm --all");
    expect(disk.stdout).not.toContain("`free`");
    const old = await run("explain --example recorded-memory-hard --all");
    expect(old.stdout).not.toContain("`free`");
  });

  it("writes the memory into the decision, in the form of its schema", async () => {
    const { stdout } = await run("explain --example page-cache --output json");
    const { memory } = JSON.parse(stdout);
    expect(memory.node).toMatchObject({ inactiveFileBytes: 0, usageBytes: 8267108352 });
    expect(memory.containers.map(({ name }: { name: string }) => name)).toEqual(["archiver"]);
  });
});
