/** `plimsoll diff` of samples under two configurations of killers. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { layOut } from "../../../daemon/cgroup/tree.ts";
import { commandLine } from "../../commandLine.ts";

const schema = new URL("../../../../../schemas/killer-diff-1.schema.json", import.meta.url);
const isAnswer = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(schema, "utf8")));
/** Above 90 % of swap at 1 s; MemAvailable is a tenth of what earlyoom compares it with. */
const LINES = [
  { plimsoll: "samples/1", managed: [{ mode: "kill", path: "/", property: "ManagedOOMSwap" }] },
  {
    at: 0,
    meminfo: { MemTotal: 1000, MemAvailable: 90, AnonPages: 900, SwapTotal: 1000, SwapFree: 500 },
    cgroups: { "/a": { current: 5000, swap: 300_000, processes: 1 } },
    processes: [{ pid: 7, name: "web", rssPages: 900, oomScore: 900, uid: 1000 }],
  },
  {
    at: 1,
    meminfo: { MemTotal: 1000, MemAvailable: 90, AnonPages: 900, SwapTotal: 1000, SwapFree: 90 },
  },
  { at: 1.2 },
];

function diff(words: readonly string[]) {
  const folder = layOut({
    "oomd.conf": "[OOM]",
    "late.conf": "[OOM]\nSwapUsedLimit=99%",
    earlyoom: 'EARLYOOM_ARGS=""',
    "unit.slice": "[Slice]\nManagedOOMSwap=kill",
  });
  const samples = join(folder, "samples.ndjson");
  writeFileSync(samples, LINES.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const placed = words.map((word) => (word.startsWith("@") ? join(folder, word.slice(1)) : word));
  return commandLine(["diff", samples, ...placed], { columns: 80 });
}

describe("plimsoll diff of samples", () => {
  it.each([
    [["@oomd.conf", "@late.conf"], "At 1s, A kills /a, and B kills nothing.", "A: 1 kill"],
    [
      ["@late.conf", "@earlyoom"],
      "At 1s, A kills nothing, and B sends SIGTERM to 7.",
      "B: 2 kills",
    ],
    [["@oomd.conf", "@oomd.conf"], "A and B kill the same.", "A: 1 kill; B: 1 kill"],
    [["@late.conf", "@late.conf"], "Neither A nor B kills anything.", "A: 0 kills; B: 0 kills"],
    [["@late.conf"], "A kills /a, and B kills nothing.", "samples.ndjson · A: systemd-oomd"],
  ])("under %j says who is killed by which", async (files, title, part) => {
    const { stdout, exitCode } = await diff(files.flatMap((file) => ["--config", file]));
    expect(exitCode).toBe(ExitCode.Ok);
    expect(stdout).toContain(title);
    expect(stdout).toContain(part);
  });

  it("prints JSON as its schema has it, and ends with 1 if asked to", async () => {
    const words = "--config @oomd.conf --config @earlyoom --output json --exit-code".split(" ");
    const { stdout, exitCode } = await diff(words);
    expect(exitCode).toBe(ExitCode.Findings);
    expect(isAnswer(JSON.parse(stdout)), JSON.stringify(isAnswer.errors)).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({
      a: { killer: "systemd-oomd", origin: expect.stringContaining("oomd.conf") },
      b: { killer: "earlyoom", origin: expect.stringContaining("earlyoom") },
    });
  });

  it.each([
    [["--config", "@unit.slice"], ExitCode.Input, "it configures no killer"],
    [
      ["--eviction-hard", "memory.available<1Gi"],
      ExitCode.Usage,
      "--eviction-hard needs a capture",
    ],
  ])("refuses %j", async (words, code, sentence) => {
    const { stderr, exitCode } = await diff(words);
    expect(exitCode).toBe(code);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(sentence);
  });
});
