/** `reduce`: what the policy reads of a document, as it was written, and nothing else. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DOCUMENTS, MAPS } from "../../analysis/engine/contract/documents.ts";
import { EngineError } from "../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import type { ModuleExports } from "../../analysis/engine/moduleExports.ts";
import { Document, Part, Status } from "../../assembly/abi.ts";
import { type Json, podList, summary } from "../documents/generate.ts";
import { mutate } from "../documents/mutations.ts";
import { Random } from "../documents/random.ts";

const CORE = new WebAssembly.Module(
  readFileSync(new URL("../../dist/plimsoll-eviction.wasm", import.meta.url)),
);
const NOW = 1_795_168_800_000_000_000n;
const SEED = 20261123;
const ROUNDS = 3_000;
/** Bytes of a frozen part. */
const FINGERPRINT = { start: 16, end: 32 };
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const engine = new EvictionEngine(CORE);
engine.configure({});

const KINDS = {
  Summary: {
    generate: summary,
    tree: DOCUMENTS.summary,
    reduce: (bytes: Uint8Array) => engine.reduceSummary(bytes),
    decode: (bytes: Uint8Array) => {
      engine.observe(bytes, NOW);
      return engine.freeze(Part.Summary);
    },
  },
  PodList: {
    generate: podList,
    tree: DOCUMENTS.podList,
    reduce: (bytes: Uint8Array) => engine.reducePods(bytes),
    decode: (bytes: Uint8Array) => {
      engine.pods(bytes);
      return engine.freeze(Part.Pods);
    },
  },
};

/** The frozen tables, or why there are none. */
function outcome(decode: (bytes: Uint8Array) => Uint8Array, bytes: Uint8Array): unknown {
  try {
    // A frozen pod list says of which bytes it was made.
    return Buffer.from(decode(bytes)).fill(0, FINGERPRINT.start, FINGERPRINT.end).toString("hex");
  } catch (error) {
    if (error instanceof EngineError) return error.status;
    throw error;
  }
}

describe.each(Object.entries(KINDS))("a reduced %s", (name, { generate, reduce, decode, tree }) => {
  test(`is decoded to the same tables, spoilt or not: ${ROUNDS} with seed ${SEED}`, {
    tags: "long",
  }, () => {
    const random = new Random(SEED, name.length);
    let [decoded, smaller] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const whole = Buffer.from(JSON.stringify(generate(random), null, random.below(3)));
      const bytes = random.oneIn(3) ? whole : mutate(whole, random).bytes;
      const reduced = reduce(bytes);
      const expected = outcome(decode, bytes);
      expect(outcome(decode, reduced) === expected, bytes.toString("latin1")).toBe(true);
      expect(Buffer.from(reduce(reduced)).equals(reduced), bytes.toString("latin1")).toBe(true);
      decoded += Number(typeof expected === "string");
      smaller += Number(reduced.length < bytes.length);
    }
    expect(decoded).toBeGreaterThan(ROUNDS / 3);
    expect(smaller).toBeGreaterThan(ROUNDS / 3);
  });

  test("has the members of contract/documents.yaml, and all of them", () => {
    const random = new Random(SEED, 7);
    const found = new Set<string>();
    const known = namesIn(tree);
    for (let round = 0; round < 200; round++) {
      const bytes = encoder.encode(JSON.stringify({ ...Object(generate(random)), other: [1] }));
      const kept = JSON.parse(decoder.decode(reduce(bytes)));
      for (const path of pathsOf(kept, known)) found.add(path);
    }
    expect([...found].filter((path) => !known.has(path))).toEqual([]);
    expect(found.size).toBeGreaterThan(known.size / 2);
  });
});

/** The paths of a tree of the contract; below a map, any name is `*`. */
function namesIn(tree: unknown, path = ""): ReadonlySet<string> {
  if (Array.isArray(tree)) return namesIn(tree[0], path);
  if (typeof tree === "string") return new Set(tree.startsWith("map ") ? [`${path}.*`] : []);
  return new Set(
    Object.entries(Object(tree)).flatMap(([name, below]) => {
      const own = `${path}.${name}`;
      return [own, ...namesIn(below, own)];
    }),
  );
}

function pathsOf(value: Json, known: ReadonlySet<string>, path = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, known, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) => {
    const own = known.has(`${path}.*`) ? `${path}.*` : `${path}.${name}`;
    return [own, ...pathsOf(below, known, own)];
  });
}

test("every map of the documents keeps members of any name", () => {
  expect(MAPS.resources.otherwise).not.toBeNull();
});

describe("as it was written", () => {
  test.each([
    ["numbers", '{"node":{"fs":{"inodes":1.50E+2,"capacityBytes":-0}}}'],
    ["escapes in names and texts", '{"n\\u006fde":{"nodeN\\u0061me":"a\\u0062\\"c\\\\"}}'],
    ["a member that is there twice", '{"pods":[],"pods":[{"memory":{}}]}'],
    ["a value of another type", '{"node":[{"a":[1,{"b":"} ]"}]}],"pods":{"x":"\\\\"}}'],
    ["nothing", '{"node":{},"pods":[]}'],
  ])("stays: %s", (_, text) => {
    expect(decoder.decode(engine.reduceSummary(encoder.encode(text)))).toBe(text);
    const spaced = text.replace(/([[{:,}\]])(?=(?:[^"]*"[^"]*")*[^"]*$)/g, " $1\n\t");
    const reduced = engine.reduceSummary(encoder.encode(spaced));
    if (!text.includes("\\")) expect(decoder.decode(reduced)).toBe(text);
  });
});

describe("the verb", () => {
  const exports = new WebAssembly.Instance(CORE).exports as unknown as ModuleExports;
  const memory = new Uint8Array(exports.memory.buffer);
  const write = (text: string) => {
    memory.set(encoder.encode(text), exports.inputOffset());
    return text.length;
  };

  test.each([
    ["no document of a kubelet", "{}", Document.KubeletConfiguration, Status.InvalidArgument],
    ["no document at all", "{}", 99, Status.InvalidArgument],
    ["no JSON", '{"node":', Document.Summary, Status.InvalidJson],
    ["no UTF-8 where nothing is read", '{"a":"\u00ff', Document.PodList, Status.InvalidText],
    ["brackets that do not match", '{"node":{"fs":{]}}', Document.Summary, Status.InvalidJson],
    ["text behind it", '{"node":{}}}', Document.Summary, Status.InvalidJson],
  ])("refuses %s", (_, text, document, status) => {
    expect(exports.reduce(write(text), document)).toBe(status);
    expect(exports.outputSize()).toBe(0);
  });

  test("changes nothing: the last step and its answer stay", () => {
    exports.configure(write('{"evictionHard":{"memory.available":"100"}}'));
    exports.observe(write('{"node":{"memory":{"availableBytes":5}}}'), NOW);
    const decision = () =>
      decoder.decode(
        memory.slice(exports.outputOffset(), exports.outputOffset() + exports.report(2)),
      );
    const before = decision();
    exports.reduce(write('{"node":{"memory":{"availableBytes":900}}}'), Document.Summary);
    expect(decision()).toBe(before);
  });
});
