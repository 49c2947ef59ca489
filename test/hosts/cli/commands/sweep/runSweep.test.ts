import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
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

it("shows on a terminal how many captures have been looked at", async () => {
  let now = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 1_000));
  const around = { isTerminal: true, environment: { NO_COLOR: "1" } };
  const { stderr } = await commandLine(`sweep ${captures} ${VARY}`.split(" "), around);
  clock.mockRestore();
  expect(stderr).toMatch(/1 of 6 captures looked at.*6 of 6 captures looked at/s);
});

/** Records from one on; the first of them has the pods that were listed last. */
function withPods(records: readonly string[], from: number): string[] {
  const pods = records.slice(0, from + 1).findLast((line) => JSON.parse(line).pods !== undefined);
  const [first = "", ...others] = records.slice(from);
  const listed = { ...JSON.parse(first), pods: JSON.parse(pods ?? "{}").pods };
  return [JSON.stringify(listed), ...others];
}

const cellLines = (text: string) =>
  text.split("\n").filter((line) => line.includes("sweep-cell/1"));

function lineCheck() {
  const schema = new URL("schemas/sweep-cell-1.schema.json", ROOT);
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
}

describe("a sweep of a fleet", () => {
  it("has the lines of its schema", () => {
    const isLine = lineCheck();
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

  it("leaves out a capture with a line that is not whole, and says which line", async () => {
    const damaged = join(folder, "damaged");
    mkdirSync(damaged);
    const [header = "", ...records] = linesOf("memory-leak", "node-a");
    const lines = [header, ...records.slice(0, 5)];
    for (const [name, text] of [
      ["garbage", [...lines, "{]", ...records.slice(5)].join("\n")],
      ["header", [...lines, header, ...records.slice(5)].join("\n")],
      ["truncated", lines.join("\n").slice(0, -9)],
      ["whole", linesOf("inode-storm", "node-b").join("\n")],
    ] as const) {
      writeFileSync(join(damaged, `${name}.ndjson`), text);
    }
    const json = JSON.parse(await printed(`${damaged} ${VARY} --output json`));
    expect(json.fleet.nodes).toBe(1);
    expect(json.fleet.leftOut.map(({ reason }: { reason: string }) => reason)).toEqual([
      "line 7 is not a record; get it again",
      "line 7 is a second header; get it again",
      "line 6 is truncated; get it again",
    ]);
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

  it("reads a shard in the forms that a shell or an editor leaves", async () => {
    const [one = "", ...others] = shards;
    const text = readFileSync(one, "utf8");
    const forms: [string, string | Uint8Array][] = [
      ["crlf", text.replaceAll("\n", "\r\n")],
      ["without-last-newline", text.trimEnd()],
      ["byte-order-mark", `\uFEFF${text}`],
      ["gzip", gzipSync(text)],
    ];
    for (const [name, form] of forms) {
      const path = join(folder, name);
      writeFileSync(path, form);
      expect(await printed(`merge ${path} ${others.join(" ")} --output ndjson`), name).toBe(whole);
    }
  });

  it("takes the empty file of a shard that did not begin for a missing one", async () => {
    const empty = join(folder, "empty");
    writeFileSync(empty, "");
    const [, ...others] = shards;
    const { stdout, exitCode } = await run(`merge ${empty} ${others.join(" ")}`);
    expect(exitCode).toBe(ExitCode.Findings);
    expect(stdout).toMatch(/Missing: shard 1 of 4\./);
    const all = await run(`merge ${empty}`);
    expect(all.stderr).toMatch(/All shards are empty; run them again\./);
  });

  it("names a few of many missing shards", async () => {
    const path = join(folder, "of-many");
    writeFileSync(path, readFileSync(shards[0] ?? "", "utf8").replace('"of":4', '"of":99999'));
    const { stderr } = await run(`merge ${path} --output ndjson`);
    expect(stderr).toMatch(/99,998 of 99,999 shards are missing: 2, .* and 99,988 more;/);
  });

  it("refuses shards of other captures, options or rules", async () => {
    const [one = "", two = ""] = shards;
    const more = join(folder, "more");
    cpSync(captures, more, { recursive: true });
    writeFileSync(join(more, "late.ndjson"), linesOf("page-cache", "node-d").join("\n"));
    const config = join(folder, "kubelet.json");
    writeFileSync(config, '{"kind":"KubeletConfiguration","evictionHard":{}}');
    const others: [string, string, RegExp][] = [
      ["late", await printed(`${more} ${VARY} --shard 2/4`), /was run on other captures than/],
      ["what-if", await printed(`${captures} ${VARY} --shard 2/4 --what-if`), /other options than/],
      [
        "config",
        await printed(`${captures} ${VARY} --shard 2/4 --config ${config}`),
        /has other options than/,
      ],
      [
        "module",
        readFileSync(two, "utf8").replace(
          /"moduleDigest":"\w+"/,
          `"moduleDigest":"${"0".repeat(64)}"`,
        ),
        /is from another release than/,
      ],
    ];
    for (const [name, text, sentence] of others) {
      const path = join(folder, `shard-2-${name}`);
      writeFileSync(path, text);
      const { stderr, exitCode } = await run(`merge ${one} ${path}`);
      expect(exitCode, name).toBe(ExitCode.Input);
      expect(stderr, name).toMatch(sentence);
    }
  });

  it("takes shards from folders of other names", async () => {
    const moved = join(folder, "moved");
    cpSync(captures, moved, { recursive: true });
    const [, ...others] = shards;
    const path = join(folder, "shard-1-moved");
    writeFileSync(path, await printed(`${moved} ${VARY} --shard 1/4`));
    const text = await printed(`merge ${path} ${others.join(" ")} --output ndjson`);
    expect(cellLines(text)).toEqual(cellLines(whole));
  });

  it("names no value as best that a node refuses", async () => {
    const mixed = join(folder, "mixed");
    mkdirSync(mixed);
    const grace = { evictionSoftGracePeriod: { "memory.available": "30s" } };
    for (const [node, config] of [
      ["node-a", {}],
      ["node-b", grace],
    ] as const) {
      const [header = "", ...records] = linesOf("memory-leak", node);
      const own = { ...JSON.parse(header), config };
      writeFileSync(join(mixed, `${node}.ndjson`), [JSON.stringify(own), ...records].join("\n"));
    }
    const vary = "--vary evictionSoft.memory.available=200Mi";
    const text = (await printed(`${mixed} ${vary}`)).replace(/\s+/g, " ");
    expect(text).toMatch(/No value is valid on all nodes; .* 200Mi is refused on 1 of 2 nodes/);
    const json = JSON.parse(await printed(`${mixed} ${vary} --output json`));
    expect(json.cells[0].refusingNodes).toBe(1);
    const csv = await printed(`${mixed} ${vary} --output csv`);
    const last = "refusal,unknownAfter,refusingNodes,unknownNodes";
    expect(csv).toMatch(new RegExp(`,${last}\\r?\\n.*,1,0\\r?\\n`));
  });

  it("counts no node on which a value spares a pod that the recording lacks", async () => {
    const mixed = join(folder, "recorded");
    mkdirSync(mixed);
    for (const [example, node] of [
      ["memory-leak", "node-a"],
      ["recorded-memory-hard", "node-b"],
    ] as const) {
      writeFileSync(join(mixed, `${node}.ndjson`), linesOf(example, node).join("\n"));
    }
    const text = (await printed(`${mixed} ${VARY}`)).replace(/\s+/g, " ");
    expect(text).toMatch(/1 of 2 configurations spare a pod that was evicted; what follows is unk/);
    expect(text).toMatch(/ 100Mi 1 1 5m unknown on 1 of 2 nodes /);
    const { cells } = JSON.parse(await printed(`${mixed} ${VARY} --output json`));
    expect(cells[0]).toMatchObject({ podsEvicted: 1, refusingNodes: 0, unknownNodes: 1 });
    expect(cells[1]).toMatchObject({ unknownNodes: 0 });
    const lines = (await printed(`${mixed} ${VARY} --output ndjson`)).trimEnd().split("\n");
    const isLine = lineCheck();
    expect(lines.filter((line) => !isLine(JSON.parse(line)))).toEqual([]);
    expect(lines.filter((line) => line.includes('"unknownAfter"'))).toEqual([
      expect.stringContaining('"unknownAfter":{"time":"2026-11-22T01:20:19.057080000Z",'),
    ]);
  });

  it("reads a configuration once for all captures", async () => {
    const config = join(folder, "piped.json");
    writeFileSync(
      config,
      '{"kind":"KubeletConfiguration","evictionHard":{"nodefs.available":"1%"}}',
    );
    const asFile = await printed(`${captures} ${VARY} --config ${config} --output ndjson`);
    const piped = await commandLine(
      `sweep ${captures} ${VARY} --config - --output ndjson`.split(" "),
      { stdin: readFileSync(config, "utf8") },
    );
    expect(piped.stdout).toBe(asFile);
  });

  it.each([
    ["no shard of an example", "--example memory-leak", ExitCode.Usage, /--example/],
    ["standard input among others", `${captures} -`, ExitCode.Usage, /Standard input is one/],
    ["standard input in shards", "-", ExitCode.Usage, /Standard input is one capture/],
  ])("takes %s", async (_, given, code, sentence) => {
    const { stderr, exitCode } = await run(`${given} ${VARY} --shard 1/2`);
    expect(exitCode).toBe(code);
    expect(stderr).toMatch(sentence);
  });

  it.each([
    ["more shards than there can be", ['"of":4', '"of":1000000000']],
    ["axes that are none", [/"axes":\[.*?\}\]/, '"axes":null']],
    ["values that are none", ['["100Mi","1Gi"]', '"100Mi"']],
    ["a count that is none", [/"steps":\d+/, '"steps":null']],
    ["a fraction", [/"podsEvicted":\d+/, '"podsEvicted":1.5']],
    ["a chain that is none", [/"chain":"\w+"/, '"chain":"x"']],
    ["a time that is none", [/"from":"[^"]+"/, '"from":"x"']],
    ["a headroom that is none", [/"hardHeadroom":\{[^}]*\}/, '"hardHeadroom":{"a":null}']],
    ["an end that is none", [/"leftOut":\[.*\]\}/, '"leftOut":[1]}']],
    ["a cell less", [/\{"plimsoll":"sweep-cell[^\n]*\n/, ""]],
  ] as const)("does not trust a shard with %s", async (_, [from, to]) => {
    const text = readFileSync(shards[0] ?? "", "utf8");
    const spoilt = text.replace(from, to);
    expect(spoilt).not.toBe(text);
    const path = join(folder, "spoilt");
    writeFileSync(path, spoilt);
    for (const output of ["text", "json", "ndjson"]) {
      const { stderr, exitCode } = await run(`merge ${path} --output ${output}`);
      expect(exitCode).toBe(ExitCode.Input);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
  });

  it.each([
    ["a file that is not a shard", () => `merge ${join(captures, "notes.txt")}`, /is not a shard/],
    ["shards of two sweeps", () => `merge ${shards[0]} ${other()}`, /varies other values than/],
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
  writeFileSync(path, readFileSync(shards[1] ?? "", "utf8").replaceAll('"1Gi"', '"2Gi"'));
  return path;
}

function changed(): string {
  const path = join(folder, "changed");
  const text = readFileSync(shards[0] ?? "", "utf8");
  writeFileSync(path, text.replace(/"captures":\d+/, '"captures":99'));
  return path;
}
