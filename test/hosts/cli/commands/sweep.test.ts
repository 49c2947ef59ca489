import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { axisOf, VALUES_MAX } from "../../../../analysis/questions/sweep/axis.ts";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine, type Ended } from "../commandLine.ts";

const ROOT = new URL("../../../../", import.meta.url);
const HARD = "evictionHard.memory.available";
const SOFT = "evictionSoft.memory.available";

const run = (words: string): Promise<Ended> => commandLine(`sweep ${words}`.split(" "));

interface Cell {
  readonly values: readonly string[];
  readonly evictions?: number;
  readonly podsEvicted?: number;
  readonly conditionSeconds?: Readonly<Record<string, number>>;
  readonly refusal?: string;
}

async function cells(words: string): Promise<readonly Cell[]> {
  const { stdout, stderr, exitCode } = await run(`${words} --output json`);
  expect(stderr).toBe("");
  expect(exitCode).toBe(ExitCode.Ok);
  return JSON.parse(stdout).cells;
}

/** The evictions of a replay of the same example with the flag that says the same. */
async function replayed(example: string, flag: string) {
  const words = `replay --example ${example} ${flag} --output ndjson`.split(" ");
  const { stdout } = await commandLine(words);
  const decisions = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ evictions }) => evictions !== undefined);
  const evicted = decisions.flatMap(({ evictions }) => evictions as { uid: string }[]);
  return { evictions: evicted.length, podsEvicted: new Set(evicted.map(({ uid }) => uid)).size };
}

describe("a sweep", () => {
  it.each([
    [
      "memory-leak",
      "evictionHard.memory.available",
      "100Mi",
      "--eviction-hard memory.available<100Mi",
      "",
    ],
    [
      "memory-leak",
      "evictionHard.memory.available",
      "1Gi",
      "--eviction-hard memory.available<1Gi",
      "",
    ],
    [
      "memory-leak",
      "evictionHard.memory.available",
      "1Gi",
      "--eviction-hard memory.available<1Gi",
      "--what-if",
    ],
    [
      "inode-storm",
      "evictionHard.nodefs.inodesFree",
      "8%",
      "--eviction-hard nodefs.inodesFree<8%",
      "",
    ],
  ])(
    "counts what a replay does: %s, %s=%s %s %s",
    { tags: "long" },
    async (example, member, value, flag, more) => {
      // A flag takes the place of all hard thresholds; a value that is varied of one.
      const others = [
        "memory.available",
        "nodefs.available",
        "nodefs.inodesFree",
        "imagefs.available",
      ]
        .filter((signal) => !member.endsWith(signal))
        .map((signal) => `,${signal}<0%`)
        .join("");
      const words =
        `--example ${example} --vary ${member}=${value} ${flag}${others} ${more}`.trimEnd();
      const [cell] = await cells(words);
      expect(cell).toMatchObject(await replayed(example, `${flag}${others} ${more}`.trimEnd()));
    },
  );

  it("has a cell for each combination, whatever the threads", { tags: "long" }, async () => {
    const words =
      `--example memory-leak --vary ${HARD}=100Mi..1Gi/3 ` +
      "--vary evictionPressureTransitionPeriod=10s,5m";
    const one = await cells(`${words} --threads 1`);
    expect(one.map(({ values }) => values.join(" "))).toEqual([
      ...["100Mi 10s", "100Mi 5m", "562Mi 10s", "562Mi 5m", "1Gi 10s", "1Gi 5m"],
    ]);
    expect(await cells(`${words} --threads 4`)).toEqual(one);
    const seconds = one.map(({ conditionSeconds }) => conditionSeconds?.MemoryPressure ?? 0);
    expect(seconds[1]).toBeGreaterThan(seconds[0] ?? 0);
    expect(seconds[5]).toBeGreaterThan(seconds[1] ?? 0);
  });

  it("keeps the defaults that stating one threshold would take away", async () => {
    const [cell] = await cells("--example inode-storm --vary evictionHard.memory.available=100Mi");
    expect(cell?.evictions).toBeGreaterThan(0);
  });

  it("counts what the kubelet would start with, and says why not with the others", {
    tags: "long",
  }, async () => {
    const words = `--example memory-leak --vary ${HARD}=100Mi,101%,1Zi`;
    const [counted, percent, unit] = await cells(words);
    expect(counted?.refusal).toBeUndefined();
    expect(percent?.refusal).toMatch(/must be <= 100%/);
    expect(unit).toEqual({ values: ["1Zi"], refusal: expect.stringMatching(/quantities must/) });
    const schema = JSON.parse(readFileSync(new URL("schemas/sweep-1.schema.json", ROOT), "utf8"));
    const isSweep = new Ajv2020({ strict: true, formats: { "date-time": true } }).compile(schema);
    expect(isSweep(JSON.parse((await run(`${words} --output json`)).stdout))).toBe(true);
  });

  it("is a table in text, and RFC 4180 in CSV", async () => {
    const words = `--example memory-leak --vary ${HARD}=100Mi,101%`;
    const text = await run(words);
    expect(text.stdout).toMatch(
      /^! The only valid configuration evicts 1 pod\n.*112 steps · 2 configurations\n/,
    );
    expect(text.stdout).toMatch(/\n +100Mi +1 +1 +5m\n +101% +- +- +- +KubeletConfiguration/);
    const lines = (await run(`${words} --output csv`)).stdout.split("\r\n");
    expect(lines[0]).toBe(
      `${HARD},evictions,podsEvicted,MemoryPressureSeconds,DiskPressureSeconds,` +
        "PIDPressureSeconds,refusal,unknownAfter",
    );
    expect(lines[1]).toBe("100Mi,1,1,300,0,0,,");
    expect(lines[2]).toMatch(/^101%,,,,,,"KubeletConfiguration evictionHard\[""memory/);
    expect(lines.at(-1)).toBe("");
  });

  describe("of a recording with evictions", () => {
    // The node was recorded with a hard threshold of 500Mi, and 11 of its pods ended.
    const words = `--example recorded-memory-hard --vary ${HARD}=100Mi,500Mi,600Mi`;

    it("claims no counts of a configuration after a pod that it spares", async () => {
      const { said } = await run(words);
      expect(said).toMatch(
        /^ ! memory\.available hard 100Mi spares one pod at 01:20:19; what follows is unknown /,
      );
      expect(said).toMatch(/ 100Mi +unknown +unknown +unknown +500Mi +11 +11 /);
      expect(said).toContain("The recording lacks default/nightly from 01:20:19 on");
    });

    it("says so to programs", async () => {
      const { stdout } = await run(`${words} --output json`);
      const [first, ...others] = JSON.parse(stdout).cells;
      const time = expect.stringMatching(/T01:20:19/);
      expect(first).toEqual({
        values: ["100Mi"],
        unknownAfter: { pod: "default/nightly", time },
      });
      expect(others.map(({ podsEvicted }: Cell) => podsEvicted)).toEqual([11, 11]);
      const schema = JSON.parse(readFileSync(new URL("schemas/sweep-1.schema.json", ROOT), "utf8"));
      const ajv = new Ajv2020({ strict: true, formats: { "date-time": true } });
      expect(ajv.compile(schema)(JSON.parse(stdout))).toBe(true);
      const [, cell] = (await run(`${words} --output csv`)).stdout.split("\r\n");
      expect(cell).toMatch(/^100Mi,,,,,,,2026-11-22T01:20:19\.\d+Z$/);
    });
  });

  it.each([
    [
      "a capture has no record",
      `--vary ${HARD}=1Gi ${new URL("README.md", ROOT).pathname}`,
      ExitCode.Input,
      /README.md/,
    ],
    [
      "all are refused",
      `--example memory-leak --vary ${HARD}=101%,102%`,
      ExitCode.Input,
      /The kubelet would start with none of them: /,
    ],
    [
      "there are too many",
      `--example memory-leak --vary ${HARD}=1Mi..1Gi/999 --vary ${SOFT}=1Mi..1Gi/999`,
      ExitCode.Usage,
      /These are 9\d\d,\d+ configurations; give at most 100,000\./,
    ],
    [
      "one is varied twice",
      `--example memory-leak --vary ${HARD}=1Mi --vary ${HARD}=2Mi`,
      ExitCode.Usage,
      /is varied twice/,
    ],
  ])("ends with one sentence where %s", async (_, words, exitCode, sentence) => {
    const ended = await run(words);
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.stderr).toMatch(sentence);
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("what is varied", () => {
  it.each<[string, readonly string[]]>([
    [`${HARD}=100Mi`, ["100Mi"]],
    [`${HARD}=100Mi, 5%`, ["100Mi", "5%"]],
    [`${HARD}=1%..3%/5`, ["1%", "1.5%", "2%", "2.5%", "3%"]],
    ["evictionHard.pid.available=100..400/4", ["100", "200", "300", "400"]],
    ["evictionSoftGracePeriod.memory.available=0..1m/3", ["0s", "30s", "1m"]],
    ["evictionPressureTransitionPeriod=1m,5m", ["1m", "5m"]],
    ["evictionMinimumReclaim.nodefs.available=0..1Gi/2", ["0", "1Gi"]],
  ])("%s is these values", (text, values) => {
    expect(axisOf(text)).toMatchObject({ values });
  });

  it.each([
    ["evictionHard.memory=1Gi", /names no setting that can be varied/],
    ["maxPods=10", /names no setting that can be varied/],
    ["evictionHard.memory.available", /names no setting that can be varied/],
    [`${HARD}=`, /nothing is not a list of values/],
    [`${HARD}=1Gi,,2Gi`, /is not a list of values/],
    [`${HARD}=1Gi..2%/3`, /cannot be 1Gi; write it like 5%$/],
    [`${HARD}=1Gi..2Gi/1`, /takes 2 to 1000 values$/],
    [`${HARD}=${"1,".repeat(VALUES_MAX)}1`, /takes at most 1000 values$/],
  ])("%s is refused", (text, sentence) => {
    expect(axisOf(text)).toMatch(sentence);
  });
});
