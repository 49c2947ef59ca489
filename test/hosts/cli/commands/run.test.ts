import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listExamples } from "../../../../hosts/system/examples.ts";
import { commandLine } from "../commandLine.ts";

const EXAMPLES = (await listExamples()).map(({ name }) => name);

const IN_FULL = "--output ndjson --listen none";

/** The JSON lines of a command, one value each. */
async function linesOf(words: string): Promise<Record<string, unknown>[]> {
  const { stdout, exitCode } = await commandLine(words.split(" "));
  expect(exitCode).toBe(0);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("plimsoll run", () => {
  it.each(EXAMPLES)("decides on a capture what a replay of it decides: %s", async (name) => {
    const replayed = await linesOf(`replay --example ${name} --output ndjson --detail 1`);
    const run = await linesOf(`run --source capture --example ${name} ${IN_FULL}`);
    expect(run.map(({ acts: _, ...decision }) => decision)).toEqual(replayed);
  });

  it("only observes unless it is asked to act", async () => {
    const run = await linesOf(`run --source capture --example memory-leak ${IN_FULL}`);
    const evictions = run.flatMap(({ acts }) =>
      (acts as { kind: string; outcome: unknown }[]).filter(({ kind }) => kind === "evict"),
    );
    expect(evictions.map(({ outcome }) => outcome)).toEqual([
      {
        done: false,
        sentence: "Observing only: shop/cart-p89ncn6dqk-8t8pl would be evicted, grace period 1s.",
      },
    ]);
  });

  it("ends after the steps it is given", async () => {
    const run = await linesOf(`run --source capture --example memory-leak --steps 3 ${IN_FULL}`);
    expect(run).toHaveLength(3);
  });

  it.each(["--pace max", "--pace 100000x"])("plays a whole capture with %s", async (pace) => {
    const run = await linesOf(`run --source capture --example memory-leak ${pace} ${IN_FULL}`);
    expect(run).toHaveLength(112);
  });

  it("ends after fewer when nobody looks on", async () => {
    const what = "run --source capture --example memory-leak --output ndjson --listen none";
    const words = `${what} --unattended-steps 2`;
    expect(await linesOf(words)).toHaveLength(2);
    expect(await linesOf(`${words} --steps 3`)).toHaveLength(3);
  });

  it.each([
    "--stale-after 90.5s",
    "--stale-after 1.0000001h",
    "--warm-up 0.5s",
    "--record RECORD --record-around 1.5s",
    "--record RECORD --record-all --record-max-age 1.5s",
  ])("takes a duration that is not a whole number of seconds: %s", async (words) => {
    const directory = mkdtempSync(join(tmpdir(), "plimsoll-run-"));
    const acting = `--act exec --exec true --state-dir ${directory}/state`;
    const given = words.replace("RECORD", `${directory}/record`);
    const run = await linesOf(
      `run --source capture --example memory-leak ${IN_FULL} ${acting} ${given}`,
    );
    rmSync(directory, { recursive: true });
    expect(JSON.stringify(run)).toContain('"kind":"evict"');
  });

  it.each([
    ["run --source capture --example memory-leak --stale-after 36501d", /above zero/],
    [`run --source capture --example memory-leak --interval ${"9".repeat(400)}s`, /above zero/],
    ["run --source nowhere", /--source/],
    ["run --source capture", /--source capture needs --capture or --example; add one/],
    ["run --source capture --example memory-leak --pace 0x", /1x, 10x or max/],
    ["run --source capture --example memory-leak --steps 0", /whole number above zero/],
  ])("refuses %s", async (words, sentence) => {
    const { exitCode, stderr } = await commandLine(words.split(" "));
    expect(stderr).toMatch(sentence);
    expect(exitCode).toBe(2);
  });
});

describe("plimsoll capture record", () => {
  it("records what a source serves: a replay of it decides the same", async () => {
    const directory = mkdtempSync(join(tmpdir(), "plimsoll-record-"));
    try {
      const out = join(directory, "forks.plimsoll.ndjson.gz");
      const words = `capture record --source capture --example fork-bomb --out ${out}`;
      const { exitCode, stderr } = await commandLine(words.split(" "));
      expect(stderr).toMatch(/forks\.plimsoll\.ndjson\.gz: \d+ records\n$/);
      expect(exitCode).toBe(0);
      const replayed = await linesOf(`replay ${out} --output ndjson`);
      expect(replayed).toEqual(await linesOf("replay --example fork-bomb --output ndjson"));
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
