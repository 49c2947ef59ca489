import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import binaryen from "assemblyscript/binaryen";
import { beforeAll, describe, expect, test } from "vitest";
import { ABI_VERSION, INPUT_CAPACITY_BYTES } from "../assembly/abi.ts";
import { MODULES } from "../tools/parts.mjs";
import { audit } from "./module/audit.ts";
import {
  buildElsewhere,
  constantsOf,
  ELSEWHERE,
  ROOT,
  staticBytesBeforePacking,
} from "./module/compile.ts";

const PAGE_BYTES = 0x10000;
/** Addresses stay positive as 32-bit integers. */
const MAXIMUM_PAGES = 0x8000;
/** Regions may grow by this much before static data of the core's own tests has to move. */
const SPARE_BYTES_MAX = 0x400000;

/** Instructions that IEEE 754 makes exact, so that engines cannot disagree. */
const EXACT_FLOATS = new RegExp(
  "^f64(\\.(const|load|store|add|sub|mul|div|sqrt|abs|neg|eq|ne|lt|le|gt|ge" +
    "|floor|ceil|trunc|nearest|convert_\\w+|reinterpret_i64))?$",
);

/** What a module may have of what a rule bans, where it says so in contract/modules.yaml. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  float: EXACT_FLOATS,
  growth: /^memory\.grow$/,
};

const SURFACE = [
  "abiVersion",
  "clear",
  "inputCapacity",
  "inputOffset",
  "memory",
  "outputOffset",
  "outputSize",
];

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const { options, targets } = JSON.parse(readFileSync(join(ROOT, "asconfig.json"), "utf8"));

describe.each(MODULES)("the module $wasm", (row) => {
  const { policy, entries, wasm: path, pages, pagesMax, objectsAt, allows = [] } = row;
  const wasm = readFileSync(join(ROOT, path));
  const module = new WebAssembly.Module(wasm);
  const used = objectsAt === undefined ? [] : [`OBJECTS_START=${objectsAt}`];
  const { banned, recursive, memory, staticEnd } = audit(wasm);
  const grows = pagesMax !== undefined;

  test("imports nothing", () => {
    expect(WebAssembly.Module.imports(module)).toEqual([]);
  });

  test("is the one with the digest next to it, as sha256sum reads it", () => {
    const line = readFileSync(join(ROOT, `${path}.sha256`), "utf8");
    expect(line).toBe(`${sha256(wasm)}  ${basename(path)}\n`);
  });

  test("exports its surface and nothing else", () => {
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    expect(names.sort()).toEqual([...SURFACE, ...row.verbs].sort());
  });

  test.each(Object.keys(banned))("has no instruction that a rule bans: %s", (rule) => {
    const allowed = allows.includes(rule) ? ALLOWED[rule] : undefined;
    expect(banned[rule]?.filter((found) => !allowed?.test(found))).toEqual([]);
  });

  test("calls no function recursively, so that no input can exhaust the stack", () => {
    expect(recursive).toEqual([]);
  });

  test("carries no names and no producer, which would differ between machines", () => {
    for (const section of ["name", "producers", "sourceMappingURL"]) {
      expect(WebAssembly.Module.customSections(module, section)).toEqual([]);
    }
  });

  test("reserves when it is built all memory that does not grow", async () => {
    // Objects of a cluster lie behind the fixed regions.
    const [room, end] = grows ? ["objects", "OBJECTS_OFFSET"] : [policy, "REGIONS_END"];
    const [regionsEnd = 0] = await constantsOf(`assembly/${room}/memory.ts`, [end], used);
    expect(regionsEnd).toBeGreaterThan(INPUT_CAPACITY_BYTES);
    expect(pages).toBe(Math.ceil(regionsEnd / PAGE_BYTES));
    expect(memory).toEqual({ initial: pages, maximum: pagesMax ?? pages });
    if (grows) expect(pagesMax).toBe(MAXIMUM_PAGES);
  });

  if (objectsAt !== undefined) {
    test("has objects behind the tables of a node", async () => {
      const [end = 0] = await constantsOf(`assembly/${policy}/memory.ts`, ["TABLES_END"], used);
      expect(objectsAt).toBeGreaterThanOrEqual(end);
    });
  }

  test("has static data below its regions, with room to spare", async () => {
    const names = ["STATIC_OFFSET", "STATIC_BYTES"];
    const [start = 0, size = 0] = await constantsOf("assembly/base/memory.ts", names);
    expect(targets[policy].memoryBase).toBe(start);
    expect(staticEnd).toBeGreaterThan(start);
    // What is zero is not in the module; the compiler knows how much more there is.
    expect(staticEnd).toBeLessThan(start + size);
    expect(await staticBytesBeforePacking(entries)).toBeLessThan(size);
  });

  test("starts, says its version, and lets its memory grow where it may", () => {
    const { exports } = new WebAssembly.Instance(module);
    expect((exports.abiVersion as () => number)()).toBe(ABI_VERSION);
    const grow = () => (exports.memory as WebAssembly.Memory).grow(1);
    if (grows) expect(grow()).toBe(pages);
    else expect(grow).toThrow(RangeError);
  });

  test("is small", () => {
    const brotli = brotliCompressSync(wasm).length;
    console.log(
      `${basename(path)}: ${wasm.length} bytes, ${brotli} with brotli, sha256 ${sha256(wasm)}, ` +
        `0 imports, ${banned.float?.length} float opcodes`,
    );
    expect(wasm.length).toBeLessThanOrEqual(row.bytes);
    expect(brotli).toBeLessThanOrEqual(row.brotli);
  });
});

test("static data of the core's own tests is behind the regions that they use", async () => {
  const [regionsEnd = 0] = await constantsOf("assembly/eviction/memory.ts", ["REGIONS_END"]);
  expect(options.memoryBase).toBeGreaterThanOrEqual(regionsEnd);
  expect(options.memoryBase).toBeLessThan(regionsEnd + SPARE_BYTES_MAX);
});

describe("in another directory", { tags: "long" }, () => {
  beforeAll(buildElsewhere, 600_000);

  test.each(MODULES)("the module $wasm comes out the same", ({ wasm }) => {
    expect(sha256(readFileSync(join(ELSEWHERE, wasm)))).toBe(
      sha256(readFileSync(join(ROOT, wasm))),
    );
  });
});

describe("the audit objects to", () => {
  const samples: Readonly<Record<string, string>> = {
    float: '(module (func (export "a") (param f64) (result f64) (f64.neg (local.get 0))))',
    simd: '(module (func (export "a") (drop (v128.const i32x4 0 0 0 0))))',
    atomic: '(module (memory 1 1 shared) (func (export "a") (atomic.fence)))',
    growth: '(module (memory 1 1) (func (export "a") (drop (memory.grow (i32.const 1)))))',
    indirect: '(module (table 1 1 funcref) (func (export "a") (call_indirect (i32.const 0))))',
  };

  test.each(Object.entries(samples))("%s", (rule, text) => {
    const { banned } = audit(assemble(text));
    expect(banned[rule]).not.toEqual([]);
  });

  test("two functions that call each other", () => {
    const text =
      '(module (func $a (export "a") (call $b)) (func $b (call $a)) (func $c (call $a)))';
    expect(audit(assemble(text)).recursive).toHaveLength(2);
  });

  test("static data behind the end, but not to a float inside a text", () => {
    const text = '(module (memory 1 1) (data (i32.const 10) "f64\\00\\"") (export "m" (memory 0)))';
    const { staticEnd, banned, memory } = audit(assemble(text));
    expect({ staticEnd, float: banned.float, memory }).toEqual({
      staticEnd: 15,
      float: [],
      memory: { initial: 1, maximum: 1 },
    });
  });
});

function assemble(text: string): Uint8Array {
  const parsed = binaryen.parseText(text);
  parsed.setFeatures(binaryen.Features.All);
  try {
    return parsed.emitBinary();
  } finally {
    parsed.dispose();
  }
}
