import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";
import { type Row, STEPS, workplace } from "../workplace.ts";

const { Ok, Usage, Input } = ExitCode;
const { decisions, expectRow, run } = workplace();

const ASSUMED = /Assumed .*no configuration in this capture: kubelet defaults assumed; /i;

describe("replay", () => {
  it("evicts a pod without stats once with --what-if, and so ends", async () => {
    const pod = (uid: string) => ({
      metadata: { namespace: "shop", name: uid, uid },
      spec: { nodeName: "n", containers: [{ name: "main" }] },
      status: { phase: "Running" },
    });
    const records = Array.from({ length: 30 }, (_, index) => {
      const time = new Date(Date.UTC(2026, 0, 15, 10, 0, index * 10)).toISOString();
      const memory = { time, availableBytes: 2 ** 20, workingSetBytes: 2 ** 30 };
      const summary = { node: { nodeName: "n", memory }, pods: [] };
      return { time, ...(index === 0 && { pods: { items: ["a", "b"].map(pod) } }), summary };
    });
    const lines = [{ plimsoll: "capture/1", node: "n" }, ...records].map((each) => {
      return JSON.stringify(each);
    });
    const path = join(mkdtempSync(join(tmpdir(), "plimsoll-")), "unseen.ndjson");
    onTestFinished(() => rmSync(dirname(path), { recursive: true }));
    writeFileSync(path, lines.join("\n"));
    const { stdout } = await commandLine(["replay", path, "--what-if", "--output", "ndjson"]);
    const decided = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Decision);
    expect(decided.flatMap(({ evictions }) => evictions.map(({ name }) => name))).toEqual([
      "a",
      "b",
    ]);
  });

  it.each<Row>([
    { words: "replay --list-examples", exitCode: Ok, stdout: /^memory-leak +A leak runs/ },
    {
      words: "replay --example memory-leak --all",
      exitCode: Ok,
      stdout:
        /\nmemory-leak: A leak .*● MemoryPressure begins\n *✖ evicts shop\/cart-.*eviction +shop/s,
    },
    {
      words: "replay --example memory-leak --all --only-changes",
      exitCode: Ok,
      stdout: /✖ evicts/,
    },
    {
      words: "replay --summary @summary1.json --pods @pods1.json",
      exitCode: Ok,
      stdout: /^✔ No pod is evicted at .*: no threshold is reached\n.*If memory ran short, batch/s,
      said: ASSUMED,
    },
    {
      words: "replay --summary @summary1.json --pods @pods1.json --all",
      exitCode: Ok,
      stdout: /the\s+kubelet.s\sdefaults.*1 step\n {2}evictions {2}none\n {2}candidate {2}batch/s,
      said: ASSUMED,
    },
    {
      words: "replay --summary @summary1.json --eviction-hard memory.available<99% --all",
      exitCode: Ok,
      said: /Assumed.* No --pods was given/,
      stdout: /defaults, then\s--eviction-hard.*under hard/s,
    },
    {
      words: "replay --summary @summary1.json --pods @pods1.json --config @good.yaml --all",
      exitCode: Ok,
      stdout: /memory\.available<500Mi/,
    },
    {
      words: "replay --summary @summary1.json --pods @pods1.json --config @flags.env --all",
      exitCode: Ok,
      stdout: /memory\.available<500Mi/,
      said: /Assumed .*flags/,
    },
    {
      words: "replay --summary @summary1.json --pods @pods1.json --time 2020-01-01T00:00:00Z --all",
      exitCode: Ok,
      stdout: /00:00:00 {2}! now is 2020-01-01T00:00:00Z, but the newest stats are of/,
      said: ASSUMED,
    },
    {
      words: "replay --example memory-leak --output markdown",
      exitCode: Ok,
      stdout:
        /^# ✖ shop\/cart\S* is evicted at 10:12:20.*## Why the kubelet evicts.*module SHA-256/s,
    },
    {
      words: "replay --example memory-leak --output html --detail 1",
      exitCode: Usage,
      stderr: /^plimsoll: --detail needs --output json or ndjson; add it\.$/m,
    },
    {
      words: "replay --example memory-leak --output html --only-changes",
      exitCode: Usage,
      stderr: /--only-changes and --output html exclude each other; use --output text, json or nd/,
    },
    {
      words: "replay --example memory-leak --capacity memory=512Mi --all",
      exitCode: Ok,
      stdout: /Expected capacity >=\s+reservation\.\n/,
    },
    {
      words: "replay --summary @windows.json --pods @pods1.json --all",
      exitCode: Ok,
      stdout: /no observation/,
      said: ASSUMED,
    },
    {
      words: "replay --summary @inodes.json --pods @pods1.json --all",
      exitCode: Ok,
      stdout: /1 step/,
      said: ASSUMED,
    },
    {
      words: "replay @cut.ndjson",
      exitCode: Ok,
      stdout: /2 samples.*truncated.*\nUnknown {2}Everything after [\d:]+\.\n/s,
    },
    {
      words: "replay @cut.ndjson.gz",
      exitCode: Ok,
      stdout:
        /^✖ shop\/\S+ is evicted at .*\nUnknown {2}Everything after [\d:]+\. Line \d+ is trunc/s,
    },
    {
      words: "replay @gap.ndjson",
      exitCode: Ok,
      stdout: /\nUnknown +What happened in 1 of 3 samples\. \S+: Summary: /,
    },
    {
      words: "replay @blind.ndjson",
      exitCode: Input,
      stderr: /no record that can be replayed: Summary: No answer\./,
    },
    {
      words: "replay --example memory-leak --config @bad.yaml",
      exitCode: Input,
      stderr:
        /would not start with this configuration .*bad\.yaml.*\n {2}evictionHard.*positive: -1Gi/,
    },
    {
      words: "replay --example memory-leak --eviction-hard memory.availabel<1Gi",
      exitCode: Input,
      stderr: /unsupported eviction signal memory\.availabel/,
    },
    {
      words: "replay --example memory-leak --all",
      exitCode: Ok,
      environment: { FORCE_COLOR: "1" },
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colors are escape sequences.
      stdout: /\u001b\[31m✖ evicts/,
    },
  ])("$words", expectRow);

  it("suggests a comparison with the policy that was replayed", async () => {
    const words = "replay --example memory-leak --config @good.yaml --all";
    const { stdout } = await run(words);
    expect(stdout).not.toContain("Next steps");
    const suggested = /plimsoll (diff .*) --eviction-hard '(.*)' # another policy/.exec(
      stdout.replace(/ ?\\?\n\s+/g, " "),
    );
    expect(suggested).not.toBeNull();
    const compared = await run(`${suggested?.[1]} --eviction-hard ${suggested?.[2]}`);
    expect(compared.stdout).toMatch(/memory\.available hard +500Mi +1Gi\n/);
    const flagged = await run("replay --example memory-leak --kubelet-version 1.30 --all");
    expect(flagged.stdout).not.toContain("another policy");
  });

  it("prints one decision a line, as the core wrote it", async () => {
    const { stdout, stderr } = await run("replay --example memory-leak --output ndjson");
    const lines = stdout.split("\n");
    expect(lines).toHaveLength(STEPS + 1);
    expect(lines[0]).toMatch(
      /^\{"plimsoll":"decision\/1","time":"[^"]+","step":\d+,"action":"None"/,
    );
    expect(stderr).toBe("");
  });

  it("prints the same decisions as one document, next to what was recorded", async () => {
    const { stdout } = await run("replay --example memory-leak --output json");
    const { decisions: all, ...others } = JSON.parse(stdout);
    expect(all).toEqual(await decisions("--example memory-leak"));
    expect(others).toMatchObject({ plimsoll: "replay/1", happened: [] });
    expect(others.policyOnly).toMatchObject([{ name: "cart-p89ncn6dqk-8t8pl" }]);
  });

  it("prints a document without decisions when nothing was observed", async () => {
    const { stdout } = await run("replay @blind.ndjson --output json");
    const nothing = { plimsoll: "replay/1", decisions: [], happened: [], policyOnly: [] };
    expect(JSON.parse(stdout)).toEqual(nothing);
  });

  it("leaves out steps that say the same with --only-changes", async () => {
    const all = await decisions("--example memory-leak");
    const changes = await decisions("--example memory-leak --only-changes");
    expect(changes.length).toBeLessThan(10);
    expect(changes.flatMap(({ evictions }) => evictions)).toEqual(
      all.flatMap(({ evictions }) => evictions).slice(0, 1),
    );
  });

  it("adds arithmetic and ranking with --detail 1", async () => {
    const [first] = await decisions("--example memory-leak --detail 1");
    expect(first?.thresholds?.[0]).toMatchObject({ signal: "memory.available", value: "100Mi" });
  });
});
