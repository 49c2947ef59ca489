import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../../commandLine.ts";

const ROOT = new URL("../../../../../", import.meta.url);
const VARY = "--vary evictionHard.memory.available=100Mi,1Gi";
const folder = mkdtempSync(join(tmpdir(), "plimsoll-fleet-"));
const captures = join(folder, "captures");
/** Four shards of the captures, and the whole. */
const shards: string[] = [];
let whole = "";

const run = (words: string) => commandLine(`sweep ${words}`.split(" "));

async function printed(words: string): Promise<string> {
  const { stdout, stderr, exitCode } = await run(words);
  expect(stderr).toBe("");
  expect(exitCode).toBe(ExitCode.Ok);
  return stdout;
}

/** The lines of an example with another node's name in its header. */
function linesOf(example: string, node: string): string[] {
  const url = new URL(`examples/${example}.plimsoll.ndjson.gz`, ROOT);
  const [header = "", ...records] = gunzipSync(readFileSync(url)).toString().trimEnd().split("\n");
  return [JSON.stringify({ ...JSON.parse(header), node }), ...records];
}

function write(name: string, lines: readonly string[]): void {
  writeFileSync(join(captures, name), gzipSync(`${lines.join("\n")}\n`));
}

beforeAll(async () => {
  rmSync(captures, { recursive: true, force: true });
  const { mkdirSync } = await import("node:fs");
  mkdirSync(captures);
  write("leak.ndjson.gz", linesOf("memory-leak", "node-a"));
  write("storm.ndjson.gz", linesOf("inode-storm", "node-b"));
  // One history in three captures, named in another order than that of time.
  const [header = "", ...records] = linesOf("two-signals", "node-c");
  write("day-2.ndjson.gz", [header, ...records.slice(0, 40)]);
  write("day-3.ndjson.gz", [header, ...withPods(records, 40).slice(0, 30)]);
  write("day-1.ndjson.gz", [header, ...withPods(records, 70)]);
  writeFileSync(join(captures, "broken.ndjson"), '{"a":1}\n');
  writeFileSync(join(captures, "notes.txt"), "nothing\n");
  for (const shard of [1, 2, 3, 4]) {
    const path = join(folder, `shard-${shard}`);
    writeFileSync(path, await printed(`${captures} ${VARY} --shard ${shard}/4`));
    shards.push(path);
  }
  whole = await printed(`${captures} ${VARY} --output ndjson`);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Records from one on; the first of them has the pods that were listed last. */
function withPods(records: readonly string[], from: number): string[] {
  const pods = records.slice(0, from + 1).findLast((line) => JSON.parse(line).pods !== undefined);
  const [first = "", ...others] = records.slice(from);
  const listed = { ...JSON.parse(first), pods: JSON.parse(pods ?? "{}").pods };
  return [JSON.stringify(listed), ...others];
}

const cellLines = (text: string) =>
  text.split("\n").filter((line) => line.includes("sweep-cell/1"));

describe("a sweep of a fleet", () => {
  it("has the lines of its schema", () => {
    const schema = JSON.parse(
      readFileSync(new URL("schemas/sweep-cell-1.schema.json", ROOT), "utf8"),
    );
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv);
    const isLine = ajv.compile(schema);
    for (const line of whole.trimEnd().split("\n")) {
      expect(isLine(JSON.parse(line)), line).toBe(true);
    }
    expect(cellLines(whole)).toHaveLength(6);
  });

  it("counts captures of one node as one history, whatever their names", async () => {
    const [header = "", ...records] = linesOf("two-signals", "node-c");
    const path = join(folder, "history.ndjson");
    writeFileSync(path, `${[header, ...records].join("\n")}\n`);
    const single = await printed(`${path} ${VARY} --output ndjson`);
    const ofNode = cellLines(whole).filter((line) => line.includes('"node-c"'));
    expect(ofNode).toEqual(cellLines(single));
  });

  it("names and counts what is left out", async () => {
    const end = JSON.parse(whole.trimEnd().split("\n").at(-1) ?? "");
    expect(end).toMatchObject({ captures: 7, nodes: 3, cells: 6 });
    expect(end.leftOut.map(({ capture }: { capture: string }) => capture)).toEqual([
      join(captures, "broken.ndjson"),
      join(captures, "notes.txt"),
    ]);
    const text = (await printed(`${captures} ${VARY}`)).replace(/\s+/g, " ");
    expect(text).toMatch(/ 3 nodes · \d+ steps · 2 configurations /);
    expect(text).toMatch(/Left out: 2 of 7 captures: .*broken\.ndjson \(The first line/);
    expect(text).toMatch(/ Most evictions under the best configuration /);
  });

  it("is the same, byte for byte, however it is divided", async () => {
    for (const count of [1, 2, 7]) {
      const parts: string[] = [];
      for (let shard = 1; shard <= count; shard++) {
        const path = join(folder, `part-${shard}-of-${count}`);
        writeFileSync(path, await printed(`${captures} ${VARY} --shard ${shard}/${count}`));
        parts.push(path);
      }
      expect(await printed(`merge ${parts.reverse().join(" ")} --output ndjson`)).toBe(whole);
    }
  });

  it("is the same in any order of the shards", async () => {
    const order = fc.shuffledSubarray(shards, { minLength: shards.length });
    await fc.assert(
      fc.asyncProperty(order, async (paths) => {
        expect(await printed(`merge ${paths.join(" ")} --output ndjson`)).toBe(whole);
      }),
      { numRuns: 8 },
    );
    expect(await printed(`merge ${shards.join(" ")}`)).toBe(await printed(`${captures} ${VARY}`));
  });

  it("says which shards are missing, end early, or are given twice", async () => {
    const [one = "", two = "", three = ""] = shards;
    const early = join(folder, "early");
    writeFileSync(early, readFileSync(three, "utf8").slice(0, -40));
    const ended = await run(`merge ${one} ${two} ${early} ${one}`);
    expect(ended.exitCode).toBe(ExitCode.Findings);
    const answer = ended.stdout.replace(/\s+/g, " ");
    expect(answer).toMatch(/Missing: shards 3, 4 of 4\./);
    expect(answer).toMatch(/Given twice, counted once: \S*shard-1\./);
    const lines = await run(`merge ${one} ${two} --output ndjson`);
    expect(lines.exitCode).toBe(ExitCode.Input);
    expect(lines.stderr).toMatch(/2 of 4 shards are missing: 3, 4/);
  });

  it.each([
    ["a file that is not a shard", () => `merge ${join(captures, "notes.txt")}`, /is not a shard/],
    ["shards of two sweeps", () => `merge ${shards[0]} ${other()}`, /belongs to another sweep/],
    ["one shard with two contents", () => `merge ${shards[0]} ${changed()}`, /with other cells/],
    [
      "a folder without captures",
      () => `${ROOT.pathname}schemas ${VARY}`,
      /No capture can be swept/,
    ],
  ])("refuses %s", async (_, words, sentence) => {
    const { stderr, exitCode } = await run(words());
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toMatch(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("prints its configurations as data", async () => {
    const text = await printed(`--example memory-leak ${VARY} --print-configurations`);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ settings }) => Object.values(settings))).toEqual([["100Mi"], ["1Gi"]]);
    expect(lines[1].configuration).toMatchObject({
      evictionHard: { "memory.available": "1Gi" },
      plimsoll: { keepDefaults: true },
    });
  });
});

function other(): string {
  const path = join(folder, "other");
  writeFileSync(path, readFileSync(shards[1] ?? "", "utf8").replace('"1Gi"]', '"2Gi"]'));
  return path;
}

function changed(): string {
  const path = join(folder, "changed");
  const text = readFileSync(shards[0] ?? "", "utf8");
  writeFileSync(path, text.replace(/"captures":\d+/, '"captures":99'));
  return path;
}
