import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  captureName,
  type ExampleFile,
  exampleFiles,
} from "../../examples/generate/exampleFiles.ts";
import { RECORDED } from "../../examples/generate/recorded.ts";
import { SCENARIOS } from "../../examples/generate/scenarios/index.ts";

const DIRECTORY = new URL("../../examples/", import.meta.url);
const CAPTURE_BYTES_MAX = 45_000;
const WRITE_THEM = "run `npm run examples -- generate` and look at what changed";

const generated: readonly ExampleFile[] = [...exampleFiles()];
const compressed = generated.filter(({ name }) => name.endsWith(".gz"));
const captures = compressed.filter(({ name }) => !name.endsWith(".cluster.json.gz"));

function committed(name: string): Buffer {
  return readFileSync(new URL(name, DIRECTORY));
}

describe("the examples follow from their seeds", () => {
  test.each(generated)("$name has the committed bytes", ({ name, bytes }) => {
    expect(Buffer.compare(committed(name), bytes), WRITE_THEM).toBe(0);
  });

  test("and nothing else is next to them", () => {
    const entries = readdirSync(DIRECTORY, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const expected = [...generated.map(({ name }) => name), ...RECORDED.map(captureName)];
    expect(names.sort()).toEqual(expected.sort());
  });
});

describe("the examples are small", () => {
  test.each(compressed)("$name", ({ bytes }) => {
    expect(bytes.length).toBeLessThan(CAPTURE_BYTES_MAX);
  });

  test.each(RECORDED)("$name", (example) => {
    expect(committed(captureName(example)).length).toBeLessThan(CAPTURE_BYTES_MAX);
  });
});

describe("the compressed bytes say nothing about the machine that wrote them", () => {
  test.each(compressed)("$name has no time, no name, and Unix as its system", ({ bytes }) => {
    // RFC 1952: magic, deflate, no flags, no time, best compression, Unix.
    expect([...bytes.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
  });

  test.each(captures)("$name is read by another implementation", ({ bytes }) => {
    const [header] = gunzipSync(bytes).toString().split("\n", 1);
    expect(JSON.parse(header ?? "")).toHaveProperty("generator.seed");
  });
});

test("no two scenarios share a seed or a name", () => {
  expect(new Set(SCENARIOS.map(({ seed }) => seed)).size).toBe(SCENARIOS.length);
  expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
});
